#!/bin/bash
# GNU parallel deals blocks of requests to grabbers: nothing killed, three killed, and over "hosts" of which one is dead.
set -euo pipefail
source "$(dirname "$0")/checks.sh"
command -v parallel >/dev/null || leave_out parallel "GNU parallel is not installed"
parallel --version 2>/dev/null | grep -q '^GNU' || leave_out parallel "the program parallel is another than GNU's"
recipe "parallel --pipe" >"$ENGINES/grab-parallel.sh"
grab() { timeout 120 bash -euo pipefail "${1:-$ENGINES/grab-parallel.sh}"; }

fresh parallel
check parallel "the recipe ends with 0, although requests fail" grab
judge parallel answers.ndjson
check parallel "the job log has all blocks, none failed" \
  awk 'NR > 1 { blocks++; bad += $7 != 0 } END { exit bad || blocks < 4 }' jobs.log

# Skipping is decided before a video is opened: the videos are not even there any more.
rm videos
check parallel "once more, without the videos" grab
check parallel "every picture with a plain name is skipped" all_skipped

fresh parallel-killed
check "parallel, 3 kills" "the recipe ends with 0" killing . 3 100 grab
check "parallel, 3 kills" "three grabbers were killed" killed . 3
judge "parallel, 3 kills" answers.ndjson
check "parallel, 3 kills" "no grabber is left" none_left

# Other machines, as far as one machine can tell: what is run in place of ssh starts a shell here, or fails as ssh does.
fresh parallel-hosts
cat >ssh.sh <<'SSH'
#!/bin/bash
host=$1
shift
[[ $1 != -- ]] || shift
echo "$host" >>"$LOG"
[[ $host != dead ]] || exit 255
exec bash -c "$*"
SSH
chmod +x ssh.sh
sed '1s|^parallel |&--ssh "$PWD/ssh.sh" --workdir . -S 1/dead,2/alive |' "$ENGINES/grab-parallel.sh" >hosts.sh
LOG=$PWD/hosts.log check "parallel, 2 hosts" "the recipe ends with 0, although a host is dead" grab hosts.sh
check "parallel, 2 hosts" "both were tried" grep -qx dead hosts.log
judge "parallel, 2 hosts" answers.ndjson
