#!/usr/bin/env python3
"""A helper for framegrab --source: every file system of fsspec (gcs, abfs, sftp, hf, zip, …).

    framegrab --source .packaging/sources/fsspec_source.py hf://datasets/owner/name/v.mp4 --at 50%

Needs fsspec and the package of the file system. Its credentials are where that package looks for them.
"""
import concurrent.futures
import json
import sys
import threading

import fsspec

lock = threading.Lock()


def say(answer, content=b""):
    with lock:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + content)
        sys.stdout.buffer.flush()


def version(files, path, facts):
    """What changes whenever the contents do; None if the file system tells nothing of the kind."""
    for key in ("ETag", "etag", "generation", "version_id", "mtime", "LastModified", "last_modified", "created"):
        if facts.get(key) is not None:
            return str(facts[key])
    return None


def answer(question):
    number, name = question["id"], question.get("open") or question.get("read")
    try:
        files, path = fsspec.core.url_to_fs(name)
        if "open" in question:
            facts = files.info(path)
            if facts.get("type") == "directory" or facts.get("size") is None:
                return say({"id": number, "error": "this is no file of a known size"})
            return say({"id": number, "size": facts["size"], "version": version(files, path, facts)})
        content = files.cat_file(path, start=question["at"], end=question["at"] + question["length"])
        say({"id": number, "length": len(content)}, content)
    except (FileNotFoundError, IsADirectoryError, PermissionError, ValueError, ImportError) as error:
        say({"id": number, "error": f"{type(error).__name__} {error}"})
    except Exception as error:  # each file system has errors of its own, most of them of the way to it
        say({"id": number, "error": f"{type(error).__name__} {error}", "retry": True})


with concurrent.futures.ThreadPoolExecutor(8) as pool:
    for line in sys.stdin:
        pool.submit(answer, json.loads(line))
