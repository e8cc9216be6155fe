"""Grabs frames with OpenCV by their indexes.

Usage: with-cv2.py VIDEO FOLDER INDEX...   (indexes in rising order)
"""
import os
import sys

import cv2

video, folder, *words = sys.argv[1:]
capture = cv2.VideoCapture(video)
following = 0
for index in map(int, words):
    if index != following:
        capture.set(cv2.CAP_PROP_POS_FRAMES, index)
    found, picture = capture.read()
    following = index + 1
    if found:
        cv2.imwrite(os.path.join(folder, "%06d.png" % index), picture)
