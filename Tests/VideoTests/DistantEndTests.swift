import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video

extension Decoding {
  /// The end of a video that is found by its last packets.
  @Suite(.enabled(if: RepeatedClip.canBeWritten, "this libavformat writes no files"))
  struct DistantEndTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A file of some 200 frames: more than are read at the beginning and at the end.
    private func longClip(_ clip: Fixture, _ format: String) throws -> RepeatedClip {
      try RepeatedClip(clip, rounds: 200 / clip.expectedFrames().count, format: format, in: scratch)
    }

    @Test(arguments: [
      (Fixture.h264OpenGOP, "mp4"), (.h264OpenGOP, "matroska"), (.h264BFrames, "matroska"), (.hevc10Bit, "matroska"),
      (.vp9, "webm"), (.av1, "matroska"), (.gray, "avi"),
    ])
    func `it is the end of all frames`(_ clip: Fixture, _ format: String) throws {
      let file = try longClip(clip, format)
      let whole = try VideoFile(opening: file.path).timeline(.everyPacket)
      // 25 per second, from t = 0 on.
      #expect(whole.end == Rational(Int64(file.count), 25))
      let video = try VideoFile(opening: file.path)
      #expect(try video.distantEnd() == whole.end)
      #expect(try video.timeline(.throughFrame(0)).isComplete == false)
      // Moments are found afterwards, near the end and anywhere.
      for index in [file.count - 1, file.count / 2] {
        #expect(try video.grab(at: file.middle(of: index)).hash == file.md5(index))
      }
    }

    @Test func `a Matroska file that does not end with its segment is read`() throws {
      let file = try RepeatedClip(.h264OpenGOP, rounds: 4, format: "matroska", in: scratch)
      let bytes = try scratch.bytes(of: "repeated.matroska")
      for other in [Array(bytes.dropLast(500)), bytes + Array(repeating: 0, count: 64)] {
        let video = try VideoFile(opening: scratch.write(Data(other), to: "other.mkv"))
        #expect(try video.distantEnd() == nil, "\(other.count) of \(bytes.count)")
      }
      #expect(file.count > 0)
    }

    @Test func `an AVI that lost its index with its end is read`() throws {
      _ = try longClip(.gray, "avi")
      let bytes = try scratch.bytes(of: "repeated.avi")
      let video = try VideoFile(opening: scratch.write(Data(bytes.dropLast(bytes.count / 8)), to: "cut.avi"))
      #expect(try video.distantEnd() == nil)
    }

    @Test func `an AVI whose header counts more frames than its index is read`() throws {
      _ = try longClip(.gray, "avi")
      var bytes = Data(try scratch.bytes(of: "repeated.avi"))
      // The length in the stream's header: after its name, size, two codes and six numbers (AVI RIFF, AVISTREAMHEADER).
      let length = try #require(bytes.range(of: Data("strh".utf8))).upperBound + 4 + 32
      bytes[length + 1] += 1
      let file = try scratch.write(bytes, to: "claims.avi")
      // 256 frames more than there are.
      #expect(try VideoFile(opening: file).timeline(.everyPacket).end == Rational(198 + 256, 25))
      #expect(try VideoFile(opening: file).distantEnd() == nil)
    }

    // Two NUT files one after the other end with the second one's index.
    @Test(arguments: ["mpegts", "nut", "asf"]) func `other containers do not tell`(_ format: String) throws {
      let file = try longClip(.h264OpenGOP, format)
      #expect(try VideoFile(opening: file.path).distantEnd() == nil)
    }
  }
}
