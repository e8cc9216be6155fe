import TestSupport
import Testing
import Timeline
import Video

extension Decoding {
  /// Times, compared with those that follow from how each clip was made.
  @Suite struct ClockTests {
    @Test(arguments: Fixture.withPictures)
    func `every frame starts exactly when a player shows it`(_ clip: Fixture) throws {
      let timeline = try VideoFile.open(clip).timeline(.whole)
      let expected = try clip.expectedFrames()
      let starts = (0..<timeline.count).map { timeline.time(ofFrame: $0) }
      #expect(try starts == expected.map { try $0.clock.rational })
      // AVI has no presentation timestamps, and FFmpeg's are not reliable.
      guard ![.mpeg4AVI, .xvidPacked].contains(clip) else { return }
      for (frame, known) in zip(timeline.frames, expected) {
        guard let timestamp = known.presentationTimestamp else { continue }
        #expect(frame.timestamp == timestamp, "frame \(known.index) of \(clip.name)")
      }
    }

    @Test(arguments: Fixture.withPictures)
    func `the clock of the first frame starts with it`(_ clip: Fixture) throws {
      let timeline = try VideoFile.open(clip, clock: .firstFrame).timeline(.whole)
      let expected = try clip.expectedFrames()
      let zero = try #require(expected.first).clock.rational
      let starts = (0..<timeline.count).map { timeline.time(ofFrame: $0) }
      #expect(try starts == expected.map { try $0.clock.rational.subtracting(zero) })
    }

    @Test(arguments: [Fixture.h264Offset, .h264MidGOP])
    func `the frame on screen by the clock of the first frame`(_ clip: Fixture) throws {
      let video = try VideoFile.open(clip, clock: .firstFrame)
      let expected = try clip.expectedFrames()
      let zero = try #require(expected.first).clock.rational
      for frame in expected {
        let time = try #require(frame.clock.rational.subtracting(zero))
        #expect(try video.grab(at: time).hash == frame.md5)
      }
    }

    /// Clips with a constant rate: every frame, also the last, lasts 1/25 s, or 1001/30000 s. The fields in Matroska
    /// claim 18 ms each.
    private static let steady = Fixture.withPictures.filter {
      ![.gif, .h264VFR, .h264NTSC, .h264FieldsMatroska].contains($0)
    }

    @Test(arguments: steady)
    func `a clip ends a frame's duration after its last frame starts`(_ clip: Fixture) throws {
      let last = try #require(clip.expectedFrames().last).clock.rational
      let step = try #require(Rational(1, 25))
      #expect(try VideoFile.open(clip).timeline(.whole).end == last.adding(step))
    }

    @Test func `the last frame of an NTSC clip lasts 1001 of 30000 parts of a second`() throws {
      // 90 frames.
      #expect(try VideoFile.open(.h264NTSC).timeline(.whole).end == Rational(90 * 1001, 30000))
    }

    @Test(arguments: [Fixture.h264NTSC, .h264Matroska, .h264Offset, .mpeg2TransportStream, .h264BFrames])
    func `the part of the timeline through a time agrees with the whole`(_ clip: Fixture) throws {
      for target in try Target.middles(of: clip) where target.frame.index.isMultiple(of: 7) {
        let timeline = try VideoFile.open(clip).timeline(.throughTime(target.time))
        let index = try timeline.frameIndex(onScreenAt: target.time, bounds: .refuse)
        #expect(index == target.frame.index)
        let start = try target.frame.clock.rational
        #expect(timeline.time(ofFrame: index) == start)
      }
    }

    @Test func `the timecode of the first frame is the file's`() throws {
      let timeline = try VideoFile.open(.timecode).timeline(.whole)
      #expect(try timeline.timecodeStart == Timecode(parsing: "01:00:00:00"))
      #expect(timeline.timecode(ofFrame: 24)?.description == "01:00:00:24")
    }
  }
}
