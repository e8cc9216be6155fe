#!/bin/bash
# Stands in for framegrab where a test kills it: the first KILL_COUNT starts are ended by kill -9 after KILL_AFTER
# answers, all later ones are framegrab itself. KILLS is a folder that counts them for all processes together.
set -euo pipefail

for ((number = 0; number < KILL_COUNT; number++)); do
  # Making a folder succeeds for one process only.
  if mkdir "$KILLS/$number" 2>/dev/null; then
    mkfifo "$KILLS/$number/answers"
    "$FRAMEGRAB" "$@" <&0 >"$KILLS/$number/answers" &
    # Each answer is passed on at once, since the next request may wait for it.
    for ((answers = 0; answers < KILL_AFTER; answers++)); do
      IFS= read -r answer <&3 && printf '%s\n' "$answer"
    done 3<"$KILLS/$number/answers"
    # On a slow machine it may have ended by itself; then the engine loses a grabber that has done everything.
    kill -KILL "$!" 2>/dev/null || true
    # The engine sees what it would see without this script: a process that a signal has ended.
    kill -KILL "$$"
  fi
done
exec "$FRAMEGRAB" "$@"
