# Edit lists of every kind; sourced by make-corpus.sh.

# edited NAME START [options]: the packets of a film from a moment on; the edit list hides earlier pictures. START is in
# pictures; a fraction starts in mid-frame, and the next whole picture is frame 0.
edited() {
  local name=$1 source=$2 start=$3 whole
  wanted "$name" || return 0
  stock "$source"
  ff -ss "$(awk -v s="$start" -v r="$rate" 'BEGIN { split(r, f, "/"); printf "%.6f", s * f[2] / f[1] }')" \
    -i "$work/$source" -map 0:v:0 "${exact[@]}" -c copy "${@:4}" "$files/$name"
  whole=$(awk -v s="$start" 'BEGIN { print int(s) + (s > int(s)) }')
  expect edits "$name" "$(from $((first + whole)) $((count - whole)))"
}
for n in 1 2 3; do
  vary edit-$n; rate=25/1; count=56
  x264 "keyint=$gop:min-keyint=$gop:bframes=$n"
  edited edit-inside-$n.mp4 edit-$n.mp4 "$(pick edit-$n 2 25)"
  edited edit-keyframe-$n.mp4 edit-$n.mp4 "$gop"
  edited edit-middle-$n.mov edit-$n.mp4 "$(pick edit-$n 2 25).5"
done
vary edit-long; rate=25/1; count=56; x264 "keyint=250:bframes=3:b-pyramid=normal"
edited edit-long.mp4 edit-long.mp4 "$(pick edit-long 20 40)"
vary edit-open; rate=25/1; count=56; x264 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=1"
edited edit-open.mp4 edit-open.mp4 "$(pick edit-open 15 30)"
vary edit-hevc; rate=25/1; count=56; x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=0"
edited edit-hevc.mp4 edit-hevc.mp4 "$(pick edit-hevc 15 30)"
vary edit-plain; rate=25/1; count=40; mpeg mpeg4 -bf 0
edited edit-mpeg4.mp4 edit-mpeg4.mp4 "$(pick edit-plain 5 20)"
vary edit-intra; rate=25/1; count=30; v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4)
edited edit-mjpeg.mov edit-mjpeg.mov "$(pick edit-intra 3 20)"

# listed NAME "START LENGTH; …": an edit list written by hand, both in pictures; START -1 is an empty edit.
listed() {
  local name=$1 list=$2 numbers=$3 times=$4
  wanted "$name" || return 0
  stock listed.mp4
  "$here/write-edits.pl" "$work/listed.mp4" "$files/$name" 25 "$list"
  expect edits "$name" "$(for n in $numbers; do seq -s ' ' $((first + ${n%-*})) $((first + ${n#*-})); done | tr '\n' ' ' |
    sed 's/ $//')" times="$times" "${@:5}"
}
vary listed; rate=25/1; count=50; size=160x144
x264 "keyint=10:min-keyint=10:bframes=0"
listed edits-two.mp4 "0 10;20 10" "0-9 20-29" index
listed edits-three.mp4 "5 10;25 8;40 10" "5-14 25-32 40-49" index
listed edits-repeat.mp4 "0 12;5 12" "0-11 5-16" index
listed edits-backwards.mp4 "30 10;10 10" "30-39 10-19" index
listed edits-end.mp4 "0 20" "0-19" index
listed edits-delay.mp4 "-1 25;0 50" "0-49" index
