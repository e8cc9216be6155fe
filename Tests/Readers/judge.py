#!/usr/bin/env python3
"""Shows clips and the PNGs of their frames in browsers, and compares both patch by patch.

Usage: judge.py FOLDER CASE…, where FOLDER has CASE.clip.*, CASE.auto.png and CASE.tagged.png (and CASE.srgb.png, and
CASE.tile.png, the only tile of a sheet). A case whose name ends in "~" has no bound. The exit code is 1 if a bound is
broken or nothing was compared. The table has the greatest difference in codes, and in brackets that in the blue of
bars, which has no bound; the patches where they are, are in FOLDER/patches.
"""

import pathlib
import subprocess
import sys
import urllib.parse

import browsers
import chart

BOUND = 2
# What framegrab's --color can be, from left to right behind the video, and the tile of a sheet.
KINDS = ("auto", "srgb", "tagged", "tile")
BOUNDED = ("auto", "tile")
# Chromium with a graphics card converts these primaries, as no other reader does: the more, the more saturated.
CONVERTED = {"bt601-525", "bt601-625", "bt470bg", "bt470m"}
PAGE = pathlib.Path(__file__).with_name("page.html")


def pixels(path, width):
    """The upper left part of a picture: bytes of red, green and blue, as they are stored."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf", f"crop={width}:{chart.HEIGHT}:0:0", "-f", "rawvideo", "-pix_fmt",
         "rgb24", "-"], stdout=subprocess.PIPE, check=True).stdout


def differences(data, width, place):
    """For each patch: how far the picture at a place is from the video, which is at place 0, and how far in the blue of
    bars; its name and both colours."""
    def color(x, y):
        start = (y * width + x) * 3
        return tuple(data[start:start + 3])
    for name, x, y in chart.centres():
        video, picture = color(x, y), color(x + place * chart.WIDTH, y)
        codes = [abs(a - b) for a, b in zip(video, picture)]
        blue = 0 if name.startswith("gray") else codes.pop()
        yield max(codes), blue, name, video, picture


def compared(browser, folder, case, kinds):
    """Opens the page of a case; the worst patch and the worst blue of each kind of picture."""
    clip = next(folder.glob(f"{case}.clip.*"))
    names = [clip, *(folder / f"{case}.{kind}.png" for kind in kinds)]
    query = urllib.parse.quote("&".join(f"file://{name.resolve()}" for name in names))
    shot = folder / f"{case}.{browser.name}.png"
    shot.write_bytes(browser.picture(f"file://{PAGE.resolve()}?{query}"))
    width = chart.WIDTH * (1 + len(kinds))
    data = pixels(shot, width)
    for place, kind in enumerate(kinds, 1):
        found = list(differences(data, width, place))
        yield kind, max(found), max(patch[1] for patch in found)


def judged(browser, folder, name, patches):
    """The cells of a case, by kind of picture: their text, and whether they hold their bound, if they have one."""
    case = name.rstrip("~")
    isFree = name != case or browser.name == "chromium" and case in CONVERTED
    kinds = [kind for kind in KINDS if (folder / f"{case}.{kind}.png").exists()]
    cells = {}
    for kind, (most, _, patch, video, picture), blue in compared(browser, folder, case, kinds):
        holds = most <= BOUND if kind in BOUNDED and not isFree else None
        word = {None: "", True: " ok", False: " BROKEN"}[holds]
        cells[kind] = f"{most} ({blue}){word}", holds
        print(f"{case} {browser.name} {kind}: {most} in {patch}: video {video}, picture {picture}", file=patches)
    return cells


def shown(folder, cases, patches):
    """The cells of all cases, by browser and case."""
    for kind in browsers.KINDS:
        program = browsers.program(kind)
        if program is None:
            print(f"left out: {kind.name} is not here")
            continue
        own = folder / kind.name
        own.mkdir()
        browser = kind(program, own, chart.WIDTH * (1 + len(KINDS)), chart.HEIGHT)
        print(f"{browser.name} is {browser.version()}", flush=True)
        try:
            yield kind.name, {name: judged(browser, folder, name, patches) for name in cases}
        finally:
            browser.close()


def main(folder, cases):
    folder = pathlib.Path(folder)
    with open(folder / "patches", "w") as patches:
        table = dict(shown(folder, cases, patches))
    print(f"\n{'case':18}{'--color':9}" + "".join(f"{name:17}" for name in table))
    for name in cases:
        for kind in KINDS:
            cells = [table[browser][name].get(kind, ("", None))[0] for browser in table]
            if any(cells):
                print(f"{name:18}{kind:9}" + "".join(f"{cell:17}" for cell in cells))
    bounds = [holds for rows in table.values() for cells in rows.values() for _, holds in cells.values()
              if holds is not None]
    print(f"\nOf {len(bounds)} pictures that may differ by {BOUND} codes, {bounds.count(False)} differ by more; what was"
          f" seen is in {folder}")
    return 0 if bounds and all(bounds) else 1


sys.exit(main(sys.argv[1], sys.argv[2:]))
