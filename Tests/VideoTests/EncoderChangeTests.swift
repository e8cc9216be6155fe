import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// MPEG-4 joined from clips of two encoders: FFmpeg's decoder remembers each that it has seen, and takes another
  /// inverse transform from the first one of Xvid on, so that it gives other pictures to the end of the stream.
  @Suite struct EncoderChangeTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// Four groups of 8 frames, of which the third names Xvid; the fourth names the encoder of the first again.
    private func make() throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=1.28", "-vf", "noise=alls=20:all_seed=1", "-c:v", "mpeg4"]
          + ["-q:v", "6", "-g", "8", "-bf", "0", "one.avi"], in: scratch.folder)
      var bytes = try Data(scratch.bytes(of: "one.avi"))
      let mark = Data([0, 0, 1, 0xB2] + Array("Lavc".utf8))
      var place = bytes.startIndex
      for _ in 0..<3 { place = try #require(bytes.range(of: mark, in: place..<bytes.endIndex)).upperBound }
      bytes.replaceSubrange(place - 4..<place + 5, with: Data("XviD0050 ".utf8))
      try scratch.write(bytes, to: "two.avi")
    }

    @Test(arguments: ["two.avi", "two.mkv", "two.mp4"])
    func `each frame is the one that decoding from the beginning gives`(_ name: String) throws {
      try make()
      if name != "two.avi" { try ffmpeg(["-i", "two.avi", "-c", "copy", name], in: scratch.folder) }
      let truth = try TestSupport.linearHashes(of: name, in: scratch.folder)
      let one = try TestSupport.linearHashes(of: "one.avi", in: scratch.folder)
      // Another transform for the third group, and for the fourth, which does not name it.
      try #require(truth.count == 32 && truth.indices.filter { truth[$0] == one[$0] } == Array(0..<16))
      for index in [31, 24, 17, 0, 23, 16, 8, 25] {
        let video = try VideoFile(opening: scratch.path(name))
        _ = try video.timeline(.whole)
        #expect(try video.hashes(of: [index], in: .main).pictures[index]?.hash == truth[index], "\(name), \(index)")
      }
      // By time, without having read what is before it.
      let video = try VideoFile(opening: scratch.path(name))
      let time = try #require(Rational(6, 5))
      let part = try video.lookUp(around: time)
      let place = try part.table.frameIndex(onScreenAt: time, bounds: .refuse)
      #expect(try video.hashes(of: [place], in: part.stretch).pictures[place]?.hash == truth[30])
    }
  }
}
