"""Grabs frames with torchcodec by their indexes, in its exact mode.

Usage: with-torchcodec.py VIDEO FOLDER INDEX...   (indexes in rising order)
"""
import os
import sys

from png_file import write
from torchcodec.decoders import VideoDecoder

video, folder, *words = sys.argv[1:]
indexes = [int(word) for word in words]
decoder = VideoDecoder(video, dimension_order="NHWC", seek_mode="exact")
# In parts, so that they fit into memory.
for first in range(0, len(indexes), 20):
    part = indexes[first : first + 20]
    for index, picture in zip(part, decoder.get_frames_at(part).data):
        write(picture.numpy(), os.path.join(folder, "%06d.png" % index))
