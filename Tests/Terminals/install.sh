#!/bin/bash
# Installs the terminals that are missing, and what draws and drives them, by apt if that is here and we are root or may
# become it without a password. What cannot be had is left out.
set -euo pipefail

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

missing=()
# want PROGRAM PACKAGE: notes the package unless the program is here.
want() { command -v "$1" >/dev/null || missing+=("$2"); }
want Xvfb xvfb
want xterm xterm
want kitty kitty
want tmux tmux
want xdotool xdotool
want import imagemagick

((${#missing[@]} > 0)) || exit 0
command -v apt-get >/dev/null || {
  echo "not here, and no apt to install them: ${missing[*]}"
  exit 0
}
echo "installing ${missing[*]}"
{
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
} >>"$TERMINALS/install.log" 2>&1 || echo "some could not be installed: $TERMINALS/install.log"
