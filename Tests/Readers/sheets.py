#!/usr/bin/env python3
"""Reads sheets and their index as programs do that framegrab's authors did not write: ffprobe and ffmpeg.

Usage: BINARY=… sheets.py FOLDER. The index is a WebVTT file with as many cues, at the same times, for ffprobe. At 100 random
times the tile, cut out of its sheet by ffmpeg, is the frame that ffmpeg decodes in the middle of the piece, and not one of its
neighbours. The exit code is 1 if anything differs. Clips and sheets stay in FOLDER.
"""

import fractions
import os
import pathlib
import random
import sys

from tiles import crop, cue_at, cues, difference, output, picture

WIDTH, HEIGHT = 160, 90
RATES = ("25", "24000/1001", "60", "12.5")
STEP = 2


def entries(path, what):
    text = output("ffprobe", "-v", "error", "-show_entries", what, "-of", "csv=p=0", path).decode()
    return [line.rstrip(",").split(",") for line in text.split()]


def check(folder, rate, numbers):
    clip, index = folder / f"clip-{rate.replace('/', '-')}.mp4", folder / f"t-{rate.replace('/', '-')}.vtt"
    output("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r={rate}:d=31", "-c:v", "libx264",
           "-crf", "12", "-g", "50", "-pix_fmt", "yuv420p", clip)
    output(os.environ["BINARY"], clip, "--every", f"{STEP}s", "--width", str(WIDTH), "-y", "-o", index)
    told = cues(index.read_text())
    packets = entries(index, "packet=pts_time,duration_time")
    assert entries(index, "stream=codec_name") == [["webvtt"]], "no WebVTT for ffprobe"
    read = [[round(float(time) * 1000) for time in packet] for packet in packets]
    assert read == [[start, end - start] for start, end, _, _ in told], "other cues for ffprobe"

    ticks = [[int(n) for n in line] for line in sorted(entries(clip, "packet=pts,duration"), key=lambda line: int(line[0]))]
    base = fractions.Fraction(entries(clip, "stream=time_base")[0][0])
    times = [(pts - ticks[0][0]) * base for pts, _ in ticks]
    end = times[-1] + ticks[-1][1] * base
    raw = output("ffmpeg", "-v", "error", "-i", clip, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
    size = 3 * WIDTH * HEIGHT
    frames = [raw[start:start + size] for start in range(0, len(raw), size)]
    assert len(frames) == len(times), "ffmpeg and ffprobe count differently"
    tiles = {}
    for _ in range(25):
        moment = numbers.randrange(int(end * 1000))
        place = cue_at(told, moment)
        middle = (place * STEP + min((place + 1) * STEP, end)) / 2
        frame = max(n for n, time in enumerate(times) if time <= middle)
        if place not in tiles:
            tiles[place] = picture(folder / told[place].sheet, crop(told[place].area))
        near = range(max(0, frame - 1), min(len(frames), frame + 2))
        best = min(near, key=lambda n: difference(tiles[place], frames[n]))
        assert best == frame, f"at {moment} ms frame {best}, not {frame}"
    return len(told)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    numbers = random.Random(31)
    for rate in RATES:
        try:
            print(f"sheets of {rate} frames a second: {check(folder, rate, numbers)} cues, 25 times: as ffprobe and ffmpeg read them")
        except AssertionError as fault:
            sys.exit(f"sheets of {rate} frames a second: {fault}")


main()
