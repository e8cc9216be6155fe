import Foundation
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// Streams of old versions of x264, which decoders treat differently, and which name it in the first packet only.
  @Suite struct PrimingTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// Three groups of lossless 4:4:4 pictures with 8×8 transforms: from version 151 on, x264 predicts these another way
    /// (libavcodec/h264_mb.c), and the version is changed afterwards. The stream is one of another encoder, then, with
    /// other pictures, and FFmpeg's decode from the beginning says which.
    private func make(_ name: String) throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=0.96", "-pix_fmt", "yuv444p", "-c:v", "libx264", "-qp", "0"]
          + [
            "-preset", "medium", "-g", "8", "-sc_threshold", "0", "-profile:v", "high444", "-coder", "0",
            "-x264-params", "8x8dct=1",
          ]
          + ["new-" + name],
        in: scratch.folder)
      var bytes = try Data(scratch.bytes(of: "new-" + name))
      let mark = try #require(bytes.range(of: Data("x264 - core 1".utf8)))
      // 1xx becomes 142.
      bytes.replaceSubrange(mark.upperBound..<mark.upperBound + 2, with: Data("42".utf8))
      try scratch.write(bytes, to: name)
    }

    /// With the sets in a record, and in the stream. By CABAC, such a stream would be broken, too.
    @Test(arguments: ["old.mp4", "old.ts", "old.mkv"])
    func `a decoder that starts later knows which version of x264 made the stream`(_ name: String) throws {
      try make(name)
      let truth = try TestSupport.linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == 24)
      // Otherwise the version would make no difference, and this test none either.
      let new = try TestSupport.linearHashes(of: "new-" + name, in: scratch.folder)
      try #require(truth[8...].indices.filter { truth[$0] != new[$0] }.count > 6)
      for index in [23, 8, 0, 16, 15, 9, 22, 7] {
        let video = try VideoFile(opening: scratch.path(name))
        _ = try video.timeline(.whole)
        let picture = try video.hashes(of: [index], in: .main).pictures[index]
        #expect(picture?.hash == truth[index] && picture?.isDamaged == false, "\(name), frame \(index)")
      }
      let video = try VideoFile(opening: scratch.path(name))
      _ = try video.timeline(.whole)
      let all = try video.hashes(of: Array(0..<24), in: .main).pictures
      #expect((0..<24).map { all[$0]?.hash ?? "" } == truth)
    }
  }
}
