#!/bin/bash
# Makes the smallest clips of many containers and codecs in Fixtures/fuzz/video, from which libFuzzer makes others.
#
# Each has a few pictures of 16 by 16 pixels where the codec allows that. What an FFmpeg cannot encode is left out; those
# in the repository were made with FFmpeg 5.1. Usage: Tests/Fuzz/make-seeds.sh
set -uo pipefail
export LC_ALL=C

folder=$(cd "$(dirname "$0")/../.." && pwd)/Fixtures/fuzz/video
mkdir -p "$folder"
cd "$folder" || exit 1

# seed NAME SIZE PICTURES [output options]
seed() {
  local name=$1 size=$2 count=$3
  shift 3
  ffmpeg -hide_banner -nostdin -loglevel error -threads 1 -filter_threads 1 -y -f lavfi -t 0.2 \
    -i anullsrc=r=8000:cl=mono -f lavfi -i "testsrc=size=$size:rate=25" -map 1:v -threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact \
    -frames:v "$count" "$@" "$name" || { rm -f "$name"; echo "left out: $name" >&2; }
}

x264=(-c:v libx264 -pix_fmt yuv420p -x264-params "threads=1:keyint=4:bframes=1:no-info=1" -crf 40)
seed h264.mp4 16x16 6 "${x264[@]}"
seed h264-fragments.mp4 16x16 6 "${x264[@]}" -movflags frag_keyframe+empty_moov
seed h264.mkv 16x16 6 "${x264[@]}"
seed h264.ts 16x16 6 "${x264[@]}"
seed h264.flv 16x16 6 "${x264[@]}"
seed h264.h264 16x16 6 "${x264[@]}"
seed h264-fields.ts 16x32 4 "${x264[@]}" -flags:v +ildct+ilme+bitexact
seed hevc.mp4 32x32 4 -c:v libx265 -pix_fmt yuv420p10le \
  -x265-params "log-level=none:pools=none:frame-threads=1:keyint=3:info=0" -crf 45
seed hevc.hevc 32x32 4 -c:v libx265 -pix_fmt yuv420p \
  -x265-params "log-level=none:pools=none:frame-threads=1:keyint=3:info=0" -crf 45
seed av1.mp4 16x16 3 -c:v libaom-av1 -crf 60 -cpu-used 8
seed av1.ivf 16x16 3 -c:v libaom-av1 -crf 60 -cpu-used 8
seed av1.obu 16x16 3 -c:v libaom-av1 -crf 60 -cpu-used 8
seed vp8.webm 16x16 4 -c:v libvpx -crf 60
seed vp9.webm 16x16 4 -c:v libvpx-vp9 -crf 60
seed vp9-alpha.webm 16x16 3 -c:v libvpx-vp9 -crf 60 -pix_fmt yuva420p
seed mpeg1.mpg 16x16 4 -c:v mpeg1video -q 20
seed mpeg2.ts 16x16 4 -c:v mpeg2video -bf 1 -q 20
seed mpeg2.m2v 16x16 4 -c:v mpeg2video -bf 1 -q 20
seed mpeg2.mxf 64x64 3 -c:v mpeg2video -q 20
seed mpeg4.avi 16x16 6 -c:v mpeg4 -bf 1 -g 4 -q 20 -reserve_index_space 0
seed mpeg4.m4v 16x16 4 -c:v mpeg4 -q 20
seed h263.h263 128x96 2 -c:v h263 -q 31
seed h261.h261 176x144 2 -c:v h261 -q 31
seed flv1.flv 16x16 4 -c:v flv -q 20
seed flv1.swf 16x16 3 -c:v flv -q 20
seed wmv2.asf 16x16 4 -c:v wmv2 -q 20
seed msmpeg4.avi 16x16 4 -c:v msmpeg4 -q 20 -reserve_index_space 0
seed theora.ogv 16x16 4 -c:v libtheora -q 0
seed vc2.drc 64x64 2 -c:v vc2 -b:v 100k -strict -1
seed snow.nut 16x16 3 -c:v snow -q 20 -strict -2
seed ffv1.mkv 16x16 3 -c:v ffv1 -pix_fmt yuva420p
seed ffvhuff.avi 16x16 2 -c:v ffvhuff -pix_fmt yuv422p -reserve_index_space 0
seed huffyuv.avi 16x16 2 -c:v huffyuv -reserve_index_space 0
seed utvideo.avi 16x16 2 -c:v utvideo -reserve_index_space 0
seed magicyuv.avi 16x16 2 -c:v magicyuv -reserve_index_space 0
seed mjpeg.avi 16x16 2 -c:v mjpeg -q 31 -reserve_index_space 0
seed mjpeg.mjpeg 16x16 2 -c:v mjpeg -q 31
seed prores.mov 16x16 2 -c:v prores
seed dnxhr.mov 256x120 1 -c:v dnxhd -profile:v dnxhr_lb -pix_fmt yuv422p
seed cfhd.mov 32x32 1 -c:v cfhd
seed jpeg2000.mov 16x16 2 -c:v jpeg2000
seed qtrle.mov 16x16 3 -c:v qtrle
seed raw.mov 16x16 1 -c:v rawvideo -pix_fmt uyvy422
seed raw.nut 16x16 1 -c:v rawvideo -pix_fmt pal8
seed v210.mov 16x16 1 -c:v v210
seed hap.mov 16x16 2 -c:v hap
seed cinepak.avi 16x16 2 -c:v cinepak -reserve_index_space 0
seed msvideo1.avi 16x16 2 -c:v msvideo1 -reserve_index_space 0
seed zmbv.avi 16x16 3 -c:v zmbv -reserve_index_space 0
seed flashsv2.flv 16x16 2 -c:v flashsv2
seed svq1.mov 16x16 2 -c:v svq1
seed rv20.rm 16x16 3 -c:v rv20 -q 20
seed smc.mov 16x16 2 -c:v smc
seed asv1.avi 16x16 2 -c:v asv1 -reserve_index_space 0
seed picture.y4m 16x16 1 -pix_fmt yuv420p
seed picture.png 16x16 1
seed animation.apng 16x16 3
seed animation.gif 16x16 3
seed picture.jpg 16x16 1 -q 31
seed picture.webp 16x16 1
seed picture.bmp 16x16 1 -pix_fmt pal8
seed picture.tiff 16x16 1 -compression_algo lzw
seed picture.jls 16x16 1 -c:v jpegls -f image2
seed picture.j2k 16x16 1 -c:v jpeg2000 -f image2
seed mpeg4.wtv 16x16 2 -c:v mpeg2video -q 20
# A sound beside the picture, an edit list, a rotation, colours and a timecode.
seed sound.mkv 16x16 3 "${x264[@]}" -map 0:a -c:a libopus
seed edits.mov 16x16 6 "${x264[@]}" -ss 0.08 -timecode 01:00:00:02 -color_primaries bt2020 -color_trc smpte2084 \
  -colorspace bt2020nc -metadata:s:v rotate=90
du -sb . | cut -f1
