#!/bin/bash
# Ray's actors have a grabber each: all well, an actor killed, and grabbers killed.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
"$python" -c 'import ray' 2>/dev/null || leave_out ray "ray is not installed"
# The recipe wants valid requests.
recipe "import json, os, ray" >"$ENGINES/grab-ray.py"

# fresh_ray NAME: as fresh, but the lines that are no requests are left out here, and of what one grabber answers.
fresh_ray() {
  fresh "$1"
  mv jobs.ndjson requests.ndjson
  mkdir reference
  grep '^{"id":[0-9]' "$ENGINES/reference/answers.ndjson" >reference/answers.ndjson
  ln -s ../../reference/pictures reference/pictures
}

# Ray's own words are in ray.log. A cluster that happens to run here is not used, and no statistics are sent. What Ray
# keeps in the home folder is put elsewhere, but not into .build, since the names of sockets are of limited length.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
grab() {
  HOME=$home RAY_ADDRESS=local RAY_TMPDIR=$home RAY_USAGE_STATS_ENABLED=0 \
    timeout 120 "$python" "$ENGINES/grab-ray.py" >ray.log 2>&1
}
judge_ray() { python3 "$here/judge.py" "$1" reference answers.ndjson pictures; }

fresh_ray ray
check ray "the recipe succeeds, although requests fail" grab
judge_ray ray

fresh_ray ray-actor
grab &
run=$!
pictures_reach 100 "$run" || true
victim=$(below "$run" ray::Grabber | head -n 1)
check "ray, actor" "an actor is killed" kill -KILL "$victim"
check "ray, actor" "the recipe succeeds" wait "$run"
judge_ray "ray, actor"
check "ray, actor" "no grabber is left" none_left

fresh_ray ray-killed
check "ray, 2 kills" "the recipe succeeds" killing . 2 200 grab
check "ray, 2 kills" "two grabbers were killed" killed . 2
judge_ray "ray, 2 kills"
