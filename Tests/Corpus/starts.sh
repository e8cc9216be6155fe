# Places at which decoding must not start although the file says so, and packets that give no picture; sourced by
# make-corpus.sh.

# change_bytes NAME SOURCE PERL: the source with its bytes, in $_, changed by a piece of Perl.
change_bytes() {
  local name=$1 source=$2 change=$3
  perl -0777 -e "undef \$/; open F, '<:raw', \$ARGV[0] or die; \$_ = <F>; $change; open G, '>:raw', \$ARGV[1] or die; print G \$_; close G" \
    "$work/$source" "$files/$name"
}

# believed NAME PERL: a file with a keyframe mark at a picture that is none.
believed() {
  local name=$1 change=$2
  shift 2
  wanted "$name" || return 0
  stock "$name"
  change_bytes "$name" "$name" "$change"
  cmp -s "$work/$name" "$files/$name" && { echo "$name: nothing was changed" >&2; failures=$((failures + 1)); return 0; }
  expect believed "$name" "$(from "$first" "$count")" "$@"
}
# The second sync sample of an mp4 is the next picture instead (stss: version, count, numbers).
stss='my $at = index($_, "stss"); substr $_, $at + 16, 4, pack "N", 1 + unpack "N", substr $_, $at + 16, 4'
# The flag of the eighth and the fourteenth picture in the index of an AVI (idx1: name, flags, offset, size).
idx1='my $at = index($_, "idx1") + 8; for my $n (8, 14) { substr $_, $at + 16 * $n + 4, 4, pack "V", 16 | unpack "V", substr $_, $at + 16 * $n + 4, 4 }'
vary believed; rate=25/1; count=50; gop=11
v=(-s 176x144 -pix_fmt yuv420p -c:v h263 -q:v 5 -g "$gop"); believed believed-h263.3gp "$stss"
mpeg mpeg4 -bf 0; believed believed-mpeg4.mp4 "$stss"
v=(-s "$size" -pix_fmt yuv420p -c:v libx264 -preset veryfast -x264-params "threads=1:keyint=$gop:bframes=0:scenecut=0")
believed believed-h264.mp4 "$stss"
for codec in flv wmv1 wmv2 msmpeg4 msmpeg4v2; do
  mpeg "$codec"; believed believed-$codec.avi "$idx1" counted=1
done
v=(-s "$size" -pix_fmt rgb24 -c:v cinepak -g "$gop"); count=24; believed believed-cinepak.avi "$idx1" counted=1
v=(-s "$size" -pix_fmt yuv420p -c:v svq1 -g "$gop"); count=24; believed believed-svq1.mov "$stss"

# --- Packets without a picture ----------------------------------------------------------------------------------------

# Some pictures of MPEG-4 part 2, up to a keyframe, are not coded (vop_coded 0): the one before stays on screen.
vary uncoded; rate=25/1; count=50; mpeg mpeg4 -bf 0; v+=(-g 24)
uncode='my ($n, $from, $to) = (0, 10, 23); s/(\x00\x00\x01\xB6.)(.)/my $k = $n++; $1 . chr(ord($2) & ($k >= $from && $k <= $to ? 0xDF : 0xFF))/ges'
coded=($(seq 0 9) $(seq 24 $((count - 1))))
if wanted uncoded.avi || wanted uncoded.mkv; then
  stock uncoded.avi
  change_bytes uncoded.avi uncoded.avi "$uncode"
  shown=$(for n in "${coded[@]}"; do printf '%s ' $((first + n)); done)
  ! wanted uncoded.mkv || copy "$files/uncoded.avi" "$files/uncoded.mkv"
  for name in uncoded.avi uncoded.mkv; do
    wanted $name && expect uncoded $name "${shown% }" times="${coded[*]}" \
      $([[ $name == *.avi ]] && echo counted=1) || rm -f "$files/$name"
  done
fi

# Access unit delimiters, each a sample of its own in the tables of an mp4.
vary units; count=40; x264 "keyint=$gop:min-keyint=$gop:bframes=0:aud=1"
if wanted units.mp4; then
  stock units.mp4 -bsf:v h264_metadata=aud=insert
  "$here/rebuild-mp4.pl" split "$work/units.mp4" "$files/units.mp4"
  expect units units.mp4 "$(from "$first" "$count")"
fi

# --- Two descriptions ---------------------------------------------------------------------------------------------------

# Clips joined without encoding: the second half has other parameters, under the same numbers.
vary described; rate=25/1; count=20
for kind in h264 hevc; do
  name=described-$kind.mp4
  wanted "$name" || continue
  first=$(pick "$name first" 200 300)
  for half in 0 1; do
    size=$([[ $half == 0 ]] && echo 160x144 || echo 128x112)
    if [[ $kind == h264 ]]; then x264 "keyint=7:min-keyint=7:bframes=0"; else x265 "keyint=7:min-keyint=7:bframes=0"; fi
    encode "$work/half-$half.mp4" $((first + half * count)) "$count" "${v[@]}" -video_track_timescale 25
  done
  "$here/rebuild-mp4.pl" join "$work/half-0.mp4" "$work/half-1.mp4" "$files/$name"
  expect described "$name" "$(from "$first" $((2 * count)))"
done

# --- A beginning that is no proven start --------------------------------------------------------------------------------

# A transport stream that begins with an intra picture which is no IDR picture, and has no message that calls it a
# recovery point; an IDR picture follows later. Players show all that follows the first.
vary begun; rate=25/1; count=50; x264 "keyint=10:min-keyint=10:bframes=2:open-gop=1"
if wanted begun.ts; then
  stock begun.ts -forced-idr 1 -force_key_frames 1.2 -bsf:v filter_units=remove_types=6 "${ts[@]}"
  head=$(ffprobe -v quiet -select_streams v:0 -show_entries packet=pos -of csv=p=0 "$work/begun.ts" | sed -n '1s/,.*//p')
  at=$(ffprobe -v quiet -select_streams v:0 -show_entries frame=pkt_pos,pict_type -of compact=p=0 "$work/begun.ts" |
    sed -n 's/pkt_pos=\([0-9]*\)|pict_type=I.*/\1/p' | sed -n 2p)
  { head -c "$head" "$work/begun.ts"; tail -c +$((at + 1)) "$work/begun.ts"; } >"$files/begun.ts"
  expect begun begun.ts decoded
fi
