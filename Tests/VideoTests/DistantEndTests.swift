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
      (.vp9, "webm"), (.av1, "matroska"), (.gray, "avi"), (.gray, "asf"),
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

    // A clock that starts anew in the packets around a moment: what is shown first behind the joint is not before it.
    @Test(arguments: [(Fixture.h264BFrames, "matroska"), (.vp9, "webm")])
    func `of two Matroska files one after the other, each moment is found`(_ clip: Fixture, _ format: String) throws {
      let file = try longClip(clip, format)
      let bytes = try scratch.bytes(of: "repeated." + format)
      let path = try scratch.write(Data(bytes + bytes), to: "joined.mkv")
      let whole = try VideoFile(opening: path).timeline(.everyPacket)
      #expect(whole.count == 2 * file.count)
      for frame in whole.frames.indices {
        let time = try #require(whole.time(ofFrame: frame))
        let picture = try VideoFile(opening: path).grab(at: time)
        #expect(picture.hash == file.md5(frame % file.count), "\(frame)")
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

    @Test func `an AVI with empty chunks tells its end by the places of its index`() throws {
      // 200 places of which every fifth is empty, but not the last one.
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=8", "-vf", "select=not(eq(mod(n\\,5)\\,3))"]
          + ["-fps_mode", "passthrough", "-c:v", "mjpeg", "gaps.avi"], in: scratch.folder)
      let path = scratch.path("gaps.avi")
      let whole = try VideoFile(opening: path)
      let table = try whole.timeline(.everyPacket)
      let (hashes, _) = try whole.hashes(of: Array(0..<table.count), in: .main)
      #expect(table.count == 160)
      #expect(try VideoFile(opening: path).distantEnd() == Rational(8))
      for place in stride(from: 0, to: 200, by: 7) {
        let video = try VideoFile(opening: path)
        _ = try video.distantEnd()
        // An empty place goes on showing the frame before it; four of five places have one of their own.
        let frame = place / 5 * 4 + [0, 1, 2, 2, 3][place % 5]
        let time = try #require(Rational(Int64(place), 25))
        #expect(try video.grab(at: time).hash == hashes[frame]?.hash, "\(place)")
      }
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
      // 256 frames more than there are; but the file is as long as its first chunk says, which was written last.
      let whole = try VideoFile(opening: file)
      #expect(try whole.timeline(.everyPacket).end == Rational(198, 25) && !whole.isCutOff)
      #expect(try VideoFile(opening: file).distantEnd() == nil)
      // Without its last chunk, the index, it is cut off behind its last picture.
      let index = try #require(bytes.range(of: Data("idx1".utf8), options: .backwards)).lowerBound
      let cut = try VideoFile(opening: scratch.write(bytes[..<index], to: "cut.avi"))
      #expect(try cut.timeline(.everyPacket).end == Rational(198 + 256, 25) && cut.isCutOff)
    }

    @Test func `an ASF file that does not end with the indexes of its packets is read`() throws {
      _ = try longClip(.gray, "asf")
      let bytes = Data(try scratch.bytes(of: "repeated.asf"))
      let index = try #require(bytes.range(of: Data([0x90, 0x08, 0x00, 0x33, 0xB1, 0xE5, 0xCF, 0x11])))
      let others: [(Data, Bool)] = [
        // Without its index it ends as its header says, too.
        (bytes[..<index.lowerBound], true), (bytes.dropLast(1), false), (bytes + [0], false),
        // Another file, and an index that is longer than the rest.
        (bytes + bytes, false), (bytes[..<(index.lowerBound + 16)] + [255, 0, 0, 0, 0, 0, 0, 0], false),
        (bytes[..<(index.lowerBound - 1)], false), (bytes[..<(bytes.count / 2)], false),
      ]
      for (number, (other, isTold)) in others.enumerated() {
        let video = try VideoFile(opening: scratch.write(other, to: "other.asf"))
        #expect(try (video.distantEnd() != nil) == isTold, "\(number)")
      }
    }

    @Test func `an ASF file whose header counts other packets is read`() throws {
      _ = try longClip(.gray, "asf")
      var bytes = Data(try scratch.bytes(of: "repeated.asf"))
      // File properties: an identifier of 16 bytes, the size, another identifier, the size of the file, the date, and
      // the number of packets (ASF specification, 3.2).
      let properties = try #require(bytes.range(of: Data([0xA1, 0xDC, 0xAB, 0x8C]))).lowerBound
      bytes[properties + 56] -= 1
      #expect(try VideoFile(opening: scratch.write(bytes, to: "fewer.asf")).distantEnd() == nil)
      bytes[properties + 56] += 1
      // A broadcast does not know them.
      bytes[properties + 88] |= 1
      #expect(try VideoFile(opening: scratch.write(bytes, to: "broadcast.asf")).distantEnd() == nil)
    }

    // Two NUT files one after the other end with the second one's index.
    @Test(arguments: ["mpegts", "nut"]) func `other containers do not tell`(_ format: String) throws {
      let file = try longClip(.h264OpenGOP, format)
      #expect(try VideoFile(opening: file.path).distantEnd() == nil)
    }
  }
}
