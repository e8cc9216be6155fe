#!/usr/bin/env python3
"""A helper for framegrab --source: videos of web servers that answer requests for ranges.

    framegrab --source .packaging/sources/http_source.py https://example.org/v.mp4 --at 50%

Python 3.9 or newer, standard library only. Eight questions are answered at a time.
"""
import concurrent.futures
import http.client
import json
import sys
import threading
import urllib.error
import urllib.request

lock = threading.Lock()
versions = {}


def say(answer, content=b""):
    with lock:
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + content)
        sys.stdout.buffer.flush()


def get(address, first, last):
    headers = {"Range": f"bytes={first}-{last}", "Accept-Encoding": "identity"}
    if address in versions and versions[address][:1] == '"':
        headers["If-Match"] = versions[address]  # an object that was replaced meanwhile is an error
    return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60)


def answer(question):
    number, address = question["id"], question.get("open") or question.get("read")
    try:
        first = question.get("at", 0)
        with get(address, first, first + question.get("length", 1) - 1) as response:
            part = response.headers.get("Content-Range", "")
            if response.status != 206 or not part.startswith(f"bytes {first}-") or part.endswith("/*"):
                return say({"id": number, "error": "the server does not answer requests for ranges"})
            if "read" in question:
                content = response.read()
                return say({"id": number, "length": len(content)}, content)
            version = response.headers.get("ETag") or response.headers.get("Last-Modified")
            versions[address] = version or ""
            say({"id": number, "size": int(part.rpartition("/")[2]), "version": version})
    except urllib.error.HTTPError as error:
        if error.code == 416 and "open" in question:  # nothing has no first byte
            return say({"id": number, "size": 0})
        say({"id": number, "error": f"{error.code} {error.reason}", "retry": error.code in (408, 429) or error.code >= 500})
    except ValueError as error:
        say({"id": number, "error": str(error)})
    except (OSError, http.client.HTTPException) as error:
        say({"id": number, "error": str(error), "retry": True})


with concurrent.futures.ThreadPoolExecutor(8) as pool:
    for line in sys.stdin:
        pool.submit(answer, json.loads(line))
