# Sound with priming samples at its start, which are not played; sourced by make-corpus.sh. The clock starts with the
# first sound, which codecs and containers signal in many ways.

# primed NAME CODEC LATE [options]: pictures that start LATE (ms), with sound in a codec.
primed() {
  local name=$1 codec=$2 late=$3 source
  shift 3
  wanted "$name" || return 0
  case $name in
    *.webm) source=primed.webm; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6) ;;
    *.ogg) source=primed.ogg; v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop") ;;
    *.mpg) source=primed.mkv; mpeg mpeg2video -bf 0 ;;
    *.asf) source=primed.asf; mpeg wmv2 ;;
    *) source=primed.mp4; x264 "keyint=$gop:bframes=0" ;;
  esac
  stock "$source"
  local sound=(-c:a "$codec" -strict -2 -b:a 64k) hertz=48000
  case $codec in
    libspeex) hertz=16000 sound+=(-ac 1) ;;
    pcm_s16le) hertz=8000 ;;
    dca) sound+=(-b:a 384k) ;; # it needs at least this
    aac | libmp3lame | wmav2 | alac) hertz=$(choose "$name hertz" 44100 48000) ;;
  esac
  ff -itsoffset "${late}ms" -i "$work/$source" -f lavfi -t 2 -i "anullsrc=r=$hertz:cl=stereo" -map 0:v -map 1:a \
    "${exact[@]}" -c:v copy "${sound[@]}" "$@" "$files/$name" || { failures=$((failures + 1)); return 0; }
  expect priming "$name" "$(from "$first" "$count")" sound=1
}

vary primed; rate=25/1; count=30
# codec containers…
while read -r codec containers; do
  for container in $containers; do
    name=primed-${codec#lib}.$container
    [[ $codec != opus && $codec != vorbis ]] || name=primed-own-$codec.$container
    primed "$name" "$codec" "$(pick "$name late" 40 700)"
  done
done <<'END'
aac mp4 mov mkv nut ts flv asf
libmp3lame mp4 mov mkv ts flv asf mpg
mp2 mp4 mkv ts mpg
ac3 mp4 mov mkv ts mpg
eac3 mp4 mkv ts
flac mp4 mkv nut ogg
alac mp4 mov mkv
libopus mp4 mkv webm ogg ts nut
opus mkv webm ogg ts
libvorbis mp4 mkv webm ogg nut
vorbis mkv webm ogg
pcm_s16le mov mkv asf
wmav2 asf mkv
libspeex ogg flv nut mkv
dca mp4 mkv ts mpg
END

# AAC priming as written by common encoders: FFmpeg's 1024, Apple's 2112, others; more than one packet, and less.
for delay in 1024 2112 2624 1600 1105 1681 312 3840; do
  primed "primed-$delay.mp4" aac "$(pick "primed $delay" 40 700)" -bsf:a "setts=ts=TS-($delay-1024)"
  primed "primed-$delay.mov" aac "$(pick "primed mov $delay" 40 700)" -bsf:a "setts=ts=TS-($delay-1024)"
  primed "primed-$delay-start.mp4" aac 0 -bsf:a "setts=ts=TS-($delay-1024)"
done
