import Files
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Reading all of a video in parts.
  @Suite struct ReadOnTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Four times as many pictures: some are read when a video is opened.
    private func clip(_ fixture: Fixture, _ format: String) throws -> Path {
      try RepeatedClip(fixture, rounds: 4, format: format, in: scratch).path
    }

    private func whole(_ path: Path) throws -> FrameList {
      try VideoFile(opening: path).timeline(.whole).frames
    }

    @Test(.enabled(if: RepeatedClip.canBeWritten), arguments: ["matroska", "mpegts"])
    func `parts give the frames that one reading gives`(_ format: String) throws {
      let path = try clip(.h264OpenGOP, format)
      let video = try VideoFile(opening: path)
      var (parts, asked) = (0, 0)
      // Every second time that it is asked whether something else is wanted, it is.
      while try !video.readOn(unless: {
        asked += 1
        return asked.isMultiple(of: 2)
      }) { parts += 1 }
      #expect(try video.timeline(.whole).frames == whole(path))
      #expect(parts >= 2, "\(parts)")
    }

    @Test(.enabled(if: RepeatedClip.canBeWritten)) func `what was decoded in between does no harm`() throws {
      let path = try clip(.h264OpenGOP, "matroska")
      let video = try VideoFile(opening: path)
      #expect(try !video.readOn(unless: { true }))
      let part = try video.lookUp(around: Rational(4))
      _ = try video.pictures(of: [part.reference(to: 0)]) { _, _ in }
      #expect(try video.readOn(unless: { false }) && video.readOn(unless: { true }))
      #expect(try video.timeline(.whole).frames == whole(path))
    }
  }
}
