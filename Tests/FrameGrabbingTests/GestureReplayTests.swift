import Files
import GestureFiles
import JSON
import Seeking
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// A gesture's notified values as seeks. The slider is that of `control()`: 2 points are a hundredth of ten seconds,
/// that is 2.5 frames.
struct GestureReplayTests {
  private func requests(_ gesture: Gesture) throws -> [SeekRequest] {
    try GestureReplay(gesture, in: timeline(frames: 250)).requests
  }

  @Test func `every notified value is a request`() throws {
    // 20 points are 25 frames, 10 more 12.5; the lift sends nothing.
    let found = try requests(drag(control(), (25, 15), (45, 15), (55, 15)))
    #expect(found.map(\.frame) == [25, 37])
    #expect(found.map(\.timeInMicroseconds) == [16_000, 32_000])
  }

  @Test func `a slider that is not continuous requests once, on the lift`() throws {
    let found = try requests(drag(control(#""continuous": false"#), (25, 15), (45, 15), (55, 15)))
    #expect(found.map(\.frame) == [37] && found.map(\.timeInMicroseconds) == [48_000])
  }

  @Test func `a lift that corrects requests twice in OBSlider`() throws {
    // Held at .2 for 180 ms, then moved 5 points: the lift sends .225, and the correction .2 again.
    let text = """
      { "version": 1, "control": \(control(#""model": "obslider", "liftCorrection": true"#)), "touches": [
        { "t": 0, "phase": "began", "x": 25, "y": 15 }, { "t": 0.010, "phase": "moved", "x": 65, "y": 15 },
        { "t": 0.19, "phase": "moved", "x": 70, "y": 15 }, { "t": 0.200, "phase": "ended" } ] }
      """
    let found = try requests(gesture(text))
    #expect(found.map(\.frame) == [50, 56, 56, 50])
    #expect(found.map(\.timeInMicroseconds) == [10_000, 190_000, 200_000, 200_000])
  }

  /// Five moves, 30 ms apart, to frames 1 to 5: the example of QA1820.
  private func fiveRequests() throws -> Gesture {
    // Frame n is V = n/250: n · 0.8 points; .1 more avoids the exact start of the frame.
    let touches = (0...5).map { number in
      let x = 25 + (number == 0 ? 0 : 0.8 * Double(number) + 0.1)
      return
        #"{ "t": \#(number == 0 ? 0 : 0.03 * Double(number - 1)), "phase": "\#(number == 0 ? "began" : "moved")", "x": \#(x), "y": 15 }"#
    }
    return try gesture(
      #"{ "version": 1, "control": \#(control()), "touches": [\#(touches.joined(separator: ",")), { "t": 0.2, "phase": "ended" }] }"#
    )
  }

  private func shown(_ seeker: SeekerKind) throws -> (frames: [Int], times: [Int64], summary: SeekSummary) {
    var (frames, times): ([Int], [Int64]) = ([], [])
    let summary = try GestureReplay(fiveRequests(), in: timeline(frames: 250))
      .run(seeker, .simulated(latency: 100_000)) { seek in
        guard let frame = seek.shownFrame else { return }
        frames.append(frame)
        times.append(seek.endedAt)
      }
    return (frames, times, summary)
  }

  @Test func `the chasing seeker shows frames on the way, the naive one only the last, but sooner`() throws {
    let chase = try shown(.chase)
    #expect(chase.frames == [1, 4, 5] && chase.times == [100_000, 200_000, 300_000])
    #expect(chase.summary.timeToSettle == 180_000 && chase.summary.longestWithoutPicture == 100_000)
    let naive = try shown(.naive)
    #expect(naive.frames == [5] && naive.times == [220_000])
    #expect(naive.summary.timeToSettle == 100_000 && naive.summary.longestWithoutPicture == 220_000)
  }

  @Test func `each line has the target, the times and the result`() throws {
    var lines: [String] = []
    let summary = try GestureReplay(fiveRequests(), in: timeline(frames: 250))
      .run(.naive, .simulated(latency: 100_000)) { seek in
        lines.append(ReplayReport.line(for: seek, output: nil).description)
      }
    #expect(lines.count == 5)
    #expect(
      lines[0] == #"{"seek":0,"target":1,"shown":null,"askedAt":0.000000,"issuedAt":0.000000,"shownAt":null,"#
        + #""superseded":true,"error":null,"output":null}"#)
    #expect(
      lines[4] == #"{"seek":4,"target":5,"shown":5,"askedAt":0.120000,"issuedAt":0.120000,"shownAt":0.220000,"#
        + #""superseded":false,"error":null,"output":null}"#)
    #expect(
      ReplayReport.line(for: summary, seeker: .naive, latency: 100_000).description
        == #"{"summary":{"seeker":"naive","latency":0.100000,"requests":5,"seeks":5,"framesShown":1,"failures":0,"#
        + #""longestWithoutPicture":0.220000,"timeToSettle":0.100000}}"#)
  }

  @Test(arguments: SeekerKind.allCases)
  func `with the decoder every seek ends, and the picture shown is the target`(seeker: SeekerKind) throws {
    let video = try VideoFile(opening: Path(Fixture.h264BFrames.path))
    let source = try SliderVideo(video, path: Path(Fixture.h264BFrames.path))
    let replay = try GestureReplay(fiveRequests(), in: source.timeline)
    var seeks: [SeekRecord] = []
    let summary = try replay.run(seeker, .decoding(source)) { seeks.append($0) }
    #expect(summary.failures == 0 && summary.seeks == seeks.count && summary.framesShown >= 1)
    #expect(seeks.map(\.number) == Array(0..<seeks.count))
    for seek in seeks {
      #expect(seek.issuedAt >= seek.requestedAt && seek.endedAt >= seek.issuedAt)
      if case .failed(let reason) = seek.result { Issue.record("\(reason)") }
    }
    // The last request is the newest: it is shown by all three here.
    #expect(seeks.last?.shownFrame == replay.requests.last?.frame)
  }

  @Test func `a decode that a newer request superseded is cancelled`() throws {
    let video = try VideoFile(opening: Path(Fixture.h264BFrames.path))
    let frame = try video.lookUp(.whole).reference(to: 50)
    let error = #expect(throws: VideoError.self) {
      try video.pictures(of: [frame], unless: { true }) { _, _ in Issue.record("nobody asked") }
    }
    #expect(error?.fault == .abandoned)
    // Afterwards the same video still gives the same picture.
    var count = 0
    #expect(
      try video.pictures(of: [frame]) {
        count += $0 == frame ? 1 : 0; _ = $1
      } == [] && count == 1)
  }
}
