# Sizes, orientations, pixel shapes, alpha, single pictures; sourced by make-corpus.sh.

# --- Orientation --------------------------------------------------------------------------------------------------

# turned NAME A B C D TURN FILTERS: the display matrix of eight kinds, and the filters that turn a decoded picture
# upright.
turned() {
  local name=$1 undo=$6
  wanted "$name" || return 0
  vary "$name"; count=10; size=160x144
  x264 "keyint=5:bframes=1"
  first=$(pick "$name first" 200 300)
  # The coded pictures are turned the opposite way, so that the matrix undoes it.
  encode "$work/turned.mp4" "$first" "$count" -vf "$7" -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 20 \
    -x264-params threads=1:bframes=1:keyint=5
  "$here/set-matrix.pl" "$work/turned.mp4" "$files/$name" "$2" "$3" "$4" "$5"
  expect orientation "$name" "$(from "$first" "$count")" turn="$undo" flags=upright
}
for container in mp4 mov; do
  turned turned-none.$container 1 0 0 1 null null
  turned turned-90.$container 0 1 -1 0 transpose=clock transpose=cclock
  turned turned-180.$container -1 0 0 -1 hflip,vflip hflip,vflip
  turned turned-270.$container 0 -1 1 0 transpose=cclock transpose=clock
  turned flipped-horizontally.$container -1 0 0 1 hflip hflip
  turned flipped-vertically.$container 1 0 0 -1 vflip vflip
  turned transposed.$container 0 1 1 0 transpose=cclock_flip transpose=cclock_flip
  turned transversed.$container 0 -1 -1 0 transpose=clock_flip transpose=clock_flip
done

# --- Size and shape -----------------------------------------------------------------------------------------------

n=0
for odd in 161x145 163x144 160x147 131x113; do
  n=$((n + 1))
  vary odd-$n; count=14; size=$odd
  v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0); clip size odd-vp9-$n.webm
  v=(-s "$size" -pix_fmt yuv420p -c:v ffv1 -level 3 -g 1); clip size odd-ffv1-$n.mkv
  x264 "keyint=$gop:bframes=2" yuv444p; clip size odd-h264-$n.mp4
  v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4); clip size odd-mjpeg-$n.mov
done
for even in 166x122 178x146 150x138; do
  vary "cropped $even"; count=14; size=$even
  x264 "keyint=$gop:bframes=2"; clip size cropped-$even.mp4
  x265 "keyint=$gop:bframes=2"; clip size cropped-hevc-$even.mp4
done
for ratio in 4-3 16-11 2-1 8-9; do
  vary sar-$ratio; count=12
  x264 "keyint=$gop:bframes=2"
  for container in mp4 mkv ts; do clip aspect sar-$ratio.$container -vf "setsar=${ratio/-//}"; done
done

# changed NAME CONTAINER "OPTIONS" "OPTIONS" …: the size or the pixel format changes in mid-stream.
changed() {
  local name=$1 container=$2 part=0 options at numbers parts=
  shift 2
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  : >"$files/$name"
  for options in "$@"; do
    at=$(awk -v n=$((part * count)) 'BEGIN { print 2 + n / 25 }')
    # shellcheck disable=SC2086
    encode "$work/part.$container" $((first + part * count)) "$count" "${v[@]}" $options "${ts[@]}" \
      -output_ts_offset "$at"
    cat "$work/part.$container" >>"$files/$name"
    if [[ $name == *depth* || $name == *chroma* || $name == *mpeg2* ]]; then
      # ffmpeg converts all pictures of a file to the pixel format of the first, and its decoder of MPEG-2 loses the one
      # that waits at a change of size: each part is decoded by itself.
      cp "$work/part.$container" "$files/part-$part-$name"
      expect change "part-$part-$name" "$(from $((first + part * count)) "$count")"
      parts+="${parts:+ }part-$part-$name"
    fi
    part=$((part + 1))
  done
  numbers=$(from "$first" $((count * part)))
  expect change "$name" "$numbers" ${parts:+like="$parts"} $([[ $container == ts ]] || echo counted=1)
}
vary change; rate=25/1; count=18
x264 "keyint=9:bframes=2"
changed change-size-h264.ts ts "-s 160x144" "-s 192x160" "-s 128x112"
changed change-size.h264 h264 "-s 160x144" "-s 192x160"
changed change-depth.ts ts "-pix_fmt yuv420p" "-pix_fmt yuv420p10le"
changed change-chroma.ts ts "-pix_fmt yuv420p" "-pix_fmt yuv444p"
x265 "keyint=9:bframes=2"
changed change-size-hevc.ts ts "-s 160x144" "-s 192x160"
mpeg mpeg2video -bf 2
changed change-size-mpeg2.ts ts "-s 160x144" "-s 192x160" "-s 144x128"
v=(-pix_fmt yuvj420p -c:v mjpeg -q:v 4)
changed change-size.mjpeg mjpeg "-s 160x144" "-s 192x160"

# --- Alpha, animations, single pictures ---------------------------------------------------------------------------

alpha="geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='if(lt(X,128)*between(Y,16,111)+lt(X,16)+gt(X,143)*lt(Y,16),255,128)'"
for n in 1 2; do
  vary alpha-$n; count=12
  v=(-vf "format=yuva444p,$alpha" -pix_fmt yuva420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g 6 -auto-alt-ref 0 -row-mt 0)
  clip alpha alpha-vp9-$n.webm :: decoder=libvpx-vp9
  v=(-vf "format=yuva444p,$alpha" -pix_fmt yuva420p -c:v libvpx -b:v 500k -g 6 -auto-alt-ref 0)
  clip alpha alpha-vp8-$n.webm :: decoder=libvpx
done
vary alpha-gif; count=12; rate=20/1; v=(-s 160x144 -vf "split[a][b];[a]palettegen[p];[b][p]paletteuse=none" -c:v gif)
clip animation animation-1.gif
rate=10/1; clip animation animation-2.gif -loop 3
vary animation-apng; count=12; rate=20/1; v=(-s "$size" -pix_fmt rgb24 -c:v apng -pred none -f apng); clip animation animation.apng
v=(-vf "format=yuva444p,$alpha" -pix_fmt rgba -c:v apng -pred none -f apng); clip animation animation-alpha.apng
vary single; count=1; x264 "keyint=1"; clip single single.mp4; clip single single.mkv; clip single single.ts
rate=25/1
v=(-s "$size" -c:v png -pred none -pix_fmt rgb24 -f image2pipe); clip single single.png :: last=1/25
v=(-s "$size" -c:v mjpeg -q:v 3 -pix_fmt yuvj420p -f image2pipe); clip single single.jpg :: last=1/25
v=(-s "$size" -c:v bmp -f image2pipe); clip single single.bmp :: last=1/25
v=(-s "$size" -c:v gif); clip single single.gif
