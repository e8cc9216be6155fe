"""Whether a second run over existing pictures skipped them.

Usage: skipped.py JOBS REFERENCE ANSWERS   exit code 1 if a picture with a plain name was not skipped
"""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file.read().splitlines()]


def by_id(answers):
    return {answer["id"]: answer for answer in answers if isinstance(answer.get("id"), int)}


jobs, reference, answers = read(sys.argv[1]), by_id(read(sys.argv[2])), by_id(read(sys.argv[3]))
plain = [job["id"] for job in jobs if job.get("output", "{").count("{") == 0 and "error" not in reference[job["id"]]]
faults = [answers[number] for number in plain if answers[number].get("outcome") != "skipped"]
for answer in faults[:5]:
    print("not skipped:", json.dumps(answer)[:200])
sys.exit(1 if faults or not plain else 0)
