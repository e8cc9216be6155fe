"""Makes the videos and the requests that every engine is given.

Usage: make-requests.py CLIPS FOLDER   writes FOLDER/videos, FOLDER/requests.ndjson and FOLDER/jobs.ndjson

requests.ndjson has what may reach a program through a pipe: good requests, requests that fail in every documented way,
and lines that are no requests. jobs.ndjson has the requests only, since a job file with a malformed line is refused.
"""
import json
import os
import shutil
import sys

clips, folder = sys.argv[1:]
videos = os.path.join(folder, "videos")
shutil.rmtree(videos, ignore_errors=True)
os.makedirs(videos)

# The same few clips under many names: the engines are tested here, not the decoders.
names = []
for copy in range(5):
    for clip in sorted(os.listdir(clips)):
        name = f"{copy}-{clip}"
        shutil.copyfile(os.path.join(clips, clip), os.path.join(videos, name))
        names.append(name)


def broken(name, content):
    if content is not None:
        with open(os.path.join(videos, name), "wb") as file:
            file.write(content)
    names.append(name)


with open(os.path.join(clips, "h264-faststart.mp4"), "rb") as file:
    whole = file.read()
for copy in range(5):
    broken(f"{copy}-cut in half.mp4", whole[: len(whole) // 2])
    broken(f"{copy}-cut-early.mp4", whole[: 100 + copy])
    broken(f"{copy}-empty.mp4", b"")
    broken(f"{copy}-täxt.mp4", b"This is no video.\n" * 100)
    broken(f"{copy}-missing.mp4", None)

# What is asked of each video. Names with {index} are known only after the video is opened, plain ones before; 1h is
# behind the end of every clip.
asked = [
    {"at": "10%", "output": "pictures/{n}.png"},
    {"at": "50%", "size": "96x72", "output": "pictures/{n}.png"},
    {"frame": -1, "output": "pictures/{n}.png"},
    {"frame": 0, "hash": True},
    {"at": "1h", "output": "pictures/{n}.png"},
    {"at": ["0s", "20%"], "output": "pictures/{n}-{{moment}}.png"},
    {"count": 4, "size": "64x64", "output": "pictures/{n}-{{index}}.png"},
    {"frame": "0..2", "hash": True},
]
junk = ["", "   ", "junk", "[1, 2]", "{", "null", "Ünsinn", "x" * 9000]
junk += ['{"id": "no video"}', '{"video": "v.mp4", "at": 1}']

lines, jobs = [], []
for name in names:
    for options in asked:
        request = {"id": len(jobs) + 1, "video": "videos/" + name, **options}
        if "output" in request:
            request["output"] = request["output"].format(n=request["id"])
        jobs.append(json.dumps(request, ensure_ascii=False))
        lines.append(jobs[-1])
        # Not at the same places of all blocks, and also two in a row.
        if len(jobs) % 9 == 0:
            lines += [junk[(len(jobs) // 9 + more) % len(junk)] for more in range(1 + len(jobs) % 2)]

for name, content in (("requests.ndjson", lines), ("jobs.ndjson", jobs)):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in content)
