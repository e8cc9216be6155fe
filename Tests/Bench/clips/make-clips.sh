#!/bin/bash
# Makes the clips that `make bench` measures with; existing ones are kept.
#
# Usage: Tests/Bench/clips/make-clips.sh FOLDER CLIP…
# Each frame shows something like a moving photograph, a part that moves differently in front of it, grain, and, in
# 160 by 144 pixels at the top left, its number as Tests/Corpus/draw-pictures.pl draws it. All have 30 frames a second.
# The films of two and ten hours are one minute, repeated: their numbers restart every 1800 frames.
#
# Needs ffmpeg and perl. A clip whose encoder is missing is left out.
set -euo pipefail
export LC_ALL=C SVT_LOG=1

here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
encoders=$(ffmpeg -hide_banner -encoders 2>/dev/null)
ff() { ffmpeg -hide_banner -nostdin -loglevel error -y "$@"; }

# The still from which all clips are made: 4608 by 2592 pixels.
still() {
  [[ ! -e $folder/still.nut ]] || return 0
  # Noise of all wavelengths, each with the same share of the contrast.
  local size chain="" names="" number=0
  for size in 18:10 72:40 288:162 1152:648 4608:2592; do
    chain+="color=gray:s=${size/:/x}:d=1:r=1,format=gray,noise=c0s=90:c0f=u:c0_seed=$((number + 7)),"
    chain+="scale=4608:2592:flags=bicubic[n$number];"
    names+="[n$number]"
    number=$((number + 1))
  done
  ff -filter_complex "$chain${names}mix=inputs=$number:weights='5 5 4 2 1',lutyuv=y='clip((val-128)*4+128\,0\,255)'[out]" -map '[out]' -frames:v 1 \
    -f rawvideo "$folder/texture.gray"
  # Blurred a little, since no lens draws edges as sharp as a pixel.
  "$here/draw-still.pl" 4608 2592 "$folder/texture.gray" |
    ffmpeg -hide_banner -loglevel error -y -f rawvideo -pix_fmt yuv444p -video_size 4608x2592 -framerate 30 -i pipe:0 \
      -vf gblur=sigma=1.6 -c:v rawvideo "$folder/still.part.nut"
  rm "$folder/texture.gray"
  mv "$folder/still.part.nut" "$folder/still.nut"
}

# numbers COUNT: the panel with the number of each frame.
numbers() { "$here/../../Corpus/draw-pictures.pl" 0 "$1" 16; }
panel=(-f rawvideo -pix_fmt yuv444p -video_size 160x144 -framerate 30 -i pipe:0)
plain=(-map_metadata -1 -fflags +bitexact)

# moving NAME COUNT WIDTH HEIGHT FORMAT [output options]: frames of the still in motion.
moving() {
  local name=$1 count=$2 width=$3 height=$4 format=$5
  shift 5
  still
  # The time base is one frame per tick, so that no rounding shows a number twice.
  # A view of the still, larger than the picture unless that is 4K, so that it moves by fractions of a pixel.
  local view=$((width * 4 / 3)):$((height * 4 / 3))
  [[ $width -le 2000 ]] || view=$width:$height
  local scale="scale=$width:$height:flags=bicubic,format=$format"
  local grain="noise=c0s=4:c0f=t:c0_seed=11"
  # Grain has 8 bits; scaling gives it more.
  [[ $format == *10* ]] && scale="format=yuv444p,$grain,$scale" || scale="$scale,$grain"
  numbers "$count" | ffmpeg -hide_banner -loglevel error -y -i "$folder/still.nut" "${panel[@]}" -filter_complex "
    [0:v]loop=loop=-1:size=1,settb=1/30,setpts=N,split[far][near];
    [far]crop=$view:x='(iw-ow)/2*(1+sin(n/97))':y='(ih-oh)/2*(1+sin(n/71+1))'[behind];
    [near]crop=$((width / 4)):$((height / 3)):x='(iw-ow)/2*(1+sin(n/61))':y='(ih-oh)/2*(1+sin(n/43))'[front];
    [behind][front]overlay=x='(W-w)/2*(1+sin(n/53))':y='(H-h)/2*(1+sin(n/37+2))':format=yuv444:shortest=1,$scale[all];
    [all][1:v]overlay=0:0:format=$([[ $format == *10* ]] && echo yuv420p10 || echo yuv420):shortest=1,format=$format[out]
    " -map '[out]' -frames:v "$count" "${plain[@]}" "$@" "$folder/part-$name"
  mv "$folder/part-$name" "$folder/$name"
}

# A terminal that scrolls through this project's own sources, in the font that FFmpeg has built in.
screen() {
  # 240 columns of text; each line has its own colour. (The demuxer takes characters per second.)
  find "$here/../../../Sources" -name '*.swift' | sort | xargs cat | pr -2 -t -w 236 -l 200 |
    awk 'NR <= 1000 { printf "\033[%dm%s\n", 31 + NR % 7, $0 }' >"$folder/screen.txt"
  numbers 120 | ffmpeg -hide_banner -loglevel error -y -f tty -max_pixels 3000000 -video_size 1920x1072 -framerate 30 -chars_per_frame 21000 \
    -i "$folder/screen.txt" "${panel[@]}" -filter_complex \
    "[0:v]trim=start_frame=20,settb=1/30,setpts=N,pad=1920:1080,format=yuv420p[text];[text][1:v]overlay=0:0:shortest=1[out]" -map '[out]' -frames:v 120 "${plain[@]}" "$@" \
    "$folder/part-screen.mp4"
  mv "$folder/part-screen.mp4" "$folder/screen.mp4"
  rm "$folder/screen.txt"
}

# The numbers alone.
drawn() {
  numbers 1800 | ffmpeg -hide_banner -loglevel error -y "${panel[@]}" -pix_fmt yuv420p "${plain[@]}" "$@" \
    "$folder/part-drawn.mp4"
  mv "$folder/part-drawn.mp4" "$folder/drawn.mp4"
}

# film NAME TIMES: the minute repeated, its packets copied.
film() {
  make minute.mp4
  ff -stream_loop $(($2 - 1)) -i "$folder/minute.mp4" -c copy "${plain[@]}" "$folder/part-$1"
  mv "$folder/part-$1" "$folder/$1"
}

x264() { coder=(-c:v libx264 -preset faster -crf 24 -g "$1" "${@:2}"); }
x265() { coder=(-c:v libx265 -preset superfast -crf 24 -tag:v hvc1 -x265-params log-level=error:keyint=120); }

make() {
  local name=$1 encoder=libx264
  [[ ! -e $folder/$name ]] || return 0
  case $name in
    hevc*) encoder=libx265 ;;
    svt*) encoder=libsvtav1 ;;
    vp9*) encoder=libvpx-vp9 ;;
    av1*) encoder=libsvtav1; [[ $encoders == *libsvtav1* ]] || encoder=libaom-av1 ;;
  esac
  [[ $encoders == *" $encoder "* ]] || { echo "$name is left out: this ffmpeg has no $encoder" >&2; return 0; }
  echo "making $name …" >&2
  case $name in
    hd.mp4) x264 250 && moving "$name" 1800 1920 1080 yuv420p "${coder[@]}" ;;
    hd.mkv) make hd.mp4 && ff -i "$folder/hd.mp4" -c copy "${plain[@]}" "$folder/part-hd.mkv" && mv "$folder/part-hd.mkv" "$folder/$name" ;;
    short.mp4) x264 30 && moving "$name" 300 1920 1080 yuv420p "${coder[@]}" ;;
    uhd.mp4) x264 90 -preset veryfast && moving "$name" 90 3840 2160 yuv420p "${coder[@]}" ;;
    hevc.mp4) x265 && moving "$name" 120 1920 1080 yuv420p "${coder[@]}" ;;
    hevc10.mp4) x265 && moving "$name" 120 1920 1080 yuv420p10le "${coder[@]}" ;;
    vp9.webm)
      moving "$name" 120 1920 1080 yuv420p -c:v libvpx-vp9 -deadline realtime -cpu-used 7 -row-mt 1 -g 120 -b:v 6M ;;
    av1.mp4)
      if [[ $encoder == libsvtav1 ]]; then coder=(-preset 11 -crf 34); else coder=(-cpu-used 8 -row-mt 1 -crf 34); fi
      moving "$name" 120 1920 1080 yuv420p -c:v "$encoder" "${coder[@]}" -g 120 ;;
    minute.mp4) x264 250 && moving "$name" 1800 852 480 yuv420p "${coder[@]}" -crf 28 -maxrate 700k -bufsize 1400k ;;
    preset.mp4) moving "$name" 600 960 540 yuv420p -c:v libx264 -g 250 ;;
    no-b.mp4) moving "$name" 600 960 540 yuv420p -c:v libx264 -g 250 -bf 0 ;;
    svt.mp4) moving "$name" 500 960 540 yuv420p -c:v libsvtav1 -preset 9 -crf 34 -g 250 ;;
    drawn.mp4) x264 250 && drawn "${coder[@]}" ;;
    ten-hours.mp4) film "$name" 600 ;;
    film.*) film "$name" 120 ;;
    screen.mp4) x264 60 && screen "${coder[@]}" ;;
    *) echo "there is no clip $name" >&2; exit 2 ;;
  esac
}

for name in "$@"; do make "$name"; done
