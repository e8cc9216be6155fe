#!/usr/bin/env python3
"""Shows a moving plot as web pages and READMEs do, in an <img> of a page from a file, in Chromium.

Usage: BINARY=… plots.py FOLDER. Two screenshots a second apart each show a frame of the trace, and two different ones. The
exit code is 1 if not. Plot, page and screenshots stay in FOLDER.
"""

import base64
import os
import pathlib
import re
import shutil
import sys
import time

import browsers
from tiles import crop, difference, output, picture

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GESTURE = ROOT / "Fixtures/gestures/up-and-back.json"
# A slow turn through all colours, so that frames near in time are near in colour, and others are not.
CLIP = "color=red:s=320x180:r=25:d=20,hue=h=18*t"
SMALL = "scale=16:8:flags=area"
# A picture in a page may be a code or two beside what it is as a file.
NEAR = 3


def frames(plot):
    """The frames in the text of a plot: where each stands, and its PNG."""
    image = re.compile(r'<image x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"[^>]*href="data:image/png;base64,([^"]+)"')
    return [([int(side) for side in found[:4]], base64.b64decode(found[4])) for found in image.findall(plot)]


def main(folder):
    folder = pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program = browsers.program(browsers.Chromium)
    if program is None:
        print("moving plot: left out, Chromium is not here")
        return
    clip, plot, page = folder / "clip.mp4", folder / "drag.svg", folder / "page.html"
    output("ffmpeg", "-v", "error", "-f", "lavfi", "-i", CLIP, "-c:v", "libx264", "-crf", "12", "-pix_fmt", "yuv420p", clip)
    output(os.environ["BINARY"], clip, "--gesture", GESTURE, "--plot", plot, "--animate")
    drawn = frames(plot.read_text())
    assert drawn and len({tuple(area) for area, _ in drawn}) == 1, "no frames at one place"
    tiles = []
    for count, (_, png) in enumerate(drawn):
        (folder / f"frame-{count:02}.png").write_bytes(png)
        tiles.append(picture(folder / f"frame-{count:02}.png", SMALL))
    page.write_text('<!doctype html><title>drag</title><body style="margin: 0"><img src="drag.svg">'
                    "<script>window.shown = document.images[0].decode()</script>")

    browser = browsers.Chromium(program, folder, 960, 400)
    try:
        browser.open(f"file://{page}")
        shots = [browser.screenshot()]
        time.sleep(1)
        shots.append(browser.screenshot())
        version = browser.version()
    finally:
        browser.close()
    seen = []
    for count, shot in enumerate(shots):
        path = folder / f"shot-{count}.png"
        path.write_bytes(shot)
        shown = picture(path, crop(drawn[0][0]), SMALL)
        apart = [difference(shown, tile) for tile in tiles]
        seen.append(apart.index(min(apart)))
        assert min(apart) <= NEAR, f"screenshot {count} shows no frame of the trace: {min(apart):.1f} codes from the nearest"
    assert seen[0] != seen[1], f"both screenshots show frame {seen[0]}"
    print(f"moving plot in an <img> in {version}: of {len(tiles)} frames, number {seen[0]}, and a second later {seen[1]}")


try:
    main(sys.argv[1])
except AssertionError as fault:
    sys.exit(f"moving plot: {fault}")
