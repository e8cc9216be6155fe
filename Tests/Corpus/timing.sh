# Timestamps that vary, repeat, are missing, wrap or jump; sourced by make-corpus.sh.

# --- Variable frame rate ------------------------------------------------------------------------------------------

# vfr NAME [options]: pictures of which some are left out, each at its original time.
vfr() {
  local name=$1 salt every
  shift
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  salt=$(pick "$name salt" 0 10)
  every=$(pick "$name every" 5 13)
  encode "$files/$name" "$first" 90 "${v[@]}" -vf "select=gt(mod(7*n*n+3*n+$salt\,$every)\,3)+not(n)" \
    -fps_mode passthrough -enc_time_base -1 "$@"
  expect vfr "$name" "$(awk -v f="$first" -v s="$salt" -v e="$every" 'BEGIN {
    for (n = 0; n < 90; n++) if (!n || (7 * n * n + 3 * n + s) % e > 3) printf "%s%d", n ? " " : "", f + n }')"
}
for container in mp4 mov mkv nut flv frag.mp4; do
  vary "vfr $container"; rate=25/1
  x264 "keyint=$gop:bframes=2"
  vfr vfr-h264.$container $([[ $container != frag.mp4 ]] || echo "-movflags +frag_keyframe+empty_moov")
done
vary vfr-webm; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0)
vfr vfr-vp9.webm
vary vfr-hevc; rate=25/1; x265 "keyint=$gop:bframes=3"; vfr vfr-hevc.mp4
vary vfr-mjpeg; v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4); vfr vfr-mjpeg.mov
vary vfr-ts; rate=25/1; x264 "keyint=$gop:bframes=2"; vfr vfr-h264.ts "${ts[@]}"
vary vfr-gif; rate=25/1; v=(-s "$size" -c:v gif); vfr vfr.gif
vary vfr-apng; rate=25/1; v=(-s "$size" -pix_fmt rgb24 -c:v apng -pred none -f apng); vfr vfr.apng

# --- Equal and missing timestamps ---------------------------------------------------------------------------------

# equal NAME: about every fifth picture has the timestamp of the one before it.
equal() {
  local name=$1 every
  wanted "$name" || return 0
  count=24 rate=25/1
  every=$(pick "$name" 3 6)
  first=$(pick "$name first" 200 300)
  encode "$work/equal.mkv" "$first" "$count" "${v[@]}"
  ff -i "$work/equal.mkv" "${exact[@]}" -c copy -bsf:v "setts=ts=(N-eq(mod(N\,$every)\,$((every - 1))))*40" \
    "${@:2}" "$files/$name"
  expect equal "$name" "$(from "$first" "$count")" \
    times="$(awk -v e="$every" 'BEGIN { for (n = 0; n < 24; n++) printf "%s%d", n ? " " : "", n - (n % e == e - 1) }')"
}
vary equal; x264 "keyint=8:bframes=0"; equal equal-h264.mkv
vary equal-mjpeg; v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4); equal equal-mjpeg.mkv
vary equal-ffv1; v=(-s "$size" -pix_fmt yuv420p -c:v ffv1 -level 3 -g 1); equal equal-ffv1.mkv
vary equal-vp8; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g 8 -cpu-used 6); equal equal-vp8.webm

# Only the first picture of each packet of a program stream has a timestamp.
for n in 1 2; do
  vary sparse-$n; rate=$(choose sparse-$n 25/1 30000/1001); mpeg mpeg2video -bf 2 -b:v 300k
  clip untimed sparse-mpeg2-$n.mpg -f mpeg
  vary sparse-m1-$n; rate=$(choose sparse-m1-$n 25/1 24/1); mpeg mpeg1video -bf 2
  clip untimed sparse-mpeg1-$n.mpg -f mpeg
done
vary untimed-m1v; rate=25/1; mpeg mpeg1video -bf 2; clip untimed mpeg1.m1v -f mpeg1video :: counted=1

# --- Other starts -------------------------------------------------------------------------------------------------

for container in ts mkv mpg; do
  vary "late $container"; rate=25/1
  x264 "keyint=$gop:bframes=2"
  clip start late-h264.$container -output_ts_offset "$(pick "late $container" 2 50).$(pick "late2 $container" 10 99)"
done
vary late-nut; rate=25/1; x264 "keyint=$gop:bframes=2"; clip start late-h264.nut -output_ts_offset 7.32

# 2^33 ticks of 1/90000 s, 95443.7177 s, pass in the file.
for n in 1 2 3; do
  offset=95441.$(pick "wrap $n" 10 99)
  vary wrap-$n; rate=25/1; count=56
  x264 "keyint=$gop:min-keyint=$gop:bframes=$n"
  clip wrap wrap-h264-$n.ts "${ts[@]}" -output_ts_offset "$offset"
done
vary wrap-hevc; rate=25/1; count=56; x265 "keyint=$gop:bframes=3"
clip wrap wrap-hevc.ts "${ts[@]}" -output_ts_offset 95441.6
vary wrap-mpeg2; rate=25/1; count=56; mpeg mpeg2video -bf 2; clip wrap wrap-mpeg2.ts "${ts[@]}" -output_ts_offset 95441.7

# --- Jumps --------------------------------------------------------------------------------------------------------

# joined NAME CONTAINER OFFSET OFFSET…: several concatenated streams, each with a different start time; the numbers
# continue.
joined() {
  local name=$1 container=$2 at part=0
  shift 2
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  : >"$files/$name"
  for at in "$@"; do
    encode "$work/part.$container" $((first + part * count)) "$count" "${v[@]}" "${ts[@]}" -output_ts_offset "$at"
    cat "$work/part.$container" >>"$files/$name"
    part=$((part + 1))
  done
  expect jump "$name" "$(from "$first" $((count * part)))" joined=1
}
for n in 1 2; do
  vary jump-$n; rate=25/1; count=24; x264 "keyint=$gop:bframes=2:min-keyint=$gop"
  joined jump-back-h264-$n.ts ts "$(pick back-$n 5 60)" 0
  joined jump-forward-h264-$n.ts ts 0 "$(pick forward-$n 20 600)"
  joined jump-both-h264-$n.ts ts 0 100 10 "$(pick both-$n 200 300)"
  x264 "keyint=$gop:bframes=3:min-keyint=$gop:open-gop=1"
  joined jump-back-open-$n.ts ts "$(pick open-$n 5 60)" 0
  x265 "keyint=$gop:bframes=3:min-keyint=$gop:open-gop=1"
  joined jump-back-hevc-$n.ts ts "$(pick hevc-$n 5 60)" 0
  mpeg mpeg2video -bf 2
  joined jump-back-mpeg2-$n.ts ts "$(pick mpeg2-$n 5 60)" 0
done

# --- Starts in mid-GOP --------------------------------------------------------------------------------------------

# midway NAME SOURCE: the source from a picture in mid-GOP on. A transport stream keeps its tables; packets before the
# first keyframe, and its leading pictures, are not frames. The clock starts with the earliest timestamp of a packet
# before the keyframe, or with the keyframe.
midway() {
  local name=$1 source=$2 at head begun shown lost
  wanted "$name" || return 0
  stock "$source" "${ts[@]}"
  # Packets in file order: timestamp, position, flags.
  packets() {
    ffprobe -v quiet -select_streams v:0 -show_entries packet=pts,pos,flags -of compact=p=0 "$1" | sed 's/[a-z]*=//g' | tr '|' ' ' |
      awk 'NF > 2'
  }
  packets "$work/$source" >"$work/packets"
  head=$(awk 'NR == 1 { print $2 }' "$work/packets")
  at=$(awk -v n="$(pick "$name" 2 $((gop - 2)))" 'NR == n { print $2 }' "$work/packets")
  { head -c "$head" "$work/$source"; tail -c +$((at + 1)) "$work/$source"; } >"$files/$name"
  # The expected pictures are those of the whole stream.
  cp "$work/$source" "$files/whole-$source"
  expect midway "whole-$source" "$(from "$first" "$count")"
  # A keyframe's leading pictures are not shown either, but they follow it: the clock of ffmpeg's start_time, and of
  # players, does not begin with them.
  begun=$(packets "$files/$name" | awk '!begun { print $1 } $3 ~ /K/ { begun = 1 }' | sort -n | head -n 1)
  # The first keyframe from there on, and how many pictures of the source are shown before it. Encoders of closed GOPs
  # may make them shorter than requested.
  shown=$(awk -v at="$at" '$2 >= at && $3 ~ /K/ { print $1; exit }' "$work/packets")
  lost=$(awk -v shown="$shown" '$1 < shown { count++ } END { print count + 0 }' "$work/packets")
  expect midway "$name" "$(from $((first + lost)) $((count - lost)))" like="whole-$source" unseen=$((shown - begun))/90000
}
vary midway; rate=25/1; count=50
x264 "keyint=$gop:min-keyint=$gop:bframes=2"; midway midway-h264.ts midway-h264-source.ts
x264 "keyint=$gop:min-keyint=$gop:bframes=2:open-gop=1"; midway midway-h264-open.ts midway-h264-open-source.ts
x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=0"; midway midway-hevc.ts midway-hevc-source.ts
x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=1"; midway midway-hevc-open.ts midway-hevc-open-source.ts
mpeg mpeg2video -bf 2 -flags +cgop; midway midway-mpeg2.ts midway-mpeg2-source.ts

# --- Interlaced, and soft telecine --------------------------------------------------------------------------------

for container in mp4 ts mkv; do
  vary mbaff-$container; x264 "keyint=$gop:bframes=2:tff=1"
  clip interlaced mbaff.$container -flags +ilme+ildct
done
vary interlaced-mpeg2; rate=25/1; mpeg mpeg2video -bf 2 -flags +ilme+ildct -top 1
for container in ts mpg mkv; do clip interlaced interlaced-mpeg2.$container; done
vary interlaced-prores; count=10; v=(-s "$size" -pix_fmt yuv422p10le -c:v prores_ks -profile:v 1 -flags +ildct -top 1)
clip interlaced interlaced-prores.mov
# Each picture is two packets, one for each field.
for container in ts mkv mp4; do
  wanted fields.$container || continue
  first=$(pick fields 200 300)
  rate=25/1
  encode "$work/fields.yuv" "$first" 15 -pix_fmt yuv420p -f rawvideo
  "$here/../../Fixtures/code-fields.pl" "$work/fields.yuv" "$work/fields.h264" 160 144 16 112
  ff -r 50 -f h264 -i "$work/fields.h264" "${exact[@]}" -c copy "${ts[@]}" "$files/fields.$container"
  # The last picture lasts as long as its two packets say: twice 20 ms, or what FFmpeg's writers make of it: version 5.1
  # 256 and 128 ticks of 1/12800 s in mp4, and twice 19 ms in Matroska.
  last=1/25
  [[ $container == ts ]] || last=$(ffprobe -v quiet -show_entries packet=duration_time -of csv=p=0 "$files/fields.$container" |
    tail -n 2 | awk '{ sum += $1 } END { printf "%d/1000", sum * 1000 + 0.5 }')
  expect interlaced fields.$container "$(from "$first" 15)" last=$last
done
# 24 pictures per second, marked to be shown for 3 and 2 fields alternately.
vary telecine; rate=30000/1001; size=160x144; count=40
mpeg mpeg2video -bf 2 -flags +ilme
if wanted telecine.m2v || wanted telecine.mpg || wanted telecine.vob; then
  first=$(pick telecine 200 300)
  encode "$work/telecine.m2v" "$first" "$count" "${v[@]}" -f mpeg2video
  "$here/repeat-fields.pl" "$work/telecine.m2v" "$work/repeats.m2v"
  due=$(awk 'BEGIN { for (n = 0; n < 40; n++) printf "%s%g", n ? " " : "", 1.25 * n + (n % 2 ? 0.25 : 0) }')
  for container in m2v mpg vob; do
    wanted telecine.$container || continue
    if [[ $container == m2v ]]; then
      cp "$work/repeats.m2v" "$files/telecine.m2v"
      expect telecine telecine.m2v "$(from "$first" "$count")" counted=1 times="$due" last=1001/30000
    else
      ff -i "$work/repeats.m2v" "${exact[@]}" -c copy "$files/telecine.$container"
      expect telecine telecine.$container "$(from "$first" "$count")" times="$due"
    fi
  done
fi
