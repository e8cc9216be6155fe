import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// MPEG-4 joined from clips with different headers of their layers (ISO/IEC 14496-2, 6.2.3): the second one's is only
  /// in its first packet, and a decoder that starts behind that would have the container's, which is the first one's.
  @Suite struct LayerChangeTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// Two clips of 30 frames and a keyframe every ten. One is dequantised as MPEG-2 is, with matrices, or has vectors of
    /// quarter samples.
    private func make(_ first: String, _ second: String) throws {
      var joined = Data()
      for (name, options) in [("a.m4v", first), ("b.m4v", second)] {
        try ffmpeg(
          ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=1.2", "-pix_fmt", "yuv420p", "-c:v", "mpeg4", "-q:v", "4"]
            + options.split(separator: " ").map(String.init) + ["-g", "10", "-f", "m4v", name], in: scratch.folder)
        joined += try Data(scratch.bytes(of: name))
      }
      try scratch.write(joined, to: "two.m4v")
    }

    @Test(
      arguments: [("", "-mpeg_quant 1"), ("-mpeg_quant 1", ""), ("", "-flags +qpel")],
      ["two.m4v", "two.avi", "two.mkv", "two.mp4", "two.ts"])
    func `each frame is the one that decoding from the beginning gives`(
      _ options: (first: String, second: String), _ name: String
    ) throws {
      try make(options.first, options.second)
      if name != "two.m4v" {
        try ffmpeg(["-fflags", "+genpts", "-r", "25", "-i", "two.m4v", "-c", "copy", name], in: scratch.folder)
      }
      let truth = try TestSupport.linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == 60)
      for index in [59, 50, 41, 0, 40, 29, 30, 55] {
        let video = try VideoFile(opening: scratch.path(name))
        try #require(try video.timeline(.whole).count == 60)
        var picture = try video.hashes(of: [index], in: .main).pictures[index]
        // The first one may show that pictures have to be counted.
        if picture == nil { picture = try video.hashes(of: [index], in: .main).pictures[index] }
        #expect(picture?.hash == truth[index] && picture?.isDamaged == false, "\(name), \(index)")
      }
      // By time, without having read what is before it.
      let video = try VideoFile(opening: scratch.path(name))
      let time = try #require(Rational(52, 25))
      let part = try video.lookUp(around: time)
      let place = try part.table.frameIndex(onScreenAt: time, bounds: .refuse)
      #expect(try video.hashes(of: [place], in: part.stretch).pictures[place]?.hash == truth[52], "\(name), by time")
    }
  }
}
