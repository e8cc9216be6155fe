# Every codec, in its usual container; sourced by make-corpus.sh.

# --- H.264 ------------------------------------------------------------------------------------------------------

for n in 1 2; do
  vary h264-bframes-$n; x264 "keyint=250:bframes=3:b-pyramid=normal"; clip bframes h264-bframes-$n.mp4
  vary h264-closed-$n; x264 "keyint=$gop:min-keyint=$gop:bframes=2"; clip bframes h264-closed-$n.mp4
  vary h264-plain-$n; x264 "keyint=$gop:min-keyint=$gop:bframes=0"; clip bframes h264-plain-$n.mp4
done
vary h264-422; x264 "keyint=$gop:bframes=2" yuv422p; clip pixels h264-422.mp4
vary h264-444; x264 "keyint=$gop:bframes=2" yuv444p; clip pixels h264-444.mkv
vary h264-10bit; x264 "keyint=$gop:bframes=2" yuv420p10le; clip pixels h264-10bit.mp4
vary h264-422-10bit; x264 "keyint=$gop:bframes=2" yuv422p10le; clip pixels h264-422-10bit.ts "${ts[@]}"
vary h264-gray; x264 "keyint=$gop:bframes=2" gray; clip pixels h264-gray.mp4
vary h264-lossless-rgb
v=(-s "$size" -pix_fmt rgb24 -c:v libx264rgb -preset veryfast -qp 0 -x264-params "threads=1:keyint=$gop:bframes=0")
clip pixels h264-lossless-rgb.mp4
vary h264-refs; x264 "keyint=60:bframes=8:b-pyramid=strict:ref=8:weightp=2"; clip bframes h264-refs.mkv

for kind in intra-refresh; do
  for container in mp4 mkv ts; do
    vary h264-$kind-$container; count=56
    x264 "keyint=$((gop + 6)):intra-refresh=1:bframes=0"; clip intra-refresh h264-$kind.$container
  done
done

# --- Open GOPs --------------------------------------------------------------------------------------------------

for container in mp4 mkv ts m2ts mov; do
  vary h264-open-$container
  x264 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=1"; clip open-gop h264-open.$container
  vary hevc-open-$container
  x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=1"; clip open-gop hevc-open.$container
done
for container in ts mpg mkv mp4; do
  vary mpeg2-open-$container; mpeg mpeg2video -bf 2; clip open-gop mpeg2-open.$container
done

# --- HEVC, VP8, VP9, AV1 ----------------------------------------------------------------------------------------

vary hevc-closed; x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=0"; clip bframes hevc-closed.mp4
vary hevc-10bit; x265 "keyint=$gop:min-keyint=$gop:bframes=3" yuv420p10le; clip pixels hevc-10bit.mp4
vary hevc-444; x265 "keyint=$gop:min-keyint=$gop:bframes=2" yuv444p; clip pixels hevc-444.mkv
vary hevc-plain; x265 "keyint=$gop:bframes=0"; clip bframes hevc-plain.ts
vary hevc-layers; x265 "keyint=24:min-keyint=24:bframes=3:temporal-layers=1"; clip bframes hevc-layers.mp4

# hidden CLASS NAME OPTIONS: two passes, so that alternate reference pictures appear, which are never shown.
hidden() {
  local class=$1 name=$2
  shift 2
  wanted "$name" || return 0
  first=$(pick "$name first" 200 300)
  for pass in 1 2; do
    encode "$files/$name" "$first" "$count" "${v[@]}" "$@" -pass "$pass" -passlogfile "$work/passes"
  done
  expect "$class" "$name" "$(from "$first" "$count")"
}
for n in 1 2; do
  vary vp9-hidden-$n; v=(-s "$size" -pix_fmt yuv420p)
  hidden hidden vp9-hidden-$n.webm -c:v libvpx-vp9 -b:v 90k -g 40 -auto-alt-ref 1 -lag-in-frames 16 -cpu-used 5 -row-mt 0
  vary vp8-hidden-$n; v=(-s "$size" -pix_fmt yuv420p)
  hidden hidden vp8-hidden-$n.webm -c:v libvpx -b:v 90k -g 40 -auto-alt-ref 1 -lag-in-frames 16 -cpu-used 5
done
vary vp9; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0)
clip bframes vp9.mp4
clip bframes vp9.mkv
vary vp9-10bit; v=(-s "$size" -pix_fmt yuv420p10le -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0)
clip pixels vp9-10bit.webm
vary vp8; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6)
clip bframes vp8.mkv
for depth in 8 10; do
  format=yuv420p$([[ $depth == 8 ]] || echo 10le)
  vary av1-aom-$depth; count=$((count / 2 + 8))
  v=(-s "$size" -pix_fmt "$format" -c:v libaom-av1 -b:v 0 -crf 45 -cpu-used 8 -row-mt 0 -g 20 -lag-in-frames 16)
  clip hidden av1-aom-${depth}bit.mp4
  clip hidden av1-aom-${depth}bit.webm
  vary av1-svt-$depth; count=$((count / 2 + 8))
  v=(-s "$size" -pix_fmt "$format" -c:v libsvtav1 -preset 10 -crf 45 -g 16 -svtav1-params lp=1)
  clip hidden av1-svt-${depth}bit.mkv
done

# Frames of AV1 that no wanted one depends on: a pyramid, grain, frames that refer to the past only, intra-only frames at
# its tops, switch frames; libaom's grain and error resilience.
# svt NAME PARAMETERS, aom NAME OPTIONS
svt() {
  vary "$1"
  v=(-s "$size" -pix_fmt yuv420p -c:v libsvtav1 -preset "$(pick "$1 preset" 8 12)" -crf 45 -g 250 -svtav1-params "lp=1:$2")
  clip hidden "$1"
}
aom() {
  vary "$1"; count=$((count / 2 + 8))
  v=(-s "$size" -pix_fmt yuv420p -c:v libaom-av1 -b:v 0 -crf 45 -cpu-used 8 -row-mt 0 -g 250 "${@:2}")
  clip hidden "$1"
}
svt av1-svt-pyramid.mp4 hierarchical-levels=4
svt av1-svt-grain.mkv film-grain=8
svt av1-svt-low.mp4 pred-struct=1
svt av1-svt-open.webm irefresh-type=1:keyint=16
svt av1-svt-tiles.ivf tile-columns=1:hierarchical-levels=3
aom av1-aom-grain.mkv -lag-in-frames 20 -denoise-noise-level 20
aom av1-aom-resilient.mp4 -lag-in-frames 0 -error-resilience default

# --- MPEG and its relatives ---------------------------------------------------------------------------------------

vary mpeg1; mpeg mpeg1video -bf 2; rate=25/1; clip bframes mpeg1.mpg
vary mpeg2-422; mpeg mpeg2video -bf 2 -profile:v 0; v[3]=yuv422p; rate=25/1; clip pixels mpeg2-422.mkv
vary mpeg4; mpeg mpeg4 -bf 2; clip bframes mpeg4.mp4
vary mpeg4-avi; mpeg mpeg4 -bf 2; clip untimed mpeg4-bframes.avi :: counted=1
vary mpeg4-plain; mpeg mpeg4 -bf 0; clip untimed mpeg4-plain.avi :: counted=1
for n in 1 2; do
  vary mpeg4-packed-$n
  if wanted mpeg4-packed-$n.avi; then
    mpeg mpeg4 -bf 1 -vtag XVID; rate=25/1
    stock single-$n.avi
    "$here/../../Fixtures/pack-bframes.pl" "$work/single-$n.avi" "$files/mpeg4-packed-$n.avi"
    expect untimed mpeg4-packed-$n.avi "$(from "$first" "$count")" counted=1
  fi
done
vary h264-avi; x264 "keyint=$gop:bframes=3"; clip untimed h264-bframes.avi :: counted=1
vary flv1; mpeg flv; clip bframes flv1.flv
vary wmv2; mpeg wmv2; clip bframes wmv2.asf
vary wmv1; mpeg wmv1; clip bframes wmv1.wmv
vary msmpeg4; mpeg msmpeg4; clip untimed msmpeg4.avi :: counted=1
vary theora; v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop"); clip bframes theora.ogg
vary h263; v=(-s 176x144 -pix_fmt yuv420p -c:v h263 -q:v 5 -g "$gop"); clip bframes h263.3gp
vary overlap; v=(-s 176x144 -pix_fmt yuv420p -c:v h263 -obmc 1 -q:v 5 -g "$gop"); clip bframes overlap-h263.avi
vary rv20; v=(-s 176x144 -pix_fmt yuv420p -c:v rv20 -q:v 5 -g "$gop"); clip bframes rv20.rm

# --- Intra and lossless codecs ------------------------------------------------------------------------------------

# intra NAME PIXEL-FORMAT CODEC [options]
intra() {
  local name=$1 format=$2 codec=$3
  shift 3
  vary "$name"
  count=$((count / 3 + 4))
  v=(-s "$size" -pix_fmt "$format" -c:v "$codec" "$@")
  [[ $name == *.avi ]] && clip intra "$name" :: counted=1 || clip intra "$name"
}
intra mjpeg.avi yuvj420p mjpeg -q:v 4
intra mjpeg.mov yuvj422p mjpeg -q:v 4
intra mjpeg-444.mkv yuvj444p mjpeg -q:v 4
intra prores.mov yuv422p10le prores_ks -profile:v 1
intra prores-4444.mov yuva444p10le prores_ks -profile:v 4
intra ffv1.mkv yuv420p ffv1 -level 3 -g 1
intra ffv1-10bit.mkv yuv422p10le ffv1 -level 3 -g 4
intra ffv1-gray16.mkv gray16le ffv1 -level 3 -g 1
intra huffyuv.avi yuv422p huffyuv
intra huffyuv-rgb.mkv bgra huffyuv
intra ffvhuff.avi yuv420p ffvhuff
intra utvideo.avi yuv420p utvideo
intra qtrle.mov rgb24 qtrle -g 6
intra qtrle-alpha.mov argb qtrle -g 6
intra png.mov rgb24 png -pred none
intra png-alpha.mov rgba png -pred none
intra v210.mov yuv422p10le v210
intra rawvideo.nut yuv420p rawvideo
intra rawvideo.avi yuv420p rawvideo
intra zmbv.avi rgb24 zmbv -g 6
intra cinepak.avi rgb24 cinepak -g 6
intra snow.avi yuv420p snow -g 6 -q:v 5
intra jpeg2000.mov yuv420p jpeg2000
intra y4m.y4m yuv420p wrapped_avframe -f yuv4mpegpipe
vary dnxhr; size=256x232; count=12; v=(-s "$size" -pix_fmt yuv422p -c:v dnxhd -profile:v dnxhr_sq); clip intra dnxhr.mov
vary dnxhr-mxf; size=256x232; count=12; rate=25/1; v=(-s "$size" -pix_fmt yuv422p -c:v dnxhd -profile:v dnxhr_sq)
clip intra dnxhr.mxf
vary dv; rate=25/1; count=8; v=(-s 720x576 -pix_fmt yuv420p -c:v dvvideo); clip intra dv.dv
rate=30000/1001; v=(-s 720x480 -pix_fmt yuv411p -c:v dvvideo); clip intra dv.mov
