extension HabitTests {
  /// Lines of which advice has lost a part, or made something else.
  static let lost: [(String, Int32, [String])] = [
    // Several videos stay several, and a pipe takes one picture only.
    ("v.mp4 a.mp4 --at 1s --resize 320x180", 2, ["write: framegrab v.mp4 a.mp4 --at 1s --size 320x180\n"]),
    (
      "v.mp4 a.mp4 --at 1 --jpg", 2,
      ["write: framegrab v.mp4 a.mp4 --at 1 -o frames/ --mkdir && mogrify -format jpg frames/*.png\n"]
    ),
    // A template of one's own names one frame, too; a number of ffmpeg's means all.
    ("v.mp4 --time 2 -o {stem}.png", 2, ["write: framegrab v.mp4 --at 2 -o {stem}.png\n"]),
    // What the advice writes is never the video, nor the opposite of what was asked.
    ("a.gif --at 0 --gif", 2, ["write: framegrab a.gif --at 0 -o - | convert - a-frame.gif\n"]),
    ("v.mp4 --at 2 -o v.mp4", 5, ["v.mp4: is the input itself"]),
    ("v.mp4 a.gif --at 0 -o a.gif", 2, ["write -o frames/ --mkdir, and convert the files: mogrify -format gif"]),
    ("v.mp4 --at 2 --no-overwrite", 2, ["write: framegrab v.mp4 --at 2 -n\n"]),
    ("v.mp4 --at 2 --no-strict", 2, ["unknown option '--no-strict'; framegrab -h lists the options\n"]),
    // ffmpeg adds both starts, and counts frames from them: 5 + 2.
    ("-ss 5 -i v.mp4 -ss 2 -frames:v 1 out.png", 2, ["write: framegrab v.mp4 --at 7s -o out.png\n"]),
    ("-ss 5 -i v.mp4 -vf select=eq(n,10) out.png", 2, ["write: framegrab v.mp4 --frame INDEX -o out.png\n"]),
    ("-i v.mp4 -vf tile=4x4 -ss 3 out.png", 2, ["--all --from 3 --to TIME --sheet 4x4 -o out.png\n"]),
    // -to behind the input counts from the -ss before it: 1 + 2; not from one behind it.
    ("-ss 1 -i v.mp4 -to 2 out%d.png", 2, ["write: framegrab v.mp4 --all --from 1 --to 3s -o out%d.png\n"]),
    ("-ss 1 -to 2 -i v.mp4 out%d.png", 2, ["write: framegrab v.mp4 --all --from 1 --to 2 -o out%d.png\n"]),
    ("-i v.mp4 -ss 1 -to 2 out%d.png", 2, ["write: framegrab v.mp4 --all --from 1 --to 2 -o out%d.png\n"]),
    // Filters that choose frames.
    ("-i v.mp4 -vf framestep=20 out%d.png", 2, ["write: framegrab v.mp4 --frame 0..-1:20 -o out%d.png\n"]),
    ("-i v.mp4 -vf trim=1:2 out%d.png", 2, ["no filter trim=1:2", "--frame INDEX -o out%d.png\n"]),
    // That the endings are alike makes no name similar.
    ("v.mp4 --gesture dxyz.json", 3, ["dxyz.json: no such file\n"]),
    // The value of an option that nobody has is no output.
    ("v.mp4 --time 1 --cols 5", 2, ["write: framegrab v.mp4 --at 1\n"]),
    ("-i v.mp4 -f null -", 2, ["write: framegrab v.mp4 --all --hash\n"]),
    // A rate that cannot be read is left to the user; others have a name.
    ("-i v.mp4 -vf fps=fps=1/5 out%d.png", 2, ["--every 5s --from 5/2s -o out%d.png\n"]),
    ("-i v.mp4 -vf fps=ntsc out%d.png", 2, ["--every 1001/30000s --from 1001/60000s"]),
    ("-i v.mp4 -vf fps=1/5:round=up out%d.png", 2, ["--every TIME -o out%d.png\n"]),
    // Its first frame is the one in the middle of the interval (frame 12 of 25 a second); -r starts with frame 0.
    ("-i v.mp4 -vf fps=1 -frames:v 1 a.png", 2, ["write: framegrab v.mp4 --at 1/2s -o a.png\n"]),
    ("-ss 2 -i v.mp4 -vf fps=1 -frames:v 1 a.png", 2, ["write: framegrab v.mp4 --at 5/2s -o a.png\n"]),
    // Half of it is frame 15 of 30 a second, where ffmpeg writes frame 14.
    (
      "-i v.mp4 -vf fps=1 out%d.png", 2,
      [
        "where a frame starts just then, ffmpeg takes the one before; write: framegrab v.mp4 --every 1s --from 1/2s -o out"
      ]
    ),
    // ffmpeg starts with the first frame; --at -1 would be the last second.
    ("-ss -1 -i v.mp4 out.png", 2, ["write: framegrab v.mp4 --at 0 -o out.png\n"]),
    ("-sseof -1 -i v.mp4 out.png", 2, ["write: framegrab v.mp4 --at -1 -o out.png\n"]),
    ("-i v.mp4 -r 1 -frames:v 1 a.png", 2, ["write: framegrab v.mp4 --frame 0 -o a.png\n"]),
    // The indexes are those of the filter's frames.
    (
      "-i v.mp4 -vf fps=1,select=eq(n\\,3) a.png", 2,
      ["'; there is no filter", "write: framegrab v.mp4 --frame INDEX -o a.png\n"]
    ),
    ("-skip_frame nokey -i v.mp4 out%d.png", 2, ["write: framegrab v.mp4 --keyframes -o out%d.png\n"]),
    ("-i v.mp4 -map 0:1 -ss 1 out.png", 2, ["write: framegrab v.mp4 --at 1 --stream 1 -o out.png\n"]),
    ("-i v.mp4 -f framemd5 -", 2, ["write: framegrab v.mp4 --all --hash\n"]),
    ("-i v.mp4 -pix_fmt rgb48be -ss 1 out.png", 2, ["write: framegrab v.mp4 --at 1 --depth 16 -o out.png\n"]),
    // Frames 10 to 20, both ends; 5 s to 6 s; three frames.
    ("-i v.mp4 -vf select=between(n,10,20) out%d.png", 2, ["write: framegrab v.mp4 --frame 10..20 -o out%d.png\n"]),
    (
      "-i v.mp4 -vf select=between(t,5,6.5) out%d.png", 2,
      ["a frame that starts at --to is left out", "write: framegrab v.mp4 --all --from 5 --to 6.5 -o out%d.png\n"]
    ),
    (
      "-i v.mp4 -vf select=eq(n,1)+eq(n,5) out%d.png", 2,
      ["write: framegrab v.mp4 --frame 1 --frame 5 -o out%d.png\n"]
    ),
    ("-i v.mp4 -vf select=between(t,5) out%d.png", 2, ["write: framegrab v.mp4 --frame INDEX -o out%d.png\n"]),
    ("-ss 1 -i -dash.mp4 out.png", 2, ["write: framegrab ./-dash.mp4 --at 1 -o out.png\n"]),
    ("-show_format -show_streams v.mp4", 2, ["write: framegrab v.mp4 --info\n"]),
    ("v.mp4 --at 1 -o /dev/stdout", 2, ["for standard output write -o -\n"]),
    ("v.mp4 --grid 4x3 --count 6", 2, ["write: framegrab v.mp4 --count 6 --sheet 4x3\n"]),
    ("--example-gesture -o new.json", 2, ["write > FILE in place of -o FILE\n"]),
    ("v.mp4 --at 1 --scale 50", 2, ["write --scale 50%\n"]),
    ("v.mp4 --at 1 --scale 320", 2, ["write --width 320\n"]),
    ("v.mp4 --hash --time 2", 2, ["write: framegrab v.mp4 --at 2 --hash\n"]),
    // No moment is lost: more values behind the first one, two spellings, ranges in place of a number.
    ("v.mp4 --at 5 10 15", 2, ["repeat the option: --at 5 --at 10 --at 15\n"]),
    ("v.mp4 --frame 1 --at 5s 10s", 2, ["repeat the option: --frame 1 --at 5s --at 10s\n"]),
    ("v.mp4 --at 10m 5s", 2, ["write --at 10m5s\n"]),
    ("v.mp4 --at 5 --time 3", 2, ["write: framegrab v.mp4 --at 5 --at 3\n"]),
    ("v.mp4 --at 5 --ss 3", 2, ["write: framegrab v.mp4 --at 5 --at 3\n"]),
    ("v.mp4 --frame-number 1-10", 2, ["write: framegrab v.mp4 --frame 1..10\n"]),
    ("v.mp4 --frame-number 10", 2, ["write: framegrab v.mp4 --frame 10\n"]),
    ("v.mp4 --frames 1..10", 2, ["write: framegrab v.mp4 --frame 1..10\n"]),
    ("v.mp4 --frames 1,5,9", 2, ["write: framegrab v.mp4 --frame 1 --frame 5 --frame 9\n"]),
    // A span of times is not one of them.
    ("v.mp4 --at 10..20", 2, ["for the frames between them write --all --from 10 --to 20\n"]),
    ("v.mp4 --at 0:05-0:06.5", 2, ["for the frames between them write --all --from 0:05 --to 0:06.5\n"]),
    ("v.mp4 --at 20-10", 2, ["cannot read '20-10' as a time: '-' does not belong here"]),
    // Sizes, parts of a picture and tables as others write them.
    ("v.mp4 --at 1 --width 50%", 2, ["; write --scale 50%\n"]),
    ("v.mp4 --at 1 --height 320px", 2, ["; write --height 320\n"]),
    ("v.mp4 --at 1 --width 0px", 2, ["pixels from 1 to 65535, not '0px'\n"]),
    (
      "-ss 2 -i v.mp4 -vf crop=10:12 o.png", 2,
      ["is in the middle; write: framegrab v.mp4 --at 2 --crop 10x12+X+Y -o o.png\n"]
    ),
    (
      "-ss 2 -i v.mp4 -vf crop=9:8,crop=5:5 o.png", 2,
      ["there is no filter crop=5:5", "--at 2 --crop 9x8+X+Y -o o.png\n"]
    ),
    ("v.mp4 --at 1 --crop 100:50:10:20", 2, ["; write --crop 100x50+10+20\n"]),
    ("v.mp4 --at 1 --crop 100:0:10:20", 2, ["such as 640x360+100+50, not '100:0:10:20'\n"]),
    ("v.mp4 --all --sheet 2*3", 2, ["; write --sheet 2x3\n"]),
    ("v.mp4 --all --sheet 0*3", 2, ["not '0*3'\n"]),
    // Frames in equal distances are some of all, and not more of them.
    ("v.mp4 --all --fps 2", 2, ["write: framegrab v.mp4 --every 1/2s\n"]),
    ("v.mp4 --all --interval 5s", 2, ["write: framegrab v.mp4 --every 5s\n"]),
    ("v.mp4 --count 3 --fps 2", 2, ["write: framegrab v.mp4 --count 3\n"]),
    ("v.mp4 --count 3 --interval 5s", 2, ["write: framegrab v.mp4 --count 3\n"]),
    ("v.mp4 --thumbnail --time 10", 2, ["write: framegrab v.mp4 --at 10\n"]),
    ("-ss 10 -i v.mp4 -vf thumbnail out.png", 2, ["write: framegrab v.mp4 --at 10 -o out.png\n"]),
    // Players name their outputs; a name may start with two dashes; a page is no file.
    ("-vo png -ss 10 -frames 1 v.mp4", 2, ["write: framegrab v.mp4 --at 10\n"]),
    ("--ao=null --vo=image --start=5 --frames=1 v.mp4", 2, ["write: framegrab v.mp4 --at 5\n"]),
    ("--no-audio v.mp4 --at 1", 2, ["write: framegrab v.mp4 --at 1\n"]),
    ("--frame.mp4 --at 1s", 2, ["write ./--frame.mp4\n"]),
    ("'https://example.org/watch?v=1' --at 1", 3, ["first: yt-dlp 'https://example.org/watch?v=1'\n"]),
    ("'https://example.org/a.mp4?b=1' --at 1", 3, ["first: curl -LO 'https://example.org/a.mp4?b=1'\n"]),
    ("v.mp4[10] o.png", 2, ["write v.mp4 --frame 10; write -o o.png\n"]),
    ("v.mp4[10] --size 8x8", 2, ["write v.mp4 --frame 10\n"]),
    ("--batch=jobs.ndjson --mkdir", 2, ["unexpected '=' after '--batch'; write '--batch jobs.ndjson'\n"]),
    ("v.mp4 --json=1 --at 1", 2, ["'--json' takes none\n"]),
    ("v.mp4 --record new.json", 2, ["--record belongs to --scrub"]),
    // Results are the same with any number of processes.
    ("videos --at 0 -j 3 --mkdir", 3, ["framegrab videos/*.mp4 --at 0 --mkdir\n"]),
  ]
}
