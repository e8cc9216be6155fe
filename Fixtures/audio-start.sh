# When sound starts, for the scripts that write when frames are due; to be sourced. Needs ffprobe, awk, sed.

# audio_start FILE: "ticks base" of the first sample heard, which comes after those that the decoder is told to drop.
audio_start() {
  local base
  base=$(ffprobe -v quiet -select_streams a:0 -show_entries stream=time_base -of default=nw=1:nk=1 "$1" | sed -n 1p)
  [[ -z $base ]] || ffprobe -v quiet -select_streams a:0 -show_entries packet=pts:packet_side_data=skip_samples "$1" |
    awk -F= -v base="$base" '
      $1 == "pts" { pts = $2 }
      $1 == "skip_samples" { pts += $2 }
      $0 == "[/PACKET]" && (!seen++ || pts < least) { least = pts }
      END { if (seen) print least, base }'
}
