import Files
import Foundation
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

    // 20 keyframes: one is looked at each second time that it is asked. With another one, that of picture 50, listed as
    // the picture 52, the table is not believed, and all packets are read.
    @Test(arguments: [false, true]) func `the keyframes of a table are looked at in parts`(_ lies: Bool) throws {
      try ffmpeg(
        [
          "-f", "lavfi", "-i", "testsrc2=r=25:s=160x128:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset",
          "ultrafast", "-g", "5", "table.mp4",
        ], in: scratch.folder)
      let path = scratch.path("table.mp4")
      var bytes = try Data(contentsOf: scratch.folder.appending(path: "table.mp4"))
      // ISO/IEC 14496-12, 8.6.2: version and flags, the count, the numbers of the samples, from 1.
      let place = try #require(bytes.range(of: Data("stss".utf8))).upperBound
      try #require(bytes[place + 7] == 20 && bytes[place + 51] == 51)
      if lies { bytes[place + 51] = 53 }
      try scratch.write(bytes, to: "table.mp4")
      let video = try VideoFile(opening: path, limits: .believing)
      let read = try VideoFile(opening: path, limits: .believing).timeline(.everyPacket).frames
      var (parts, asked) = (0, 0)
      while try !video.readOn(unless: {
        asked += 1
        return asked.isMultiple(of: 2)
      }) { parts += 1 }
      #expect(parts >= 5 && video.believesTable == !lies, "\(parts)")
      #expect(try video.timeline(.keyframes).frames == read && read.count { $0.isKeyframe } == 20)
    }
  }
}
