# The start time of the sound, for the scripts that compute frame times; to be sourced. Needs ffprobe, awk.

# audio_start FILE: "ticks base" of the first audible sample: the earliest timestamp of the decoded frames, which FFmpeg
# has already moved by the samples that it drops. In Ogg nothing before 0 is audible. 50 packets are enough: the longest
# known priming takes five.
audio_start() {
  ffprobe -v quiet -threads 1 -select_streams a:0 -read_intervals '%+#50' -of default=nw=0 \
    -show_entries format=format_name:stream=time_base:frame=pts "$1" |
    awk -F= '
      $1 == "time_base" { base = $2 }
      $1 == "pts" && $2 != "N/A" && (!seen++ || $2 + 0 < least) { least = $2 + 0 }
      $1 == "format_name" && $2 == "ogg" && least < 0 { least = 0 }
      END { if (seen) print least, base }'
}
