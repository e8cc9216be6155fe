import Foundation
import TestSupport
import Testing

/// The picture that a TIME selects, identified by the number burnt into it.
@Suite struct TimeTests {
  /// The frames that the times select, in one run.
  private func numbers(_ fixture: Fixture, _ times: [String], _ options: String...) throws -> [Int?] {
    let bench = try Bench()
    let moments = times.flatMap { ["--at", $0] }
    let result = try bench.framegrab([fixture.path] + moments + ["-o", "{index}.png"] + options)
    try #require(result.status == 0 && result.lines.count == times.count, "\(result.stderr)")
    return try result.lines.map { try bench.number($0) }
  }

  // 50 frames at 25 per second: frame n is on screen from n/25 s to (n+1)/25 s, the end is 2 s. A tick is 1/12800 s,
  // so that a frame lasts 512.
  @Test func `every form of a time gives the frame on screen then`() throws {
    let expected: KeyValuePairs = [
      "0": 0, "0.5s": 12, "0.5": 12, "500ms": 12, "519.999ms": 12, "520ms": 13, "519999us": 12, "520000us": 13,
      "0m1.2s": 30, "0:01": 25, "00:00:01.480": 37, "00:00:01.479": 36, "13/25s": 13, "12999/25000s": 12, "1/3s": 8,
      "0%": 0, "50%": 25, "49.99%": 24, "100%": 49, "17f": 17, "-0.5s": 37, "end-0.5s": 37, "-500ms": 37, "-2s": 0,
      "end-1/25s": 49, "start": 0, "end": 49, "2s": 49, "pts:511": 0, "pts:512": 1, "pts:25087": 48, "pts:25088": 49,
      "00:00:01:15": 40, "0.03999999999999": 0, "0.04": 1,
    ]
    #expect(try numbers(.h264Faststart, expected.map(\.key)) == expected.map(\.value))
  }

  // 29.97 frames per second: frame 1 starts at 1001/30000 s = 0.0333666… s.
  @Test func `a typed time is not rounded`() throws {
    let expected: KeyValuePairs = [
      "0.033": 0, "0.0333": 0, "0.033366": 0, "0.033367": 1, "1001/30000s": 1, "1000/30000s": 0, "33366us": 0,
      "33367us": 1, "pts:1000": 0, "pts:1001": 1, "1s": 29, "1.001s": 30,
    ]
    #expect(try numbers(.h264NTSC, expected.map(\.key)) == expected.map(\.value))
  }

  // At 29.97 the labels count 30 frames a second, drop-frame or not; none is dropped in the first minute.
  @Test func `timecode counts frames from the file's own start`() throws {
    #expect(
      try numbers(.timecode, ["01:00:00:00", "01:00:00:15", "01:00:00:24", "0.6s", "15f"]) == [0, 15, 24, 15, 15])
    #expect(try numbers(.h264NTSC, ["00:00:01:15", "00:00:01;15", "00:00:02:29"]) == [45, 45, 89])
  }

  @Test(arguments: [
    (Fixture.timecode, "00:00:00:15", Int32(4)), (.timecode, "01:00:01:00", 4), (.h264VFR, "00:00:01:00", 4),
    (.h264Faststart, "00:00:01:25", 2), (.h264Faststart, "00:00:01;10", 2),
  ])
  func `timecode outside the video is refused`(fixture: Fixture, timecode: String, status: Int32) throws {
    let bench = try Bench()
    try bench.framegrab(fixture.path, "--at", timecode).expectFailure(status)
    #expect(bench.names == [])
  }

  // Frames 0 and 1 start at 0 and 0.04 s; the end belongs to the last frame.
  @Test func `nearest takes the frame that starts nearest`() throws {
    #expect(
      try numbers(.h264Faststart, ["0.019", "0.021", "0.039", "0.041", "1.99"], "--nearest") == [0, 1, 1, 1, 49])
    #expect(try numbers(.h264Faststart, ["0.019", "0.021", "0.039", "0.041", "1.99"]) == [0, 0, 0, 1, 49])
  }

  @Test func `clamp selects the first or the last frame for a time outside`() throws {
    #expect(
      try numbers(.h264Faststart, ["100s", "end-100s", "-3s", "5000f", "2.000001s"], "--clamp") == [49, 0, 0, 49, 49])
  }

  // The sound starts 8/375 s = 0.02133… s before the first picture, so that frame 1 starts at 23/375 s = 0.06133… s on
  // a player's clock and at 0.04 s when frame 0 starts at 0.
  @Test func `the clock option determines where zero is`() throws {
    #expect(try numbers(.h264Offset, ["0", "0.02", "0.06", "0.0613", "0.0614", "23/375s"]) == [0, 0, 0, 0, 1, 1])
    #expect(try numbers(.h264Offset, ["0.06", "23/375s"], "--clock", "player") == [0, 1])
    #expect(try numbers(.h264Offset, ["0", "0.0399", "0.04", "0.06"], "--clock=first-frame") == [0, 0, 1, 1])
    // Ticks are those of the file, with either clock.
    #expect(try numbers(.h264Offset, ["pts:1029599", "pts:1029600"]) == [0, 1])
    #expect(try numbers(.h264Offset, ["pts:1029599", "pts:1029600"], "--clock=first-frame") == [0, 1])
  }

  @Test(arguments: Fixture.withPictures)
  func `each frame's exact time gives its picture`(fixture: Fixture) throws {
    let frames = try fixture.expectedFrames()
    let moments = frames.flatMap { ["--at", "\($0.clock)s"] }
    let result = try Bench().framegrab([fixture.path, "--hash"] + moments)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == frames.map(\.md5))
  }

  @Test(arguments: Fixture.withPictures)
  func `a printed time gives the same frame when it is typed`(fixture: Fixture) throws {
    let bench = try Bench()
    let listed = try bench.framegrab(fixture.path, "--list-frames").lines
    let count = try fixture.expectedFrames().count
    try #require(listed.count == count)
    let times = listed.map { String($0.split(separator: "\t")[1]) }
    let again = try bench.framegrab([fixture.path, "--dry-run", "--json", "--index"] + times.flatMap { ["--at", $0] })
    #expect(try again.objects().map { $0["index"] as? Int } == Array(0..<count))
    // The reported times are accepted as well, as decimal and as fraction.
    let reported = try again.objects().map { try #require($0["time"] as? [String: String]) }
    let moments = try ["decimal", "exact"].flatMap { form in
      try reported.flatMap { ["--at", try #require($0[form]) + "s"] }
    }
    let third = try bench.framegrab([fixture.path, "--dry-run", "--json", "--index"] + moments)
    #expect(try third.objects().map { $0["index"] as? Int } == Array(0..<count) + Array(0..<count))
  }
}
