import Foundation
import TestSupport

/// Files, options and requests with names that are no plain text.
struct NameFaults: FaultClass {
  let name = "names"
  let summary = "names with control characters, escapes, invalid UTF-8, options, fields, protocols and 255 bytes"

  private static let names: [Word] = [
    "line\nend.mp4", "\u{1B}[2J\u{1B}[31mred.mp4", "\u{1B}]0;title\u{7}.mp4", "tab\tbell\u{7}back\u{8}.mp4",
    "return\r.mp4", Word(bytes: [0xFF, 0xFE, 0x80, 0x2E, 0x6D, 0x70, 0x34]),
    Word(bytes: [0xC0, 0xAF, 0xED, 0xA0, 0x80]),
    Word(bytes: [0xF4, 0x90, 0x80, 0x80, 0xC3]), "-o.mp4", "--frame", "--", "-", " ", " space .mp4", "%d.mp4",
    "%06d.mp4",
    "100%.mp4", "http:x", "concat:a|b", "file:x.mp4", "pipe:", "data:,x", "{index}.mp4", "{stem}{nothing}.mp4",
    "{{}}.mp4",
    "{", "rtl\u{202E}4pm.mp4", "\u{2066}isolate\u{2069}.mp4", "zero\u{200B}width\u{FEFF}.mp4",
    "line\u{2028}sep\u{2029}.mp4",
    "\u{85}next.mp4", "e\u{301}é.mp4", "日本語 😀.mp4", "*?[a].mp4", "'quotes\"`$(touch x)`.mp4", "back\\slash\\n.mp4",
    ".hidden.mp4", "...mp4", "~", "#x;y&z|w.mp4", Word(String(repeating: "x", count: 251) + ".mp4"),
    Word(String(repeating: "é", count: 127) + "x"), Word(bytes: [UInt8](repeating: 0x80, count: 255)),
    Word(bytes: [UInt8](repeating: 0x1B, count: 255)), "\u{E0041}\u{E007F}tags.mp4", "\u{9B}31m.mp4", "a\u{0}b",
  ]
  private static let uses = 12

  func count(_ amount: Int) -> Int { Self.names.count * Self.uses }

  func run(_ bench: Bench) throws -> CaseResult {
    let name = Self.names[bench.name.number % Self.names.count]
    guard !name.bytes.contains(0) else { return .left(out: "a name with NUL is no word of a command line") }
    // A path that no option looks like.
    let path = Word("./") + name
    var trial: Trial
    switch bench.name.number / Self.names.count {
    case 0, 1, 2, 3: return try input(name, path, bench)
    case 4, 5: return try output(name, path, bench)
    case 6: return try service(name, path, bench)
    default:
      try bench.copy(.h264BFrames, to: "good.mp4")
      trial = words(bench.name.number / Self.names.count, name, path)
    }
    (trial.printed, trial.writes) = (.anything, false)
    // Some of these names are words of an option after all.
    trial.mayWriteAndFail = true
    return try bench.judge(trial)
  }

  /// A good or a bad video with the name.
  private func input(_ name: Word, _ path: Word, _ bench: Bench) throws -> CaseResult {
    let use = bench.name.number / Self.names.count
    var bytes = try bench.bytes(.h264BFrames)
    if use == 1 { bytes = Array(bytes.prefix(bytes.count / 3)) }
    if use < 3 { try bench.write(bytes, to: name) }
    var trial: Trial
    switch use {
    case 0:
      trial = Trial([path, "--frame", "3", "-o", "out.png"])
      trial.codes = [0]
    case 1:
      trial = Trial([path, "--frame", "-1", "-o", "out.png", "-v"])
      trial.codes = Trial.failing
    case 2:
      // The name of the picture is made from that of the video.
      trial = Trial([path, "--frame", "3", "--info", "--strict"])
      trial = bench.name.seed % 2 == 0 ? Trial([path, "--frame", "3", "--json"]) : Trial([path, "--at", "1s"])
      trial.printed = .anything
      // The picture's name may be too long for the file system.
      trial.codes = [0, 5]
    default:
      trial = Trial([path, "--frame", "3", "-o", "out.png"])
      trial.codes = [3]
    }
    trial.mayHide = name.bytes.first == 0x2E
    return try bench.judge(trial)
  }

  /// The name as that of a picture.
  private func output(_ name: Word, _ path: Word, _ bench: Bench) throws -> CaseResult {
    try bench.copy(.h264BFrames, to: "good.mp4")
    let isFolder = bench.name.number / Self.names.count == 5
    var trial = Trial(["good.mp4", "--frame", "3", "-o", isFolder ? "x-{index}.png" : path])
    if isFolder { trial.words += ["--into", path, "--mkdir"] }
    trial.printed = .anything
    // Fields and percent signs of an output have a meaning.
    trial.codes = [0, 2, 5]
    trial.mayHide = name.bytes.first == 0x2E
    return try bench.judge(trial)
  }

  /// The name in a request.
  private func service(_ name: Word, _ path: Word, _ bench: Bench) throws -> CaseResult {
    try bench.copy(.h264BFrames, to: "good.mp4")
    let text = String(decoding: try JSONEncoder().encode(String(decoding: path.bytes, as: UTF8.self)), as: UTF8.self)
    let raw =
      Data(#"{"id":3,"video":"./"#.utf8) + Data(name.bytes.filter { $0 != 0x0A }) + Data("\",\"frame\":1}\n".utf8)
    let lines = [
      #"{"id":0,"video":\#(text),"frame":0,"hash":true}"#, #"{"id":1,"video":"good.mp4","frame":0,"output":\#(text)}"#,
      #"{"id":2,"video":"good.mp4","frame":4,"hash":true}"#,
    ]
    var trial = Trial(["--serve"])
    trial.input = Data((lines.joined(separator: "\n") + "\n").utf8) + raw
    (trial.printed, trial.isSingle, trial.writes, trial.codes) = (.anything, false, false, [0, 1])
    trial.unsteady = [name.description]
    trial.maySaySilently = true
    return try bench.judge(trial)
  }

  /// The name in all other places of a command line.
  private func words(_ use: Int, _ name: Word, _ path: Word) -> Trial {
    switch use {
    case 7: Trial(["good.mp4", "--at", name, "--dry-run"])
    case 8: Trial(["good.mp4", Word("--") + name])
    case 9: Trial(["good.mp4", "--frame", "3", "--dry-run", "--size", name])
    case 10: Trial(["good.mp4", "--gesture", path, "-o", "out.png", "--at-list", path])
    default: Trial(["good.mp4", name, path, "--frame", "3", "-o", "out.png", Word("--color=") + name])
    }
  }
}
