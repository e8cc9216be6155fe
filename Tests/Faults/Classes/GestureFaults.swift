import Foundation
import TestSupport

/// Gesture files that are wrong, or that want to touch what is not theirs.
struct GestureFaults: FaultClass {
  let name = "gestures"
  let summary = "refused gestures, seeded changes of good ones, and hostile names of videos and outputs in them"

  private static let names = [
    "/etc/passwd", "../outside.mp4", "../../outside.mp4", "http://127.0.0.1:9/a.mp4", "link/good.mp4", "fifo",
    "/dev/zero",
    "file:good.mp4", "good.mp4", "sub/../good.mp4", "sub/../../outside.mp4", "", ".", "/", "\\u001b[2Jx.mp4",
    "a\\u0000b",
    "\\ud800", "\\u202egpm.mp4", "concat:good.mp4|good.mp4", "%d.mp4", "~/x.mp4", "-", "--frame", "/proc/self/environ",
    "link-out", "C:\\\\x.mp4",
  ]
  private static let outputs = [
    "../out.png", "/tmp/framegrab-fault.png", ".hidden.png", "sub/.hidden.png", "-out.png", "out.txt", "out",
    "good.mp4",
    "old.png", "link/out.png", "link-out/out.png", "a/../out.png", "./out.png", "\\u001b.png", "out.png\\u0000.txt",
    "{index}.png",
    "{nothing}.png", "%d.png", "/dev/null", "-", "", "sub/", "sub/x.png", "fifo", "\\u202egnp.png", "drag.json",
    "new/out.png",
    "out.png/", "OUT.PNG", " .png",
  ]

  func count(_ amount: Int) -> Int { Self.refused.count + Self.names.count + Self.outputs.count + amount }

  private static let refused = files("refused")
  private static let good = files("gestures")

  private static func files(_ folder: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: Fixture.folder.appending(component: folder), includingPropertiesForKeys: nil)
    return (urls ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }

  func run(_ bench: Bench) throws -> CaseResult {
    try makeThings(bench)
    var number = bench.name.number
    if number < Self.refused.count {
      try bench.write(Data(contentsOf: Self.refused[number]), to: "work/drag.json")
      return try bench.judge(trial(number % 4, namesVideo: number % 2 == 0))
    }
    number -= Self.refused.count
    if number < Self.names.count { return try hostile(video: Self.names[number], output: nil, bench) }
    number -= Self.names.count
    if number < Self.outputs.count { return try hostile(video: nil, output: Self.outputs[number], bench) }
    let text = Array(try Data(contentsOf: bench.choose(Self.good)))
    try bench.write(changed(text, bench), to: "work/drag.json")
    return try bench.judge(trial(bench.numbers.below(5), namesVideo: bench.numbers.below(3) > 0))
  }

  /// The tool runs in the folder work, so that what it must not touch lies beside.
  private func makeThings(_ bench: Bench) throws {
    try bench.makeFolder("work/sub")
    try bench.makeFolder("other")
    for name in ["work/good.mp4", "outside.mp4", "work/sub/good.mp4", "other/good.mp4"] {
      try bench.copy(.h264BFrames, to: name)
    }
    try bench.makeOldPicture("work/old.png")
    for (name, target) in [("work/link", "sub"), ("work/link-out", "../other")] {
      try FileManager.default.createSymbolicLink(atPath: bench.path(name), withDestinationPath: target)
    }
  }

  /// A grab, a trace, a drawing, a replay or a rehearsal with the gesture file.
  private func trial(_ use: Int, namesVideo: Bool) -> Trial {
    let video: [Word] = namesVideo ? ["good.mp4"] : []
    let words: [[Word]] = [
      ["-o", "out.png", "-q"], ["--trace", "--json", "-q"], ["--plot", "plot.svg", "-q"],
      ["--replay", "--simulate", "50", "--json", "-q"], ["-q", "-y"],
    ]
    var trial = Trial(["--gesture", "drag.json"] + video + words[use] + ["--timeout", "5s"])
    trial.folder = "work"
    (trial.printed, trial.writes) = (.anything, false)
    // A trace or a drawing of a gesture that is refused is shown to its end.
    trial.mayWriteAndFail = use == 1 || use == 2 || use == 3
    trial.isSingle = use != 3
    trial.secrets = ["root:x:"]
    return trial
  }

  private func hostile(video: String?, output: String?, _ bench: Bench) throws -> CaseResult {
    let names = #""video":"\#(video ?? "good.mp4")","output":"\#(output ?? "fine.png")","#
    let text = #"""
      {"version":1,\#(names)"control":{"value":"25%"},"touches":[{"t":0,"phase":"began","x":88,"y":15},
      {"t":0.1,"phase":"moved","x":120,"y":15},{"t":0.2,"phase":"ended","x":120,"y":15}]}
      """#
    try bench.write(text.utf8, to: "work/drag.json")
    var trial = trial(4, namesVideo: false)
    trial.isTraced = true
    // The video may be below the gesture's folder, and the picture below the current one.
    trial.mayOpen = ["good.mp4", "sub", "new", "link", "link-out"]
    return try bench.judge(trial)
  }

  /// Bytes, words or numbers of a text exchanged for others, and sometimes hostile names put in.
  private func changed(_ text: [UInt8], _ bench: Bench) -> [UInt8] {
    switch bench.numbers.below(4) {
    case 0: return bench.numbers.changed(text)
    case 1: return withOtherNumbers(text, bench)
    case 2: return withOtherWords(text, bench)
    default:
      let name: String = bench.choose(Self.names + Self.outputs)
      let key = bench.numbers.below(2) == 0 ? "video" : "output"
      let head = Array("{\"\(key)\":\"\(name)\",".utf8)
      return head + bench.numbers.changed(text).drop { $0 != 0x7B }.dropFirst()
    }
  }

  private func withOtherNumbers(_ text: [UInt8], _ bench: Bench) -> [UInt8] {
    let numbers = [
      "-1", "0", "1e308", "-1e308", "1e-320", "9223372036854775808", "0.1e1", "-0", "1e5", "4294967296",
      "0.30000000000000004",
      "1E400", "null", "true", "\"1\"", "[]", "{}",
    ]
    var parts = String(decoding: text, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false).map(
      String.init)
    for _ in 0...bench.numbers.below(3) {
      let places = parts.indices.filter { parts[$0].first.map { $0.isNumber || $0 == "-" } ?? false }
      guard !places.isEmpty else { break }
      let place: Int = bench.choose(places)
      let tail = parts[place].drop { $0.isNumber || "+-.eE".contains($0) }
      parts[place] = bench.choose(numbers) + tail
    }
    return Array(parts.joined(separator: " ").utf8)
  }

  private func withOtherWords(_ text: [UInt8], _ bench: Bench) -> [UInt8] {
    let words = [
      "touches", "version", "began", "ended", "cancelled", "stationary", "moved", "scrubbing-slider", "obslider",
      "uislider",
      "scroll-scrubber", "frame-grabber", "value", "range", "adjust", "step", "increment", "actions", "control",
      "phase", "x", "t",
    ]
    var parts = String(decoding: text, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false).map(
      String.init)
    for _ in 0...bench.numbers.below(3) where parts.count > 2 {
      parts[bench.numbers.below(parts.count / 2) * 2 + 1] = bench.choose(words)
    }
    return Array(parts.joined(separator: "\"").utf8)
  }
}
