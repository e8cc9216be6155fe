"""Grabs frames with PyAV: a seek to the keyframe before each, then decoding up to it.

Usage: with-av.py VIDEO FOLDER INDEX...   (30 frames a second, indexes in rising order)
"""
import os
import sys
from fractions import Fraction

import av

video, folder, *words = sys.argv[1:]
indexes = [int(word) for word in words]
# For a frame nearer than this, decoding on is faster than a seek.
NEAR = 30


def write(frame, path):
    picture = frame.reformat(format="rgb24")
    coder = av.CodecContext.create("png", "w")
    coder.width, coder.height, coder.pix_fmt = picture.width, picture.height, "rgb24"
    coder.time_base = Fraction(1, 30)
    coder.options = {"compression_level": "1", "pred": "up"}
    picture.pts = 0
    with open(path, "wb") as file:
        for packet in list(coder.encode(picture)) + list(coder.encode(None)):
            file.write(bytes(packet))


with av.open(video) as container:
    stream = container.streams.video[0]
    if len(indexes) > 1:
        stream.thread_type = "AUTO"
    start = stream.start_time or 0
    frames = iter(())
    last = None
    for index in indexes:
        tick = start + round(Fraction(index, 30) / stream.time_base)
        half = float(Fraction(1, 60) / stream.time_base)
        if last is None or index - last > NEAR:
            container.seek(tick, stream=stream)
            frames = container.decode(stream)
        for frame in frames:
            if frame.pts is not None and frame.pts > tick - half:
                write(frame, os.path.join(folder, "%06d.png" % index))
                break
        last = index
