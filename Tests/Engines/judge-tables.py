"""Compares DuckDB's tables with what is in the journals and in the folder of pictures.

Usage: judge-tables.py RECIPE FOLDER   runs the recipe in FOLDER, and prints a line for each rule
"""
import glob
import json
import os
import sys

import duckdb

recipe, folder = sys.argv[1:]
os.chdir(folder)
with open(recipe, encoding="utf-8") as file:
    exec(file.read())


def check(words, query, expected):
    got = duckdb.sql(query).fetchall()
    if got == expected:
        print("ok        duckdb:", words)
    else:
        print(f"BROKEN    duckdb: {words}: {got}, not {expected}")


lines = []
for journal in glob.glob("results-*.ndjson"):
    with open(journal, encoding="utf-8") as file:
        lines += map(json.loads, file)
with open("jobs.ndjson", encoding="utf-8") as file:
    jobs = len(file.readlines())
failed = sum("error" in line for line in lines)
frames = [frame for line in lines for frame in line.get("frames", [])]
sizes = [os.path.getsize(entry) for entry in os.scandir("pictures")]

check("every job has a row", "SELECT count(*), count(DISTINCT job) FROM jobs", [(jobs, jobs)])
check("every job that failed has its reason", "SELECT count(*) FROM jobs WHERE error IS NOT NULL", [(failed,)])
check("every frame has a row", "SELECT count(*) FROM frames", [(len(frames),)])
check(
    "the pictures are as many and as large as those in the folder",
    "SELECT count(output), sum(bytes) FROM frames WHERE error IS NULL AND output IS NOT NULL",
    [(len(sizes), sum(sizes))],
)
