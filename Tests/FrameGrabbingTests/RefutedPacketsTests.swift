import Files
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// Moments of a video whose packets turn out to have wrong presentation times.
struct RefutedPacketsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func grab(_ moments: [Moment], of path: Path) throws -> [Result<FrameReport, GrabError>] {
    var options = GrabOptions()
    options.output.destination = .nowhere
    options.wantsHash = true
    var results: [Result<FrameReport, GrabError>] = []
    try Grabber(VideoFile(opening: path), input: path, options: options).grab(moments) { results.append($0) }
    return results
  }

  @Test func `a moment found by packets is looked up again when a later one refutes them`() throws {
    // Frames 5 and 6 are the packets 6 and 4 (P is decoded before the two B that are shown before it). They have each
    // other's timestamps, and packet 115, far after those needed to find frame 4, has none: so all pictures are
    // counted. Then frame 5 has the timestamp of .24 s, and at .22 s frame 4 is still on screen; packets alone would
    // give 5.
    var stream = try TransportStream(.h264OpenGOPTransportStream, rounds: 2)
    stream.swapTimes(of: 4, and: 6)
    stream.removeTimes(of: 115)
    let path = try scratch.write(stream.bytes, to: "refuted.ts")
    let expected = try Fixture.h264OpenGOPTransportStream.expectedFrames()
    // Frame 110 is the clip's frame 50 in the second round.
    for asked in try [[moment("0.22"), moment("4.41")], [moment("4.41"), moment("0.22")]] {
      let reports = try grab(asked, of: path).map { try $0.get() }
      #expect(reports.map(\.asked) == asked.map(\.text))
      let early = try #require(reports.first { $0.asked == "0.22" })
      let late = try #require(reports.first { $0.asked == "4.41" })
      #expect(early.hash == expected[4].md5 && early.printedTime == "0.160")
      #expect(late.hash == expected[50].md5 && late.printedTime == "4.400")
    }
  }
}
