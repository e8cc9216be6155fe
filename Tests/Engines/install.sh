#!/bin/bash
# Installs the engines that are missing, as far as this machine allows: by apt, if that is here and we are root or may
# become it without a password. What cannot be had is left out by the script that needs it.
set -euo pipefail
source "$(dirname "$0")/checks.sh"

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

# by_apt PROGRAM PACKAGE: unless the program is here.
by_apt() {
  command -v "$1" >/dev/null && return
  command -v apt-get >/dev/null || return 0
  echo "installing $2"
  {
    as_root apt-get update -qq &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2"
  } >>"$ENGINES/install.log" 2>&1 || echo "$2 could not be installed: $ENGINES/install.log"
}

by_apt parallel parallel
by_apt ps procps
