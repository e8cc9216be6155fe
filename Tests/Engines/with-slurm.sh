#!/bin/bash
# The seven tasks of a Slurm array, one after the other: the script is run as Slurm would run it, with the number of its
# task. All well; once more; and with tasks that are killed and submitted again.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
# DuckDB is to read no journals of an earlier run.
rm -rf "$ENGINES"/slurm*
# Help is read whole: grep -q would close the pipe in the middle of it.
framegrab --help | grep -c -e '--batch JOBS' >/dev/null || leave_out slurm "this framegrab has no --batch"
recipe "#!/bin/bash
#SBATCH" >"$ENGINES/grab-slurm.sh"

# tasks RESULTS: runs all seven. RESULTS gets a line for each that did not end with 0, or with 1, since some videos fail.
tasks() {
  local task code
  : >"$1"
  for task in {0..6}; do
    code=0
    SLURM_ARRAY_TASK_ID=$task timeout 120 bash "$ENGINES/grab-slurm.sh" >>paths.log 2>>messages.log || code=$?
    [[ $code -le 1 ]] || echo "task $task: exit code $code" >>"$1"
  done
}

# all_well RESULTS: whether no task was lost.
all_well() { cat "$1"; ! [[ -s $1 ]]; }

# judge_journals ENGINE: the rules for the journals, and for what --serve would have answered.
judge_journals() {
  check "$1" "each job once, and each video in one journal only" \
    python3 "$here/read-journals.py" jobs.ndjson answers.ndjson results-*.ndjson
  grep '^{"id":[0-9]' "$ENGINES/reference/answers.ndjson" >reference/answers.ndjson
  python3 "$here/judge.py" "$1" reference answers.ndjson pictures
}

# fresh_slurm NAME: as fresh, with what one grabber makes of the jobs alone.
fresh_slurm() {
  fresh "$1"
  mkdir reference
  ln -s ../../reference/pictures reference/pictures
}

fresh_slurm slurm
tasks lost
check slurm "every task ends with 0, or 1 for broken videos" all_well lost
judge_journals slurm
cat results-*.ndjson >before
tasks lost
cat results-*.ndjson >after
check slurm "once more: nothing is done again" cmp before after

fresh_slurm slurm-killed
killing . 3 10 tasks lost
check "slurm, 3 kills" "three tasks were killed" killed . 3
check "slurm, 3 kills" "their exit codes say so" test "$(grep -c 'exit code 137' lost)" = 3
tasks lost
check "slurm, 3 kills" "submitted again, every task ends with 0 or 1" all_well lost
judge_journals "slurm, 3 kills"
check "slurm, 3 kills" "no grabber is left" none_left
