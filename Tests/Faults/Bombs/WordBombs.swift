import Foundation
import TestSupport

/// Command lines, time lists and gestures that ask for too much.
enum WordBombs {
  static let all: [Bomb] = commands + lists + gestures

  private static let commands: [Bomb] = [
    .words("all frames that can be numbered", ["--frame", "0..9223372036854775807", "--dry-run"]),
    .words("a million million frames", ["--frame", "0..1000000000000:1", "--dry-run", "--clamp"]),
    .words("frames backwards", ["--frame", "-9223372036854775808", "--dry-run"]),
    .words("each nanosecond", ["--every", "1/1000000000s", "--dry-run"]),
    .words("each nanosecond again", ["--every", "1/1000000000s", "--repeat", "--dry-run"]),
    .words("a thousand million parts", ["--count", "1000000000", "--dry-run"]),
    .words("as many parts as can be counted", ["--count", "9223372036854775807", "--repeat", "--dry-run"]),
    .words("the farthest step", ["--frame", "3", "--step", "9223372036854775807", "--dry-run"]),
    .words("the farthest step back", ["--frame", "3", "--step", "-9223372036854775808", "--dry-run"]),
    .words("the largest picture", ["--frame", "0", "--size", "65535x65535", "-o", "out.png"]),
    .words(
      "67 megapixels from a small one", seconds: 30,
      ["--frame", "0", "--size", "8192x8192", "--depth", "16", "-o", "out.png"]),
    .words("a scale of a million", ["--frame", "0", "--scale", "100000000%", "-o", "out.png"]),
    .words("a scale of nothing", ["--frame", "0", "--scale", "0.0000000000001%", "-o", "out.png"]),
    .words("a name of a thousand million digits", ["--frame", "0", "-o", "{index:1000000000}.png"]),
    .words(
      "a name of all fields",
      ["--frame", "0", "-o", Word(String(repeating: "{index}{time}{pts}", count: 3000) + ".png")]),
    .words("a hundred thousand digits", ["--at", Word(String(repeating: "9", count: 100_000)), "--dry-run"]),
    .words("a hundred thousand decimals", ["--at", Word("0." + String(repeating: "3", count: 100_000)), "--dry-run"]),
    .words("a fraction of nothing", ["--at", "1/0s", "--dry-run"]),
    .words("a fraction of much", ["--at", "9223372036854775807/9223372036854775806s", "--dry-run"]),
    .words("all ticks", ["--at", "pts:9223372036854775807", "--at", "pts:-9223372036854775808", "--dry-run"]),
    .words("all per cent", ["--at", "100000000000000000000%", "--dry-run"]),
    .words("twenty thousand moments", (0..<20_000).flatMap { ["--at", Word("\($0 % 100)%")] } + ["--dry-run"]),
    .words("a thousand decoders", ["--all", "--jobs", "1000", "--hash"]),
    .words("no time", ["--frame", "0", "--timeout", "0s", "--dry-run"]),
    .words("no memory", ["--frame", "0", "--max-memory", "1", "--dry-run"]),
    .words("little memory", ["--frame", "0", "--max-memory", "200M", "-o", "out.png"]),
    .words("little memory for an allocation", ["--frame", "0", "--max-allocation", "1000", "-o", "out.png"]),
    .words("nothing to probe", ["--frame", "0", "--probe-size", "1", "--probe-duration", "0s", "--dry-run"]),
    .words(
      "the largest limits",
      [
        "--frame", "0", "--max-memory", "9223372036854775807", "--max-pixels", "9223372036854775807", "--max-gap",
        "8388607G", "--dry-run",
      ]),
  ]

  private static let lists: [Bomb] = [
    list("two hundred thousand times") { (0..<200_000).map { "\($0 % 4).\($0 % 1000)\n" }.joined() },
    list("one line of 30 MB") { String(repeating: "1", count: 30_000_000) },
    list("a million empty lines") { String(repeating: "\n", count: 1_000_000) },
    list("a comment of 30 MB") { "#" + String(repeating: " ", count: 30_000_000) },
    list("times with NUL") { "1s\0\n2s\0" }, list("carriage returns") { "1s\r2s\r\n\r" },
    list("escapes") { "\u{1B}[2J1s\n\u{202E}2s\n" }, list("no text") { "\u{FEFF}\u{FFFE}1s" },
  ]

  private static func list(_ name: String, _ make: @escaping @Sendable () -> String) -> Bomb {
    Bomb("a list: \(name)") { bench in
      try bench.copy(.h264BFrames, to: "good.mp4")
      try bench.write(make().utf8, to: "times.txt")
      var trial = Trial(["good.mp4", "--at-list", "times.txt", "--dry-run", "--timeout", "5s", "-q"])
      (trial.printed, trial.writes, trial.isSingle, trial.seconds) = (.anything, false, false, 60)
      return trial
    }
  }

  private static let gestures: [Bomb] = [
    gesture("arrays in arrays") { String(repeating: "[", count: 1_000_000) },
    gesture("objects in objects") { String(repeating: #"{"a":"#, count: 1_000_000) },
    gesture("arrays in touches") { #"{"version":1,"touches":"# + String(repeating: "[", count: 100_000) },
    gesture("a huge number") { #"{"version":1e999999999,"touches":[]}"# },
    gesture("a number of a million digits") { #"{"version":"# + String(repeating: "1", count: 1_000_000) + "}" },
    gesture("a number of a million decimals") { #"{"version":0."# + String(repeating: "1", count: 1_000_000) + "}" },
    gesture("a string of 10 MB") { #"{"version":1,"video":""# + String(repeating: "v", count: 10_000_000) + #""}"# },
    gesture("a key of 10 MB") { #"{""# + String(repeating: "k", count: 10_000_000) + #"":1}"# },
    gesture("a string of escapes") {
      #"{"version":1,"video":""# + String(repeating: #"\u001b"#, count: 100_000) + #""}"#
    },
    gesture("a million keys") { "{" + (0..<1_000_000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}" },
    gesture("a million and one touches") { touches(1_000_001) }, gesture("a million touches") { touches(1_000_000) },
    gesture("more than 64 MiB") { String(repeating: " ", count: 67_200_000) + touches(3) },
    gesture("nearly 64 MiB") { touches(3) + String(repeating: " ", count: 67_000_000) },
    gesture("a pause of an age") { touches(3).replacing(#""t":0.002"#, with: #""t":1e300"#) },
    gesture("places beyond numbers") { touches(3).replacing(#""x":101"#, with: #""x":1e308"#) },
  ]

  private static func touches(_ count: Int) -> String {
    let middle = (1..<(count - 1)).map { #"{"t":\#(Double($0) / 1000),"phase":"moved","x":\#(100 + $0 % 9),"y":15}"# }
    return #"{"version":1,"control":{"value":"25%"},"touches":[{"t":0,"phase":"began","x":88,"y":15},"#
      + middle.joined(separator: ",") + #",{"t":\#(Double(count) / 1000),"phase":"ended","x":100,"y":15}]}"#
  }

  private static func gesture(_ name: String, _ make: @escaping @Sendable () -> String) -> Bomb {
    Bomb("a gesture: \(name)") { bench in
      try bench.copy(.h264BFrames, to: "good.mp4")
      try bench.write(make().utf8, to: "gesture.json")
      var trial = Trial(["--gesture", "gesture.json", "good.mp4", "-o", "out.png", "--timeout", "5s", "-q"])
      trial.seconds = 20
      return trial
    }
  }
}
