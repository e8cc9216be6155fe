#!/bin/bash
# Writes expected/NAME.tsv for every clip: one line per frame in presentation order, with these columns.
#   index   0-based
#   number  shown in the picture, as read from a linear decode by ffmpeg
#   time    seconds since picture 0 of the master (since the cut, after an edit), computed from how the clip was made
#   clock   seconds on a player's clock, which is 0 at the first picture or the first audible sample
#   pts     presentation timestamp in ticks from FFmpeg's demuxer and decoder; - where the file has none
#   base    the time base of the ticks, seconds
#   md5     of the decoded picture in its own pixel format (ffmpeg's framemd5)
# Stops at the first difference, in number or in time, between what was made and what is read.
# Needs ffmpeg, ffprobe, awk, cmp, od, paste, sed, seq, tr. Usage: Fixtures/write-expected.sh
set -euo pipefail
export LC_ALL=C

fixtures=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$fixtures/expected"
cd "$fixtures/clips"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# numbers: reads pictures of 8 by 4 grey pixels, prints the number of each, or - if it is not readable.
numbers() {
  od -An -v -tu1 -w32 | awk '
    function row(r,   i, bit, value) {
      value = 0
      for (i = 1; i <= 8; i++) {
        if ($(8 * r + i) > 60 && $(8 * r + i) < 180) spoilt = 1
        bit = $(8 * r + i) >= 180
        value = 2 * value + bit
      }
      return value
    }
    function crc(n,   c, i, low) {
      c = 255 - n
      for (i = 0; i < 8; i++) {
        c *= 2
        if (c >= 256) { c -= 256; low = c % 8; c += 7 - 2 * low }
      }
      return c
    }
    {
      spoilt = 0
      n = row(0)
      k = row(2)
      if (row(1) != 255 - n || row(3) != 255 - k || crc(n) != k) spoilt = 1
      print spoilt ? "-" : n
    }'
}

# time_base CLIP STREAM
time_base() {
  ffprobe -v quiet -select_streams "$2" -show_entries stream=time_base -of default=nw=1:nk=1 "$1" | sed -n 1p
}

source "$fixtures/audio-start.sh"

# expect CLIP NUMBERS [stream=v:N] [rate=N/D] [cut=N/D] [unseen=N/D] [counted=1] [decoder=NAME]
#   rate     pictures per second of the master as it was read (25)
#   cut      seconds removed by an edit (0)
#   unseen   seconds between the earliest timestamp and the first picture that can be decoded (0)
#   counted  the clock counts frames, because the timestamps are missing or not continuous
expect() {
  local clip=$1 made=$2 stream=v:0 rate=25/1 cut=0/1 unseen=0/1 counted=0 decoder= setting base
  shift 2
  for setting in "$@"; do local "$setting"; done
  local decode=(-hide_banner -nostdin -loglevel quiet -threads 1 -filter_threads 1 ${decoder:+-c:v "$decoder"})
  local output=(-map "0:$stream" -fps_mode passthrough)

  ffmpeg "${decode[@]}" -i "$clip" "${output[@]}" -f rawvideo \
    -vf "scale=160:120:flags=area,crop=128:64:0:16,scale=8:4:flags=area,format=gray" - | numbers >"$work/numbers"
  tr ' ' '\n' <<<"$made" >"$work/made"
  cmp -s "$work/made" "$work/numbers" || {
    echo "$clip: made, then read:" >&2
    paste "$work/made" "$work/numbers" | awk '$1 != $2 { print NR - 1, $0 }' >&2
    exit 1
  }
  ffmpeg "${decode[@]}" -noautorotate -i "$clip" "${output[@]}" -noautoscale -f framemd5 - |
    awk -F', *' '!/^#/ { print $6 }' >"$work/md5"
  base=$(time_base "$clip" "$stream")
  ffprobe -v quiet -threads 1 -select_streams "$stream" -show_entries frame=pts \
    -of default=nw=1:nk=1 "$clip" | sed 's/N\/A/-/' >"$work/pts"

  paste "$work/made" "$work/pts" "$work/md5" | awk -F'\t' -v clip="$clip" -v base="$base" -v rate="$rate" \
    -v cut="$cut" -v unseen="$unseen" -v counted="$counted" -v audio="$(audio_start "$clip")" '
    function fail(why) { print clip ": frame " NR - 1 ": " why >"/dev/stderr"; failed = 1; exit 1 }
    function gcd(a, b,   rest) { while (b) { rest = a % b; a = b; b = rest } return a < 0 ? -a : a }
    function fraction(n, d,   g) { g = gcd(n, d); return sprintf("%d/%d", n / g, d / g) }
    BEGIN {
      OFS = "\t"
      split(base, b, "/"); split(rate, r, "/"); split(cut, c, "/"); split(audio, a, "[ /]"); split(unseen, u, "/")
      print "index", "number", "time", "clock", "pts", "base", "md5"
    }
    NF != 3 || $1 == "" || $2 == "" || length($3) != 32 { fail("numbers, timestamps and pictures differ in count") }
    {
      # The time is n/d. The clock is later by delay/delay_d, the same for all frames.
      n = $1 * r[2] * c[2] - c[1] * r[1]
      d = r[1] * c[2]
    }
    NR == 1 {
      first = n
      first_pts = $2
      delay = u[1]
      delay_d = u[2]
      if (audio != "" && !counted && $2 * b[1] / b[2] > a[1] * a[2] / a[3]) {
        delay = $2 * b[1] * a[3] - a[1] * a[2] * b[2]
        delay_d = b[2] * a[3]
      }
    }
    {
      if (!counted && $2 != "-" && ($2 - first_pts) * b[1] * d != (n - first) * b[2])
        fail("the timestamp is not where it was made")
      print NR - 1, $1, fraction(n, d), fraction((n - first) * delay_d + delay * d, d * delay_d), $2, base, $3
    }
    END { if (!failed && !NR) fail("there are no frames") }' >"$fixtures/expected/$clip.tsv"
}

# from FIRST LAST: prints these numbers in one line.
from() { seq -s ' ' "$1" "$2"; }
# chosen COUNT: prints the first COUNT numbers that the select filter of make-clips.sh passes.
chosen() {
  awk -v count="$1" 'BEGIN {
    for (n = 0; found < count; n++) if (!n || (7 * n * n + 3 * n) % 11 > 3) printf "%s%d", found++ ? " " : "", n
  }'
}

expect h264-bframes.mp4 "$(from 0 149)"
expect h264-open-gop.mp4 "$(from 0 59)"
expect h264-open-gop.ts "$(from 0 59)"
expect h264-intra-refresh.mp4 "$(from 0 47)"
expect h264-mid-gop.ts "$(from 24 59)" unseen=11/25
expect h264-fields.ts "$(from 0 8)"
expect h264-fields.mkv "$(from 0 8)"
expect h264-ntsc.mp4 "$(from 0 89)" rate=30000/1001
expect h264-vfr.mp4 "$(chosen 60)"
expect h264-faststart.mp4 "$(from 0 49)"
expect h264.h264 "$(from 0 49)" counted=1
expect h264.mkv "$(from 0 49)"
expect h264-fragmented.mp4 "$(from 0 49)"
expect h264-offset.ts "$(from 0 35)"
expect h264-wrap.ts "$(from 0 35)"
expect h264-discontinuity.ts "$(from 0 71)" counted=1
expect h264-edit-list.mp4 "$(from 25 76)" cut=1/1
expect h264-edit-mid-frame.mp4 "$(from 26 59)" cut=102/100
expect one-frame.mp4 0
expect timecode.mov "$(from 0 24)"
expect chapters.mkv "$(from 0 24)"
expect chapters.mp4 "$(from 0 24)"
expect h264-rotated.mp4 "$(from 0 9)"
expect h264-flipped.mp4 "$(from 0 9)"
expect h264-flipped-vertical.mp4 "$(from 0 9)"
expect sar.mp4 "$(from 0 9)"
expect h264-cropped.mp4 "$(from 0 9)"
expect odd-size.webm "$(from 0 9)"
expect h264-size-change.ts "$(from 0 23)"
expect hevc-10bit.mp4 "$(from 0 39)"
expect mpeg2.ts "$(from 0 47)"
expect mpeg2.mpg "$(from 0 47)"
expect mpeg4.avi "$(from 0 39)" counted=1
expect xvid-packed.avi "$(from 0 39)" counted=1
expect vp9.webm "$(from 0 59)"
expect av1.mp4 "$(from 0 29)"
expect vp9-alpha.webm "$(from 0 9)" decoder=libvpx-vp9
expect rgba.mov "$(from 0 2)"
expect gray.mkv "$(from 0 2)"
expect yuv422p10.mkv "$(from 0 2)"
expect delays.gif "$(chosen 5)"
expect cover.mp4 "$(from 0 11)"
expect cover-first.mp4 "$(from 0 11)" stream=v:1
