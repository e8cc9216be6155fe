#!/bin/sh
# Makes FOLDER/floor with the system's FFmpeg, and FOLDER/floor-self-contained with that of `make portable`, if it was
# built. Usage: Tests/Bench/peers/make-floor.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
libraries="libavformat libavcodec libavutil"
compile() { # compile NAME [more for the linker]
  name=$1
  shift
  # shellcheck disable=SC2046,SC2086
  ${CC:-cc} -O2 -o "$folder/$name" "$here/floor.c" $(pkg-config --cflags --libs $libraries) "$@"
}
folder=$1
compile floor
prefix=$here/../../../.build/portable/prefix/lib/pkgconfig
if [ -d "$prefix" ]; then PKG_CONFIG_PATH=$prefix compile floor-self-contained \
  -lswresample -lavutil -ldav1d -lvpx -lz -lbz2 -llzma -lm -lpthread; fi
