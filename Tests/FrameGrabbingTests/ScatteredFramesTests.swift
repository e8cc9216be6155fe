import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video

@testable import FrameGrabbing

/// Moments of a long video that are far apart: the same frames as from its whole timeline, without reading it.
struct ScatteredFramesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func ffmpeg(_ words: [String]) throws { try TestSupport.ffmpeg(words, in: scratch.folder) }

  /// Six minutes: 180 times two seconds of 50 frames.
  private func looped(_ name: String, _ options: [String] = []) throws -> Path {
    let clip = Fixture.h264Faststart.path
    try ffmpeg(["-stream_loop", "179", "-i", clip, "-c", "copy", "-fflags", "+bitexact"] + options + [name])
    return scratch.path(name)
  }

  /// The result of a moment, how many packets were read to look it up, and what failed.
  private func grab(
    _ moment: Moment, of path: Path, _ change: (inout GrabOptions) -> Void = { _ in }
  ) throws -> (hashes: [String?], times: [String], lookedUp: Int, failures: [String]) {
    var options = GrabOptions()
    options.output.destination = .nowhere
    options.wantsHash = true
    change(&options)
    let video = try VideoFile(opening: path)
    var hashes: [String?] = []
    var times: [String] = []
    var failures: [String] = []
    try Grabber(video, input: path, options: options).grab([moment]) { result in
      var report: FrameReport?
      switch result {
      case .success(let frame): report = frame
      case .failure(let error): failures.append("\(error)")
      }
      hashes.append(report?.hash)
      times.append(report?.printedTime ?? "")
    }
    return (hashes, times, video.lookedUpPackets, failures)
  }

  private func every(_ seconds: Int64) -> Moment { Moment(.every(Rational(seconds)), text: "--every \(seconds)s") }

  // An MP4 lists all packets, a Matroska file ends where it says; the end of a fragmented MP4 is known after reading it.
  @Test(arguments: [("a.mp4", true), ("a.mkv", true), ("fragments.mp4", false)])
  func `frames far apart are those of the loop's pictures`(name: String, isLookedUp: Bool) throws {
    let path = try looped(name, name == "fragments.mp4" ? ["-movflags", "+frag_keyframe+empty_moov"] : [])
    let pictures = try Fixture.h264Faststart.expectedFrames().map(\.md5)
    // 25 frames a second: at t seconds, frame 25 t, which is picture 25 t of 50.
    let found = try grab(every(11), of: path)
    let expected: [String?] = stride(from: 0, to: 360, by: 11).map { pictures[25 * $0 % 50] }
    #expect(found.hashes == expected)
    #expect(isLookedUp ? found.lookedUp > 0 && found.lookedUp < 33 * 100 : found.lookedUp == 0)
    // The middles of 8 parts of 45 seconds: 22.5 s is within frame 562 or at its very start, where 25 · 22.5 = 562.5.
    let middles = try grab(Moment(.count(8), text: "--count 8"), of: path)
    let expectedMiddles: [String?] = (0..<8).map { pictures[(45 * $0 * 25 + 562) % 50] }
    #expect(middles.hashes == expectedMiddles)
    #expect((middles.lookedUp > 0) == isLookedUp)
  }

  @Test func `the whole timeline, if reports, names or moves need it, gives the same`() throws {
    let path = try looped("a.mp4")
    for moment in [every(10), every(59), Moment(.count(31), text: "--count 31")] {
      for isNearest in [false, true] {
        let found = try grab(moment, of: path) { $0.choice.isNearest = isNearest }
        let whole = try grab(moment, of: path) { ($0.choice.isNearest, $0.wantsReport) = (isNearest, true) }
        #expect(found.hashes == whole.hashes && found.times == whole.times)
        #expect(found.lookedUp > 0 && whole.lookedUp == 0)
      }
    }
    // With a step beyond the end there is only the first frame.
    let alone = try grab(every(400), of: path)
    #expect(alone.hashes == [try Fixture.h264Faststart.expectedFrames()[0].md5])
    #expect(try grab(every(10), of: path) { $0.choice.step = 1 }.lookedUp == 0)
    #expect(try grab(every(10), of: path) { $0.choice.snap = .nearest }.lookedUp == 0)
    // With a smaller step, the timeline is read once.
    #expect(try grab(every(9), of: path).lookedUp == 0)
  }

  // Five frames a second for twenty minutes, all after one keyframe: to look up the twentieth minute alone takes as
  // many packets as there are.
  @Test func `a video with one keyframe is read once instead`() throws {
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=s=32x32:r=5:d=1200", "-c:v", "libx264", "-preset", "ultrafast", "-g", "100000"]
        + ["-keyint_min", "100000", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "one.mp4"])
    let path = scratch.path("one.mp4")
    let found = try grab(every(60), of: path)
    let whole = try grab(every(60), of: path) { $0.wantsReport = true }
    #expect(found.hashes.count == 20 && found.hashes == whole.hashes && found.times == whole.times)
    #expect(found.lookedUp < 60_000)
  }

  @Test func `a file that is cut off is read whole`() throws {
    _ = try looped("a.mp4", ["-movflags", "+faststart"])
    let bytes = try scratch.bytes(of: "a.mp4")
    let path = try scratch.write(Data(bytes.dropLast(bytes.count / 3)), to: "cut.mp4")
    let found = try grab(every(30), of: path)
    #expect(found.lookedUp == 0)
    // Two thirds of the bytes are almost four of six minutes. The last four of twelve moments fail, with one report.
    #expect(found.hashes.count == 9 && !found.hashes.dropLast().contains(nil) && found.hashes.last == .some(nil))
  }

  // Seven seconds are overwritten before the picture at 79.44 s, whose keyframe is the first one: a picture that is
  // missing after a lookup nearby is looked up in the whole timeline.
  @Test func `a picture missing after a lookup nearby is found in the whole timeline`() throws {
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25/2:d=130", "-c:v", "libx264", "-g", "1000", "-keyint_min", "1000"]
        + ["-sc_threshold", "0", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "a.mp4"])
    let path = scratch.path("a.mp4")
    var numbers = SeededNumbers(seed: 11)
    let probe = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,pos,size"]
    let packets = String(
      decoding: try run(probe + ["-of", "csv=p=0", "a.mp4"], in: scratch.folder).stdout, as: UTF8.self)
    var bytes = try scratch.bytes(of: "a.mp4")
    var count = 0
    for line in packets.split(separator: "\n") {
      let words = line.split(separator: ",")
      guard words.count >= 3, let time = Double(words[0]), let size = Int(words[1]), let place = Int(words[2]) else {
        continue
      }
      guard (70.39..<77.59).contains(time) else { continue }
      for offset in 0..<size { bytes[place + offset] = UInt8(truncatingIfNeeded: numbers.next()) }
      count += 1
    }
    try #require(count == 90)
    try scratch.write(Data(bytes), to: "a.mp4")
    for moment in [every(62), Moment(.count(9), text: "--count 9")] {
      let found = try grab(moment, of: path)
      let whole = try grab(moment, of: path) { $0.wantsReport = true }
      #expect(found.failures == [] && whole.failures == [])
      #expect(found.hashes == whole.hashes)
      #expect(found.times == whole.times)
    }
  }
}
