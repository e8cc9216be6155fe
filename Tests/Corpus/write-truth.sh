# Writes the expected frames (the truth) of one file of the corpus, from how it was made; sourced by make-corpus.sh.
#
# truth/NAME.tsv has a line for each frame in presentation order: index, number, clock (seconds from the moment when
# anything is first shown or heard, a fraction), pts (as FFmpeg's demuxer and decoder give it, - if there is none),
# md5 (of the picture as ffmpeg decodes it linearly, - if the container lists a picture that cannot be decoded). A
# line of manifest.tsv has: file, class, number of frames, seconds at which the last frame ends, flags.
# The intended frames and a linear decode must agree in count, numbers and times; otherwise it fails.

# numbers: reads pictures of 8 by 6 grey pixels, prints the number that each shows, or - if unreadable.
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

# linear FILE: the results of a linear decode of a file, one line per picture: the numbers that are shown in $work/read,
# the MD5s in $work/md5, timestamp and duration in $work/pts. Reads `stream`, `decoder` and `turn`, sets `base`.
linear() {
  local decode=(-hide_banner -nostdin -loglevel quiet -threads 1 -filter_threads 1 ${decoder:+-c:v "$decoder"})
  local output=(-map "0:$stream" -fps_mode passthrough)

  : >"$work/md5.all" # a file that does not open leaves it so
  ffmpeg -y "${decode[@]}" -noautorotate -i "$1" "${output[@]}" -noautoscale -f framemd5 "$work/md5.all" \
    "${output[@]}" -vf "${turn:+$turn,}scale=160:144:flags=area,crop=128:96:0:16,scale=8:6:flags=area,format=gray" \
    -f rawvideo - | numbers >"$work/read" || true
  awk -F', *' '!/^#/ { print $6 }' "$work/md5.all" >"$work/md5"
  ffprobe -v quiet -threads 1 -select_streams "$stream" -show_entries stream=time_base:frame=pts,pkt_duration,duration \
    -of compact=nk=0 "$1" >"$work/frames" || true
  base=$(sed -n 's/^stream|.*time_base=\([0-9/]*\).*/\1/p' "$work/frames" | sed -n 1p)
  awk -F'|' '/^frame/ { p = d = "-"
    for (i = 2; i <= NF; i++) { split($i, v, "="); if (v[1] == "pts") p = v[2]; if (v[1] ~ /^(pkt_)?duration$/) d = v[2] }
    print (p == "N/A" ? "-" : p) "\t" (d == "N/A" ? "-" : d) }' "$work/frames" >"$work/pts"
}

# sent FILE: number, pts, position, size of the packets in file order, and the kind of each: K a keyframe, B a picture
# that is shown before one that precedes it in the file, P another.
sent() {
  ffprobe -v quiet -select_streams v:0 -show_entries packet=pts,size,pos,flags -of compact=p=0 "$1" |
    awk -F'[=|]' '$1 == "pts" {
      print count++, $2, $6, $4, ($8 ~ /K/ ? "K" : $2 < most ? "B" : "P")
      if (count == 1 || $2 > most) most = $2
    }'
}

# expect CLASS NAME NUMBERS [setting…]: NUMBERS as made, or "decoded" if they are not known beforehand.
#   rate=N/D     pictures per second (as the last `vary` has it)
#   times=LIST   when each picture is shown, in frames of that rate, as "0 1 1 2"; or "index"; else its number
#   counted=1    the clock counts frames, because the timestamps are missing
#   joined=1     the clock continues from frame to frame, because the timestamps start anew
#   unseen=N/D   seconds between the earliest timestamp and the first frame
#   sound=1      there is sound, which may start before the first picture
#   stream=v:N   decoder=NAME   turn=FILTERS (that put the picture upright)   flags=LIST   last=N/D (last duration)
#   told=N/D     the end of the last frame as given in the container, although the file is cut off before
#   sorted=1     the timestamps contradict the decoder's order: the sorted ones are assigned to its pictures
#   like=NAMES   pictures and timestamps are those of other files that show the same numbers, not this file's decode
#   prefix=1     the numbers are those that were made, up to where the file is cut
expect() {
  local class=$1 name=$2 made=$3 rate=$rate times=number counted=0 joined=0 unseen=0/1 sound=0 stream=v:0 decoder=
  local turn= flags= last= told= like= prefix=0 sorted=0 setting audio= isMade=1
  shift 3
  for setting in "$@"; do local "$setting"; done
  local file=$files/$name
  linear "$file"
  [[ $sorted == 0 ]] || { sort -n "$work/pts" >"$work/pts.sorted" && mv "$work/pts.sorted" "$work/pts"; }
  [[ $sound == 0 ]] || audio=$(audio_start "$file")
  if [[ $like ]]; then
    # FFmpeg's decoder loses pictures that the parts hold, so the linear decode does not give all times either.
    awk -F'\t' -v made="$made" -v md5s="$work/md5" -v times="$work/pts" 'BEGIN { count = split(made, m, " ") }
      FNR > 1 { md5[$2] = $5; pts[$2] = $4 }
      END { for (i = 1; i <= count; i++) { print md5[m[i]] >md5s; print pts[m[i]] "\t-" >times } }' \
      $(printf "$truth/%s.tsv " $like)
    tr ' ' '\n' <<<"$made" >"$work/read"
  fi
  case $made in
    decoded)
      [[ -s $work/read ]] || { refuse_unopened "$class" "$name"; return 0; }
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
    -v class="$class" -v flags="$flags" -v last="$last" -v told="$told" -v isMade="$isMade" \
    -v manifest="$truth/$name.manifest" -f "$here/time-frames.awk" >"$truth/$name.tsv" || {
    rm -f "$truth/$name.tsv"
    failures=$((failures + 1))
    return 0
  }
  cat "$truth/$name.manifest" >>"$folder/manifest.tsv"
  rm "$truth/$name.manifest"
}

# kept CLASS NAME WHOLE NUMBERS [setting…]: a file that was made by damaging another one, WHOLE in the work folder, and
# whose container still lists all pictures. They keep their indexes, numbers, timestamps and clocks, and the end is that
# of the whole file; the expected picture of each is what a linear decode of the damaged file shows at its timestamp.
# The settings are those of `expect` for the whole file, and:
#   lost=LIST    timestamps of pictures that cannot be decoded
#   same=LIST    timestamps of pictures that must be undamaged
#   marked=1     a picture that differs from the whole file's is not expected: it must be marked as damaged
#   strewn=1     bytes are wrong anywhere, so that the linear decode may give pictures at other times or none
#   placed=1     FFmpeg counts the packets that it finds: the timestamps are those of their positions in the whole file,
#                and a packet that it does not find is no frame
kept() {
  local class=$1 name=$2 whole=$3 made=$4 stream=v:0 decoder= turn= flags= lost= same= marked=0 strewn=0 placed=0
  local setting base settings=()
  shift 4
  for setting in "$@"; do
    case $setting in
      lost=* | same=* | marked=* | strewn=* | placed=* | flags=*) local "$setting" ;;
      *) settings+=("$setting") ;;
    esac
  done
  # The damaged file is decoded last.
  whole "$class" "$whole" "$made" "${settings[@]}"
  linear "$files/$name"
  [[ -s $work/read ]] || { refuse_unopened "$class" "$name"; return 0; }
  [[ $placed == 0 ]] || place_pictures "$work/$whole" "$files/$name"
  [[ -e $work/whole/truth/$whole.tsv ]] && paste "$work/read" "$work/pts" "$work/md5" | awk -F'\t' -v OFS='\t' \
    -v name="$name" -v lost="$lost" -v same="$same" -v marked="$marked" -v strewn="$strewn" '
    function fail(why) { print name ": " why >"/dev/stderr"; failed = 1; exit 1 }
    BEGIN {
      count = split(lost, l, " "); for (i = 1; i <= count; i++) isLost[l[i]]
      count = split(same, s, " "); for (i = 1; i <= count; i++) isSame[s[i]]
    }
    FNR == NR && strewn { if ($2 != "-" && $4) md5[$2] = $4; comes[$4]; next }
    FNR > 1 && strewn { if (!($5 in comes) && $4 in md5) $5 = md5[$4]; print; next }
    FNR == NR {
      if (NF != 4 || length($4) != 32 || $2 == "-") fail("pictures and timestamps of the linear decode differ in count")
      if ($2 in md5) fail("two pictures come at " $2)
      if ($2 in isLost) fail("a picture comes at " $2)
      md5[$2] = $4
      next
    }
    FNR > 1 {
      if ($4 in isSame && md5[$4] != $5) fail("another picture comes at " $4)
      if ($4 in md5) found++
      $5 = $4 in md5 && (!marked || md5[$4] == $5) ? md5[$4] : "-"
    }
    { print }
    END { if (!failed && !strewn && found != length(md5)) fail("pictures come at other times") }' \
    - "$work/whole/truth/$whole.tsv" >"$truth/$name.tsv" || {
    rm -f "$truth/$name.tsv"
    failures=$((failures + 1))
    return 0
  }
  [[ $placed == 0 ]] || drop_unfound "$work/$whole" "$files/$name" "$truth/$name.tsv"
  whole_line "$whole" | awk -F'\t' -v OFS='\t' -v name="$name" -v flags="$flags" \
    -v count=$(($(wc -l <"$truth/$name.tsv") - 1)) '{ $1 = name; $3 = count; $5 = flags; print }' >>"$folder/manifest.tsv"
}

# place_pictures WHOLE FILE: gives the pictures of the linear decode of FILE the timestamps of their packets in WHOLE.
place_pictures() {
  sent "$1" >"$work/sent"
  ffprobe -v quiet -threads 1 -select_streams v:0 -show_entries frame=pkt_pos -of compact=nk=1:p=0 "$2" |
    paste - "$work/pts" | awk -F'\t' -v OFS='\t' -v sent="$work/sent" '
      BEGIN { while ((getline line <sent) > 0) { split(line, s, " "); at[s[3]] = s[2] } }
      { print ($1 in at ? at[$1] : "-"), $3 }' >"$work/pts.placed"
  mv "$work/pts.placed" "$work/pts"
}

# drop_unfound WHOLE FILE TRUTH: takes the frames of WHOLE whose packets FFmpeg does not find in FILE out of the truth.
drop_unfound() {
  { sent "$1"; echo; sent "$2"; } | awk -v OFS='\t' -v truth="$3" '
    !NF { second = 1; next }
    !second { pts[$3] = $2; next }
    $3 in pts { found[pts[$3]] }
    END {
      while ((getline line <truth) > 0) {
        split(line, t, "\t")
        if (!seen++) { print line; continue }
        if (t[4] in found) print count++, t[2], t[3], t[4], t[5]
      }
    }' >"$3.found"
  mv "$3.found" "$3"
}

# whole CLASS NAME NUMBERS [setting…]: the truth of a file in the work folder, which is not part of the corpus; made
# once: $work/whole/truth/NAME.tsv, and a line of $work/whole/manifest.tsv.
whole() {
  local folder=$work/whole files=$work truth=$work/whole/truth
  mkdir -p "$truth"
  [[ -e $truth/$2.tsv ]] || expect "$@"
}

# whole_line NAME: the line of the manifest of such a file.
whole_line() { awk -F'\t' -v name="$1" '$1 == name' "$work/whole/manifest.tsv"; }

# refuse CLASS NAME CODE: a file that must be refused with this exit code.
refuse() { printf '%s\t%s\t0\t0/1\trefused=%s\n' "$2" "$1" "$3" >>"$folder/manifest.tsv"; }

# refuse_unopened CLASS NAME: a file without any picture, because it is cut before its first picture, or so early that
# it cannot be opened at all.
refuse_unopened() {
  local code=3
  [[ -z $(ffprobe -v quiet -select_streams v -show_entries stream=index -of csv=p=0 "$files/$2") ]] || code=4
  refuse "$1" "$2" "$code"
}
