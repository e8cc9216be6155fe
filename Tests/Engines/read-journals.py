"""Turns the journals of --batch into the answers that --serve would have given, in the order of the jobs.

Usage: read-journals.py JOBS ANSWERS JOURNAL...   writes ANSWERS; exit code 1 if a job is missing or there twice, or if
a video is in two journals
"""
import json
import sys

jobs_path, answers_path, *journals = sys.argv[1:]
with open(jobs_path, encoding="utf-8") as file:
    jobs = [json.loads(line) for line in file]

faults = []
lines, keys, shards = {}, set(), {}
for journal in journals:
    with open(journal, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line["job"] in lines:
                faults.append(f"job {line['job']} is there twice")
            if line["key"] in keys:
                faults.append(f"the key of job {line['job']} is there twice")
            path = line["video"]["path"]
            if shards.setdefault(path, journal) != journal:
                faults.append(f"{path} is in {shards[path]} and in {journal}")
            lines[line["job"]] = line
            keys.add(line["key"])
faults += [f"job {number} is missing" for number in range(1, len(jobs) + 1) if number not in lines]


def answer(line, job):
    """What --serve says: of a request for one frame that frame, or its error alone."""
    if not line.get("frames"):
        return {"id": line["id"], "error": line["error"], "code": line["code"]}
    frames = [{key: frame[key] for key in frame if key not in ("bytes", "crc32")} for frame in line["frames"]]
    if "count" in job or isinstance(job.get("at"), list) or isinstance(job.get("frame"), str):
        return {"id": line["id"], "frames": frames}
    frame = frames[0]
    return {"id": line["id"], **({"error": frame["error"], "code": frame["code"]} if "error" in frame else frame)}


with open(answers_path, "w", encoding="utf-8") as file:
    for number, job in enumerate(jobs, 1):
        if number in lines:
            print(json.dumps(answer(lines[number], job), ensure_ascii=False), file=file)
for fault in faults[:5]:
    print(fault)
sys.exit(1 if faults else 0)
