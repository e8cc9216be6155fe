# Files with several streams: sound, covers, subtitles, timecode; sourced by make-corpus.sh.

# with_sound [OFFSET]: silence as long as the pictures of `count` frames.
with_sound() {
  local seconds
  seconds=$(awk -v n="$count" -v r="$rate" 'BEGIN { split(r, f, "/"); print n * f[2] / f[1] }')
  inputs=(${1:+-itsoffset "$1"} -f lavfi -t "$seconds" -i "anullsrc=r=48000:cl=mono")
}
for container in mp4 mkv ts mov m2ts nut; do
  vary "sound $container"; x264 "keyint=$gop:bframes=2"; with_sound
  clip streams sound.$container -map 0:v -map 1:a -c:a aac -b:a 32k :: sound=1
  # The sound is stream 0, and starts later than the pictures, or earlier.
  clip streams sound-first.$container -map 1:a -map 0:v -c:a aac -b:a 32k :: sound=1
  with_sound 0.3
  clip streams sound-late.$container -map 0:v -map 1:a -c:a aac -b:a 32k :: sound=1
done
vary sound-flv; x264 "keyint=$gop:bframes=2"; with_sound; clip streams sound.flv -map 0:v -map 1:a -c:a aac :: sound=1
vary sound-mpg; rate=25/1; mpeg mpeg2video -bf 2; with_sound; clip streams sound.mpg -map 0:v -map 1:a -c:a mp2 :: sound=1
vary sound-avi; rate=25/1; mpeg mpeg4; with_sound; clip streams sound.avi -map 0:v -map 1:a -c:a mp2 :: counted=1
vary sound-webm; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6); with_sound
clip streams sound.webm -map 0:v -map 1:a -c:a libopus -b:a 32k :: sound=1
vary sound-ogg; v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop"); with_sound
clip streams sound.ogg -map 0:v -map 1:a -c:a libvorbis :: sound=1
inputs=()

# The pictures start later than the sound.
for container in mp4 mkv; do
  wanted pictures-late.$container || continue
  vary pictures-late; x264 "keyint=$gop:bframes=2"; stock pictures-late.mp4
  ff -itsoffset 0.52 -i "$work/pictures-late.mp4" -f lavfi -t 3 -i anullsrc=r=48000:cl=mono "${exact[@]}" -map 0:v -map 1:a \
    -c:v copy -c:a aac -b:a 32k "$files/pictures-late.$container"
  expect streams pictures-late.$container "$(from "$first" "$count")" sound=1
done

# Two films in one file: the better one is chosen, and the first of equal ones.
for container in mp4 mkv ts; do
  wanted two.$container || continue
  vary two; rate=25/1; count=24; x264 "keyint=$gop:bframes=2"; stock two-a.mp4
  encode "$work/two-b.mp4" 400 "$count" "${v[@]}" -crf 45
  ff -i "$work/two-a.mp4" -i "$work/two-b.mp4" -map 0:v -map 1:v "${exact[@]}" -c copy -disposition:v:0 default \
    "$files/two.$container"
  expect streams two.$container "$(from "$first" "$count")"
done

# Covers after and before the film, and subtitles.
vary covers; count=16; x264 "keyint=$gop:bframes=2"
ff -f lavfi -i color=orange:s=320x320 "${exact[@]}" -frames:v 1 -c:v mjpeg "$work/cover.jpg"
for container in mp4 mov; do
  wanted cover-after.$container || wanted cover-before.$container || continue
  stock covers.mp4
  ff -i "$work/covers.mp4" -i "$work/cover.jpg" -map 0:v -map 1:v "${exact[@]}" -c copy -disposition:v:1 attached_pic \
    -f mp4 "$work/cover.$container"
  if wanted cover-after.$container; then
    cp "$work/cover.$container" "$files/cover-after.$container"
    expect streams cover-after.$container "$(from "$first" "$count")"
  fi
  wanted cover-before.$container || continue
  "$here/move-cover.pl" "$work/cover.$container" "$files/cover-before.$container"
  expect streams cover-before.$container "$(from "$first" "$count")" stream=v:1
done
if wanted cover-after.mkv; then
  stock covers.mp4
  ff -i "$work/covers.mp4" "${exact[@]}" -c copy -attach "$work/cover.jpg" -metadata:s:1 mimetype=image/jpeg \
    -metadata:s:1 filename=cover.jpg "$files/cover-after.mkv"
  expect streams cover-after.mkv "$(from "$first" "$count")"
fi
printf '1\n00:00:00,000 --> 00:00:01,000\nwords\n' >"$work/words.srt"
for container in mp4 mkv; do
  wanted subtitles.$container || continue
  stock covers.mp4
  ff -i "$work/words.srt" -i "$work/covers.mp4" -map 0:s -map 1:v "${exact[@]}" -c:v copy \
    -c:s "$([[ $container == mp4 ]] && echo mov_text || echo srt)" "$files/subtitles.$container"
  expect streams subtitles.$container "$(from "$first" "$count")"
done
for code in 01:00:00:00 10:09:58:20; do
  vary "timecode $code"; rate=25/1; x264 "keyint=$gop:bframes=2"
  clip streams "timecode-${code//:/.}.mov" -timecode "$code"
done
vary timecode-drop; rate=30000/1001; x264 "keyint=$gop:bframes=2"; clip streams timecode-drop.mov -timecode "01:00:59;20"
