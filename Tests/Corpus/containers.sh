# The same streams in every container, and the ways in which containers are written; sourced by make-corpus.sh.

vary containers
x264 "keyint=$gop:min-keyint=$gop:bframes=2"
remux containers h264.mp4 h264-faststart.mp4 -movflags +faststart
remux containers h264.mp4 h264-no-edits.mp4 -use_editlist 0
remux containers h264.mp4 h264-negative-offsets.mp4 -movflags +negative_cts_offsets
remux containers h264.mp4 h264.mov
remux containers h264.mp4 h264.3gp
remux containers h264.mp4 h264.mkv
remux containers h264.mp4 h264-front-cues.mkv -reserve_index_space 4096
remux containers h264.mp4 h264-no-cues.mkv -live 1 -f matroska
remux containers h264.mp4 h264-small-clusters.mkv -cluster_time_limit 200
remux containers h264.mp4 h264.ts "${ts[@]}"
remux containers h264.mp4 h264.m2ts "${ts[@]}"
remux containers h264.mp4 h264.flv
remux containers h264.mp4 h264.nut
remux untimed h264.mp4 h264.h264 :: counted=1
if wanted h264-merged.mkv && command -v mkvmerge >/dev/null; then
  stock h264.mp4
  mkvmerge -q --deterministic "$SEED" --no-cues --disable-track-statistics-tags -o "$files/h264-merged.mkv" \
    "$work/h264.mp4"
  expect containers h264-merged.mkv "$(from "$first" "$count")"
fi
if wanted h264-piped.mkv; then
  stock h264.mp4
  ff -i "$work/h264.mp4" -map 0:v:0 "${exact[@]}" -c copy -f matroska - >"$files/h264-piped.mkv"
  expect containers h264-piped.mkv "$(from "$first" "$count")"
fi
rate=25/1
x264 "keyint=$gop:min-keyint=$gop:bframes=2"
remux containers h264-25.mp4 h264-asf.asf
remux containers h264-25.mp4 h264.wtv -bsf:v h264_mp4toannexb

# Fragments.
vary fragments
x264 "keyint=$gop:min-keyint=$gop:bframes=2"
remux fragments fragments.mp4 frag-keyframe.mp4 -movflags +frag_keyframe+empty_moov+default_base_moof
remux fragments fragments.mp4 frag-every.mp4 -movflags +frag_every_frame+empty_moov
remux fragments fragments.mp4 frag-hybrid.mp4 -movflags +frag_keyframe
remux fragments fragments.mp4 frag-dash.mp4 -movflags +dash+global_sidx -frag_duration 300000
remux fragments fragments.mp4 frag-cmaf.mov -movflags +cmaf+delay_moov+frag_keyframe
remux fragments fragments.mp4 frag-size.mp4 -movflags +delay_moov+omit_tfhd_offset -frag_size 3000
remux fragments fragments.mp4 frag-mfra.ismv -f ismv

# Other streams in other containers.
vary hevc-containers
x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=0"
remux containers hevc.mp4 hevc.mkv
remux containers hevc.mp4 hevc.ts "${ts[@]}"
remux untimed hevc.mp4 hevc.hevc :: counted=1
vary mpeg2-containers
rate=25/1
mpeg mpeg2video -bf 2
remux containers mpeg2.mkv mpeg2.ts "${ts[@]}"
remux containers mpeg2.mkv mpeg2.vob -f vob
remux containers mpeg2.mkv mpeg2.mxf
remux containers mpeg2.mkv mpeg2.m2v :: counted=1
remux containers mpeg2.mkv mpeg2.avi :: counted=1
vary mpeg4-containers
rate=25/1
mpeg mpeg4 -bf 2
remux containers mpeg4.mp4 mpeg4.mkv
remux containers mpeg4.mp4 mpeg4.ts "${ts[@]}" -bsf:v dump_extra
remux untimed mpeg4.mp4 mpeg4.m4v :: counted=1
vary mjpeg-containers
count=16
v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4)
remux untimed mjpeg.mkv mjpeg.mjpeg :: counted=1 rate=25/1
vary vp8-containers
v=(-s "$size" -pix_fmt yuv420p -c:v libvpx -b:v 400k -g "$gop" -cpu-used 6)
remux containers vp8.webm vp8.ivf
remux containers vp8.webm vp8.ogg
remux containers vp8.webm vp8-live.webm -live 1 -dash 1
vary av1-containers
count=24
v=(-s "$size" -pix_fmt yuv420p -c:v libaom-av1 -b:v 0 -crf 45 -cpu-used 8 -row-mt 0 -g 12 -lag-in-frames 12)
remux hidden av1.mkv av1.ivf
remux hidden av1.mkv av1.obu -f obu :: counted=1 rate=25/1
vary theora-nut
v=(-s "$size" -pix_fmt yuv420p -c:v libtheora -q:v 6 -g "$gop")
remux containers theora.ogg theora.mkv
vary flv1-swf
size=160x144
rate=25/1
mpeg flv
clip untimed flv1.swf :: counted=1

# Long files of tiny pictures: numbers exceed 255 at once, but never 65 535.
if wanted long.mp4 || wanted long.mkv || wanted long.ts; then
  rate=$(choose long 25/1 30000/1001 50/1)
  "$here/draw-pictures.pl" 0 36000 8 | ffmpeg -hide_banner -loglevel error -threads 1 -filter_threads 1 -y -f rawvideo \
    -pix_fmt yuv444p -video_size 80x72 -framerate "$rate" -i pipe:0 "${exact[@]}" -pix_fmt yuv420p -c:v libx264 \
    -preset ultrafast -crf 34 -x264-params "threads=1:keyint=$(pick long 120 250):bframes=2:scenecut=0" "$work/long.mp4"
  for name in long.mp4 long.mkv long.ts; do
    wanted $name || continue
    copy "$work/long.mp4" "$files/$name" $([[ $name == *.mkv ]] && echo "-live 1 -f matroska")
    expect long $name "$(from 0 36000)" flags=long
  done
fi
