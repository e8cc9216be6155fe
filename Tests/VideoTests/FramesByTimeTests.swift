import TestSupport
import Testing
import Timeline
import Video

extension Decoding {
  /// Frames by moments: the frame on screen at t is the last one that starts at or before t.
  @Suite struct FramesByTimeTests {
    private func check(_ grabbed: Grabbed, is frame: ExpectedFrame, of clip: Fixture, at time: Rational) throws {
      let start = try frame.clock.rational
      #expect(grabbed.hash == frame.md5, "frame \(frame.index) of \(clip.name), asked at \(time) s")
      #expect(grabbed.start == start, "frame \(frame.index) of \(clip.name), asked at \(time) s")
      // AVI has no presentation timestamps, and FFmpeg's are not reliable.
      guard let timestamp = frame.presentationTimestamp, ![.mpeg4AVI, .xvidPacked].contains(clip) else { return }
      #expect(grabbed.frame.timestamp == timestamp)
    }

    @Test(arguments: Fixture.withPictures)
    func `the middle of every interval in a file opened for it alone`(_ clip: Fixture) throws {
      for target in try Target.middles(of: clip) {
        try check(VideoFile.open(clip).grab(at: target.time), is: target.frame, of: clip, at: target.time)
      }
    }

    // The first third forwards, the last one backwards, the rest in any order.
    @Test(arguments: Fixture.withPictures)
    func `the middle of every interval in one file`(_ clip: Fixture) throws {
      let video = try VideoFile.open(clip)
      var numbers = SeededNumbers(seed: 20_201)
      let targets = try Target.middles(of: clip)
      let third = targets.count / 3
      let order =
        targets.prefix(third) + targets.suffix(third).reversed()
        + targets.dropFirst(third).dropLast(third).shuffled(using: &numbers)
      for target in order { try check(video.grab(at: target.time), is: target.frame, of: clip, at: target.time) }
    }

    @Test(arguments: Fixture.withPictures)
    func `a frame at its exact start, and the previous frame a microsecond earlier`(_ clip: Fixture) throws {
      let frames = try clip.expectedFrames()
      let video = try VideoFile.open(clip)
      var numbers = SeededNumbers(seed: 7)
      for frame in frames.shuffled(using: &numbers) {
        let start = try frame.clock.rational
        try check(video.grab(at: start), is: frame, of: clip, at: start)
        let earlier = try start.later(byMicroseconds: -1)
        if earlier < .zero {
          #expect(throws: MomentError.self) { try video.grab(at: earlier) }
        } else {
          let before = frames[max(0, frame.index - 1)]
          try check(video.grab(at: earlier), is: before, of: clip, at: earlier)
        }
      }
    }

    @Test(arguments: Fixture.withPictures)
    func `t = 0 gives the first frame, the end the last, and a microsecond later none`(_ clip: Fixture) throws {
      let frames = try clip.expectedFrames()
      let (first, last) = (try #require(frames.first), try #require(frames.last))
      let video = try VideoFile.open(clip)
      try check(video.grab(at: .zero), is: first, of: clip, at: .zero)
      let timeline = try video.timeline(.whole)
      let end = try #require(timeline.end)
      try check(video.grab(at: end), is: last, of: clip, at: end)
      let past = try end.later(byMicroseconds: 1)
      let error = #expect(throws: MomentError.self) { try timeline.frameIndex(onScreenAt: past, bounds: .refuse) }
      guard case .pastEnd(_, let extent) = error else {
        Issue.record("\(past) s is not past the end")
        return
      }
      #expect(extent?.lastIndex == frames.count - 1 && extent?.end == end)
      #expect(try timeline.frameIndex(onScreenAt: past, bounds: .clamp) == frames.count - 1)
    }
  }
}
