"""Compares what came out under an engine with what one framegrab by itself answers and writes.

Usage: judge.py ENGINE REFERENCE ANSWERS PICTURES   REFERENCE is a folder with answers.ndjson and pictures

Prints a line for each rule. Under an engine a request may be answered twice, by a grabber that was killed and by one
after it: with -n the second finds the pictures of the first, and answers `skipped`, without what only decoding tells.
The numbers in "line" count the lines of one grabber, so they are not compared.
"""
import json
import os
import sys

engine, reference, answers_path, pictures = sys.argv[1:]


def check(words, faults):
    print(f"{'BROKEN' if faults else 'ok':9} {engine}: {words}")
    for fault in faults[:5]:
        print(" " * 9, fault)


def read(path):
    # An engine that failed has not come to writing answers.
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def same(answer, expected):
    """Whether this answer, or this frame of an answer, says what is expected."""
    if answer.get("outcome") == "skipped" and expected.get("outcome") in ("written", "skipped"):
        return all(value is None or value == expected.get(key) for key, value in answer.items() if key != "outcome")
    if "frames" in answer and "frames" in expected and len(answer["frames"]) == len(expected["frames"]):
        pairs = zip(answer["frames"], expected["frames"])
        return answer.get("id") == expected.get("id") and all(same(frame, other) for frame, other in pairs)
    return {**answer, "line": 0} == {**expected, "line": 0}


def files(folder):
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


expected, got = read(os.path.join(reference, "answers.ndjson")), read(answers_path)
check(f"as many lines out as in ({len(expected)})", [] if len(got) == len(expected) else [f"{len(got)} came out"])
check(
    "every answer is that of one grabber by itself, in order",
    [
        f"line {number}: {line[:200]}\n          expected: {other[:200]}"
        for number, (line, other) in enumerate(zip(got, expected), 1)
        if not same(json.loads(line), json.loads(other))
    ],
)
wanted, written = files(os.path.join(reference, "pictures")), files(pictures)
check(
    f"the same {len(wanted)} pictures byte for byte, and nothing beside them",
    [f"{name} is missing" for name in wanted if name not in written]
    + [f"{name} is different" for name in wanted if name in written and written[name] != wanted[name]]
    + [f"{name} should not be there" for name in written if name not in wanted],
)
