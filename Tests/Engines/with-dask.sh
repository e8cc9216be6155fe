#!/bin/bash
# Dask's partitions have a grabber each: all well, a worker killed, and grabbers killed.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
"$python" -c 'import dask.bag, distributed' 2>/dev/null || leave_out dask "dask is not installed"
recipe "import json
import dask.bag" >"$ENGINES/grab-dask.py"

# As for Ray: the recipe wants valid requests.
fresh_dask() {
  fresh "$1"
  mv jobs.ndjson requests.ndjson
  mkdir reference
  grep '^{"id":[0-9]' "$ENGINES/reference/answers.ndjson" >reference/answers.ndjson
  ln -s ../../reference/pictures reference/pictures
}
grab() {
  rm -rf answers
  DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE=false timeout 120 "$python" "$ENGINES/grab-dask.py" >dask.log 2>&1 || return
  cat answers/* >answers.ndjson
}
judge_dask() { python3 "$here/judge.py" "$1" reference answers.ndjson pictures; }

fresh_dask dask
check dask "the recipe succeeds, although requests fail" grab
judge_dask dask

fresh_dask dask-worker
grab &
run=$!
pictures_reach 100 "$run" || true
# What it has started are the workers' nannies, and the workers are below them.
victim=$(below "$run" spawn_main | tail -n 1)
check "dask, worker" "a worker is killed" kill -KILL "$victim"
check "dask, worker" "the recipe succeeds" wait "$run"
judge_dask "dask, worker"
check "dask, worker" "no grabber is left" none_left

fresh_dask dask-killed
check "dask, 2 kills" "the recipe succeeds" killing . 2 100 grab
check "dask, 2 kills" "two grabbers were killed" killed . 2
judge_dask "dask, 2 kills"
