import Arguments
import Foundation
import TestSupport
import Testing

/// Help on one topic, and the example of a gesture.
@Suite struct HelpTopicTests {
  private let clip = Fixture.h264Faststart.path

  @Test func `help on a topic is its chapter`() throws {
    let bench = try Bench()
    let all = try bench.framegrab("--help").text
    for (word, title, told) in [
      ("codes", "EXIT CODES", "a limit was reached"), ("time", "TIME", "1001/30000s"), ("size", "SIZE", "8MiB"),
      ("output", "OUTPUT", "{index:06}"), ("printed", "WHAT IS PRINTED", "Standard output"),
      ("gestures", "GESTURES", "\"phase\": \"began\""), ("sliders", "SLIDERS OF YOUR OWN", "\"curve\": \"linear\""),
      ("recordings", "RECORDINGS", "getevent -lt -v38"),
    ] {
      let result = try bench.framegrab("--help", word)
      #expect(result.status == 0 && result.stderr == "")
      #expect(result.lines.first == title && result.text.contains(told), "\(word)")
      #expect(all.contains(result.text) && result.text.count < all.count / 5)
    }
  }

  @Test func `each section and each option is a topic`() throws {
    let bench = try Bench()
    let all = try bench.framegrab("--help").text
    for (word, title) in [
      ("moments", "MOMENTS"), ("writing", "WRITING"), ("looking", "LOOKING"), ("scrubbing", "SCRUBBING"),
      ("making", "MAKING GESTURES"), ("many", "MANY VIDEOS"), ("limits", "LIMITS"), ("reading", "READING"),
      ("messages", "MESSAGES"),
    ] {
      let result = try bench.framegrab("help", word)
      #expect(result.status == 0 && result.lines.first == title && all.contains(result.text), "\(word)")
    }
    for option in OptionTable.framegrab.options {
      for spelling in option.spellings {
        let result = try bench.framegrab("--help", spelling)
        #expect(result.status == 0 && result.stderr == "" && all.contains(result.text), "\(spelling)")
        #expect(result.lines.first?.contains(spelling) ?? false)
      }
    }
    #expect(try bench.framegrab("help", "width") == bench.framegrab("--help", "--width"))
    try bench.framegrab("--help", "--widht").expectFailure(2, "did you mean '--width'?")
  }

  @Test func `the short option has topics too, and shows all options beside anything else`() throws {
    let bench = try Bench()
    for word in ["time", "codes", "--width", "width"] {
      let topic = try bench.framegrab("--help", word)
      #expect(try bench.framegrab("-h", word) == topic && topic.status == 0, "\(word)")
    }
    let short = try bench.framegrab("-h")
    for words in [["-h", "video.mp4"], ["video.mp4", "-h"], ["-h", "tiem"], ["-h", "time", "-q"]] {
      #expect(try bench.framegrab(words) == short, "\(words)")
    }
  }

  @Test func `the short help fits on two screens and says where the rest is`() throws {
    let result = try Bench().framegrab("-h")
    #expect(result.status == 0 && result.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    for word in ["limits", "reading", "making"] { #expect(result.text.contains("--help \(word), ")) }
  }

  @Test func `the table of habits is a topic of its own`() throws {
    let result = try Bench().framegrab("--help", "habits")
    #expect(result.status == 0 && result.stderr == "" && result.lines.first == "HABITS")
    let line = try #require(result.lines.firstIndex(of: "      framegrab -ss 2 -i v.mp4 out.png"))
    #expect(result.lines[line...].prefix(6).joined().contains("framegrab v.mp4 --at 2 -o out.png"))
  }

  @Test func `a topic can be asked for in several ways`() throws {
    let bench = try Bench()
    let time = try bench.framegrab("--help", "time").stdout
    for words in [["time", "--help"], ["help", "time"], ["--help=time"], ["--help", "TIME"], ["help", "Time"]] {
      #expect(try bench.framegrab(words).stdout == time, "\(words)")
    }
    // Also by its heading, as the help prints it.
    for (heading, word) in [("EXIT CODES", "codes"), ("Many videos", "many"), ("SLIDERS OF YOUR OWN", "sliders")] {
      #expect(try bench.framegrab("--help", heading).stdout == bench.framegrab("--help", word).stdout)
      let words = heading.split(separator: " ").map(String.init)
      #expect(try bench.framegrab(["--help"] + words).stdout == bench.framegrab("--help", word).stdout)
    }
    let all = try bench.framegrab("--help").stdout
    for words in [["help"], ["v.mp4", "--help"], ["--help", "time", "--at", "3s"], ["time", "size", "--help"]] {
      #expect(try bench.framegrab(words).stdout == all, "\(words)")
    }
  }

  @Test func `an unknown topic is refused with the others`() throws {
    let bench = try Bench()
    for words in [["--help", "gestur"], ["help", "gestur"], ["--help=gestur"]] {
      try bench.framegrab(words).expectFailure(
        2, "'gestur'", "codes, time, size, output, printed, gestures, sliders, recordings, habits",
        "did you mean 'gestures'?")
    }
    try bench.framegrab("--help", "a\u{1B}b").expectFailure(2, "a\\x1Bb")
  }

  @Test func `a file named help is a video`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "help")
    try bench.framegrab("help").expectFailure(2, "nothing to grab")
    try bench.framegrab("help", "--frame", "3", "-o", "p.png").expectSuccess("p.png")
    try bench.framegrab("--", "help").expectFailure(2, "nothing to grab")
  }

  @Test func `every model is named`() throws {
    let bench = try Bench()
    let schema = try #require(
      JSONSerialization.jsonObject(with: try bench.framegrab("--schema").stdout) as? NSDictionary)
    let models = try #require(Self.choices(of: "model", in: schema))
    let help = try bench.framegrab("--help", "gestures").text
    #expect(models.count > 6)
    for model in models { #expect(help.contains(model), "\(model)") }
  }

  /// The words of an enumeration anywhere in the schema.
  private static func choices(of key: String, in value: Any) -> [String]? {
    if let object = value as? NSDictionary {
      if let found = (object[key] as? NSDictionary)?["enum"] as? [String] { return found }
      return object.allValues.lazy.compactMap { choices(of: key, in: $0) }.first
    }
    return (value as? NSArray)?.lazy.compactMap { choices(of: key, in: $0) }.first
  }

  // MARK: The example

  @Test func `the example is in the help and in the manual page`() throws {
    let bench = try Bench()
    let example = try bench.framegrab("--example-gesture")
    #expect(example.status == 0 && example.stderr == "")
    for help in [try bench.framegrab("--help").text, try bench.framegrab("--help", "gestures").text] {
      #expect(help.contains(example.lines.map { "    " + $0 + "\n" }.joined()))
    }
    let page = try bench.framegrab("--man").text.replacing("\\(dq", with: "\"").replacing("\\-", with: "-")
    #expect(page.contains(".EX\n" + example.text + ".EE\n"))
  }

  // The example's 40 points half a point above the middle, between 1 at 0 and 0.5 at 60 points: 1 − 0.5 · 0.5/60; and 40 at
  // 80.5 points, between 0.5 at 60 and 0.2 at 120: 0.5 − 0.3 · 20.5/60 = 0.3975. The track has 320.
  @Test func `the slider of one's own in the help can be put beside others`() throws {
    let bench = try Bench()
    let topic = try #require(OptionTable.framegrab.topics.first { $0.word == "sliders" })
    try bench.write(topic.sample, to: "mine.json")
    #expect(try bench.shell("framegrab --example-gesture > drag.json").status == 0)
    let rows = try bench.framegrab("--gesture", "drag.json", "--compare", "scrubbing-slider,mine.json").objects()
    #expect(rows.map { $0["slider"] as? String } == ["scrubbing-slider", "Mine"])
    let value = try #require(rows.last?["value"] as? Double)
    #expect(abs(value - (0.25 + (40 * (1 - 0.25 / 60) + 40 * 0.3975) / 320)) < 1e-9)
    try bench.framegrab(
      "--gesture", "drag.json", "--compare", "scrubbing-slider,obslider,mine.json", "--plot", "three.svg"
    ).expectSuccess("three.svg")
    // Each word of a rule is in the schema, in this order.
    let schema = try JSONSerialization.jsonObject(with: Data(bench.framegrab("--schema").stdout))
    for row in topic.rows {
      for word in Self.choices(of: row.term, in: schema) ?? [] {
        #expect(row.meaning.contains(word), "\(row.term) \(word)")
      }
    }
  }

  // The knob's centre is at 15.5 + V (320 − 31): at 25 % at 87.75, where the finger goes down. Of the track's 320
  // points it drags 40 at full speed: V 0.25 + 0.125. Then it is 15.5 + 65 = 80.5 points above the slider's middle,
  // where the speed is a half: V + 0.5 · 0.125 = 0.4375.
  @Test func `the example gives the frame of the equations in any video`() throws {
    let bench = try Bench()
    #expect(try bench.shell("framegrab --example-gesture > drag.json").status == 0)
    let trace = try bench.framegrab("--gesture", "drag.json", "--trace").objects()
    #expect(trace.map { $0["value"] as? Double } == [0.25, 0.375, 0.375, 0.4375, 0.4375])
    #expect(trace.map { $0["speed"] as? Double } == [1, 1, 0.5, 0.5, 1])
    // 2 s at 25 a second: 0.875 s, frame 21. 3003/1000 s at 30000/1001: 1.3138125 s, and 39.375 frames.
    for (fixture, frame) in [(Fixture.h264Faststart, 21), (.h264NTSC, 39)] {
      try bench.framegrab(fixture.path, "--gesture", "drag.json", "-o", "%d", "-y").expectSuccess("\(frame)")
      #expect(try bench.number("\(frame)") == frame)
    }
    // It names neither a video nor an output.
    try bench.framegrab("--gesture", "drag.json").expectFailure(2, "no video")
  }
}
