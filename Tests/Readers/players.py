#!/usr/bin/env python3
"""Moves a mouse over the sliders of web players in Chromium, and looks at the preview that they show of a sheet.

Usage: BINARY=… players.py FOLDER [PLAYERS]. PLAYERS is a folder with the built files of players, which .ci/players names; a
player whose files are not there is left out. At 20 places of a minute, and at the time on which a gesture ends, the preview has
the sheet and the pixels that the index has for that time, and the screenshot shows that tile. The exit code is 1 if anything
differs. What was served, and the screenshots, stay in FOLDER.
"""

import collections
import hashlib
import json
import math
import os
import pathlib
import random
import shutil
import sys
import time
import urllib.parse

import browsers
from server import serving
from tiles import crop, cue_at, cues, difference, output, picture

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIST = ROOT / ".ci/players"
GESTURE = ROOT / "Fixtures/gestures/both-sides.json"
SECONDS, STEP, WIDTH = 60, 3, 160
# The second in large digits, in another colour each time.
CLIP = (f"testsrc=s=320x180:r=25:d={SECONDS},crop=112:63:196:60,hue=h=47*t,"
        "scale=320:180:flags=neighbor:out_color_matrix=bt709")
# The preview without its edges, which may be round, and without its lower half, where players write the time on a shade.
INNER = "crop=iw*0.8:ih*0.45:iw*0.1:ih*0.1,scale=16:8:flags=area"
# How far two pictures may be apart that a browser scaled in one way and ffmpeg in another, as a mean in codes; tiles of two
# pieces are 16 and more apart.
NEAR = 8


def listed():
    """The players of the list, with their version and their files, in the order in which the page needs them."""
    players = collections.defaultdict(list)
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            name, version, file, checksum = line.split()
            players[name].append((version, file, checksum))
    return players


def missing(folder, files):
    """What keeps a player from being tried; None if all its files are there."""
    for _, file, checksum in files:
        path = folder / file
        if not path.is_file():
            return f"{file} is not in the folder"
        if hashlib.sha256(path.read_bytes()).hexdigest() != checksum:
            return f"{file} is another one than the list's"
    return None


def prepare(folder):
    """A minute whose pictures show the second, with sound, as a file and as DASH; its index; the time of the gesture."""
    clip, binary = folder / "clip.mp4", os.environ["BINARY"]
    tags = [word for what in ("space", "_primaries", "_trc") for word in (f"-color{what}", "bt709")]
    output("ffmpeg", "-v", "error", "-f", "lavfi", "-i", CLIP, "-f", "lavfi", "-i", f"sine=300:d={SECONDS}", "-c:v", "libx264",
           "-crf", "18", "-g", "50", "-pix_fmt", "yuv420p", *tags, "-c:a", "aac", clip)
    output("ffmpeg", "-v", "error", "-i", clip, "-c", "copy", "-f", "dash", folder / "clip.mpd")
    # Two sheets, of 12 tiles and of 8.
    output(binary, clip, "--every", f"{STEP}s", "--width", str(WIDTH), "--sheet", "4x3", "-o", folder / "thumbs.vtt")
    told = cues((folder / "thumbs.vtt").read_text())
    assert len(told) == SECONDS // STEP, f"{len(told)} cues"
    assert len({cue.sheet for cue in told}) == 2, "not two sheets"

    # On the sheets of all frames, the tile at the gesture's time is the frame of the gesture.
    output(binary, clip, "--all", "--width", str(WIDTH), "-o", folder / "all.vtt")
    frame = output(binary, clip, "--gesture", GESTURE, "--width", str(WIDTH), "--raw", "rgb24", "-o", "-")
    said = output(binary, clip, "--gesture", GESTURE, "--dry-run", "--json", "-o", folder / "none.png")
    moment = round(float(json.loads(said)["time"]["decimal"]) * 1000)
    every = cues((folder / "all.vtt").read_text())
    cue = every[cue_at(every, moment)]
    assert picture(folder / cue.sheet, crop(cue.area)) == frame, "the gesture's frame is another one than its tile"
    print(f"gesture and sheet: of {len(every)} tiles, the one at {moment} ms is the frame of the gesture, bit for bit")
    return told, moment


def places():
    """20 times in milliseconds: in the first and in the last second, and one in each piece between. None is within a second of
    a border, since players round: Shaka Player to whole seconds, Plyr takes one off the end."""
    numbers = random.Random(8)
    yield 400
    for piece in range(1, SECONDS // STEP - 1):
        yield piece * STEP * 1000 + numbers.randrange(1100, STEP * 1000 - 1100)
    yield SECONDS * 1000 - 600


def hover(browser, moment, start):
    """Moves the mouse along the bar to the place of a moment; where it is then."""
    bar = browser.value("bar()")
    x = bar["left"] + bar["width"] * moment / 1000 / bar["duration"]
    y = bar["top"] + bar["height"] / 2
    for step in range(1, 6):
        browser.move(start + (x - start) * step / 5, y)
    return x


def settled(browser):
    """What the preview has once it no longer moves: previews fade in and grow, and keep the tile before for a while."""
    before = None
    for _ in range(10):
        time.sleep(0.7)
        seen = browser.value("seen()")
        if seen == before:
            return seen
        before = seen
    raise AssertionError("the preview does not come to rest")


def tried(browser, address, name, files, told, moments, folder):
    """Opens a player and looks at its preview at each of the moments; the greatest difference of a tile."""
    query = urllib.parse.quote("&".join([name, *(file for _, file, _ in files if file.endswith((".css", ".js")))]))
    browser.open(f"{address}/players.html?{query}")
    browser.move(400, 200)
    tiles = [picture(folder / "web" / cue.sheet, crop(cue.area), INNER) for cue in told]
    x, most = browser.value("bar()")["left"], 0
    for count, moment in enumerate(moments, 1):
        x = hover(browser, moment, x)
        seen, expected = settled(browser), cue_at(told, moment)
        cue, at = told[expected], f"at {moment} ms"
        found = round(seen["x"]), round(seen["y"])
        assert cue.sheet in seen["sheet"] and list(found) == cue.area[:2], (
            f"{at} the preview has {found} of {seen['sheet']}, the index {cue.area[:2]} of {cue.sheet}")
        shot = folder / f"{name}-{count:02}.png"
        shot.write_bytes(browser.screenshot())
        # Halves of a pixel are rounded up, by the browser too.
        box = [math.floor(seen["box"][side] + 0.5) for side in ("left", "top", "width", "height")]
        shown = picture(shot, crop(box), INNER)
        apart = [difference(shown, tile) for tile in tiles]
        best, far = apart.index(min(apart)), apart[expected]
        assert best == expected and far <= NEAR, f"{at} the screen shows tile {best}, {far:.1f} codes from tile {expected}"
        most = max(most, far)
    return most


def main(folder, players):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    web = folder / "web"
    web.mkdir(parents=True)
    told, gesture = prepare(web)
    program = browsers.program(browsers.Chromium)
    if not players or program is None:
        why = "Chromium is not here" if players else "PLAYERS=FOLDER names no folder with their built files"
        print(f"sheets in players: left out, {why}")
        return
    shutil.copy(HERE / "players.html", web)
    moments = [*places(), gesture]
    # One for all players, so that none is slowed by another one's start.
    browser = browsers.Chromium(program, folder, 840, 490)
    try:
        with serving(web) as address:
            for name, files in listed().items():
                why = missing(pathlib.Path(players), files)
                if why:
                    print(f"{name}: left out, {why}")
                    continue
                for _, file, _ in files:
                    shutil.copy(pathlib.Path(players, file), web)
                far = tried(browser, address, name, files, told, moments, folder)
                versions = ", ".join(dict.fromkeys(version for version, _, _ in files))
                print(f"{name} {versions} in {browser.version()}: {len(moments)} places, each with the index's tile, which the"
                      f" screen shows ({far:.1f} codes apart)", flush=True)
    finally:
        browser.close()


try:
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
except AssertionError as fault:
    sys.exit(f"sheets in players: {fault}")
