# What the scripts of the engines have in common; sourced by each. ENGINES is the folder that they work in.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PATH="$ENGINES/bin:$PATH"
python=$ENGINES/venv/bin/python

# check ENGINE WORDS COMMAND…: prints whether the command succeeded. engines.sh counts these lines.
check() {
  local engine=$1 words=$2
  shift 2
  if "$@"; then printf 'ok        %s: %s\n' "$engine" "$words"; else printf 'BROKEN    %s: %s\n' "$engine" "$words"; fi
}

# leave_out ENGINE REASON: says so, and ends the script; what cannot be installed breaks no rule.
leave_out() {
  printf 'left out  %s: %s\n' "$1" "$2"
  exit 0
}

# fresh NAME: a new folder with the videos and requests, and no picture yet; goes into it.
fresh() {
  rm -rf "${ENGINES:?}/$1"
  mkdir -p "$ENGINES/$1/pictures"
  cd "$ENGINES/$1"
  ln -s ../videos videos
  cp ../requests.ndjson ../jobs.ndjson .
}

# recipe BEGINNING: the block of the page that begins so.
recipe() { python3 "$here/readme.py" "$here/../../Sources/Command/Command.docc/ManyVideos.md" "$1"; }

# judge ENGINE ANSWERS: the rules for the answers and pictures in the current folder.
judge() { python3 "$here/judge.py" "$1" "$ENGINES/reference" "$2" pictures; }

# all_skipped: whether answers.ndjson says so of every picture whose name is known without opening the video.
all_skipped() { python3 "$here/skipped.py" jobs.ndjson "$ENGINES/reference/answers.ndjson" answers.ndjson; }

# killing FOLDER COUNT ANSWERS COMMAND…: runs the command with a framegrab that kill -9 ends, COUNT times in all, after
# that many answers; FOLDER/kills then has a folder for each.
killing() {
  mkdir -p "$1/kills" "$1/bin"
  cp "$here/killed-framegrab.sh" "$1/bin/framegrab"
  local folder
  folder=$(cd "$1" && pwd)
  KILLS=$folder/kills KILL_COUNT=$2 KILL_AFTER=$3 FRAMEGRAB=$ENGINES/bin/framegrab PATH="$folder/bin:$PATH" "${@:4}"
}

# killed FOLDER COUNT: whether so many were killed; a run in which nothing was killed proves nothing.
killed() { [[ $(find "$1/kills" -mindepth 1 -maxdepth 1 | wc -l) == "$2" ]]; }

# below PID WORDS: the processes that were started by PID, or by what it started, with WORDS in their command lines.
below() {
  ps -eo pid=,ppid=,args= | awk -v root="$1" -v words="$2" '
    { parent[$1] = $2; line[$1] = $0 }
    END {
      for (pid in parent) {
        for (up = parent[pid]; up in parent && up != root; up = parent[up]) {}
        if (up == root && index(line[pid], words)) print pid
      }
    }'
}

# pictures_reach COUNT PID: waits until so many pictures are there, or the process has ended.
pictures_reach() {
  while kill -0 "$2" 2>/dev/null; do
    if [[ $(find pictures -name '*.png' | wc -l) -ge $1 ]]; then return; fi
    sleep 0.05
  done
  return 1
}

# none_left: whether all grabbers have ended, or do so soon: who loses its input ends by itself.
none_left() {
  local try process
  for try in {1..50}; do
    for process in /proc/[0-9]*/exe; do
      if [[ $(readlink "$process" 2>/dev/null) == "$ENGINES/bin/framegrab-itself" ]]; then
        sleep 0.1
        continue 2
      fi
    done
    return 0
  done
  echo "still running: $process after $((try / 10)) s"
  return 1
}
