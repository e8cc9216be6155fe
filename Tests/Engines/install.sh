#!/bin/bash
# Installs the engines that are missing, as far as this machine allows: programs by apt, if that is here and we are root
# or may become it without a password; Python's by pip, in a virtual environment that is removed with .build. What cannot
# be had is left out by the script that needs it.
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
by_apt java default-jre-headless
by_apt ps procps

if ! [[ -x $python ]] && ! python3 -m venv "$ENGINES/venv" >>"$ENGINES/install.log" 2>&1; then
  rm -rf "$ENGINES/venv"
  by_apt no-program python3-venv
  python3 -m venv "$ENGINES/venv" >>"$ENGINES/install.log" 2>&1 ||
    echo "there is no virtual environment: $ENGINES/install.log"
fi
# One after the other, so that one that cannot be had does not keep the others away.
for package in duckdb ray pyspark distributed ${SOURCE:+boto3 moto}; do
  "$python" -c "import $package" 2>/dev/null && continue
  echo "installing $package"
  case $package in distributed) wanted='dask[bag,distributed]' ;; moto) wanted='moto[server]' ;; *) wanted=$package ;; esac
  "$python" -m pip install -q --no-cache-dir "$wanted" >>"$ENGINES/install.log" 2>&1 ||
    echo "$package could not be installed: $ENGINES/install.log"
done

# The module of the wheel, with whatever framegrab is on the PATH in place of its binary.
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || exit 0
mkdir -p "$site/framegrab_exact" "$site/framegrab_exact-0.dist-info"
cp "$here/../../.packaging/framegrab_exact/"* "$site/framegrab_exact/"
printf '#!/bin/sh\nexec framegrab "$@"\n' >"$site/framegrab_exact/framegrab"
chmod +x "$site/framegrab_exact/framegrab"
printf 'Metadata-Version: 2.1\nName: framegrab-exact\nVersion: 0\n' >"$site/framegrab_exact-0.dist-info/METADATA"
printf 'framegrab_exact/framegrab,,\n' >"$site/framegrab_exact-0.dist-info/RECORD"
