# Packets that can no longer be decoded, but keep their positions; sourced by make-corpus.sh.

# some NAME KIND…: lines of `sent`: two neighbours (pair), any one (single), the last one (last), or one of a kind, at
# positions that depend on the seed, and not among the first four.
some() {
  local name=$1 kind
  shift
  for kind in "$@"; do
    awk -v kind="$kind" -v at="$(pick "$name $kind" 0 999)" '
      NR > 4 && (kind ~ /pair|single|last/ || kind == $5) { line[count++] = $0 }
      END {
        place = kind == "last" ? count - 1 : int(at * (count - (kind == "pair")) / 1000)
        print line[place]
        if (kind == "pair") print line[place + 1]
      }' "$work/sent"
  done | sort -nu
}

# spoilt NAME SOURCE WAY "KIND…" [:: settings]: the file SOURCE, with the chosen packets made undecodable.
spoilt() {
  local name=$1 source=$2 way=$3 kinds=$4 whole=$2 header=0 fill spoilt lost same
  shift $(($# > 4 ? 5 : 4))
  wanted "$name" || return 0
  stock "$source"
  sent "$work/$source" >"$work/sent"
  # In a block of Matroska the payload follows the number of the track, the time and the flags.
  case $source in *.mkv | *.webm) header=4 ;; esac
  # shellcheck disable=SC2086
  some "$name" $kinds | awk -v h="$header" '{ print $1, $3 + h ":" $4 }' >"$work/chosen"
  spoilt=$files/$name
  # A transport stream has no contiguous packets: they are spoilt in another container before it is made.
  [[ $name != *.ts ]] || spoilt=$work/spoilt-$source
  # A decoder may take some bytes for half a picture and say nothing: then there is no damage, and others are tried.
  for fill in 55 AA 0F F0; do
    # shellcheck disable=SC2046
    "$here/spoil-packets.pl" "$work/$source" "$spoilt" "${way/half/half-$fill}" $(awk '{ print $2 }' "$work/chosen")
    [[ $way == half && -z $(ffmpeg -v error -threads 1 -i "$spoilt" -f null - 2>&1) ]] || break
  done
  if [[ $name == *.ts ]]; then
    whole=whole-$name
    copy "$work/$source" "$work/$whole" "${ts[@]}"
    copy "$spoilt" "$files/$name" "${ts[@]}" 2>/dev/null # it reports the damage
    sent "$work/$whole" >"$work/sent"
  fi
  lost=$(awk 'FNR == NR { isLost[$1]; next } $1 in isLost { printf "%s ", $2 }' "$work/chosen" "$work/sent")
  # FFmpeg's parsers must not have joined or split packets.
  [[ $lost ]] && cmp -s <(sent "$files/$name" | awk '{ print $2, $4 }') <(awk '{ print $2, $4 }' "$work/sent") || {
    echo "$name: the packets are not those of the whole file" >&2
    failures=$((failures + 1))
    return 0
  }
  # Pictures before the first spoilt packet are unchanged; if every picture is a keyframe, so are all others.
  same=$(awk 'FNR == NR { isLost[$1]; if (NR == 1) end = $1; next }
    { if ($5 != "K") buildsOnOthers = 1; pts[$1] = $2 }
    END { for (n in pts) if (!(n in isLost) && (!buildsOnOthers || n + 0 < end + 0)) printf "%s ", pts[n] }' \
    "$work/chosen" "$work/sent")
  kept kept "$name" "$whole" "$(from "$first" "$count")" flags=damaged,kept lost="$lost" same="$same" "$@"
}

# --- Intra-only codecs ------------------------------------------------------------------------------------------

vary kept-mjpeg; v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4)
spoilt kept-mjpeg.mov kept-mjpeg.mov zeros "pair single"
spoilt kept-mjpeg.mp4 kept-mjpeg.mp4 ones "single pair"
spoilt kept-mjpeg.mkv kept-mjpeg.mkv zeros "pair single last"
rate=25/1
spoilt kept-mjpeg.avi kept-mjpeg.avi zeros "pair single" :: counted=1
vary kept-png; count=24; v=(-s "$size" -pix_fmt rgb24 -c:v png -pred none)
spoilt kept-png.mov kept-png.mov zeros "pair single"
spoilt kept-png.mkv kept-png.mkv png "pair single"
vary kept-ffv1; count=24; v=(-s "$size" -pix_fmt yuv420p -c:v ffv1 -level 3 -g 1)
spoilt kept-ffv1.mkv kept-ffv1.mkv ones "pair single"
vary kept-prores; count=24; v=(-s "$size" -pix_fmt yuv422p10le -c:v prores_ks -profile:v 1)
spoilt kept-prores.mov kept-prores.mov zeros "pair single"
vary kept-utvideo; count=24; rate=25/1; v=(-s "$size" -pix_fmt yuv420p -c:v utvideo)
spoilt kept-utvideo.avi kept-utvideo.avi ones "pair single" :: counted=1

# --- Codecs with inter prediction -------------------------------------------------------------------------------

vary kept-h264; count=50; x264 "keyint=$gop:min-keyint=$gop:bframes=2"
for container in mp4 mov mkv; do
  spoilt kept-h264-pair.$container kept-h264.$container zeros "pair single"
  spoilt kept-h264-kinds.$container kept-h264.$container filler "K B"
done
spoilt kept-h264-b.mp4 kept-h264.mp4 h264 "B"
spoilt kept-h264-pair.ts kept-h264.mp4 h264 "pair single"
spoilt kept-h264-kinds.ts kept-h264.mp4 h264 "K B"
x264 "keyint=$gop:min-keyint=$gop:bframes=0"
spoilt kept-h264-plain.mp4 kept-h264-plain.mp4 filler "pair K"
spoilt kept-h264-plain.mkv kept-h264-plain.mkv ones "pair single last"
x264 "keyint=$gop:min-keyint=$gop:bframes=3:b-pyramid=normal:open-gop=1"
spoilt kept-h264-open.mp4 kept-h264-open.mp4 zeros "B K"
# Two threads decode the many pictures that depend on the damaged keyframe, which those shown before it do, too.
vary kept-long; count=300; x264 "keyint=100:min-keyint=100:bframes=3:open-gop=1"
spoilt kept-long.mkv kept-long.mkv half "K" :: lost= marked=1
spoilt kept-long.mp4 kept-long.mp4 half "K" :: lost= marked=1
gop=100; mpeg mpeg2video -bf 2; spoilt kept-long-mpeg2.mkv kept-long-mpeg2.mkv half "K" :: lost= marked=1
vary kept-hevc; count=50; x265 "keyint=$gop:min-keyint=$gop:bframes=2:open-gop=0"
spoilt kept-hevc-pair.mp4 kept-hevc.mp4 zeros "pair single"
spoilt kept-hevc-kinds.mkv kept-hevc.mkv hevc "K B"
spoilt kept-hevc-kinds.ts kept-hevc.mp4 hevc "pair B"
vary kept-mpeg2; count=50; rate=25/1; mpeg mpeg2video -bf 2
spoilt kept-mpeg2.mp4 kept-mpeg2.mp4 zeros "pair B"
spoilt kept-mpeg2.mkv kept-mpeg2.mkv mpeg2 "K B"
spoilt kept-mpeg2.ts kept-mpeg2.mp4 mpeg2 "pair K"
vary kept-mpeg4; count=50; mpeg mpeg4 -bf 2
spoilt kept-mpeg4.mp4 kept-mpeg4.mp4 zeros "pair B"
spoilt kept-mpeg4.mkv kept-mpeg4.mkv zeros "K B"
rate=25/1; mpeg mpeg4 -bf 0
spoilt kept-mpeg4.avi kept-mpeg4.avi zeros "pair K" :: counted=1
vary kept-vp8; count=50; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6)
spoilt kept-vp8-pair.webm kept-vp8.webm zeros "pair single"
spoilt kept-vp8-key.mkv kept-vp8.mkv zeros "K"
vary kept-vp9; count=50; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0)
spoilt kept-vp9-pair.webm kept-vp9.webm zeros "pair single"
spoilt kept-vp9-key.mp4 kept-vp9.mp4 zeros "K"
vary kept-theora; count=50; v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop")
spoilt kept-theora.mkv kept-theora.mkv ones "pair K"
