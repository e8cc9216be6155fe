#!/bin/bash
# Shows the frame of a paused video and the PNGs that framegrab makes of it side by side, in Chromium and Firefox where
# nobody sees it, and compares them patch by patch: `--color auto` and the tile of a sheet at most 2 codes of 255 apart,
# except in the blue of saturated colours, where the browsers' own conversion is coarse. Exit code 1 if a bound is broken.
# Clips, pictures and screenshots stay in .build/readers.
#
# Usage: BINARY=… Tests/Readers/readers.sh [CASE]…   all cases without one.
set -euo pipefail
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
binary=$(realpath "$BINARY")
cd "$(dirname "$0")/../.."
here=$PWD/Tests/Readers
rm -rf .build/readers
mkdir -p .build/readers
READERS=$(realpath .build/readers)
export READERS
"$here/install.sh"
PYTHONPATH=$here python3 -c 'import sys, chart; sys.stdout.buffer.write(chart.pixmap())' >"$READERS/chart.ppm"

h264=(-c:v libx264 -crf 1 -profile:v high)
vp9=(-c:v libvpx-vp9 -crf 1 -b:v 0 -row-mt 1)
av1=(-c:v libaom-av1 -crf 1 -cpu-used 8)

# make CASE SUFFIX SIZE FORMAT PRIMARIES TRANSFER MATRIX RANGE AS ENCODER…: a second of the chart, in codes of the matrix
# and the range, and with these tags; AS is what swscale calls the matrix. Then the pictures of its frame.
make() {
  local name=$1 file=$READERS/$1.clip.$2 picture=$READERS/$1
  local scale="scale=$3:flags=neighbor+accurate_rnd+full_chroma_int:out_color_matrix=$9:out_range=${8/unknown/tv}"
  local tags="setparams=color_primaries=$5:color_trc=$6:colorspace=$7:range=$8"
  local filter="$scale,format=$4,$tags"
  shift 9
  ffmpeg -v error -loop 1 -framerate 25 -t 1 -i "$READERS/chart.ppm" -vf "$filter" "$@" "$file"
  for color in auto tagged srgb; do
    "$binary" "$file" --at 0.5s --color "$color" -o "$picture.$color.png" >/dev/null
  done
  # Sheets have the codes as stored, so those of BT.709 and BT.601 are held to the same bound.
  if [[ $name == bt709* || $name == bt601-* ]]; then
    "$binary" "$file" --at 0.5s --sheet 1x1 -o "$picture.tile.png" >/dev/null
  fi
  if cmp -s "$picture.auto.png" "$picture.srgb.png"; then rm "$picture.srgb.png"; fi
}

# "~" marks cases without a bound: browsers tone-map HDR by rules of their own, only some convert wide primaries and
# linear light, and they do not agree on the matrix of small video without tags.
cases=(bt709 bt601-525 bt601-625 bt709-full bt709-vp9 bt709-vp9-10bit bt709-av1-10bit srgb bt470bg bt470m log
  untagged-960 untagged-240~ p3~ bt2020~ linear~ pq~ hlg~)
(($# == 0)) || cases=("$@")
own=320:240 none="unknown unknown unknown unknown"
for name in "${cases[@]}"; do
  name=${name%\~}
  # shellcheck disable=SC2086
  case $name in
  bt709) make "$name" mp4 $own yuv420p bt709 bt709 bt709 tv bt709 "${h264[@]}" ;;
  bt601-525) make "$name" mp4 $own yuv420p smpte170m smpte170m smpte170m tv smpte170m "${h264[@]}" ;;
  bt601-625) make "$name" mp4 $own yuv420p bt470bg smpte170m bt470bg tv bt470 "${h264[@]}" ;;
  bt470bg) make "$name" mp4 $own yuv420p bt470bg bt470bg bt470bg tv bt470 "${h264[@]}" ;;
  bt470m) make "$name" mp4 $own yuv420p bt470m bt470m smpte170m tv smpte170m "${h264[@]}" ;;
  bt709-full) make "$name" mp4 $own yuv420p bt709 bt709 bt709 pc bt709 "${h264[@]}" ;;
  bt709-vp9) make "$name" webm $own yuv420p bt709 bt709 bt709 tv bt709 "${vp9[@]}" ;;
  bt709-vp9-10bit) make "$name" webm $own yuv420p10le bt709 bt709 bt709 tv bt709 "${vp9[@]}" ;;
  bt709-av1-10bit) make "$name" mp4 $own yuv420p10le bt709 bt709 bt709 tv bt709 "${av1[@]}" ;;
  srgb) make "$name" mp4 $own yuv420p bt709 iec61966-2-1 bt709 tv bt709 "${h264[@]}" ;;
  untagged-240) make "$name" mp4 $own yuv420p $none smpte170m "${h264[@]}" ;;
  untagged-960) make "$name" mp4 1280:960 yuv420p $none bt709 "${h264[@]}" ;;
  linear) make "$name" mp4 $own yuv420p bt709 linear bt709 tv bt709 "${h264[@]}" ;;
  log) make "$name" mp4 $own yuv420p bt709 log100 bt709 tv bt709 "${h264[@]}" ;;
  bt2020) make "$name" webm $own yuv420p10le bt2020 bt2020-10 bt2020nc tv bt2020 "${vp9[@]}" ;;
  p3) make "$name" mp4 $own yuv420p smpte432 bt709 bt709 tv bt709 "${h264[@]}" ;;
  pq) make "$name" webm $own yuv420p10le bt2020 smpte2084 bt2020nc tv bt2020 "${vp9[@]}" ;;
  hlg) make "$name" webm $own yuv420p10le bt2020 arib-std-b67 bt2020nc tv bt2020 "${vp9[@]}" ;;
  *)
    echo "there is no case $name" >&2
    exit 1
    ;;
  esac
done
python3 "$here/judge.py" "$READERS" "${cases[@]}"
