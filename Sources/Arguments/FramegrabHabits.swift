/// What people type out of habit, row by row.
///
/// The rows about options are made from the table of foreign options; a test runs every line, so that none says what
/// the tool does not.
struct FramegrabHabits {
  let options: [Option]

  init(_ options: [Option]) { self.options = options }

  var all: [Habit] { ffmpeg + foreign + Self.operands + Self.values + Self.outputs + Self.inputs }

  // MARK: Options of other tools

  private static let lines: [[[String]]] = [
    [
      ["-ss", "2", "-i", "v.mp4", "out.png"], ["-ss", "2", "-i", "v.mp4", "-frames:v", "1", "-q:v", "2", "out.png"],
      ["-i", "v.mp4", "-ss", "2", "-vframes", "1", "out.png"],
      ["--input", "v.mp4", "--time", "2", "--out", "out.png"],
    ],
    [["-y", "-ss", "2", "-i", "v.mp4", "out.png"]],
    [["-i", "v.mp4"], ["--input", "v.mp4"]],
    [["-ss", "2", "-i", "v.mp4", "-q:v", "2", "out.jpg"]],
    [["-i", "v.mp4", "-frames:v", "1", "out.png"]],
    [["-sseof", "-3", "-i", "v.mp4", "out.png"]],
    [["-sseof", "-1", "-i", "v.mp4", "-update", "1", "out.png"]],
    [["-ss", "2", "-i", "v.mp4", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]],
    [["-i", "v.mp4", "-map", "0:v:1", "out.png"]],
    [
      ["-v", "error", "-show_entries", "format=duration", "-of", "json", "v.mp4"],
      ["-v", "quiet", "-print_format", "json", "-show_format", "-show_streams", "v.mp4"],
    ],
    [["-i", "v.mp4", "out%03d.png"]],
    [["-i", "v.mp4", "-vf", "fps=1/10", "out%03d.png"]],
    [["-i", "v.mp4", "-r", "1", "out%03d.png"]],
    [["-i", "v.mp4", "-vf", "select='eq(pict_type\\,I)'", "-vsync", "vfr", "out%03d.png"]],
    [["-i", "v.mp4", "-frames:v", "1", "-vf", "fps=1/10,scale=160:-1,tile=4x4", "sheet.png"]],
    [["-i", "v.mp4", "-frames:v", "1", "-vf", "thumbnail", "out.png"]],
    [
      ["v.mp4", "--at", "2", "-vf", "scale=640:360"],
      ["v.mp4", "--at", "2", "-filter_complex", "[0:v]scale=640:360[a]"],
    ],
    [["v.mp4", "--at", "2", "-vf", "scale=640:360:force_original_aspect_ratio=decrease"]],
    [["v.mp4", "--at", "2", "-vf", "scale=iw/2:ih/2"]],
    [["v.mp4", "--start", "2", "out.png"]],
    [["v.mp4", "-vf", "select='eq(n\\,34)'"]],
    [["-i", "v.mp4", "-vf", "select='not(mod(n\\,10))'", "-vsync", "vfr", "out%03d.png"]],
    [["-i", "v.mp4", "-vf", "select='gt(scene\\,0.4)'", "-vsync", "vfr", "out%03d.png"]],
    [["v.mp4", "--start", "10", "--duration", "5"]],
    [["v.mp4", "--at", "2", "-pix_fmt", "gray"]],
    [["v.mp4", "--at", "2", "-vf", "hue=s=0"]],
  ]

  private var ffmpeg: [Habit] {
    Self.lines.map { lines in Habit(lines.map { Habit.Line($0, said($0)) }) }
  }

  /// One row for each of these options, with its value, in a line that is otherwise complete.
  private var foreign: [Habit] {
    FramegrabForeignOptions.common.map { option in
      Habit(
        option.spellings.map { spelling in
          let words = option.meaning.companions + [spelling] + [option.value].compactMap { $0 }
          return Habit.Line(words, said(words))
        })
    }
  }

  private func said(_ words: [String]) -> String {
    let line = RewrittenLine(
      words.map { Word($0) }, program: "framegrab", own: options, foreign: FramegrabForeignOptions.all)
    return (line.notes + ["write: " + line.command]).joined(separator: "; ")
  }

  // MARK: Words without their option

  private static let operands: [Habit] = [
    Habit((["v.mp4", "12.5"], .time("12.5")), (["12.5s", "v.mp4"], .time("12.5s"))),
    Habit((["v.mp4", "--at", "2s", "out.png"], .output("out.png"))),
    Habit([.init(["v.mp4", "info"], "write --info")]),
    Habit([.init(["v.mp4", "frame", "100"], "write --frame 100")]),
    Habit([.init(["v.mp4", "last"], "write --frame -1")]),
    Habit([
      .init(["v.mp4", "--at", "50", "%"], "write --at 50%")
    ]),
    Habit([
      .init(["v.mp4", "--at", "50", "seconds"], "write --at 50s")
    ]),
    Habit([.init(["v.mp4", "--sheet", "4x3"], "say which frames the sheet shows, such as --count 12")]),
    Habit([.init(["--videos", "v.mp4", "--at", "2"], "'v.mp4' is a video: leave --videos out")]),
    Habit([.init(["v.mp4[100]"], "write v.mp4 --frame 100")]),
    Habit([.init(["-dash.mp4", "--at", "2s"], "write ./-dash.mp4")]),
    Habit([.init(["--", "v.mp4", "--at", "2s"], "behind -- all words are names of videos; write --at before it")]),
    Habit([.init(["v.mp4", "--at", "2s", "--skip-blank", "5s"], "write --skip-blank=5s")]),
    Habit([
      .init(["v.mp4", "-q", "2"], "-q takes no value (it prints errors only, and PNG has no quality); leave 2 out")
    ]),
    Habit([
      .init(
        ["v.mp4", "-n", "100"],
        "-n takes no value (it leaves outputs that exist as they are); write --frame 100, or --count 100 for so many")
    ]),
    Habit([
      .init(["v.mp4", "--index", "100"], "--index takes no value (it reports the index); write --frame 100")
    ]),
    Habit((["drag.json"], .gesture("drag.json")), (["v.mp4", "drag.json"], .gesture("drag.json"))),
    Habit((["my", "video.avi", "--at", "2s"], .quoted("my video.avi"))),
  ]

  // MARK: Values

  private static let values: [Habit] = [
    Habit([.init(["v.mp4", "–at", "2s"], "has '–' (an en dash, U+2013); write --at")]),
    Habit([.init(["v.mp4", "—at", "2s"], "has '—' (an em dash, U+2014); write --at")]),
    Habit([.init(["v.mp4", "--at", "−3s"], "has '−' (a minus sign, U+2212); write -3s")]),
    Habit([.init(["v.mp4", "--at", "“2s”"], "has '“' (a left double quotation mark, U+201C); write 2s")]),
    Habit((["“v.mp4”", "--at", "2s"], .plain("v.mp4", character: "'“' (a left double quotation mark, U+201C)"))),
    Habit(
      (["v.mp4", "--frame", "1,2,3"], .moment(["--frame", "1", "--frame", "2", "--frame", "3"])),
      (["v.mp4", "--frame", "1", "2", "3"], .moment(["--frame", "1", "--frame", "2", "--frame", "3"]))),
    Habit(
      (["v.mp4", "--frame", "0-10"], .moment(["--frame", "0..10"])),
      (["v.mp4", "--frame", "0:10"], .moment(["--frame", "0..10"]))),
    Habit((["v.mp4", "--frame", "190.."], .moment(["--frame", "190..-1"]))),
    Habit((["v.mp4", "--frame", "last"], .moment(["--frame", "-1"]))),
    Habit((["v.mp4", "--at", "middle"], .moment(["--at", "50%"]))),
    Habit([.init(["v.mp4", "--rate", "1"], "--rate belongs to --reach; for a frame at each tick write --every 1s")]),
    Habit([
      .init(["v.mp4", "--at", "2", "--size", "320"], "write --width 320"),
      .init(["v.mp4", "--at", "2", "--size", "320x"], "write --width 320"),
    ]),
    Habit([.init(["v.mp4", "--at", "2", "--scale", "0.5"], "write --scale 50%")]),
    Habit((["v.mp4", "--at", "1,2,3"], .moment(["--at", "1", "--at", "2", "--at", "3"]))),
  ]

  // MARK: Outputs

  private static let outputs: [Habit] = [
    Habit(
      (["v.mp4", "--at", "2s", "-o", "x.jpg"], .notPNG("x.jpg")),
      (["v.mp4", "--at", "2s", "-o", "x.webp"], .notPNG("x.webp")),
      (["v.mp4", "--at", "2s", "-o", "x.avif"], .notPNG("x.avif"))),
    Habit((["v.mp4", "--all", "-o", "f/{index}.jpg"], .notPNG("f/{index}.jpg"))),
    Habit((["--gesture", "drag.json", "--plot", "x.png"], .notSVG("x.png"))),
    Habit((["v.mp4", "--at", "0", "-o", "dir"], .intoFolder("dir"))),
    Habit([
      .init(["v.mp4", "--at", "2s", "-o", ""], "the value of -o is the name of a file, a folder/ or '-', not ''")
    ]),
  ]

  // MARK: Inputs

  private static let inputs: [Habit] = [
    Habit((["https://example.org/v.mp4", "--at", "2s"], .download("https://example.org/v.mp4"))),
    Habit((["file:///tmp/my%20video.mp4", "--at", "2s"], .path("/tmp/my video.mp4"))),
    Habit((["-", "--at", "2s"], .savedPipe), (["pipe", "--at", "2s"], .savedPipe)),
    Habit((["videos", "--at", "2s"], .videos(folder: "videos", ending: "mp4", options: ["--at", "2s"]))),
    Habit((["vidoe.mp4", "--at", "2s"], .similar("video.mp4"))),
    Habit((["empty.mp4", "--at", "2s"], .brokenOff)),
    Habit([
      .init(
        ["cut.mp4", "--at", "2s"],
        "is incomplete: its index (moov) is missing or cut off; was a download or a recording broken off?")
    ]),
    Habit([.init(["page.mp4", "--at", "2s"], "is an HTML page, not a video; open its address in a browser to see why")]
    ),
  ]
}

extension ForeignMeaning {
  /// The words that a line needs beside it, so that the example is one.
  fileprivate var companions: [String] {
    switch self {
    case .question: []
    case .start, .startBeforeEnd, .length, .lengthOrInfo, .moment, .rate, .frameCount, .everyNth, .scenes, .sheet,
      .look:
      ["v.mp4"]
    case .span: ["v.mp4", "--all"]
    default: ["v.mp4", "--at", "2"]
    }
  }
}
