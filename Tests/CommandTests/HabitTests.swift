import Arguments
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What people type out of habit: each gives one line that says what to type.
@Suite struct HabitTests {
  /// A folder with the files that the table of habits is about.
  private func bench() throws -> Bench {
    let bench = try Bench()
    for name in ["v.mp4", "video.mp4", "a.mp4", "b.mp4", "my video.avi"] { try bench.copy(.h264Faststart, to: name) }
    try bench.makeFolder("dir")
    try bench.makeFolder("videos")
    try bench.copy(.oneFrame, to: "videos/one.mp4")
    try bench.write(Self.gesture, to: "drag.json")
    try bench.write("", to: "empty.mp4")
    try bench.write(
      "\n<?xml version='1.0'?><!-- saved --> <!DOCTYPE HTML>\n<html><title>Sign in</title></html>\n", to: "page.mp4")
    // Its index comes after the pictures.
    try bench.write(Fixture.h264BFrames.bytes().dropLast(2000), to: "cut.mp4")
    // Its index is the first thing that is cut off.
    try bench.write(Fixture.h264Faststart.bytes().prefix(200), to: "short.mp4")
    try #require(mkfifo(bench.url("pipe").path(percentEncoded: false), 0o600) == 0)
    return bench
  }

  private static let gesture = """
    {"version": 1, "control": {}, "touches": [
      {"t": 0, "phase": "began", "x": 0, "y": 15}, {"t": 1, "phase": "ended", "x": 40, "y": 15}]}
    """

  @Test func `the table of habits says what the tool says`() throws {
    let bench = try bench()
    let names = bench.names
    for line in OptionTable.framegrab.habits.flatMap(\.lines) {
      let result = try bench.framegrab(line.words)
      result.expectFailure(result.status)
      #expect(result.stderr.contains(line.said + "\n"), "\(line.typed): \(result.stderr)")
      #expect([2, 3, 5].contains(result.status), "\(line.typed)")
    }
    #expect(bench.names == names)
  }

  /// What is typed, the exit code, and what has to be said about it.
  static let told: [(String, Int32, [String])] = [
    // The whole line of ffmpeg becomes one command.
    ("-ss 2 -i v.mp4 out.png", 2, ["write: framegrab v.mp4 --at 2 -o out.png\n"]),
    // The README's example.
    (
      "-ss 2 -i v.mp4 -q:v 2 out.png", 2,
      [
        "framegrab: unknown option '-ss'; write: framegrab v.mp4 --at 2 -o out.png\n"
      ]
    ),
    ("-i v.mp4 -ss 2 -frames:v 1 -q:v 2 out.png", 2, ["write: framegrab v.mp4 --at 2 -o out.png\n"]),
    (
      "-hide_banner -v error -nostdin -ss 00:00:02 -i v.mp4 -vframes 1 -f image2 out.png", 2,
      [
        "write: framegrab v.mp4 --at 00:00:02 -o out.png\n"
      ]
    ),
    ("-y -ss 2 -i 'my video.avi' out.png", 2, ["write: framegrab 'my video.avi' --at 2 -o out.png -y\n"]),
    ("-ss 2 -i v.mp4 out.jpg", 2, ["PNG only", "write: framegrab v.mp4 --at 2 -o - | convert - out.jpg\n"]),
    ("-i v.mp4", 2, ["write: framegrab v.mp4 --at TIME\n"]),
    ("--input v.mp4", 2, ["write: framegrab v.mp4 --at TIME\n"]),
    ("--input=v.mp4 --frame 3 --scale 50%", 2, ["write: framegrab v.mp4 --frame 3 --scale 50%\n"]),
    // Numbered outputs, ranges and filters.
    ("-i v.mp4 'out%03d.png'", 2, ["write: framegrab v.mp4 --all -o out%03d.png\n"]),
    (
      "-ss 10 -to 20 -i v.mp4 -vf fps=2,scale=640:-1 'f%d.png'", 2,
      [
        "write: framegrab v.mp4 --every 1/2s --from 41/4s --to 20 --width 640 -o f%d.png\n"
      ]
    ),
    (
      "-i v.mp4 -r 30000/1001 'f%d.jpg'", 2,
      [
        "--every 1001/30000s -o frames/f%d.png --mkdir && mogrify -format jpg frames/*.png\n"
      ]
    ),
    ("-i v.mp4 -vf 'select=eq(n\\,34)' -vframes 1 out.png", 2, ["write: framegrab v.mp4 --frame 34 -o out.png\n"]),
    ("-i v.mp4 -r 30000/1001 'a b/f%d.jpg'", 2, ["-o 'a b/f%d.png' --mkdir && mogrify -format jpg 'a b/'*.png\n"]),
    // Only pictures of this run may be converted; ffmpeg has no bundles of letters; a side alone is a width.
    ("-ss 2 -i v.mp4 -vf crop=10:12:3:0,scale=5:6 o.png", 2, ["--crop 10x12+3+0 --size 5x6 -o o.png\n"]),
    ("-ss 2 -i v.mp4 -vf scale=5:6,crop=1:2:3:0 o.png", 2, ["there is no filter crop=1:2:3:0"]),
    ("-ss 2 -i v.mp4 -vf crop=iw/2:ih o.png", 2, ["there is no filter crop=iw/2:ih"]),
    ("v.mp4 --at 1 --at 2 --jpg", 2, ["-o frames/ --mkdir && mogrify -format jpg frames/*.png\n"]),
    (
      "-ss 1 -i v.mp4 -vn -qmin 1 -overwrite out.png", 2,
      ["there is no '-vn'", "write: framegrab v.mp4 --at 1 -o out.png\n"]
    ),
    ("-i v.mp4 -o out.png -s 128 -t 10", 2, ["--width 128 -o out.png\n"]),
    // The filter takes its frames half an interval later than --every: 10 s + 0.5 s.
    ("-ss 10 -t 2.5 -i v.mp4 -vf fps=1 'f%d.png'", 2, ["--every 1s --from 21/2s --to 25/2s -o f%d.png\n"]),
    ("-ss 10 -i v.mp4 -r 1 -frames:v 5 'f%d.png'", 2, ["v.mp4 --every 1s --from 10 --to TIME -o f%d.png\n"]),
    ("-i v.mp4 -vf fps=1/10 'f%d.png'", 2, ["write: framegrab v.mp4 --every 10s --from 5s -o f%d.png\n"]),
    // What is near it: keyframes, the middle, a sheet.
    ("-i v.mp4 -vf 'select=eq(pict_type\\,I)' 'k%d.png'", 2, ["write: framegrab v.mp4 --keyframes -o k%d.png\n"]),
    ("-i v.mp4 -vf thumbnail out.png", 2, ["no filter thumbnail", "write: framegrab v.mp4 --at 50% -o out.png\n"]),
    (
      "-i v.mp4 -frames:v 1 -vf tile=2x2 out.png", 2,
      ["write: framegrab v.mp4 --frame 0..3 --sheet 2x2 -o out.png\n"]
    ),
    // Tiles are middles, as the filter's frames are.
    (
      "-i v.mp4 -vf fps=1/10,scale=160:-1,tile=10x10 't%d.png'", 2,
      ["write: framegrab v.mp4 --every 10s --width 160 --sheet 10x10 -o t%d.png\n"]
    ),
    (
      "-i v.mp4 -vf fps=1/10,tile=10x10 -frames:v 1 t.jpg", 2,
      ["write: framegrab v.mp4 --every 10s --sheet 10x10 -o - | convert - t.jpg\n"]
    ),
    ("v.mp4 --scene", 2, ["does not look for scenes", "write: framegrab v.mp4 --keyframes\n"]),
    ("v.mp4 --frames 5", 2, ["--count N takes N frames from all", "write: framegrab v.mp4 --frame 0..4\n"]),
    ("v.mp4 --frame 1 2 3", 2, ["repeat the option: --frame 1 --frame 2 --frame 3\n"]),
    ("v.mp4 --frame 1 2 -q", 2, ["repeat the option: --frame 1 --frame 2\n"]),
    ("v.mp4 --at 1 -q 2", 2, ["-q takes no value", "leave 2 out\n"]),
    ("v.mp4 -n 100", 2, ["write --frame 100, or --count 100"]),
    ("v.mp4 --rate 30000/1001", 2, ["--every 1001/30000s\n"]),
    ("v.mp4 --at 1 --size 320", 2, ["not '320'; write --width 320\n"]),
    ("v.mp4 --at 1 --scale 0.125", 2, ["not '0.125'\n"]), ("v.mp4 --at 1 --scale 2", 2, ["write --scale 200%\n"]),
    ("'v.mp4[100]'", 2, ["write v.mp4 --frame 100\n"]), ("v.mp4 list-frames", 2, ["write --list-frames\n"]),
    ("-dash.mp4 --at 1", 2, ["write ./-dash.mp4\n"]), ("v.mp4 -d 5", 2, ["write: framegrab v.mp4 --at 5\n"]),
    ("v.mp4 --at 1 -d out", 2, ["write: framegrab v.mp4 --at 1 --mkdir -o out/\n"]),
    ("v.mp4 --duration", 2, ["write: framegrab v.mp4 --info\n"]), ("-V", 2, ["write: framegrab --version\n"]),
    ("'-?'", 2, ["write: framegrab -h\n"]), ("--watch folder", 2, ["write: framegrab --serve\n"]),
    ("-ss 10 -i v.mp4 -r 1 -frames:v 1 out.png", 2, ["write: framegrab v.mp4 --at 10 -o out.png\n"]),
    ("-i v.mp4 -frames:v 10 'f%d.png'", 2, ["write: framegrab v.mp4 --frame 0..9 -o f%d.png\n"]),
    ("v.mp4 -vf fps=1", 2, ["write: framegrab v.mp4 --every 1s --from 1/2s\n"]),
    ("v.mp4 -vf hue=s=0", 2, ["no filter hue=s=0", "--every", "--size", "write: framegrab v.mp4"]),
    ("v.mp4 --fps 1", 2, ["--every 1s\n"]),
    ("v.mp4 -r 1", 2, ["--every 1s\n"]),
    ("v.mp4 -r0.5", 2, ["--every 2s\n"]),
    ("v.mp4 --at 2 -s 640x480", 2, ["--at 2 --size 640x480\n"]),
    (
      "-metadata x -i v.mp4 -ss 1 out.png", 2,
      ["unknown option '-metadata'; write: framegrab v.mp4 --at 1 -o out.png\n"]
    ),
    ("-i v.mp4 -tune 3 -ss 1 out.png", 2, ["there is no '-tune'", "write: framegrab v.mp4 --at 1 -o out.png\n"]),
    ("-vf", 2, ["there are no filters, only --every"]),
    // Before its input, an option is about that; -map 0 is the first file.
    ("-f mjpeg -i v.mp4 -ss 1 -map 0 out.png", 2, ["write: framegrab v.mp4 --at 1 -o out.png\n"]),
    ("-i v.mp4 -map 0:v:0? -c:v mjpeg o.avi", 2, ["pictures only, not 'o.avi'; write: framegrab v.mp4 --at TIME\n"]),
    ("-i v.mp4 -f rawvideo -pix_fmt bgr24 -", 2, ["rgb24, rgba, rgb48 and gray only", "--all --raw rgb24 -o -\n"]),
    ("v.mp4 frame 100 out.png", 2, ["write --frame 100; write -o out.png"]), ("v.mp4 --at 1 2", 2, ["--at 1 --at 2"]),
    ("v.mp4 --start 2 --sheet 3x3", 2, ["--from 2 --sheet 3x3\n"]), ("v.mp4 --at 1 --size 0", 2, ["not '0'\n"]),
    ("v.mp4 --at 1 --jpg -o -", 2, ["framegrab v.mp4 --at 1 -o - | convert - jpg:-\n"]),
    // Times.
    ("v.mp4 --time 2", 2, ["--at 2\n"]), ("v.mp4 --seek 2", 2, ["--at 2\n"]), ("v.mp4 -t 2", 2, ["--at 2\n"]),
    ("v.mp4 -t2", 2, ["--at 2\n"]), ("v.mp4 --timestamp=2", 2, ["--at 2\n"]),
    ("v.mp4 --time 2 --out 'a b.png' --force", 2, ["write: framegrab v.mp4 --at 2 -o 'a b.png' -y\n"]),
    ("v.mp4 12.5", 2, ["write --at 12.5\n"]), ("12.5s v.mp4", 2, ["write --at 12.5s\n"]),
    ("v.mp4 2 out.png", 2, ["write --at 2; write -o out.png\n"]),
    ("v.mp4 --at 2s out.png", 2, ["write -o out.png\n"]), ("v.mp4 --at 2s --out out.png", 2, ["-o out.png\n"]),
    ("v.mp4 --at 2s out.jpg", 2, ["PNG only", "-o - | convert - out.jpg\n"]),
    ("v.mp4 --at 2s dir/", 2, ["write -o dir/\n"]),
    ("my video.avi --at 2s", 2, ["quote the name: 'my video.avi'\n"]),
    (
      "a.mp4 b.mp4 --at 2s -o x.png", 2, ["x.png is the output of job 1, too; {n} tells them apart, {stem} may\n"]
    ),
    // Typographic characters.
    ("v.mp4 –at 2s", 2, ["en dash", "U+2013", "write --at\n"]), ("v.mp4 —at 2s", 2, ["em dash", "write --at\n"]),
    ("v.mp4 --at 2s −y", 2, ["minus sign", "write -y\n"]), ("v.mp4 -–at 2s", 2, ["en dash", "write --at\n"]),
    ("v.mp4 —at=2s", 2, ["write --at=2s\n"]), ("v.mp4 ‑o x.png --at 2s", 2, ["non-breaking hyphen", "write -o\n"]),
    ("v.mp4 --at −1s", 2, ["minus sign", "write -1s\n"]), ("v.mp4 --at „1s“", 2, ["U+201E", "write 1s\n"]),
    ("v.mp4 --at ‘1s’", 2, ["U+2018", "write 1s\n"]), ("v.mp4 --depth «8»", 2, ["U+00AB", "write 8\n"]),
    ("“v.mp4” --at 1s", 3, ["U+201C", "write v.mp4\n"]), ("“my video.avi” --at 1s", 2, ["write 'my video.avi'\n"]),
    ("v.mp4 --at 1s -o “x.png”", 2, ["write x.png\n"]),
    // Formats.
    ("v.mp4 --at 2 --format jpg", 2, ["PNG only", "-o - | convert - v.jpg\n"]),
    ("v.mp4 --at 2 --jpg -o x.png", 2, ["PNG only", "-o - | convert - x.jpg\n"]),
    ("v.mp4 --at 2 --jpg -o sub/x.png", 2, ["-o - | convert - sub/x.jpg\n"]),
    ("v.mp4 --at 2 --quality 90", 2, ["PNG only", "-o - | convert - -quality 90 v.jpg\n"]),
    ("v.mp4 --at 2 -o x.jpg", 2, ["PNG only; pipe it: -o - | convert - x.jpg\n"]),
    ("v.mp4 --at 2 -o x.WEBP", 2, ["-o - | convert - x.WEBP\n"]), ("v.mp4 --at 2 -o x.avif", 2, ["convert - x.avif\n"]),
    ("v.mp4 --at 2 -o missing/x.tif", 2, ["convert - missing/x.tif\n"]),
    ("v.mp4 --at 2 -o v.mp4 -y", 5, ["input itself"]),
    ("--gesture drag.json --plot x.png", 2, ["SVG only", "--plot - | convert svg:- x.png\n"]),
    ("missing.mp4 --at 2 --hash -o x.gif", 2, ["PNG only"]),
    // Other words.
    ("v.mp4 --last", 2, ["--frame -1\n"]), ("v.mp4 --first", 2, ["--frame 0\n"]),
    ("v.mp4 --all --start 3s", 2, ["--all --from 3s\n"]), ("v.mp4 --at 1 --threads 4", 2, ["-j 4\n"]),
    ("v.mp4 --at 1 --force", 2, ["-y\n"]), ("v.mp4 --at 1 --yes", 2, ["-y\n"]),
    ("v.mp4 --middle", 2, ["--at 50%\n"]), ("v.mp4 --thumbnail", 2, ["--at 50%\n"]),
    // Videos that are no files here.
    ("https://example.org/v.mp4 --at 1", 3, ["download it first: curl -LO https://example.org/v.mp4\n"]),
    ("rtsp://camera/1 --at 1", 3, ["record it to a file first\n"]),
    ("file:///a/my%20video.mp4 --at 1", 3, ["leave file:// out: '/a/my video.mp4'\n"]),
    ("- --at 1", 3, ["a pipe cannot be sought; save it to a file first\n"]),
    ("pipe --at 1", 3, ["FIFO", "a pipe cannot be sought; save it to a file first\n"]),
    ("videos --at 1 -o x.png", 3, ["framegrab videos/*.mp4 --at 1\n"]),
    ("dir --at 1", 3, ["is a folder, not a file\n"]),
    // Moments.
    ("v.mp4 --frame 1,2,3", 2, ["--frame 1 --frame 2 --frame 3\n"]), ("v.mp4 --frame 0-10", 2, ["--frame 0..10\n"]),
    ("v.mp4 --frame 0:10", 2, ["--frame 0..10\n"]), ("v.mp4 --frame 0:10:2", 2, ["--frame 0..10:2\n"]),
    ("v.mp4 --frame 190..", 2, ["--frame 190..-1\n"]), ("v.mp4 --frame 0…10", 2, ["--frame 0..10\n"]),
    ("v.mp4 --frame 1,3-5", 2, ["--frame 1 --frame 3..5\n"]), ("v.mp4 --frame 2.5s", 2, ["write --at 2.5s\n"]),
    ("v.mp4 --at middle", 2, ["write --at 50%\n"]), ("v.mp4 --at last", 2, ["write --at end\n"]),
    ("v.mp4 --at 1,5s", 2, ["decimals are written with a point"]),
    // Files.
    ("drag.json", 2, ["write --gesture drag.json\n"]), ("drag.json v.mp4", 2, ["write --gesture drag.json\n"]),
    ("drag.json --trace", 2, ["--trace shows a gesture: write --gesture drag.json\n"]),
    ("v.mp4 --at 0 -o dir", 5, ["dir: is a folder", "-o dir/\n"]),
    ("vidoe.mp4 --at 1", 3, ["no such file; did you mean video.mp4?\n"]),
    ("./videos/oen.mp4 --at 1", 3, ["did you mean ./videos/one.mp4?\n"]),
    ("v.mp4 --gesture darg.json", 3, ["did you mean drag.json?\n"]),
    ("cut.mp4 --at 1", 3, ["cut.mp4: is incomplete"]), ("page.mp4 --at 1", 3, ["page.mp4: is an HTML page"]),
    ("short.mp4 --at 1", 3, ["short.mp4: is incomplete"]),
    ("empty.mp4 --at 1", 3, ["empty.mp4: is empty", "broken off?"]),
    // Numbers.
    ("v.mp4 --at 1 -j 0", 2, ["the value of --jobs is a whole number, 1 or more, not '0'\n"]),
    ("v.mp4 --at 1 -j abc", 2, ["the value of --jobs is a whole number, 1 or more, not 'abc'\n"]),
    ("v.mp4 --at 1 --max-streams abc", 2, ["a whole number, 1 or more, not 'abc'\n"]),
    ("v.mp4 --at 1 -o ''", 2, ["the value of -o is the name of a file, a folder/ or '-', not ''\n"]),
    ("'' --at 1", 3, ["framegrab: '': the name is empty\n"]),
  ]

  /// The words that a shell makes of a line, in which only single quotes are special.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line + " " {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words
  }

  @Test func `a habit is answered with what to type`() throws {
    let bench = try bench()
    let names = bench.names
    for (typed, status, said) in Self.told + Self.lost {
      let result = try bench.framegrab(Self.words(typed))
      result.expectFailure(status)
      for words in said { #expect(result.stderr.contains(words), "\(typed): \(result.stderr)") }
      #expect(!result.stderr.contains("--timeout"))
    }
    #expect(bench.names == names)
  }

  @Test(arguments: [
    "-i v.mp4 -vf 'select=eq(pict_type\\,I)' 'k%d.png'",
    "-ss 1 -i v.mp4 -y out.png", "-i v.mp4 -vf 'select=eq(n\\,3),scale=80:-1' -vframes 1 out.png",
    "--last -i 'my video.avi'",
    "v.mp4 --timestamp 50% --out sub/a.png --mkdir", "v.mp4 -vf fps=10 --output-dir dir --end 1s",
  ]) func `the command that is said works`(typed: String) throws {
    let bench = try bench()
    let said = try bench.shell("framegrab " + typed).stderr
    let command = try #require(said.split(separator: "write: ").last.map(String.init))
    let result = try bench.shell(command)
    #expect(result.status == 0, "\(command)\(result.stderr)")
    #expect(!result.lines.isEmpty)
  }

  /// `fps=5` of 25 frames a second takes the frame that is on screen half of 1/5 s after each tick; so do its words.
  @Test func `the frames of the fps filter are those that are said`() throws {
    let bench = try bench()
    let said = try bench.shell("framegrab -i v.mp4 -vf fps=5 -o 'f{index}.png'").stderr
    let command = try #require(said.split(separator: "write: ").last.map(String.init))
    // 0.1 s, 0.3 s, 0.5 s and so on, of 50 frames: 2 is on screen from 0.08 s to 0.12 s. FFmpeg 5.1 gives the same.
    let expected = (0..<10).map { number in "f\(5 * number + 2).png" }
    #expect(try bench.shell(command).lines == expected)
  }

  @Test func `a word of other tools' commands is a question here`() throws {
    let bench = try Bench()
    #expect(try bench.framegrab("version") == bench.framegrab("--version"))
    try bench.copy(.h264Faststart, to: "version")
    try bench.framegrab("version").expectFailure(2, "nothing to grab")
  }

  @Test func `the loop over a folder works`() throws {
    let bench = try bench()
    let said = try bench.framegrab("videos", "--frame", "0").stderr
    let loop = try #require(said.split(separator: "for the videos in it: ").last.map(String.init))
    #expect(try bench.shell(loop).text == "one-f000000.png\n")
  }

  @Test func `files with such names are still opened`() throws {
    let bench = try Bench()
    for name in ["-ss", "“v.mp4”", "12.5", "–at", "x.jpg", "a.json"] { try bench.copy(.h264Faststart, to: name) }
    for name in ["“v.mp4”", "12.5", "x.jpg", "a.json"] {
      try bench.framegrab(name, "--frame", "3", "-y", "-o", "out.png").expectSuccess("out.png")
    }
    for name in ["-ss", "–at"] {
      try bench.framegrab("--frame", "3", "-y", "-o", "out.png", "--", name).expectSuccess("out.png")
    }
    // An ending that says nothing about a picture is no reason to refuse a name; nor is that of a folder.
    for name in ["picture", "picture.2", "frame.v1.data"] {
      try bench.framegrab("x.jpg", "--frame", "3", "-o", name).expectSuccess(name)
    }
    try bench.framegrab("x.jpg", "--frame", "3", "--mkdir", "-o", "x.gif/").expectSuccess("x.gif/x-f000003.png")
  }

  @Test func `a request is answered in the same way`() throws {
    let bench = try bench()
    let requests = [
      #"{"video": "v.mp4", "at": "1s", "output": "x.jpg"}"#, #"{"video": "vidoe.mp4", "at": "1s", "output": "x.png"}"#,
      #"{"video": "v.mp4", "at": "middle", "output": "x.png"}"#, #"{"video": "v.mp4", "at": "1s", "output": ""}"#,
    ]
    let result = try bench.framegrab(["--serve"], input: Data((requests.joined(separator: "\n") + "\n").utf8))
    let answers = try result.objects()
    #expect(answers.map { $0["code"] as? Int } == [2, 3, 2, 2])
    let errors = answers.compactMap { $0["error"] as? String }
    for (error, words) in zip(errors, ["PNG only", "did you mean video.mp4?", "--at 50%", "not ''"]) {
      #expect(error.contains(words), "\(error)")
    }
    #expect(errors.count == 4)
  }

  @Test func `names in advice are made safe, and long ones do not hide it`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "vi\u{1B}[31mdeo.mp4")
    try bench.framegrab("vi\u{1B}[31mdoe.mp4", "--at", "0").expectFailure(3, "did you mean $'vi\\033[31mdeo.mp4'?")
    let long = String(repeating: "folder/", count: 40) + "v.mp4"
    let result = try bench.framegrab("-ss", "2", "-i", long, "out.png")
    result.expectFailure(2, "--at 2 -o out.png")
    try bench.framegrab(["-i"] + Array(repeating: "a\u{202E}", count: 1000)).expectFailure(2, "\\xE2\\x80\\xAE")
  }

  @Test func `the page lists the table`() throws {
    let page = Fixture.folder.deletingLastPathComponent()
      .appending(path: "Sources/Arguments/Arguments.docc/Habits.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "| typed"))
    let table = OptionTable.framegrab.habitsInMarkdown
    // To make the page again, set HABITS=write and run this test.
    if ProcessInfo.processInfo.environment["HABITS"] == "write" {
      try (text[..<start.lowerBound] + table).write(to: page, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: page, encoding: .utf8)
    #expect(
      listed.hasSuffix("\n\n" + table),
      "the table of habits has changed; write it into the page: HABITS=write swift test --filter HabitTests")
  }
}
