# Writes the truth of one file of the corpus, from how it was made; sourced by make-corpus.sh.
#
# truth/NAME.tsv has a line for each frame in presentation order: index, number, clock (seconds from the moment when
# anything is first shown or heard, a fraction), pts (as FFmpeg's demuxer and decoder give it, - where there is none),
# md5 (of the picture as ffmpeg decodes it linearly). A line of manifest.tsv has: file, class, number of frames,
# seconds at which the last frame ends, flags.
# What was made and what a linear decode reads must agree in count, numbers and times; else it stops.

# numbers: reads pictures of 8 by 6 grey pixels, prints the number that each shows, or -.
numbers() {
  od -An -v -tu1 -w48 | awk '
    function row(r,   i, bit, value) {
      value = 0
      for (i = 1; i <= 8; i++) {
        if ($(8 * r + i) > 60 && $(8 * r + i) < 180) spoilt = 1
        bit = $(8 * r + i) >= 180
        value = 2 * value + bit
      }
      return value
    }
    function exclusive(a, b,   i, place, value) {
      for (place = 1; place < 256; place *= 2) {
        if (int(a / place) % 2 != int(b / place) % 2) value += place
      }
      return value + 0
    }
    function crc(rest, byte,   i) {
      rest = exclusive(rest, byte)
      for (i = 0; i < 8; i++) {
        rest *= 2
        if (rest >= 256) rest = exclusive(rest - 256, 7)
      }
      return rest
    }
    {
      spoilt = 0
      high = row(0); low = row(2); check = row(4)
      if (row(1) != 255 - high || row(3) != 255 - low || row(5) != 255 - check) spoilt = 1
      if (crc(crc(255, high), low) != check) spoilt = 1
      print spoilt ? "-" : 256 * high + low
    }'
}

source "$here/../../Fixtures/audio-start.sh"

# expect CLASS NAME NUMBERS [setting…]: NUMBERS as made, or "decoded" where nobody can know them beforehand.
#   rate=N/D     pictures per second (as the last `vary` has it)
#   times=LIST   when each picture is due, in frames of that rate, as "0 1 1 2"; or "index"; else its number
#   counted=1    the clock counts frames, because the timestamps are missing
#   joined=1     the clock goes on from frame to frame, because the timestamps start anew
#   unseen=N/D   seconds between the earliest timestamp and the first frame
#   sound=1      there is sound, which may start before the first picture
#   stream=v:N   decoder=NAME   turn=FILTERS (that put the picture upright)   flags=LIST   last=N/D (last duration)
#   like=NAMES   pictures are those of other files that show the same numbers, not those of this file's decode
#   prefix=1     the numbers are those that were made, up to where the file is cut
expect() {
  local class=$1 name=$2 made=$3 rate=$rate times=number counted=0 joined=0 unseen=0/1 sound=0 stream=v:0 decoder=
  local turn= flags= last= like= prefix=0 setting audio= isMade=1
  shift 3
  for setting in "$@"; do local "$setting"; done
  local file=$files/$name
  local decode=(-hide_banner -nostdin -loglevel quiet -threads 1 -filter_threads 1 ${decoder:+-c:v "$decoder"})
  local output=(-map "0:$stream" -fps_mode passthrough)

  : >"$work/md5.all" # a file that does not open leaves it so
  ffmpeg -y "${decode[@]}" -noautorotate -i "$file" "${output[@]}" -noautoscale -f framemd5 "$work/md5.all" \
    "${output[@]}" -vf "${turn:+$turn,}scale=160:144:flags=area,crop=128:96:0:16,scale=8:6:flags=area,format=gray" \
    -f rawvideo - | numbers >"$work/read" || true
  awk -F', *' '!/^#/ { print $6 }' "$work/md5.all" >"$work/md5"
  ffprobe -v quiet -threads 1 -select_streams "$stream" -show_entries stream=time_base:frame=pts,pkt_duration,duration \
    -of compact=nk=0 "$file" >"$work/frames" || true
  base=$(sed -n 's/^stream|.*time_base=\([0-9/]*\).*/\1/p' "$work/frames" | sed -n 1p)
  awk -F'|' '/^frame/ { p = d = "-"
    for (i = 2; i <= NF; i++) { split($i, v, "="); if (v[1] == "pts") p = v[2]; if (v[1] ~ /^(pkt_)?duration$/) d = v[2] }
    print (p == "N/A" ? "-" : p) "\t" (d == "N/A" ? "-" : d) }' "$work/frames" >"$work/pts"
  [[ $sound == 0 ]] || audio=$(audio_start "$file")
  if [[ $like ]]; then
    # Of the linear decode only the lines of the numbers that were made are taken, and their pictures from elsewhere.
    awk -F'\t' -v made="$made" 'BEGIN { count = split(made, m, " ") }
      FNR > 1 { md5[$2] = $5 }
      END { for (i = 1; i <= count; i++) print md5[m[i]] }' $(printf "$truth/%s.tsv " $like) >"$work/md5"
    awk -v made="$made" 'BEGIN { count = split(made, m, " "); for (i = 1; i <= count; i++) wanted[m[i]] }
      FNR == NR { number[FNR] = $1; next }
      number[FNR] in wanted && !seen[number[FNR]]++' "$work/read" "$work/pts" >"$work/pts.kept"
    mv "$work/pts.kept" "$work/pts"
    tr ' ' '\n' <<<"$made" >"$work/read"
  fi
  case $made in
    decoded)
      # Cut before its first picture, or before it can be opened at all.
      [[ -s $work/read ]] || {
        [[ -n $(ffprobe -v quiet -select_streams v -show_entries stream=index -of csv=p=0 "$file") ]] && opens=4 || opens=3
        refuse "$class" "$name" "$opens"
        return 0
      }
      isMade=0
      cp "$work/read" "$work/made" ;;
    *)
      tr ' ' '\n' <<<"$made" >"$work/made"
      [[ $prefix == 0 ]] || { head -n "$(wc -l <"$work/read")" "$work/made" >"$work/cut" && mv "$work/cut" "$work/made"; }
      cmp -s "$work/made" "$work/read" || {
        echo "$name: made, then read:" >&2
        paste "$work/made" "$work/read" | awk -F'\t' '$1 != $2 && shown++ < 4 { print NR - 1, $0 }' >&2
        failures=$((failures + 1))
        return 0
      } ;;
  esac
  paste "$work/made" "$work/pts" "$work/md5" | awk -F'\t' -v name="$name" -v base="$base" -v rate="$rate" \
    -v times="$times" -v unseen="$unseen" -v counted="$counted" -v joined="$joined" -v audio="$audio" \
    -v class="$class" -v flags="$flags" -v last="$last" -v isMade="$isMade" -v manifest="$truth/$name.manifest" -f "$here/time-frames.awk" \
    >"$truth/$name.tsv" || { rm -f "$truth/$name.tsv"; failures=$((failures + 1)); return 0; }
  cat "$truth/$name.manifest" >>"$folder/manifest.tsv"
  rm "$truth/$name.manifest"
}

# refuse CLASS NAME CODE: a file that is to be refused with this exit code.
refuse() { printf '%s\t%s\t0\t0/1\trefused=%s\n' "$2" "$1" "$3" >>"$folder/manifest.tsv"; }
