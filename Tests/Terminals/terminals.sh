#!/bin/bash
# Scrubs in real terminals on a screen that nobody sees (Xvfb): a drag within the window and beyond its edges, keys, Enter.
# Each rule is a line: ok, BROKEN, or left out where a terminal is not here. Exit code 1 if a rule is broken, or if there
# was none to judge. Screenshots and recordings stay in .build/terminals, a folder for each terminal.
#
# Usage: BINARY=… Tests/Terminals/terminals.sh [TERMINAL]…   xterm, sixel, kitty, tmux; all without one.
set -euo pipefail
export LC_ALL=C.UTF-8
binary=$(realpath "$BINARY")
cd "$(dirname "$0")/../.."
here=$PWD/Tests/Terminals
mkdir -p .build/terminals/bin
TERMINALS=$(realpath .build/terminals)
export TERMINALS
"$here/install.sh"
cp -f "$binary" "$TERMINALS/bin/framegrab"
export PATH="$TERMINALS/bin:$PATH" XDG_CACHE_HOME="$TERMINALS/cache"
unset TMUX STY ZELLIJ COLORTERM NO_COLOR
: >"$TERMINALS/results"

# say WORD TERMINAL WORDS: a line of the results.
say() { printf '%-9s %s: %s\n' "$1" "$2" "$3" | tee -a "$TERMINALS/results"; }

# check TERMINAL WORDS COMMAND…: whether the command succeeded.
check() {
  local terminal=$1 words=$2
  shift 2
  if "$@"; then say ok "$terminal" "$words"; else say BROKEN "$terminal" "$words"; fi
}

# until_true SECONDS COMMAND…: repeats the command until it succeeds.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

for program in Xvfb xdotool import; do
  command -v "$program" >/dev/null || {
    say "left out" all "$program is not here"
    exit 1
  }
done
Xvfb -displayfd 3 -screen 0 1600x1000x24 3>"$TERMINALS/display" 2>"$TERMINALS/xvfb.log" &
screen=$!
trap 'kill "$screen" 2>/dev/null || true' EXIT
until_true 20 test -s "$TERMINALS/display"
DISPLAY=:$(<"$TERMINALS/display")
export DISPLAY

has_window() { window=$(xdotool search --onlyvisible --class "$1" 2>/dev/null | tail -1) && [[ -n $window ]]; }

# has_picture: whether the upper half of the window has many colours.
has_picture() {
  (($(import -silent -window root -crop "${WIDTH}x$((HEIGHT / 2))+$X+$Y" +repage -format '%k' info:) > 30))
}

# glide X Y: moves the pointer there in small steps, from where it is.
glide() {
  local x y step
  eval "$(xdotool getmouselocation --shell | sed -n 's/^X=/x=/p;s/^Y=/y=/p')"
  for step in {1..25}; do
    xdotool mousemove $((x + ($1 - x) * step / 25)) $((y + ($2 - y) * step / 25))
    sleep 0.02
  done
}

picture() { import -silent -window root "$TERMINALS/$name/$1.png"; }

# judge: the label, the recording and the picture name the same frame.
judge() {
  local shot index traced
  check "$name" "it ends with exit code 0" test "$(cat status)" = 0
  check "$name" "it says nothing on standard error" test ! -s err
  check "$name" "the terminal's settings are as before" grep -q -- ' icanon.* echo ' <(tr '\n' ' ' <settings)
  shot=$(cat out)
  index=${shot//[!0-9]/}
  check "$name" "the drag moved the frame" test "${index:-60}" != 60
  traced=$(framegrab --gesture take.json --trace | tail -1 | sed 's/.*"frame":\([0-9]*\).*/\1/')
  check "$name" "the recording ends on the frame of the picture" test "$traced" = "$index"
  framegrab v.mp4 --frame "$index" -y -o frame.png >/dev/null
  check "$name" "the picture is that of --frame" cmp -s "$shot" frame.png
}

# scrub NAME CLASS COMMAND…: opens the terminal, drags, saves; the command runs session.sh.
scrub() {
  name=$1
  local class=$2 terminal
  shift 2
  (
    cd "$TERMINALS/$name"
    "$@" >terminal.log 2>&1 &
    terminal=$!
    trap 'kill "$terminal" 2>/dev/null || true' EXIT
    until_true 30 has_window "$class" || {
      say BROKEN "$name" "its window does not open"
      exit
    }
    xdotool windowmove "$window" 300 200
    xdotool windowfocus "$window"
    sleep 0.5
    eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y|WIDTH|HEIGHT)=')"
    until_true 30 has_picture || say BROKEN "$name" "no picture is shown"
    picture 1-start
    # From the picture across it, then far above the window, and beyond its right edge, where the button is let go.
    xdotool mousemove $((X + WIDTH / 3)) $((Y + HEIGHT / 2)) mousedown 1
    glide $((X + WIDTH * 2 / 3)) $((Y + HEIGHT / 2))
    picture 2-drag
    glide $((X + WIDTH / 2)) $((Y - 150))
    glide $((X + WIDTH + 200)) $((Y + HEIGHT / 3))
    picture 3-outside
    xdotool mouseup 1
    glide $((X + WIDTH / 2)) $((Y + HEIGHT / 2))
    xdotool key --clearmodifiers Right Right l
    sleep 1
    picture 4-rest
    xdotool key --clearmodifiers Return
    until_true 20 test -s status || say BROKEN "$name" "it does not end"
    if [[ -s status ]]; then judge; fi
  )
}

# prepare NAME: an empty folder with the video.
prepare() {
  rm -rf "${TERMINALS:?}/$1"
  mkdir -p "$TERMINALS/$1"
  cp Fixtures/clips/h264-bframes.mp4 "$TERMINALS/$1/v.mp4"
}

terminals=("$@")
[[ $# -gt 0 ]] || terminals=(xterm sixel kitty tmux)
xterm=(xterm +sb -geometry 100x32 -fa Mono -fs 10)
for terminal in "${terminals[@]}"; do
  program=$terminal
  [[ $terminal == sixel ]] && program=xterm
  command -v "$program" >/dev/null || {
    say "left out" "$terminal" "$program is not here"
    continue
  }
  prepare "$terminal"
  session=("$here/session.sh" "$TERMINALS/$terminal")
  case $terminal in
  xterm) scrub xterm XTerm "${xterm[@]}" -e "${session[@]}" ;;
  sixel) scrub sixel XTerm "${xterm[@]}" -ti vt340 -e "${session[@]}" ;;
  tmux) scrub tmux XTerm "${xterm[@]}" -e tmux -L framegrab-terminals -f /dev/null new-session \
    "tmux set -g mouse on; '${session[0]}' '${session[1]}'" ;;
  kitty) LIBGL_ALWAYS_SOFTWARE=1 scrub kitty kitty kitty --config NONE -o confirm_os_window_close=0 \
    -o remember_window_size=no -o initial_window_width=900 -o initial_window_height=600 "${session[@]}" ;;
  *) say BROKEN "$terminal" "there is no such terminal" ;;
  esac
done

count() { grep -c "^$1 " "$TERMINALS/results" || true; }
echo "$(count ok) rules hold, $(count BROKEN) are broken, $(count 'left out') left out; screenshots are in $TERMINALS"
[[ $(count BROKEN) == 0 && $(count ok) != 0 ]]
