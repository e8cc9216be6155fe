"""Uses the installed wheel as its page says: try-wheel.py CLIP MD5, where MD5 is that of frame 97 of the clip."""
import multiprocessing
import os
import sys

import framegrab_exact as framegrab

clip, md5 = sys.argv[1:]


def index(grabber):
    return grabber.grab(clip, frame=97, hash=True)["index"]


def check(words, holds):
    print("ok       " if holds else "BROKEN   ", words)
    if not holds:
        sys.exit(1)


if __name__ == "__main__":
    check("the binary lies in the package", os.path.dirname(framegrab.program()) == os.path.dirname(framegrab.__file__))
    with framegrab.Grabber(jobs=2) as grabber:
        check("the frame is the one that ffmpeg decodes", grabber.grab(clip, frame=97, hash=True)["hash"] == md5)
        check("a PNG comes back", grabber.png(clip, at="50%", size=(64, 36), fit="cover").startswith(b"\x89PNG"))
        answers = list(grabber.map({"video": clip, "frame": i, "hash": True, "id": i} for i in range(200)))
        check("answers come in order", [answer["id"] for answer in answers] == list(range(200)))
        try:
            grabber.grab("none.mp4", at=0)
            check("a missing video raises", False)
        except framegrab.Error as error:
            check("a missing video raises", error.code == 3)
        try:
            import numpy

            clips = grabber.array(clip, count=16, size=(224, 224), fit="cover")
            check("an array has its shape", clips.shape == (16, 224, 224, 3) and clips.dtype == numpy.uint8)
        except ImportError:
            print("left out  arrays: numpy is not installed")
        waiting = [grabber.submit({"video": clip, "all": True, "hash": True}) for _ in range(200)]
        grabber._process.popen.kill()
        lost = [future.exception() for future in waiting]
        check("a crash raises", isinstance(lost[-1], framegrab.Error) and lost[-1].code == 70)
        check("and the next request is answered", index(grabber) == 97)
        for kind in ("fork", "spawn"):
            with multiprocessing.get_context(kind).Pool(2) as pool:
                check(f"{kind}: each process has its own", pool.map(index, [grabber] * 6) == [97] * 6)
    left = framegrab.Grabber()
    for _ in range(50):
        left.submit({"video": clip, "all": True, "output": "-"})
    print("ok        the interpreter ends with answers outstanding")
