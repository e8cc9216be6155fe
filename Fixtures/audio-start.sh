# When sound starts, for the scripts that write when frames are due; to be sourced. Needs ffprobe, awk.

# audio_start FILE: "ticks base" of the first sample that a decoder hands out to be heard: of its frames the earliest,
# whose timestamp FFmpeg has moved by what is dropped in it. In Ogg nothing before 0 is heard.
# The longest priming known reaches over five packets.
audio_start() {
  ffprobe -v quiet -threads 1 -select_streams a:0 -read_intervals '%+#50' -of default=nw=0 \
    -show_entries format=format_name:stream=time_base:frame=pts "$1" |
    awk -F= '
      $1 == "time_base" { base = $2 }
      $1 == "pts" && $2 != "N/A" && (!seen++ || $2 + 0 < least) { least = $2 + 0 }
      $1 == "format_name" && $2 == "ogg" && least < 0 { least = 0 }
      END { if (seen) print least, base }'
}
