# Files that are cut off, damaged, empty or not a video; sourced by make-corpus.sh.

# cut SOURCE [output options]: the source cut at five positions that depend on the seed. The expected pictures are those
# of a linear decode. If the index is in front, it lists all other pictures; Matroska at least gives the time of the
# end.
cut() {
  local source=$1 stem=${1%.*} ending=${1##*.} part size share rest lost same
  stem=${stem#cut-}
  for part in 1 2 3 4 5; do
    local name=cut-$stem-$part.$ending
    wanted "$name" || continue
    stock "$source" "${@:2}"
    size=$(wc -c <"$work/$source")
    share=$(pick "$name" $((part * 19 - 16)) $((part * 19 + 3)))
    rest=$((size * share / 100))
    head -c "$rest" "$work/$source" >"$files/$name"
    case $source in
      cut-fast.*)
        sent "$work/$source" >"$work/sent"
        lost=$(awk -v rest="$rest" '$3 >= rest { printf "%s ", $2 }' "$work/sent")
        same=$(awk -v rest="$rest" '$3 + $4 <= rest { printf "%s ", $2 }' "$work/sent")
        kept cut "$name" "$source" "$(from "$first" "$count")" flags=cut,whole lost="$lost" same="$same" ;;
      *.mkv | *.webm)
        whole cut "$source" "$(from "$first" "$count")"
        expect cut "$name" decoded flags=cut,told told="$(whole_line "$source" | awk -F'\t' '{ print $4 }')" ;;
      # These formats have an end of their own, or say how long they are.
      *.gif | *.ogg | *.mxf | *.asf | *.nut | *.flv) expect cut "$name" decoded flags=cut,noticed ;;
      *) expect cut "$name" decoded flags=cut ;;
    esac
  done
}
vary cut; rate=25/1; count=50; x264 "keyint=$gop:min-keyint=$gop:bframes=2"
cut cut-fast.mp4 -movflags +faststart
cut cut-frag.mp4 -movflags +frag_keyframe+empty_moov
cut cut-h264.mkv
cut cut-h264.ts "${ts[@]}"
cut cut-h264.flv
mpeg mpeg2video -bf 2; cut cut-mpeg2.mpg
mpeg mpeg4 -bf 0; cut cut-mpeg4.avi
v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop"); cut cut-theora.ogg
v=(-s "$size" -c:v gif); cut cut-gif.gif
mpeg mpeg2video -bf 0; cut cut-mpeg2.mxf
mpeg mpeg4 -bf 0; cut cut-mpeg4.nut
mpeg wmv2; cut cut-wmv2.asf
mpeg flv; cut cut-flv1.flv
# Without arithmetic coding the end of the data is found late, and the decoder conceals what is missing.
v=(-s 320x180 -pix_fmt yuv420p -c:v libx264 -profile:v baseline -g 12 -b:v 500k -threads 1); cut cut-cavlc.ts
v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6); cut cut-vp8.webm

# damaged SOURCE: some bytes of the pictures are flipped, at positions that depend on the seed.
damaged() {
  local source=$1 n name
  for n in 1 2; do
    name=${source%.*}-$n.${source##*.}
    wanted "$name" || continue
    stock "$source" "${@:2}"
    perl -e '
      my ($seed, $input, $output) = @ARGV;
      open my $source, "<:raw", $input or die; my $file = do { local $/; <$source> };
      my $state = $seed;
      for (1 .. 6) {
        $state = ($state * 1103515245 + 12345) & 0x7FFFFFFF;
        my $at = int(length($file) * (0.25 + 0.6 * $state / 0x7FFFFFFF));
        substr $file, $at, 1, chr(ord(substr $file, $at, 1) ^ (1 << $state % 8));
      }
      open my $target, ">:raw", $output or die; print $target $file; close $target or die' \
      "$(pick "$name" 1 2000000000)" "$work/$source" "$files/$name"
    case $name in
      # The table at the beginning is whole, and lists all pictures.
      *.mp4 | *.mov) kept damaged "$name" "$source" "$(from "$first" "$count")" flags=damaged strewn=1 ;;
      *.avi) kept damaged "$name" "$source" "$(from "$first" "$count")" flags=damaged strewn=1 placed=1 ;;
      *) expect damaged "$name" decoded flags=damaged ;;
    esac
  done
}
vary damaged; rate=25/1; count=50; x264 "keyint=$gop:min-keyint=$gop:bframes=2"
damaged damaged-h264.mp4 -movflags +faststart
damaged damaged-h264.ts "${ts[@]}"
damaged damaged-h264.mkv
x265 "keyint=$gop:min-keyint=$gop:bframes=2"; damaged damaged-hevc.mp4 -movflags +faststart
mpeg mpeg2video -bf 2; damaged damaged-mpeg2.ts "${ts[@]}"
v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0); damaged damaged-vp9.webm
v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4); damaged damaged-mjpeg.mov -movflags +faststart
mpeg mpeg4 -bf 0; damaged damaged-mpeg4.avi

# --- No video -----------------------------------------------------------------------------------------------------

if wanted empty.mp4; then : >"$files/empty.mp4"; refuse none empty.mp4 3; fi
if wanted text.mp4; then printf 'These are words.\n%.0s' {1..200} >"$files/text.mp4"; refuse none text.mp4 3; fi
if wanted random.mkv; then
  perl -e 'my $s = shift; for (1 .. 20000) { $s = ($s * 1103515245 + 12345) & 0x7FFFFFFF; print chr($s >> 16 & 255) }' \
    "$(pick random 1 2000000000)" >"$files/random.mkv"
  refuse none random.mkv 3
fi
if wanted playlist.m3u8; then
  printf '%s\n' '#EXTM3U' '#EXT-X-TARGETDURATION:3' '#EXTINF:2.0,' h264.mp4 '#EXT-X-ENDLIST' >"$files/playlist.m3u8"
  refuse none playlist.m3u8 3
fi
if wanted headless.mp4; then
  vary headless; x264 "keyint=$gop:bframes=2"; stock headless.mp4
  # The index is at the end, which is cut off.
  head -c $(($(wc -c <"$work/headless.mp4") / 2)) "$work/headless.mp4" >"$files/headless.mp4"
  refuse none headless.mp4 3
fi
for name in sound-only.m4a sound-only.ogg sound-only.mkv sound-only.ts; do
  wanted $name || continue
  ff -f lavfi -t 1 -i anullsrc=r=48000:cl=mono "${exact[@]}" \
    -c:a "$([[ $name == *.ogg ]] && echo libvorbis || echo aac)" "$files/$name"
  refuse none $name 4
done
