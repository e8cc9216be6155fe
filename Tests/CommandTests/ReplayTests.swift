import Foundation
import TestSupport
import Testing

/// The output of --replay.
@Suite struct ReplayTests {
  // Two seconds at 25 frames a second, 50 frames.
  private let clip = Fixture.h264Faststart.path

  /// A plain slider whose knob travels 100 points, so that a point is half a frame: it moves to frames 5, 10, … 25, one
  /// every 30 ms.
  private static let drag: String = {
    let moves = (1...5).map { number in
      #"{ "t": \#(0.03 * Double(number)), "phase": "moved", "x": \#(15.6 + 10 * Double(number)), "y": 15 }"#
    }
    return """
      { "version": 1, "control": { "model": "uislider", "frame": { "width": 131, "height": 31 } },
        "touches": [ { "t": 0, "phase": "began", "x": 15.5, "y": 15 }, \(moves.joined(separator: ", ")),
          { "t": 0.2, "phase": "cancelled" } ] }
      """
  }()

  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.write(Self.drag, to: "drag.json")
    return bench
  }

  private func replay(_ bench: Bench, _ arguments: String...) throws -> RunResult {
    try bench.framegrab([clip, "--gesture", "drag.json", "--replay", "--allow-unfinished"] + arguments)
  }

  private func seeks(_ result: RunResult) throws -> [[String: Any]] { Array(try result.objects().dropLast()) }

  private func summary(_ result: RunResult) throws -> [String: Any] {
    try #require(result.objects().last?["summary"] as? [String: Any])
  }

  @Test func `the frame of the start is on screen, and not sought`() throws {
    // The knob is at the middle, frame 25, and frame-grabber sends at touch-down: 25 + 50 · 13.2 / 131 = 30.04.
    let bench = try Bench()
    try bench.write(
      #"""
      {"version": 1, "control": {"model": "frame-grabber", "value": "50%", "frame": {"width": 131, "height": 31}},
       "touches": [{"t": 0, "phase": "began", "x": 65.5, "y": 15}, {"t": 0.1, "phase": "moved", "x": 78.7, "y": 15},
         {"t": 0.2, "phase": "ended"}]}
      """#, to: "still.json")
    for (seeker, targets) in [("chase", [30]), ("player", [30]), ("naive", [25, 30])] {
      let words = [clip, "--gesture", "still.json", "--replay", "--seeker", seeker]
      for pace in [["--simulate", "50"], []] {
        let result = try bench.framegrab(words + pace)
        #expect(try seeks(result).map { $0["target"] as? Int } == targets, "\(seeker) \(pace)")
        let summary = try summary(result)
        #expect(summary["requests"] as? Int == 2 && summary["framesShown"] as? Int == 1, "\(seeker) \(pace)")
      }
    }
  }

  @Test func `a simulated chase shows as many frames as the latency allows`() throws {
    // Requested at .03 5, .06 10, .09 15, .12 20, .15 25; a seek takes 50 ms: 5 @ .08, then 10 (requested at .06) @
    // .13, then 20 @ .18, then 25 @ .23.
    let result = try replay(bench(), "--simulate", "50")
    #expect(result.status == 0 && result.stderr == "")
    let seeks = try seeks(result)
    #expect(seeks.map { $0["shown"] as? Int } == [5, 10, 20, 25])
    #expect(seeks.map { $0["askedAt"] as? Double } == [0.03, 0.06, 0.12, 0.15])
    #expect(seeks.map { $0["issuedAt"] as? Double } == [0.03, 0.08, 0.13, 0.18])
    #expect(seeks.map { $0["shownAt"] as? Double } == [0.08, 0.13, 0.18, 0.23])
    #expect(seeks.map { $0["superseded"] as? Bool } == [true, true, true, false])
    let summary = try summary(result)
    #expect(summary["requests"] as? Int == 5 && summary["seeks"] as? Int == 4 && summary["framesShown"] as? Int == 4)
    #expect(summary["timeToSettle"] as? Double == 0.08 && summary["longestWithoutPicture"] as? Double == 0.05)
    #expect(summary["latency"] as? Double == 0.05 && summary["seeker"] as? String == "chase")
  }

  @Test func `the naive seeker shows only the last frame`() throws {
    let result = try replay(bench(), "--simulate", "50", "--seeker", "naive")
    #expect(try seeks(result).map { $0["shown"] as? Int } == [nil, nil, nil, nil, 25])
    #expect(try summary(result)["timeToSettle"] as? Double == 0.05)
  }

  @Test func `a fraction of a millisecond counts`() throws {
    let result = try replay(bench(), "--simulate", "0.5")
    #expect(try seeks(result).map { $0["shownAt"] as? Double } == [0.0305, 0.0605, 0.0905, 0.1205, 0.1505])
  }

  @Test(arguments: ["chase", "naive", "player"])
  func `with the decoder every seek ends, and nothing is written`(seeker: String) throws {
    let bench = try bench()
    let result = try replay(bench, "--seeker", seeker)
    #expect(result.status == 0 && result.stderr == "")
    let last = try #require(seeks(result).last)
    #expect(last["target"] as? Int == 25 && last["shown"] as? Int == 25 && last["error"] is NSNull)
    #expect(try summary(result)["latency"] is NSNull)
    #expect(bench.names == ["drag.json"])
  }

  @Test func `the frames that were shown are written, each once`() throws {
    let bench = try bench()
    let result = try replay(bench, "--simulate", "50", "-o", "shown/{index}.png", "--mkdir")
    #expect(result.status == 0)
    #expect(bench.names == ["drag.json", "shown", "shown/5.png", "shown/10.png", "shown/20.png", "shown/25.png"])
    #expect(
      try seeks(result).map { $0["output"] as? String } == [
        "shown/5.png", "shown/10.png", "shown/20.png", "shown/25.png",
      ]
    )
    for number in [5, 10, 20, 25] { #expect(try bench.number("shown/\(number).png") == number) }
  }

  @Test func `an output that cannot be written is refused before anything is played`() throws {
    let bench = try bench()
    try bench.write("mine", to: "r.svg")
    // These fail before the gesture is played, and without printing a line.
    try replay(bench, "-o", "missing/").expectFailure(5, "missing")
    try replay(bench, "--plot", "r.svg").expectFailure(5, "r.svg")
    try replay(bench, "-o", "{indx}.png").expectFailure(2, "{index}")
    #expect(try bench.bytes("r.svg") == Data("mine".utf8))
  }

  @Test func `a drawing does not replace a picture of the same run`() throws {
    let bench = try bench()
    try replay(bench, "--simulate", "50", "-o", "{index}", "--plot", "25", "-y").expectFailure(2, "25")
  }

  /// The alpha planes of some of ten pictures are lost (Matroska's BlockAdditions, 75A1): no picture is output for those.
  /// Two of ten refute the packets, and pictures are counted; one is lost in its place, and the seek to it fails.
  @Test(arguments: [[2, 4], [4]])
  func `if decoding refutes the packets, the gesture is replayed, and every picture is that of a grab`(
    _ lost: [Int]
  ) throws {
    let isCounted = lost.count > 1
    let bench = try Bench()
    var bytes = try bench.copy(.vp9Alpha, to: "v.webm")
    let steps = (0..<20).map { #"{ "t": 0.\#(10 + $0), "step": 1 }"# }
    try bench.write(#"{ "version": 1, "touches": ["# + steps.joined(separator: ",") + "]}", to: "g.json")
    var place = bytes.startIndex
    for picture in 0..<10 {
      let plane = try #require(bytes.range(of: Data([0x75, 0xA1]), in: place..<bytes.endIndex))
      if lost.contains(picture) { bytes[plane.lowerBound] = 0x7E }
      place = plane.upperBound
    }
    try bench.write(bytes, to: "v.webm")
    let result = try bench.framegrab("v.webm", "--gesture", "g.json", "--replay", "-o", "r/{index}.png", "--mkdir")
    let shown = try seeks(result).compactMap { $0["shown"] as? Int }
    #expect(shown.last == (isCounted ? 7 : 9) && result.status == (isCounted ? 0 : 1), "\(result.stderr)")
    for frame in Set(shown) {
      let alone = try bench.framegrab("v.webm", "--frame", "\(frame)", "-o", "alone.png", "-y")
      #expect(alone.status == 0)
      #expect(try bench.picture("alone.png") == bench.picture("r/\(frame).png"), "frame \(frame)")
    }
    if !isCounted { try bench.framegrab("v.webm", "--frame", "4").expectFailure(4, "frame 4") }
  }

  @Test func `one name for several frames is refused`() throws {
    let bench = try bench()
    try replay(bench, "--simulate", "50", "-o", "one.png").expectFailure(2, "one.png")
    #expect(bench.names == ["drag.json"])
  }

  @Test func `invalid options are refused`() throws {
    let bench = try bench()
    try bench.framegrab(clip, "--replay").expectFailure(2, "--gesture FILE")
    try replay(bench, "--at", "1s").expectFailure(2, "leave the other moments out")
    try replay(bench, "-o", "-").expectFailure(2, "standard output")
    try replay(bench, "--simulate", "x").expectFailure(2, "milliseconds")
    try replay(bench, "--simulate", "-1").expectFailure(2, "milliseconds")
    try replay(bench, "--seeker", "fast").expectFailure(2, "chase")
    try replay(bench, "--step", "1").expectFailure(2, "--step")
    try replay(bench, "--trace").expectFailure(2, "exclude each other")
    try bench.framegrab(clip, "--at", "1s", "--seeker", "naive").expectFailure(2, "--replay")
    try bench.framegrab("--gesture", "drag.json", "--replay", "--allow-unfinished").expectFailure(2, "no video")
    // Without --allow-unfinished a cancelled stroke is refused, as in other modes.
    try bench.framegrab(clip, "--gesture", "drag.json", "--replay").expectFailure(2, "cancelled")
  }
}
