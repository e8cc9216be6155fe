# Timestamps that contradict the decoder's output order; sourced by make-corpus.sh.

# Whose ticks `setts` gets: FFmpeg 5.1 fills in the source's time base for TB, but gives the filter ticks of the target;
# FFmpeg 7 gives the source's. A packet that is moved to 1 s shows it.
ticks_of=source
ff -f lavfi -i color=r=30:s=16x16:d=0.1 -c:v mpeg4 "$work/second.mp4"
ff -i "$work/second.mp4" -c copy -bsf:v setts=ts=1/TB "$work/second.mkv"
moved=$(ffprobe -v error -read_intervals %+#1 -show_entries packet=pts_time -of csv=p=0 "$work/second.mkv")
[[ $moved == 1.0* ]] || ticks_of=target

# restamped NAME SOURCE "SETTS": the packets of a film with other timestamps: those of all its pictures in another
# order.
# The pictures come out in the usual order, and each gets the next one of the sorted timestamps.
restamped() {
  local name=$1 source=$2 setts=${3//,/\\,}
  wanted "$name" || return 0
  stock "$source"
  if [[ $ticks_of == target ]]; then
    case $name in
      *.mkv | *.webm) setts=${setts//TB/(1/1000)} ;;
      *.ts) setts=${setts//TB/(1/90000)} ;;
    esac
  fi
  [[ $name != *mpeg4*.ts ]] || setts+=,dump_extra
  copy "$work/$source" "$files/$name" -bsf:v "setts=$setts" "${ts[@]}"
  expect contradicting "$name" "$(from "$first" "$count")" sorted=1
}

# unordered NAME SOURCE: each packet's presentation time is its decode time, although some are shown later, as in the
# output of careless converters. In one variant the decode times are copied, in the other packets are counted.
unordered() {
  local way="pts=DTS-STARTDTS:dts=DTS-STARTDTS"
  [[ $(choose "$1 way" taken counted) == taken ]] || way="ts=N/TB*${rate#*/}/${rate%/*}"
  restamped "$1" "$2" "$way"
}

# swapped NAME SOURCE: some pairs of neighbouring pictures have exchanged timestamps. All are later by four pictures,
# since none may be shown before it is decoded; the first one keeps its own, so that no edit list hides anything.
swapped() {
  local every at place
  every=$(pick "$1 every" 4 9)
  at=$(pick "$1 at" 1 $((every - 2)))
  place="round((PTS-STARTPTS)*TB*${rate%/*}/${rate#*/})"
  place="st(0,$place)+4+lt(ld(0),$((count - 1)))*eq(mod(ld(0),$every),$at)-eq(mod(ld(0),$every),$((at + 1)))"
  restamped "$1" "$2" "pts=($place)/TB*${rate#*/}/${rate%/*}:dts=DTS-STARTDTS"
}

# contradicting NAME SOURCE CONTAINER…: both variants in each container.
contradicting() {
  local stem=$1 source=$2 container
  shift 2
  for container in "$@"; do
    unordered "unordered-$stem.$container" "$source"
    swapped "swapped-$stem.$container" "$source"
  done
}
vary contradicting-h264; x264 "keyint=$gop:min-keyint=$gop:bframes=2"
contradicting h264 contradicting-h264.mp4 mp4 mov mkv ts
x264 "keyint=$gop:min-keyint=$gop:bframes=3:b-pyramid=normal"
contradicting h264-pyramid contradicting-h264-pyramid.mp4 mp4 mov mkv ts
vary contradicting-hevc; x265 "keyint=$gop:min-keyint=$gop:bframes=3:open-gop=0"
contradicting hevc contradicting-hevc.mp4 mp4 mkv ts
vary contradicting-mpeg2; rate=25/1; mpeg mpeg2video -bf 2
contradicting mpeg2 contradicting-mpeg2.mp4 mp4 mkv ts
vary contradicting-mpeg4; mpeg mpeg4 -bf 2
contradicting mpeg4 contradicting-mpeg4.mp4 mp4 mov mkv ts

# Streams with pictures in display order.
vary contradicting-plain; x264 "keyint=$gop:min-keyint=$gop:bframes=0"
for container in mp4 mov mkv ts; do swapped swapped-h264-plain.$container contradicting-plain.mp4; done
vary contradicting-mjpeg; v=(-s "$size" -pix_fmt yuvj420p -c:v mjpeg -q:v 4)
for container in mov mkv; do swapped swapped-mjpeg.$container contradicting-mjpeg.mov; done
vary contradicting-vp9; v=(-s "$size" -pix_fmt yuv420p -c:v libvpx-vp9 -b:v 0 -crf 40 -g "$gop" -cpu-used 6 -row-mt 0)
for container in webm mp4; do swapped swapped-vp9.$container contradicting-vp9.mp4; done
