"""Exactly the frame that was asked for: framegrab, which decodes in processes of its own, behind a wall.

    import framegrab_exact as framegrab

    with framegrab.Grabber(jobs=2) as grabber:
        clip = grabber.array("v.mp4", count=16, size=(224, 224), fit="cover")  # numpy, (16, 224, 224, 3), uint8
        report = grabber.grab("v.mp4", at="12.5s", output="v.png")             # what framegrab --json prints

The words are the long options of framegrab, with `_` for `-`: `at`, `frame`, `count`, `every`, `gesture`, `size`, `fit`,
`crop`, `raw`, `color`, … (`framegrab --help`). A list asks for several frames.
"""

from __future__ import annotations

import atexit
import collections
import io
import json
import operator
import os
import subprocess
import threading
import weakref
from concurrent.futures import Future
from importlib import metadata
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    import numpy

__all__ = ["Answer", "Error", "Grabber", "program"]
_DISTRIBUTION = "framegrab-exact"
_PathLike = Union[str, "os.PathLike[str]"]
_Queue = Deque["Future[Answer]"]


class Error(Exception):
    """A request that failed: `code` is the exit code that framegrab would have had, `answer` all that it said."""

    def __init__(self, message: str, code: int, answer: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(message)
        self.message, self.code, self.answer = message, code, dict(answer or {})

    def __reduce__(self) -> Tuple[Any, ...]:
        return Error, (self.message, self.code, self.answer)


class Answer(Dict[str, Any]):
    """An answer of framegrab: the object of its line, and as `payload` the bytes of pictures that came with it."""

    payload: Union[bytes, bytearray] = b""

    @property
    def error(self) -> Optional[Error]:
        """Why the request, or the first of its frames that did, failed; None if nothing did."""
        for failed in [self, *self.parts]:
            if failed.get("error") is not None:
                return Error(failed["error"], failed["code"], self)
        return None

    def checked(self) -> "Answer":
        """The answer itself; raises its `error` if it has one."""
        if self.error is not None:
            raise self.error
        return self

    @property
    def parts(self) -> List[Dict[str, Any]]:
        """The object of each frame, of one or of several; that of a failed one has "error" and "code"."""
        frames = self.get("frames")
        return frames if isinstance(frames, list) else [self]

    @property
    def pictures(self) -> List[memoryview]:
        """The bytes of each frame that has any, in order."""
        whole = memoryview(self.payload)
        return [whole[f["offset"] : f["offset"] + f["bytes"]] for f in self.parts if f.get("bytes") is not None]


def program() -> str:
    """The path of the binary that came with this package; PATH is not looked at."""
    other = 'or name another binary: Grabber(binary="/usr/bin/framegrab")'
    try:
        files = metadata.files(_DISTRIBUTION) or ()
    except metadata.PackageNotFoundError:
        raise FileNotFoundError(f"{_DISTRIBUTION} is not installed: install the wheel, {other}") from None
    for file in files:
        if file.name == "framegrab" and file.parent.name == __name__:
            return str(file.locate())
    raise FileNotFoundError(f"{_DISTRIBUTION} is installed without its binary: install the wheel again, {other}")


class _Process:
    """A running framegrab, and a thread that takes its answers, so that neither waits for the other for ever."""

    def __init__(self, words: Sequence[str]) -> None:
        self.waiting: _Queue = collections.deque()
        self.is_lost = False
        self.popen = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.reader = threading.Thread(target=self._read, name="framegrab answers", daemon=True)
        self.reader.start()

    def send(self, line: bytes) -> Future[Answer]:
        """Sends a line; only one thread at a time may call it."""
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()  # Its answer comes in any case.
        self.waiting.append(future)
        rest = memoryview(line)
        try:
            while rest and self.popen.stdin is not None:
                rest = rest[self.popen.stdin.write(rest) or 0 :]
        except (OSError, ValueError):
            pass  # It has ended, as the other thread notices.
        except BaseException:
            self.is_lost = True
            self.popen.kill()  # After a part of a line, or none, answers would go to the wrong requests.
            raise
        if self.is_lost:
            self._fail()
        return future

    def _read(self) -> None:
        try:
            answers = io.BufferedReader(self.popen.stdout, 1 << 16)  # type: ignore[type-var, arg-type]
            while True:
                line = answers.readline()
                if not line.endswith(b"\n"):
                    break
                answer = Answer(json.loads(line))
                payload = bytearray(answer.get("payload", 0))
                if answers.readinto(payload) != len(payload):
                    break
                answer.payload = payload
                self.waiting.popleft().set_result(answer)
        except Exception:
            self.popen.kill()  # No answer, or one that cannot be held: nothing after it can be told apart.
        finally:
            self.is_lost = True
            self._fail()

    def _fail(self) -> None:
        try:
            while True:
                self.waiting.popleft().set_exception(Error("framegrab has ended without an answer", 70))
        except IndexError:
            pass  # Each has its answer.

    def close(self, kill: bool = False) -> None:
        """Ends it: after all of its answers, or at once."""
        if kill:
            self.popen.kill()
        if self.popen.stdin is not None:
            self.popen.stdin.close()
        self.reader.join()
        self.popen.wait()

    def forget(self) -> None:
        """In a process that was forked: lets go of the pipes, which belong to the other one."""
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                pipe.close()
        self.popen.returncode = 0  # It is no child of this process: there is nothing to wait for.


class Grabber:
    """Frames of videos. Any number of threads may use it at the same time.

    `options` are words of framegrab's command line that hold for every request, such as "--timeout=5s". `jobs` is how
    many requests are worked on at a time (default: the number of cores). The binary starts with the first request, again
    after it was lost, and anew in a process that was forked; a pickled Grabber carries its options only.
    """

    def __init__(self, *options: str, jobs: Optional[int] = None, binary: Optional[_PathLike] = None) -> None:
        if any(word.startswith("--unord") for word in options):
            raise ValueError("answers are told apart by their order")
        self._options = options + (() if jobs is None else (f"-j{jobs}",))
        self._binary = None if binary is None else os.fspath(binary)
        self._jobs = jobs or os.cpu_count() or 1
        self._begin()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional[_Process] = None
        _grabbers.add(self)

    def __getstate__(self) -> Tuple[Any, ...]:
        return self._options, self._binary, self._jobs

    def __setstate__(self, state: Tuple[Any, ...]) -> None:
        self._options, self._binary, self._jobs = state
        self._begin()

    def _forked(self) -> None:
        # The lock may be held by a thread that this process does not have.
        process, self._lock, self._process = self._process, threading.Lock(), None
        if process is not None:
            process.forget()

    def submit(self, request: Mapping[str, Any]) -> Future[Answer]:
        """Sends a request as `--serve` takes it; its answer may hold an `error`. Raises TypeError for what is no JSON."""
        line = json.dumps(dict(request), default=_plain).encode() + b"\n"
        with self._lock:
            if self._process is not None and self._process.is_lost:
                self._process.close(kill=True)
                self._process = None
            if self._process is None:
                self._process = _Process([self._binary or program(), "--serve", "--exit-zero", *self._options])
            return self._process.send(line)

    def ask(self, video: _PathLike, **request: Any) -> Answer:
        """The answer to one request, whether it failed or not."""
        return self.submit(_request(video, request)).result()

    def grab(self, video: _PathLike, **request: Any) -> Answer:
        """The report of one frame, or "frames" with several; raises `Error` if any failed."""
        return self.ask(video, **request).checked()

    def png(self, video: _PathLike, **request: Any) -> bytes:
        """One frame as the bytes of a PNG."""
        answer = self.grab(video, output="-", **request)
        if len(answer.parts) != 1:
            raise ValueError(f"png() is for one frame, and the request has {len(answer.parts)}; grab() has them all")
        return bytes(answer.payload)

    def array(self, video: _PathLike, **request: Any) -> "numpy.ndarray[Any, Any]":
        """Frames as an array of numpy: (frames, height, width, samples), uint8, or uint16 with `depth=16`.

        With `count` there are always as many rows: a short clip repeats frames. Raises `Error` if any frame failed.
        """
        import numpy

        if "count" in request:
            request.setdefault("repeat", True)
        answer = self.grab(video, output="-.npy", **request)
        # All but the data is known: the report says what the header says.
        first = answer.parts[0]
        samples = numpy.frombuffer(answer.payload, f"<u{first['bitDepth'] // 8}", offset=first["offset"])
        return samples.reshape(len(answer.parts), first["height"], first["width"], -1)

    def info(self, video: _PathLike, **request: Any) -> Answer:
        """What is in a video, as framegrab --info --json prints it."""
        return self.grab(video, info=True, **request)

    def frames(self, video: _PathLike, **request: Any) -> List[Dict[str, Any]]:
        """All frames of a video, as framegrab --list-frames --json prints them."""
        return list(self.grab(video, list_frames=True, **request)["frames"])

    def map(self, requests: Iterable[Mapping[str, Any]], window: Optional[int] = None) -> Iterator[Answer]:
        """The answers to many requests, in their order; `window` (default: twice `jobs`, and two) are ahead at most.

        A request is a mapping with "video"; its answer may hold an `error`. If framegrab is lost, so is what it was
        asked: those answers have code 70, and the next requests start it again.
        """
        def settled(future: Future[Answer]) -> Answer:
            error = future.exception()
            return Answer(error=error.message, code=error.code) if isinstance(error, Error) else future.result()

        ahead: _Queue = collections.deque()
        for request in requests:
            video = request["video"]
            ahead.append(self.submit(_request(video, {k: v for k, v in request.items() if k != "video"})))
            if len(ahead) >= (window or 2 * self._jobs + 2):
                yield settled(ahead.popleft())
        while ahead:
            yield settled(ahead.popleft())

    def close(self) -> None:
        """Ends framegrab after all answers; a request after it starts it again."""
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.close()

    def __enter__(self) -> Grabber:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        process, self._process = getattr(self, "_process", None), None
        if process is not None:
            process.close(kill=True)


def _request(video: _PathLike, words: Mapping[str, Any]) -> Dict[str, Any]:
    request = {key.replace("_", "-"): value for key, value in words.items()}
    if not isinstance(request.get("size", ""), str):
        request["size"] = "x".join(str(int(side)) for side in request["size"])
    return {"video": video, **request}


def _plain(value: Any) -> Any:
    return os.fspath(value) if isinstance(value, os.PathLike) else operator.index(value)


_grabbers: "weakref.WeakSet[Grabber]" = weakref.WeakSet()


def _exit() -> None:
    # Before the threads of the interpreter are stopped, some of them in the middle of a line.
    for grabber in list(_grabbers):
        grabber.__del__()


atexit.register(_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: [grabber._forked() for grabber in list(_grabbers)])
