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
    // A rate that cannot be read is left to the user; others have a name.
    ("-i v.mp4 -vf fps=fps=1/5 out%d.png", 2, ["--every 5s --from 5/2s -o out%d.png\n"]),
    ("-i v.mp4 -vf fps=ntsc out%d.png", 2, ["--every 1001/30000s --from 1001/60000s"]),
    ("-i v.mp4 -vf fps=1/5:round=up out%d.png", 2, ["--every TIME -o out%d.png\n"]),
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
  ]
}
