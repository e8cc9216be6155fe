import Foundation
import TestSupport
import Testing

/// Gestures that a grab refuses, traced and drawn.
@Suite struct RefusedShowTests {
  private let clip = Fixture.h264Faststart.path

  /// A refused gesture: its file, the number of the touch at fault, what is written there, and what the error says.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let touch: Int
    let words: String
    let place: String
    let reason: String
  }

  static let all = [
    // The knob reaches from 0 to 31.
    Case(
      testDescription: "knob missed",
      text: GestureCommandTests.drag(points: 51).replacing("\"x\": 15.5", with: "\"x\": 31"), touch: 0,
      words: "misses the knob", place: "/touches: ", reason: "no touch ever catches the knob"),
    Case(
      testDescription: "no end",
      text: GestureCommandTests.drag(points: 51, last: "").replacing(/\},\s*\]/) { _ in "}]" },
      touch: 2, words: "is never lifted", place: "/touches/2: ", reason: "the last stroke has no 'ended'"),
    Case(
      testDescription: "cancelled",
      text: GestureCommandTests.drag(points: 51, last: #"{ "t": 0.2, "phase": "cancelled" }"#), touch: 3,
      words: "is cancelled", place: "/touches/3: ", reason: "the last stroke is cancelled"),
  ]

  private func bench(_ text: String) throws -> Bench {
    let bench = try Bench()
    try bench.write(text, to: "drag.json")
    return bench
  }

  private func expectRefusal(_ result: RunResult, _ refused: Case) {
    #expect(result.status == 2)
    #expect(result.complaints.count == 1 && result.stderr.hasPrefix("framegrab: drag.json:"), "\(result.stderr)")
    #expect(result.stderr.contains(refused.place) && result.stderr.contains(refused.reason), "\(result.stderr)")
  }

  @Test(arguments: all) func `a trace shows all of it, marks the touch, and fails as a grab does`(
    refused: Case
  ) throws {
    let bench = try bench(refused.text)
    for video in [[], [clip]] {
      let grab = try bench.framegrab([clip, "--gesture", "drag.json", "-o", "p.png"])
      grab.expectFailure(2, refused.place, refused.reason)
      let result = try bench.framegrab(video + ["--gesture", "drag.json", "--trace"])
      expectRefusal(result, refused)
      #expect(result.stderr == grab.stderr)
      let objects = try result.objects()
      #expect(objects.count == (refused.touch == 2 ? 3 : 4))
      #expect(
        objects.map { $0["refused"] as? String } == objects.indices.map { $0 == refused.touch ? refused.words : nil })
      // The frames are those that the values give all the same: 51 points are 1.02 s.
      let frame = refused.touch == 0 ? 0 : 25
      #expect(objects.last?["frame"] as? Int == (video.isEmpty ? nil : frame))
    }
    #expect(bench.names == ["drag.json"])
  }

  @Test(arguments: all) func `a drawing shows all of it, marks the touch, and fails as a grab does`(
    refused: Case
  ) throws {
    let bench = try bench(refused.text)
    for (name, video) in [("a.svg", []), ("b.svg", [clip])] {
      let result = try bench.framegrab(video + ["--gesture", "drag.json", "--plot", name])
      expectRefusal(result, refused)
      #expect(result.text == name + "\n")
      let drawing = String(decoding: try bench.bytes(name), as: UTF8.self)
      #expect(drawing.contains(">\(refused.words)</text>") && drawing.contains(">Refused: \(refused.words)</text>"))
      // The ring is drawn in no other drawing.
      #expect(drawing.contains("stroke=\"#A3123A\""))
    }
  }

  @Test func `an allowed ending is no fault`() throws {
    for refused in Self.all.dropFirst() {
      let bench = try bench(refused.text)
      let trace = try bench.framegrab(clip, "--gesture", "drag.json", "--trace", "--allow-unfinished")
      #expect(trace.status == 0 && trace.stderr == "" && !trace.text.contains("refused"))
      try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "d.svg", "--allow-unfinished").expectSuccess(
        "d.svg")
      #expect(!String(decoding: try bench.bytes("d.svg"), as: UTF8.self).contains("#A3123A"))
    }
  }

  @Test func `a replay plays none of it`() throws {
    for refused in Self.all {
      let bench = try bench(refused.text)
      try bench.framegrab(clip, "--gesture", "drag.json", "--replay", "--plot", "d.svg").expectFailure(
        2, refused.reason)
      #expect(bench.names == ["drag.json"])
    }
  }

  @Test func `what is no gesture file is still refused at once`() throws {
    let bench = try bench(Self.all[2].text.replacing("\"cancelled\"", with: "\"canceled\""))
    try bench.framegrab("--gesture", "drag.json", "--trace").expectFailure(2, "did you mean 'cancelled'?")
    try bench.framegrab("--gesture", "drag.json", "--plot", "d.svg").expectFailure(2, "did you mean 'cancelled'?")
    #expect(bench.names == ["drag.json"])
  }

  @Test func `a drawing that exists is not replaced by one that is refused`() throws {
    let bench = try bench(Self.all[0].text)
    try bench.write("mine", to: "d.svg")
    try bench.framegrab("--gesture", "drag.json", "--plot", "d.svg").expectFailure(5, "d.svg")
    #expect(try bench.bytes("d.svg") == Data("mine".utf8))
  }

  // MARK: The file's own video

  @Test func `a trace needs no video, even if the file names one that is absent`() throws {
    let bench = try bench(GestureCommandTests.drag(points: 51, extra: #""video": "clip.mp4","#))
    let result = try bench.framegrab("--gesture", "drag.json", "--trace")
    #expect(result.status == 0)
    #expect(result.stderr == "framegrab: clip.mp4: no such file; traced without a video\n")
    let objects = try result.objects()
    #expect(objects.map { $0["value"] as? Double } == [0, 0.36, 0.51, 0.51])
    #expect(objects.allSatisfy { $0["frame"] is NSNull && $0["time"] is NSNull })
    // Quiet, and with a video that is there.
    #expect(try bench.framegrab("--gesture", "drag.json", "--trace", "-q").stderr == "")
    let named = try bench.framegrab(clip, "--gesture", "drag.json", "--trace")
    #expect(named.status == 0 && named.stderr == "")
    #expect(try named.objects().last?["frame"] as? Int == 25)
  }

  @Test func `a video that the command line names has to be there, and one that cannot be read is an error`() throws {
    let bench = try bench(GestureCommandTests.drag(points: 51, extra: #""video": "clip.mp4","#))
    try bench.framegrab("missing.mp4", "--gesture", "drag.json", "--trace").expectFailure(
      3, "missing.mp4: no such file")
    try bench.write("no video", to: "clip.mp4")
    try bench.framegrab("--gesture", "drag.json", "--trace").expectFailure(3, "clip.mp4")
  }
}
