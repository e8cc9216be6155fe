#!/usr/bin/env python3
"""Tries the helpers of .packaging/sources against servers on the loopback: try-sources.py FRAMEGRAB CLIP MD5 [http].

MD5 is the checksum of frame 97. With "http" only the helper that needs nothing but Python is tried.
"""
import functools
import http.server
import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

framegrab, clip, md5 = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes(), sys.argv[3]
sources = pathlib.Path(__file__).resolve().parent / "sources"
os.environ["XDG_CACHE_HOME"] = "/dev/null"
for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
    os.environ.pop(name, None)


def run(helper, name, *words):
    command = helper if isinstance(helper, str) else f"'{sys.executable}' '{sources / helper[0]}'"
    return subprocess.run([framegrab, "--source", command, name, *words], capture_output=True, text=True)


def expect_frame(helper, name):
    """One frame has its checksum, and --info its size."""
    result = run(helper, name, "--frame", "97", "--hash")
    assert (result.returncode, result.stdout, result.stderr) == (0, md5 + "\n", ""), result
    info = run(helper, name, "--info", "--json")
    assert info.returncode == 0 and json.loads(info.stdout)["frames"] is not None, info
    print(f"  {name}: right")


def expect_error(helper, name, code, words):
    result = run(helper, name, "--frame", "97", "--hash")
    assert result.returncode == code and words in result.stderr and result.stderr.count("\n") == 1, result
    print(f"  {name}: {result.stderr.strip()}")


class Ranges(http.server.BaseHTTPRequestHandler):
    """A server that answers requests for ranges, and has a file that is replaced after its first request."""

    requests, protocol_version = 0, "HTTP/1.1"

    def do_GET(self):
        Ranges.requests += 1
        path = self.path.partition("?")[0]
        if path == "/busy.mp4":
            return self.send_error(503, "slow down")
        if path not in ("/v.mp4", "/changed.mp4", "/empty.mp4"):
            return self.send_error(404)
        content = b"" if path == "/empty.mp4" else clip
        version = f'"{Ranges.requests}"' if path == "/changed.mp4" else '"1"'
        if self.headers.get("If-Match", version) != version:
            return self.send_error(412, "Precondition Failed")
        first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
        if first >= len(content):
            return self.send_error(416)
        part = content[first : last + 1]
        self.send_response(206)
        self.send_header("ETag", version)
        self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *words):
        pass


class Plain(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def served(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def try_http(folder):
    print("HTTP, Python's standard library:")
    helper, place = ["http_source.py"], served(Ranges)
    expect_frame(helper, f"{place}/v.mp4")
    expect_frame(helper, f"{place}/v.mp4?signature=a%20b#c")
    expect_error(helper, f"{place}/none.mp4", 3, "says: 404 Not Found")
    expect_error(helper, f"{place}/busy.mp4", 6, "says: 503 slow down")
    expect_error(helper, f"{place}/changed.mp4", 3, "says: 412 Precondition Failed")
    expect_error(helper, f"{place}/empty.mp4", 3, "is empty")
    expect_error(helper, "v.mp4", 3, "says: unknown url type")
    expect_error(helper, "http://127.0.0.1:1/v.mp4", 6, "Connection refused")
    (folder / "v.mp4").write_bytes(clip)
    place = served(functools.partial(Plain, directory=folder))
    expect_error(helper, f"{place}/v.mp4", 3, "says: the server does not answer requests for ranges")


def try_s3():
    print("S3, boto3 and a stand-in of moto:")
    import boto3
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    os.environ.update(
        AWS_ENDPOINT_URL=f"http://{host}:{port}", AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x",
        AWS_DEFAULT_REGION="us-east-1")
    client = boto3.client("s3")
    client.create_bucket(Bucket="films")
    client.put_object(Bucket="films", Key="a/v.mp4", Body=clip)
    helper = ["s3_source.py"]
    expect_frame(helper, "s3://films/a/v.mp4")
    expect_error(helper, "s3://films/none.mp4", 3, "says: 404")
    expect_error(helper, "s3://nothing/none.mp4", 3, "says: 404")
    expect_error(helper, "s3:films", 3, "says: write s3://bucket/key")
    try_resume(helper, client)
    server.stop()


def try_resume(helper, client):
    """A run goes on by versions: what was replaced is done again, and nothing else."""
    with tempfile.TemporaryDirectory() as room:
        jobs = [{"video": f"s3://films/{n}.mp4", "frame": 97, "hash": True} for n in range(8)]
        pathlib.Path(room, "jobs").write_text("".join(json.dumps(job) + "\n" for job in jobs))
        for n in range(8):
            client.put_object(Bucket="films", Key=f"{n}.mp4", Body=clip)
        command = f"'{sys.executable}' '{sources / helper[0]}'"
        words = [framegrab, "--source", command, "--batch", "jobs", "--results", "r", "--json"]

        def done(*more):
            result = subprocess.run([*words, *more], capture_output=True, text=True, cwd=room)
            assert result.returncode == 0, result
            summary = json.loads(result.stdout.splitlines()[-1])
            return summary["done"] - summary["earlier"], summary["earlier"]

        assert done() == (8, 0)
        assert done("--resume") == (0, 8)
        client.put_object(Bucket="films", Key="3.mp4", Body=clip + b"\0")
        assert done("--resume") == (1, 7)
    print("  --resume: one of eight objects was replaced, and done again")


def try_fsspec():
    print("fsspec, a file system in memory:")
    with tempfile.NamedTemporaryFile(suffix=".py") as script:
        # It is in the memory of the helper itself.
        script.write(
            f"import fsspec, runpy\nfiles = fsspec.filesystem('memory')\nfiles.pipe('/v.mp4', open({sys.argv[2]!r}, 'rb').read())\n"
            f"files.pipe('/folder/x', b'')\nrunpy.run_path({str(sources / 'fsspec_source.py')!r})\n".encode())
        script.flush()
        helper = f"'{sys.executable}' '{script.name}'"
        expect_frame(helper, "memory://v.mp4")
        expect_error(helper, "memory://none.mp4", 3, "says: FileNotFoundError")
        expect_error(helper, "memory://folder", 3, "says: this is no file of a known size")
        expect_error(helper, "memory://folder/x", 3, "is empty")
        expect_error(helper, "nothing://x", 3, "says: ValueError")


with tempfile.TemporaryDirectory() as room:
    try_http(pathlib.Path(room))
if sys.argv[4:] != ["http"]:
    try_s3()
    try_fsspec()
print("All helpers did as they should.")
