"""Grabs frames with decord by their indexes.

Usage: with-decord.py VIDEO FOLDER INDEX...   (indexes in rising order)
"""
import os
import sys

import decord
from png_file import write

video, folder, *words = sys.argv[1:]
reader = decord.VideoReader(video)
for index in map(int, words):
    write(reader[index].asnumpy(), os.path.join(folder, "%06d.png" % index))
