import Foundation
import TestSupport
import Testing

/// Files in which one track only serves another, as the alpha plane of an AVIF sequence does.
@Suite struct AuxiliaryTrackTests {
  // Two tracks; the second has more pixels and would be chosen; then its handler becomes `auxv`
  // (ISO/IEC 23008-12, 7.5.3).
  @Test(arguments: [false, true]) func `an auxiliary track is not taken for the video`(isAuxiliary: Bool)
    throws
  {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=red:s=64x64:r=10:d=1", "-f", "lavfi", "-i", "testsrc2=s=128x128:r=10:d=1", "-map",
      "0",
      "-map", "1", "-disposition:0", "0", "-disposition:1", "default", "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "two.mp4",
    ])
    var bytes = try bench.bytes("two.mp4")
    if isAuxiliary {
      // After `hdlr` there are version, flags and a word of 0 (ISO/IEC 14496-12, 8.4.3).
      let handler = Data("hdlr".utf8) + Data(count: 8) + Data("vide".utf8)
      let first = try #require(bytes.range(of: handler))
      let second = try #require(bytes.range(of: handler, in: first.upperBound..<bytes.endIndex))
      bytes.replaceSubrange(second.upperBound - 4..<second.upperBound, with: Data("auxv".utf8))
      try bench.write(bytes, to: "two.mp4")
    }
    let result = try bench.framegrab("two.mp4", "--frame", "0", "-o", "a.png")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try bench.picture("a.png").width == (isAuxiliary ? 64 : 128))
    // It can still be requested explicitly.
    #expect(try bench.framegrab("two.mp4", "--stream", "1", "--frame", "0", "-o", "b.png").status == 0)
    #expect(try bench.picture("b.png").width == 128)
  }
}
