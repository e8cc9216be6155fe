import Foundation
import TestSupport
import Testing

/// Pictures in place of blank ones. Clips have 10 frames a second, so frame n starts at n/10 s.
@Suite struct BlankTests {
  private static let size = "s=320x180:r=10"

  /// A clip of parts, each a source of libavfilter and its seconds.
  private func clip(_ bench: Bench, _ name: String, _ parts: [(String, String)]) throws {
    func timed(_ source: String, _ seconds: String) -> String {
      source.replacing(#/:r=[0-9]+/#, maxReplacements: 1) { "\($0.output):d=\(seconds)" }
    }
    let sources = parts.enumerated().map { (number, part) in
      "\(timed(part.0, part.1)),setsar=1,format=yuv420p[p\(number)]"
    }.joined(separator: ";")
    let labels = parts.indices.map { "[p\($0)]" }.joined()
    try makeOnce(
      name,
      [
        "-f", "lavfi", "-i", "\(sources);\(labels)concat=n=\(parts.count):v=1", "-c:v", "libx264", "-qp", "0", "-g",
        "25", "-threads", "1", "-color_range", "tv",
      ], in: bench.folder)
  }

  private static let black = "color=black:\(size)"
  private static let picture = "testsrc2=\(size)"

  /// For each frame whether it is blank, by FFmpeg's decoder and a count: of 57 600 points of luma 57 024 are within 13 of
  /// the 28 800th.
  private func blanks(_ bench: Bench, _ name: String) throws -> [Bool] {
    let words = [
      "ffmpeg", "-v", "error", "-i", name, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-",
    ]
    let bytes = Array(try run(words, in: bench.folder).stdout)
    let length = 320 * 180 * 3 / 2
    try #require(!bytes.isEmpty && bytes.count % length == 0)
    return (0..<(bytes.count / length)).map { frame in
      // The picture has the size of the grid: each of its pixels is a point.
      let counts = histogram(of: bytes[(frame * length)..<(frame * length + 57_600)])
      var upTo = 0
      let median = counts.firstIndex { count in
        upTo += count
        return upTo >= 28_800
      }
      guard let median else { return false }
      return counts[max(0, median - 13)...min(255, median + 13)].reduce(0, +) >= 57_024
    }
  }

  /// The frames that a run gives, whether they are blank, and the time that was left.
  private func given(_ result: RunResult) throws -> [String] {
    try result.objects().filter { $0["pts"] != nil }.map { object in
      let from = (object["skippedFrom"] as? [String: String])?["exact"] ?? "-"
      return "\(object["index"] as? Int ?? -1) \(object["blank"] as? Bool == true) \(from)"
    }
  }

  private func skip(_ bench: Bench, _ words: String...) throws -> [String] {
    let result = try bench.framegrab(words + ["--json", "--index", "--compression", "fast", "-o", "{time}.png", "-y"])
    #expect(result.status == 0, "\(words): \(result.stderr)")
    return try given(result)
  }

  /// Black up to 3 s, then a picture up to 7 s, but for black from 5 to 5.5 s.
  private func simple(_ bench: Bench) throws {
    try clip(bench, "v.mp4", [(Self.black, "3"), (Self.picture, "2"), (Self.black, "0.5"), (Self.picture, "1.5")])
  }

  @Test func `a second after the first picture that is not blank`() throws {
    let bench = try Bench()
    try simple(bench)
    // 3 + 1 = 4 s.
    #expect(
      try skip(bench, "v.mp4", "--at", "0", "--at", "2.95s", "--skip-blank") == ["40 false 0", "40 false 29/10"])
    #expect(try skip(bench, "v.mp4", "--at", "3s", "--at", "4.99s", "--skip-blank") == ["30 false -", "49 false -"])
    // 5.5 + 1 = 6.5 s.
    #expect(try skip(bench, "v.mp4", "--at", "5s", "--skip-blank") == ["65 false 5"])
    // The limit counts from the moment: 3 s after it the first one is, but not the one a second later.
    #expect(try skip(bench, "v.mp4", "--at", "0", "--skip-blank=4s") == ["40 false 0"])
    #expect(try skip(bench, "v.mp4", "--at", "0", "--skip-blank=3.999s") == ["30 false 0"])
    #expect(try skip(bench, "v.mp4", "--at", "0", "--skip-blank=3s") == ["30 false 0"])
    #expect(try skip(bench, "v.mp4", "--at", "50ms", "--skip-blank=2949ms") == ["0 true -"])
    #expect(try skip(bench, "v.mp4", "--at", "50ms", "--skip-blank=2950ms") == ["30 false 0"])
    let all = try bench.framegrab("v.mp4", "--at", "0", "--at", "1s", "--skip-blank=1s", "-o", "{time}.png", "-y")
    #expect(all.status == 0 && all.complaints.count == 1, "\(all.stderr)")
    let words = "v.mp4: --skip-blank: nothing but blank pictures after 2 moments, which keep their own frames; "
    #expect(all.stderr.contains(words))
  }

  @Test func `the first one, where a second later there is none`() throws {
    let bench = try Bench()
    // At 2 s it is black again; in the other clip the video ends at 1.5 s, and in a third at 2 s, where its last is.
    try clip(bench, "a.mp4", [(Self.black, "1"), (Self.picture, "0.5"), (Self.black, "2")])
    try clip(bench, "b.mp4", [(Self.black, "1"), (Self.picture, "0.5")])
    try clip(bench, "c.mp4", [(Self.black, "1"), (Self.picture, "1")])
    for (name, frame) in [("a", 10), ("b", 10), ("c", 19)] {
      #expect(try skip(bench, "\(name).mp4", "--at", "0", "--skip-blank") == ["\(frame) false 0"], "\(name)")
    }
  }

  /// What is blank, one second of each; the lines are 0.6 % of the picture, the title 4 %, noise is even with sigma 3.5.
  @Test func `colours, noise and small things are blank, titles and pictures are not`() throws {
    let bench = try Bench()
    func box(_ size: String) -> (String, String) {
      let parts = size.split(separator: "x")
      return (
        "color=black:\(Self.size),drawbox=x=20:y=20:w=\(parts[0]):h=\(parts[1]):c=white:t=fill", "1"
      )
    }
    let kinds: [(isBlank: Bool, part: (String, String))] = [
      (true, (Self.black, "1")), (true, ("color=white:\(Self.size)", "1")),
      (true, ("color=0x2040c0:\(Self.size)", "1")),
      (true, ("color=gray:\(Self.size),noise=c0s=12:c0f=t+u:c0_seed=1", "1")),
      (false, ("color=gray:\(Self.size),noise=c0s=60:c0f=t+u:c0_seed=1", "1")),
      (true, box("24x16")), (true, box("96x4")), (false, box("96x24")), (false, (Self.picture, "1")),
      (false, ("smptebars=\(Self.size)", "1")),
    ]
    try clip(bench, "v.mp4", kinds.map(\.part))
    let counted = try blanks(bench, "v.mp4")
    #expect(counted == kinds.flatMap { [Bool](repeating: $0.isBlank, count: 10) })
    // With next to no time to look further, each moment has its own frame.
    let result = try bench.framegrab("v.mp4", "--every", "0.1s", "--skip-blank=1ms", "--hash", "--json", "--index")
    #expect(try given(result) == counted.enumerated().map { "\($0) \($1) -" })
  }

  @Test(arguments: ["black", "white"]) func `a fade in`(color: String) throws {
    let bench = try Bench()
    let fade = "testsrc2=\(Self.size),fade=t=in:st=0:d=2:color=\(color)"
    try clip(bench, "v.mp4", [("color=\(color):\(Self.size)", "1"), (fade, "4")])
    let counted = try blanks(bench, "v.mp4")
    let first = try #require(counted.firstIndex(of: false))
    // It begins at 1 s, and some frames of it are still blank.
    try #require(first > 11 && first < 25 && !counted[first + 10])
    #expect(try skip(bench, "v.mp4", "--at", "0", "--skip-blank") == ["\(first + 10) false 0"])
  }

  /// 600 s of black, two frames a second, and 5 s of a picture.
  @Test func `ten minutes of black`() throws {
    let bench = try Bench()
    let (black, picture) = ("color=black:s=64x36:r=2", "testsrc2=s=64x36:r=2")
    for name in ["v.mp4", "v.ts", "v.mkv"] {
      try clip(bench, name, [(black, "600"), (picture, "5")])
      #expect(try skip(bench, name, "--at", "0", "--skip-blank=10m") == ["1200 false 0"])
      #expect(try skip(bench, name, "--at", "595s", "--skip-blank") == ["1202 false 595"])
      let none = try bench.framegrab(name, "--at", "0", "--skip-blank", "-o", "n.png", "-y")
      #expect(none.status == 0 && none.stderr.contains("after a moment, which keeps its own frame"), "\(none.stderr)")
    }
    // Of the 61 pieces the last one, which ends at 605 s, has its middle in the picture.
    let sheet = try bench.framegrab("v.mp4", "--every", "10s", "-o", "t.vtt", "--skip-blank", "--json")
    #expect(try sheet.objects().compactMap { $0["blank"] as? Bool } == [Bool](repeating: true, count: 60) + [false])
    #expect(sheet.stderr.contains("after 60 moments"))
  }

  @Test func `on a sheet, before the piece ends`() throws {
    let bench = try Bench()
    try simple(bench)
    // Pieces of 2 s have their middles at 1, 3, 5 and 6.5 s: the first ends at 2 s, the third at 6 s, where its picture is
    // half a second away from the 5.5 s at which it begins.
    let first = try bench.framegrab("v.mp4", "--every", "2s", "-o", "a.vtt", "--skip-blank", "--json", "--index")
    #expect(try given(first) == ["10 true -", "30 false -", "55 false 5", "65 false -"])
    // Of 3.5 s: 1.75 s, up to 3.5 s, and 5.25 s up to the end, also without an index.
    let second = try bench.framegrab(
      "v.mp4", "--every", "3.5s", "--sheet", "2x", "-o", "b.png", "--skip-blank", "--json", "--index")
    #expect(try given(second) == ["30 false 17/10", "65 false 26/5"])
    // A moment of one's own: its piece ends at the next one.
    let third = try bench.framegrab(
      "v.mp4", "--at", "0", "--at", "3.1s", "--at", "5s", "-o", "c.vtt", "--skip-blank", "--json", "--index")
    #expect(try given(third) == ["30 false 0", "31 false -", "65 false 5"])
    // The tiles are these frames.
    #expect(try bench.framegrab("v.mp4", "--frame", "30", "--frame", "31", "--frame", "65", "-o", "d.vtt").status == 0)
    #expect(try bench.tiles("c.vtt").tiles == bench.tiles("d.vtt").tiles)
  }

  @Test func `the same with any number of decoders, as a stream, a hash and an array`() throws {
    let bench = try Bench()
    try simple(bench)
    // 0 to 6 s: 40, 40, 40, 30, 40, 65, 60.
    let frames = [40, 40, 40, 30, 40, 65, 60]
    let words = ["v.mp4", "--every", "1s", "--skip-blank"]
    var first: [Data] = []
    for jobs in ["1", "2", "3", "8"] {
      let result = try bench.framegrab(words + ["--compression", "fast", "-o", "\(jobs)/", "--mkdir", "-j", jobs])
      #expect(result.status == 0 && result.lines.count == 7, "\(result.stderr)")
      let files = try result.lines.map { try bench.bytes($0) }
      if first.isEmpty { first = files }
      #expect(files == first)
    }
    let list = frames.flatMap { ["--frame", "\($0)"] }
    let hashes = try bench.framegrab(["v.mp4", "--hash"] + list)
    #expect(try bench.framegrab(words + ["--hash"]).lines == hashes.lines)
    for name in ["-", "x.npy"] {
      let (skipped, direct) = try (
        bench.framegrab(words + ["--raw", "rgb24", "-o", name, "-y"]),
        bench.framegrab(["v.mp4", "--raw", "rgb24", "-o", name == "-" ? "-" : "y.npy"] + list)
      )
      #expect(skipped.status == 0 && skipped.stdout.count == (name == "-" ? 7 * 172_800 : 6))
      if name == "-" { #expect(skipped.stdout == direct.stdout) }
    }
    #expect(try bench.bytes("x.npy") == bench.bytes("y.npy"))
    // More blank moments in a row than rounds of looking up.
    let many = (0..<25).flatMap { ["--at", "\($0)00ms"] }
    let stream = try bench.framegrab(["v.mp4", "--skip-blank", "--raw", "gray", "--width", "32", "-o", "-"] + many)
    #expect(stream.status == 0 && stream.stdout.count == 25 * 32 * 18)
  }

  @Test func `names and outputs are those of the moment`() throws {
    let bench = try Bench()
    try simple(bench)
    #expect(
      try bench.framegrab("v.mp4", "--at", "0", "--skip-blank", "-o", "{index}-{time}.png").lines == [
        "0-00.00.00.000.png"
      ])
    #expect(try bench.framegrab("v.mp4", "--frame", "40", "--metadata", "none", "-o", "f.png").status == 0)
    #expect(try bench.picture("0-00.00.00.000.png") == bench.picture("f.png"))
    let planned = try bench.framegrab("v.mp4", "--at", "0", "--skip-blank", "-o", "{index}.png", "--dry-run", "--json")
    let object = try #require(planned.objects().first)
    #expect(object["output"] as? String == "0.png" && object["blank"] is NSNull && object["skippedFrom"] is NSNull)
    let plain = try bench.framegrab("v.mp4", "--at", "0", "--json", "--dry-run")
    #expect(try plain.objects().first?["blank"] == nil)
  }

  @Test(arguments: [
    "--frame 3", "--keyframes", "--all", "--at 1s --snap next-keyframe", "--at 1s --step 1", "--gesture g.json",
  ]) func `it is for moments given by time`(line: String) throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "g.json")
    let words = [Fixture.h264NTSC.path, "--skip-blank"] + line.split(separator: " ").map(String.init)
    try bench.framegrab(words).expectFailure(2, "moments given by time")
    try bench.framegrab(Fixture.h264NTSC.path, "--at", "1s", "--skip-blank=0s").expectFailure(2, "above 0")
    try bench.framegrab(Fixture.h264NTSC.path, "--info", "--skip-blank").expectFailure(2, "--skip-blank")
  }

  /// After the moment the file is damaged or cut off: what can be decoded is looked at.
  @Test func `a file that is cut off`() throws {
    let bench = try Bench()
    try simple(bench)
    let bytes = try bench.bytes("v.mp4")
    try clip(bench, "v.mkv", [(Self.black, "3"), (Self.picture, "2"), (Self.black, "0.5"), (Self.picture, "1.5")])
    let whole = try bench.bytes("v.mkv")
    try bench.write(whole.prefix(whole.count * 2 / 3), to: "cut.mkv")
    #expect(bytes.count > 0)
    let frames = try bench.framegrab("cut.mkv", "--list-frames").lines.count
    try #require(frames > 35 && frames < 70)
    let result = try bench.framegrab("cut.mkv", "--at", "0", "--skip-blank", "--json", "--index", "-o", "x.png")
    let expected = frames > 40 ? 40 : 30
    #expect(try result.objects().first?["index"] as? Int == expected, "\(result.stderr)")
  }
}
