#!/bin/bash
# Makes the conformance corpus: small files of every kind that frame grabbers get wrong, and the expected frames.
#
# Usage: SEED=1 Tests/Corpus/make-corpus.sh [FOLDER [NAME-PATTERN…]]
#   FOLDER        where files/, truth/ and manifest.tsv go, .build/corpus/SEED by default; it is emptied first
#   NAME-PATTERN  makes only files whose names match one of the shell patterns
# The seed varies sizes, frame rates, GOPs, lengths and the positions of cuts. The same seed and the same FFmpeg give
# the same bytes: single-threaded encoders, no dates, no names of encoders.
#
# Needs ffmpeg and ffprobe with libx264, libx265, libvpx, libaom, libsvtav1, libtheora, libmp3lame, libopus, libvorbis
# and libspeex, perl, awk and the usual tools of a Unix system. If an encoder or tool is missing, the script lists the
# files that it could not make at the end, and fails.
set -Eeuo pipefail
export LC_ALL=C SVT_LOG=1

here=$(cd "$(dirname "$0")" && pwd)
SEED=${SEED:-1}
folder=${1:-$here/../../.build/corpus/$SEED}
shift $(($# > 0 ? 1 : 0))
patterns=("${@:-*}")
rm -rf "$folder"
mkdir -p "$folder/files" "$folder/truth"
folder=$(cd "$folder" && pwd)
files=$folder/files
truth=$folder/truth
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'echo "line $LINENO of ${BASH_SOURCE[0]}: $BASH_COMMAND failed" >&2' ERR
failures=0
: >"$folder/manifest.tsv"

# wanted NAME: whether this file is to be made.
wanted() {
  local pattern
  for pattern in "${patterns[@]}"; do
    # shellcheck disable=SC2053
    [[ $1 == $pattern ]] && return 0
  done
  return 1
}

# --- Chance -----------------------------------------------------------------------------------------------------

# The CRC of cksum(1) for each byte. It is computed here, since a thousand starts of that program take two seconds.
crc_steps=()
for ((byte = 0; byte < 256; byte++)); do
  crc=$((byte << 24))
  for bit in {0..7}; do crc=$((crc & 0x80000000 ? (crc << 1 ^ 0x04C11DB7) & 0xFFFFFFFF : crc << 1)); done
  crc_steps+=("$crc")
done

# pick NAME LOW HIGH: a number that depends only on the seed and the name: the seventh of the checksum of both.
pick() {
  local text=$SEED:$1 crc=0 byte place rest
  for ((place = 0; place < ${#text}; place++)); do
    printf -v byte %d "'${text:place:1}"
    crc=$(((crc << 8 & 0xFFFFFFFF) ^ crc_steps[(crc >> 24) ^ byte]))
  done
  for ((rest = ${#text}; rest > 0; rest >>= 8)); do
    crc=$(((crc << 8 & 0xFFFFFFFF) ^ crc_steps[(crc >> 24) ^ (rest & 255)]))
  done
  echo $(($2 + ((crc ^ 0xFFFFFFFF) / 7) % ($3 - $2 + 1)))
}

# choose NAME WORD…: one of the words.
choose() {
  local name=$1
  shift
  local number
  number=$(pick "$name" 1 $#)
  echo "${!number}"
}

# vary NAME: sets size, rate, gop and count for a file.
vary() {
  size=$(choose "$1 size" 160x144 128x112 176x144 192x160 144x128)
  rate=$(choose "$1 rate" 25/1 25/1 24/1 30/1 50/1 30000/1001 24000/1001 60000/1001)
  gop=$(pick "$1 gop" 5 16)
  count=$(pick "$1 count" 30 56)
}

# --- Pictures ---------------------------------------------------------------------------------------------------

exact=(-threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact
  -sws_flags bilinear+accurate_rnd+bitexact)
ff() { ffmpeg -hide_banner -nostdin -loglevel error -threads 1 -filter_threads 1 -y "$@"; }

# 500 pictures of 160 by 144 with the numbers 200 to 699: most need both bytes of the code.
picture=$((160 * 144 * 3))
"$here/draw-pictures.pl" 200 500 16 >"$work/master.yuv"

# from FIRST COUNT: these numbers, in one line.
from() { seq -s ' ' "$1" $(($1 + $2 - 1)); }

# encode OUTPUT FIRST COUNT [output options]: numbers from FIRST on, with the inputs of `inputs` after the pictures.
inputs=()
encode() {
  local output=$1 first=$2 number=$3
  shift 3
  { tail -c +$(((first - 200) * picture + 1)) "$work/master.yuv" || true; } | head -c $((number * picture)) | ffmpeg -hide_banner \
    -loglevel error -threads 1 -filter_threads 1 -y -f rawvideo -pix_fmt yuv444p -video_size 160x144 \
    -framerate "$rate" -i pipe:0 "${inputs[@]}" "${exact[@]}" "$@" "$output"
}

# copy INPUT OUTPUT [output options]: the packets of the first picture stream in another container.
copy() {
  local input=$1 output=$2
  shift 2
  ff -i "$input" -map 0:v:0 "${exact[@]}" -c copy "$@" "$output"
}

# The encoders, single-threaded.
x264() { v=(-s "$size" -pix_fmt "${2:-yuv420p}" -c:v libx264 -preset veryfast -crf 26 -x264-params
  "threads=1:lookahead-threads=1:scenecut=0:b-adapt=0:$1"); }
x265() { v=(-s "$size" -pix_fmt "${2:-yuv420p}" -c:v libx265 -preset superfast -crf 28 -tag:v hvc1 -x265-params
  "log-level=error:info=0:pools=none:frame-threads=1:wpp=0:scenecut=0:$1"); }
mpeg() { v=(-s "$size" -pix_fmt yuv420p -c:v "$1" -q:v 5 -g "$gop" -sc_threshold 1000000000 "${@:2}"); }

# clip CLASS NAME [output options] [:: settings of expect]: a file of `count` pictures, starting at a number that
# depends on the seed, encoded with `v`.
clip() {
  local class=$1 name=$2 options=()
  shift 2
  while [[ $# -gt 0 && $1 != :: ]]; do
    options+=("$1")
    shift
  done
  shift $(($# > 0 ? 1 : 0))
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  encode "$files/$name" "$first" "$count" "${v[@]}" "${options[@]}" || { failures=$((failures + 1)); return 0; }
  expect "$class" "$name" "$(from "$first" "$count")" "$@"
}

# remux CLASS SOURCE NAME [output options] [:: settings]: the packets of a file in another container; the source file is
# made with `v` if it does not exist yet.
remux() {
  local class=$1 source=$2 name=$3 options=()
  shift 3
  while [[ $# -gt 0 && $1 != :: ]]; do
    options+=("$1")
    shift
  done
  shift $(($# > 0 ? 1 : 0))
  wanted "$name" || return 0
  stock "$source"
  copy "$work/$source" "$files/$name" "${options[@]}" || { failures=$((failures + 1)); return 0; }
  expect "$class" "$name" "$(from "$first" "$count")" "$@"
}

# stock NAME [output options]: a source, made once, in the work folder; sets `first`.
stock() {
  first=$(pick "$1 first" 200 300)
  [[ -e $work/$1 ]] || encode "$work/$1" "$first" "$count" "${v[@]}" "${@:2}"
}

ts=(-pat_period 1 -sdt_period 10) # fewer tables: smaller files

# shellcheck source=/dev/null
for part in write-truth codecs containers timing edits shape alpha streams priming damage kept contradicting starts; do
  source "$here/$part.sh"
done

echo "$(wc -l <"$folder/manifest.tsv") files of seed $SEED in $folder"
[[ $failures == 0 ]] || { echo "$failures files could not be made as described" >&2; exit 1; }
# `make conformance` checks for this file before it makes a corpus again.
[[ ${patterns[*]} != "*" ]] || echo "$SEED" >"$folder/complete"
