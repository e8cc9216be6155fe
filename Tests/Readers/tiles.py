"""Sheets and their index, read without framegrab: cues, tiles and pictures as bytes of red, green and blue."""

import collections
import re
import subprocess

Cue = collections.namedtuple("Cue", "start stop sheet area")


def output(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout


def milliseconds(text):
    hours, minutes, seconds = text.split(":")
    return (int(hours) * 60 + int(minutes)) * 60_000 + int(seconds.replace(".", ""))


def cues(index):
    """The cues of the text of an index; times are in milliseconds, the area is x, y, width and height."""
    pattern = re.compile(r"\n\n(\S+) --> (\S+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)")
    return [Cue(milliseconds(m[0]), milliseconds(m[1]), m[2], [int(n) for n in m[3:]]) for m in pattern.findall(index)]


def cue_at(told, moment):
    """The number of the cue that is for a moment, in milliseconds."""
    return next(n for n, cue in enumerate(told) if cue.start <= moment < cue.stop)


def picture(path, *filters):
    """The samples of a picture, as ffmpeg decodes it, and after its filters."""
    return output("ffmpeg", "-v", "error", "-i", path, *(["-vf", ",".join(filters)] if filters else []), "-f", "rawvideo",
                  "-pix_fmt", "rgb24", "-")


def crop(area):
    x, y, width, height = area
    return f"crop={width}:{height}:{x}:{y}"


def difference(one, other):
    """The mean of the differences of two pictures of one size, in codes."""
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)
