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

    @Test(arguments: [
      (Fixture.h264OpenGOP, "mp4"), (.h264OpenGOP, "matroska"), (.h264BFrames, "matroska"), (.hevc10Bit, "matroska"),
      (.vp9, "webm"), (.av1, "matroska"),
    ])
    func `it is the end of all frames`(_ clip: Fixture, _ format: String) throws {
      let file = try RepeatedClip(clip, rounds: 4, format: format, in: scratch)
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

    @Test func `other containers do not tell`() throws {
      let file = try RepeatedClip(.h264OpenGOP, rounds: 4, format: "mpegts", in: scratch)
      #expect(try VideoFile(opening: file.path).distantEnd() == nil)
    }
  }
}
