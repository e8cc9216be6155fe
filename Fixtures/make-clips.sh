#!/bin/bash
# Makes the clips that the tests read, then the tables of their frames (write-expected.sh).
#
# Every picture shows its number in eight columns and four rows of 16-pixel blocks, from (0, 16):
#   row 1: the number, most significant bit first, white for 1     row 2: the same, inverted
#   row 3: CRC-8 of the number (x^8+x^2+x+1, start value 0xFF)     row 4: the same, inverted
# Three corners are marked: red top left, blue top right, green bottom left. Everything else moves from picture
# to picture, so that decoding from a wrong reference picture is visible.
#
# Needs ffmpeg and ffprobe with libx264, libx265, libvpx and libaom, perl, and the usual Unix tools.
# The same tools give the same bytes each time: single-threaded encoders, no dates, no encoder names.
# The clips in the repository were made with FFmpeg 5.1. Usage: Fixtures/make-clips.sh
set -euo pipefail
export LC_ALL=C

fixtures=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$fixtures/clips"
cd "$fixtures/clips"

exact=(-threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact
  -sws_flags bilinear+accurate_rnd+bitexact)
master=$work/master.mkv

ff() { ffmpeg -hide_banner -nostdin -loglevel error -threads 1 -filter_threads 1 -y "$@"; }

# make OUTPUT FRAMES [output options]: encodes the first pictures of the master.
make() {
  local output=$1 frames=$2
  shift 2
  ff -i "$master" "${exact[@]}" -frames:v "$frames" "$@" "$output"
}

# h264 OUTPUT FRAMES X264-PARAMETERS [output options]
h264() {
  local output=$1 frames=$2 parameters=$3
  shift 3
  make "$output" "$frames" -pix_fmt yuv420p -c:v libx264 -preset medium -crf 30 \
    -x264-params "threads=1:lookahead-threads=1:scenecut=0:b-adapt=0:$parameters" "$@"
}

# with_silence FRAMES: sets options for a second input, silence as long as FRAMES pictures. AAC has 1024 samples of
# priming.
with_silence() {
  local seconds
  seconds=$(awk -v n="$1" 'BEGIN { print n / 25 }')
  silence=(-f lavfi -t "$seconds" -i anullsrc=r=48000:cl=mono -map 0:v -map 1:a -c:a aac -b:a 32k)
}

# copy INPUT OUTPUT [output options]: copies a clip's video stream, without decoding, into another container.
copy() {
  local input=$1 output=$2
  shift 2
  ff -i "$input" -map 0:v:0 "${exact[@]}" -c copy "$@" "$output"
}

# box FILE TYPE: prints the offset of the first box of this type.
box() { echo $(($(grep -abo -- "$2" "$1" | sed -n 1p | cut -d: -f1) - 4)); }

# set_matrix FILE A B C D X Y: writes the display matrix of the first track header (version 0, ISO 14496-12, 8.3.2).
set_matrix() {
  local file=$1 word bytes=
  for word in $(($2 << 16)) $(($3 << 16)) 0 $(($4 << 16)) $(($5 << 16)) 0 $(($6 << 16)) $(($7 << 16)) $((1 << 30)); do
    bytes+=$(printf '%08x' $((word & 0xFFFFFFFF)) | sed 's/../\\x&/g')
  done
  printf '%b' "$bytes" | dd of="$file" bs=1 seek=$(($(box "$file" tkhd) + 48)) conv=notrunc status=none
}

# --- The master: 150 numbered pictures at 25 per second, lossless -----------------------------------------------

crc="st(0,255-N);st(1,0);while(lt(ld(1),8),
  st(0,2*ld(0));st(0,if(gte(ld(0),256),bitand(ld(0),255)+7-2*bitand(ld(0),7),ld(0)));st(1,ld(1)+1))"
code="$crc;if(lt(Y,2),st(0,N));16+219*bitand(1,floor(ld(0)/2^(7-X))+Y)"
ff -filter_complex "
  nullsrc=s=8x4:r=25:d=6,format=yuv444p,geq=lum='$code':cb=128:cr=128,scale=128:64:flags=neighbor[code];
  nullsrc=s=160x120:r=25:d=6,format=yuv444p,
  geq=lum='128+30*sin((X+3*N)/19)*cos((Y-2*N)/23)':cb='128+30*sin((X-2*N)/31)':cr='128+30*cos((Y+2*N)/27)',
  drawbox=0:0:16:16:red:fill,drawbox=144:0:16:16:blue:fill,drawbox=0:104:16:16:lime:fill[scene];
  [scene][code]overlay=0:16:format=yuv444" -c:v ffv1 -pix_fmt yuv444p "$master"

# --- H.264: kinds of GOP --------------------------------------------------------------------------------------

long="keyint=60:min-keyint=60:bframes=3:b-pyramid=normal"
short="keyint=12:min-keyint=12:bframes=2"
ts=(-pat_period 1 -sdt_period 10) # fewer tables: smaller files

# Input options have to come before output options, so that clips with sound get both inputs here.
with_silence 150
h264 "$work/h264.mp4" 150 "$long"
ff -i "$work/h264.mp4" "${silence[@]}" "${exact[@]}" -c:v copy h264-bframes.mp4
h264 h264-open-gop.mp4 60 "$short:open-gop=1"
h264 h264-open-gop.ts 60 "$short:open-gop=1" "${ts[@]}"
h264 h264-intra-refresh.mp4 48 "keyint=20:intra-refresh=1:bframes=0"
# The tables (the first three packets), then the stream from the middle of its first GOP on.
{ head -c $((188 * 3)) h264-open-gop.ts && tail -c +$((188 * 30 + 1)) h264-open-gop.ts; } >h264-mid-gop.ts

# Each picture is two packets, one for each field.
ff -i "$master" -frames:v 9 -pix_fmt yuv420p -f rawvideo "$work/raw.yuv"
"$fixtures/code-fields.pl" "$work/raw.yuv" "$work/fields.h264"
for clip in h264-fields.ts h264-fields.mkv; do
  ff -r 50 -f h264 -i "$work/fields.h264" "${exact[@]}" -c copy "${ts[@]}" "$clip"
done

# --- H.264: times ---------------------------------------------------------------------------------------------

h264 h264-ntsc.mp4 90 "$long" -vf "settb=1001/30000,setpts=N" -r 30000/1001 -video_track_timescale 30000
h264 h264-vfr.mp4 60 "$long" -vf "select=gt(mod(7*n*n+3*n\,11)\,3)+not(n)" -fps_mode passthrough
h264 h264-faststart.mp4 50 "$short" -movflags +faststart
copy h264-faststart.mp4 h264.h264
copy h264-faststart.mp4 h264.mkv
copy h264-faststart.mp4 h264-fragmented.mp4 -movflags +frag_keyframe+empty_moov+default_base_moof
h264 "$work/h264.ts" 36 "$short" "${ts[@]}"
with_silence 36
ff -i "$work/h264.ts" "${silence[@]}" "${exact[@]}" -c:v copy "${ts[@]}" -output_ts_offset 10 h264-offset.ts
# The timestamps wrap at 2^33 ticks of 1/90000 s in the middle of the file.
copy "$work/h264.ts" h264-wrap.ts "${ts[@]}" -output_ts_offset 95441.8
# The timestamps jump back in the middle of the file, while the picture numbers continue.
h264 "$work/next.ts" 36 "$short" "${ts[@]}" -vf "trim=start_frame=36,setpts=PTS-STARTPTS"
cat "$work/h264.ts" "$work/next.ts" >h264-discontinuity.ts
# The edit list starts 25 pictures, or 25 and a half, after the keyframe.
ff -ss 1 -t 2 -i "$work/h264.mp4" "${exact[@]}" -c copy h264-edit-list.mp4
ff -ss 1.02 -i "$work/h264.mp4" "${exact[@]}" -c copy -frames:v 60 h264-edit-mid-frame.mp4
h264 one-frame.mp4 1 "$long"
h264 timecode.mov 25 "$short" -timecode 01:00:00:00

# --- Chapters -------------------------------------------------------------------------------------------------

# with_chapters OUTPUT TITLE: copies a second of video, with four chapters at 0, 0.28, 0.42 and 0.61 s: the pictures 0, 7
# and 10, which starts at 0.4 s, and 15, which starts at 0.6 s. TITLE is the line with the title of the third.
with_chapters() {
  printf '%s\n' ';FFMETADATA1' \
    '[CHAPTER]' TIMEBASE=1/1000 START=0 END=280 title=Opening \
    '[CHAPTER]' TIMEBASE=1/1000 START=280 END=420 title=../../etc/pass:wd \
    '[CHAPTER]' TIMEBASE=1/1000 START=420 END=610 ${2:+"$2"} \
    '[CHAPTER]' TIMEBASE=1/1000 START=610 END=1000 'title=Été № 4' >"$work/chapters.txt"
  # Unlike `-map_metadata -1`, this keeps the titles.
  ff -i timecode.mov -i "$work/chapters.txt" -map 0:v:0 -map_chapters 1 -map_metadata:g -1 -map_metadata:s -1 \
    -fflags +bitexact -c copy "$1"
}

with_chapters chapters.mkv ""
# Where a title is missing, FFmpeg 5.1 writes two lists of chapters that contradict each other.
with_chapters chapters.mp4 title=.

# --- H.264: shape ---------------------------------------------------------------------------------------------

# The coded picture is turned or mirrored, and the display matrix undoes it.
h264 h264-rotated.mp4 10 "$short" -vf transpose=cclock
set_matrix h264-rotated.mp4 0 1 -1 0 160 0
h264 h264-flipped.mp4 10 "$short" -vf hflip
set_matrix h264-flipped.mp4 -1 0 0 1 160 0
h264 h264-flipped-vertical.mp4 10 "$short" -vf vflip
set_matrix h264-flipped-vertical.mp4 1 0 0 -1 0 120
h264 sar.mp4 10 "$short" -vf setsar=4/3
h264 h264-cropped.mp4 10 "$short" -vf scale=166:122:flags=neighbor
h264 "$work/small.ts" 12 "$short" "${ts[@]}"
h264 "$work/large.ts" 12 "$short" "${ts[@]}" -vf "trim=start_frame=12,setpts=PTS-STARTPTS,scale=240:180" \
  -output_ts_offset 0.56
cat "$work/small.ts" "$work/large.ts" >h264-size-change.ts

# --- Other codecs -----------------------------------------------------------------------------------------------

make hevc-10bit.mp4 40 -pix_fmt yuv420p10le -c:v libx265 -preset medium -crf 30 -tag:v hvc1 -x265-params \
  "log-level=error:info=0:pools=none:frame-threads=1:wpp=0:open-gop=1:keyint=12:min-keyint=12:bframes=3:scenecut=0"
make mpeg2.ts 48 "${ts[@]}" -pix_fmt yuv420p -c:v mpeg2video -q:v 12 -g 12 -bf 2 -sc_threshold 1000000000
copy mpeg2.ts mpeg2.mpg
make mpeg4.avi 40 -pix_fmt yuv420p -c:v mpeg4 -q:v 10 -g 20 -bf 2 -sc_threshold 1000000000
make "$work/single.avi" 40 -pix_fmt yuv420p -c:v mpeg4 -q:v 10 -g 20 -bf 1 -sc_threshold 1000000000 -vtag XVID
"$fixtures/pack-bframes.pl" "$work/single.avi" xvid-packed.avi
# Alternate reference pictures, which are decoded but never shown, need two passes.
for pass in 1 2; do
  make vp9.webm 60 -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 60k -g 60 -auto-alt-ref 1 -lag-in-frames 16 -row-mt 0 \
    -pass "$pass" -passlogfile "$work/vp9"
done
# H.264 and HEVC crop 4:2:0 in steps of two; an odd size needs VP9.
make odd-size.webm 10 -vf scale=161:121:flags=neighbor -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g 10 -row-mt 0
make av1.mp4 30 -pix_fmt yuv420p -c:v libaom-av1 -b:v 0 -crf 45 -cpu-used 6 -row-mt 0 -g 30 -lag-in-frames 16

# --- Pixels -----------------------------------------------------------------------------------------------------

# The number and the marks (with the left edge between them) are opaque, the rest is half transparent.
alpha="geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='if(lt(X,128)*between(Y,16,79)+lt(X,16)+gt(X,143)*lt(Y,16),255,128)'"
# Lossless pictures are large: coarser colours make them small.
coarse="lutyuv=y='if(lt(val,40)+gt(val,200),val,bitand(val,240))':u='bitand(val,248)':v='bitand(val,248)'"
make vp9-alpha.webm 10 -vf "format=yuva444p,$alpha" -pix_fmt yuva420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g 10 \
  -auto-alt-ref 0 -row-mt 0
make rgba.mov 3 -vf "$coarse,format=yuva444p,$alpha" -pix_fmt rgba -c:v png
make gray.mkv 3 -vf "$coarse" -pix_fmt gray -c:v ffv1 -level 3 -g 1
make yuv422p10.mkv 3 -pix_fmt yuv422p10le -c:v ffv1 -level 3 -g 1
make delays.gif 5 -fps_mode passthrough -vf \
  "select=gt(mod(7*n*n+3*n\,11)\,3)+not(n),$coarse,split[a][b];[a]palettegen[p];[b][p]paletteuse=none"

# --- Covers, sound, playlists -----------------------------------------------------------------------------------

ff -f lavfi -i color=orange:s=32x32 "${exact[@]}" -frames:v 1 -pred none "$work/cover.png"
ff -i "$work/small.ts" -i "$work/cover.png" -map 0 -map 1 "${exact[@]}" -c copy -disposition:v:1 attached_pic cover.mp4
# The same with the cover's box moved before the track, so that the cover becomes stream 0.
track=$(box cover.mp4 trak)
cover=$(box cover.mp4 udta)
{
  head -c "$track" cover.mp4
  tail -c +$((cover + 1)) cover.mp4
  head -c "$cover" cover.mp4 | tail -c +$((track + 1))
} >cover-first.mp4
ff -f lavfi -t 1 -i anullsrc=r=48000:cl=mono "${exact[@]}" -c:a aac -b:a 32k audio-only.m4a
printf '%s\n' '#EXTM3U' '#EXT-X-TARGETDURATION:3' '#EXTINF:2.0,' h264-faststart.mp4 '#EXT-X-ENDLIST' >playlist.m3u8

"$fixtures/write-expected.sh"
