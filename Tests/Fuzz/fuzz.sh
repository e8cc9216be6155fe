#!/bin/bash
# Builds the targets of Tests/Fuzz with libFuzzer and AddressSanitizer, runs them in turn, and prints for each: CPU time,
# executions, coverage and findings. Exit code 1 if there are findings.
#
# Usage: [MINUTES=N] [JOBS=N] Tests/Fuzz/fuzz.sh [TARGET]…   Inputs that reach new code are kept in .build/fuzz/corpus
# for the next run, findings in .build/fuzz/findings: of several with the same cause the smallest, with its report.
set -uo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2

swift=${SWIFT:-swift}
seconds=$(awk -v minutes="${MINUTES:-1}" 'BEGIN { printf "%d", minutes * 60 }')
scratch=.build/fuzz
findings=$scratch/findings
program=$scratch/release/fuzz
mkdir -p "$findings"

# A folder of its own, since the flags of all modules differ from the ordinary build's. A debug build would be several
# times slower, and both trap on overflow. With two options --sanitize, SwiftPM would put them in any order, and the
# compiler would obey the last only.
# shellcheck disable=SC2086
FRAMEGRAB_FUZZ=1 $swift build -c release --product fuzz --scratch-path "$scratch" --sanitize fuzzer \
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address,undefined -Xcc -fno-sanitize-recover=undefined \
  -Xswiftc -enable-testing -Xswiftc -parse-as-library || exit 2

# libFuzzer and AddressSanitizer report crashes themselves. Memory that cannot be had is for the program to handle.
export SWIFT_BACKTRACE=enable=no
options=allocator_may_return_null=1:abort_on_error=0
export ASAN_OPTIONS=$options:detect_leaks=0

# cause REPORT: where it happened and what: the innermost place in our code, or FFmpeg and the function for a fault
# inside of a library that decodes; and the words of a broken promise.
cause() {
  awk '
    /Fatal error: / && words == "" { sub(/.*Fatal error: /, ""); gsub(/[0-9]+/, "N"); words = substr($0, 1, 120) }
    /ERROR: [A-Za-z]*(Sanitizer|Fuzzer): / && kind == "" {
      sub(/.*ERROR: [A-Za-z]*: /, ""); sub(/ on .*| \(.*/, ""); kind = $0
    }
    /: runtime error: / && kind == "" { sub(/.*runtime error: /, ""); gsub(/[0-9]+/, "N"); kind = $0 }
    /^ *#[0-9]+ / {
      # The stack of another thread, or of an allocation.
      if ($1 == "#0" && stacks++ > 0) exit
      if (place != "") next
      # What a library allocated for us, we have to free.
      if (kind !~ /leak/ && match($0, /lib(av|sw|dav1d|aom|vpx|theora|x26|openjp|jxl|webp|z|bz2|lzma|xml)[a-z0-9_]*\.so/)) {
        place = "FFmpeg: " ($3 == "in" ? $4 " in " : "") substr($0, RSTART, RLENGTH)
      } else if (match($0, /(Sources|Tests)\/[^ ]*:[0-9]+/)) {
        place = substr($0, RSTART, RLENGTH)
      }
    }
    END {
      if (place == "") place = words == "" ? "unknown place" : "broken promise"
      print place ": " (words == "" ? kind : words)
    }
  ' "$1"
}

# sort_out TARGET: runs each new artifact by itself for its report, and keeps one for each cause.
sort_out() {
  local target=$1 artifact report why known
  # shellcheck disable=SC2012
  ls -Sr "$findings/$target"-* 2>/dev/null | grep -v '\.txt$' | while read -r artifact; do
    report=$artifact.txt
    [ -e "$report" ] && continue
    case ${artifact##*/} in *-slow-unit-*) rm -f "$artifact"; continue ;; esac
    FUZZ_TARGET=$target "$program" -timeout=25 -rss_limit_mb=2048 "$artifact" >"$report.new" 2>&1
    # Some failures depend on time or memory of the whole run.
    if [ $? = 0 ]; then why="not again by itself"; else why=$(cause "$report.new"); fi
    known=$(grep -lxF "cause: $why" "$findings/$target"-*.txt 2>/dev/null | sed -n 1p)
    if [ -n "$known" ]; then rm -f "$artifact" "$report.new"; continue; fi
    { echo "cause: $why"; cat "$report.new"; } >"$report"
    rm -f "$report.new"
  done
}

# find_leaks TARGET: runs the kept inputs, and some of the new ones, in one process that has to free everything. During
# the search, looking for leaks after each input would take half of the time.
find_leaks() {
  local target=$1 report=$findings/$1-leak.txt
  rm -f "$report"
  # shellcheck disable=SC2046
  FUZZ_TARGET=$target ASAN_OPTIONS=$options:detect_leaks=1 "$program" -detect_leaks=0 -rss_limit_mb=4096 \
    "Fixtures/fuzz/$target"/* $(find "$scratch/corpus/$target" -type f | sort | head -100) >"$report.new" 2>&1
  if grep -q 'ERROR: LeakSanitizer' "$report.new"; then
    { echo "cause: $(cause "$report.new")"; cat "$report.new"; } >"$report"
  fi
  rm -f "$report.new"
}

targets=$(FUZZ_SHOW=targets "$program") || exit 2
for name in "$@"; do
  grep -q "^$name " <<<"$targets" || { echo "no target $name; there are:" ${targets// [0-9]*/} >&2; exit 2; }
done

TIMEFORMAT='%U %S'
printf '%-12s %8s %12s %10s %9s\n' target 'CPU s' executions coverage findings
status=0
while read -r target longest folders; do
  [ $# = 0 ] || [[ " $* " == *" $target "* ]] || continue
  corpus=$scratch/corpus/$target
  mkdir -p "$corpus"
  export FUZZ_TARGET=$target
  # libFuzzer refuses an empty dictionary.
  { echo '"framegrab"' && FUZZ_SHOW=words "$program"; } >"$scratch/$target.dict"
  # Processes of their own, so that a crash does not end the run.
  { time "$program" "$corpus" "Fixtures/fuzz/$target" $folders -fork="${JOBS:-1}" -max_total_time="$seconds" \
    -max_len="$longest" -dict="$scratch/$target.dict" -timeout=25 -rss_limit_mb=2048 \
    -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -artifact_prefix="$findings/$target-" \
    </dev/null >"$scratch/$target.log" 2>&1; } 2>"$scratch/$target.time"
  sort_out "$target"
  find_leaks "$target"
  read -r executions coverage < <(sed -n 's/^#\([0-9]*\): cov: \([0-9]*\) .*/\1 \2/p' "$scratch/$target.log" | tail -1)
  count=$(find "$findings" -name "$target-*.txt" | wc -l)
  printf '%-12s %8.0f %12s %10s %9s\n' "$target" "$(awk '{ print $1 + $2 }' "$scratch/$target.time")" \
    "${executions:-0}" "${coverage:-0}" "$count"
  [ "$count" = 0 ] || status=1
done <<<"$targets"

# What is ours first, then what is FFmpeg's.
list() {
  local report
  for report in "$findings"/*.txt; do
    [ -e "$report" ] || continue
    target=${report##*/} target=${target%%-*}
    [ $# = 1 ] || [[ " ${*:2} " == *" $target "* ]] || continue
    if grep -q '^cause: FFmpeg: ' <(sed -n 1p "$report"); then [ "$1" = theirs ]; else [ "$1" = ours ]; fi || continue
    echo "$(sed -n '1s/^cause: //p' "$report")"
    case $report in
      *-leak.txt) echo "    the whole report is in $report" ;;
      *) echo "    SWIFT_BACKTRACE=enable=no FUZZ_TARGET=$target $program ${report%.txt}" ;;
    esac
  done
}
for whose in ours theirs; do
  lines=$(list "$whose" "$@")
  [ -z "$lines" ] || printf '\n%s:\n%s\n' "$([ $whose = ours ] && echo 'In framegrab' || echo 'In the libraries that decode')" "$lines"
done
exit $status
