#!/bin/bash
# Installs the browsers that are missing, by apt if that is here and we are root or may become it without a password. What
# cannot be had is left out.
set -euo pipefail

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

# Debian calls them so; Ubuntu's packages of these names only fetch a snap.
missing=()
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing+=(chromium)
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing+=(firefox-esr)
# The screen that Firefox is shown on, and what takes its picture.
command -v Xvfb >/dev/null || missing+=(xvfb)
command -v import >/dev/null || missing+=(imagemagick)

((${#missing[@]} > 0)) || exit 0
command -v apt-get >/dev/null || {
  echo "not here, and no apt to install them: ${missing[*]}"
  exit 0
}
echo "installing ${missing[*]}"
as_root apt-get update -qq >>"$READERS/install.log" 2>&1 || true
# One after the other, so that one that cannot be had does not keep the other away.
for package in "${missing[@]}"; do
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
    >>"$READERS/install.log" 2>&1 || echo "$package could not be installed: $READERS/install.log"
done
