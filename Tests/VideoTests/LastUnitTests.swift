import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Transport streams whose last packet holds no picture.
  @Suite struct LastUnitTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// FFmpeg's encoder of VC-2 ends with an end of sequence, which its demuxer makes a packet with a timestamp.
    @Test func `the end of a sequence is no frame`() throws {
      try makeOnce(
        "vc2.ts", ["-f", "lavfi", "-i", "testsrc2=s=192x144:r=25:d=0.4", "-c:v", "vc2", "-pix_fmt", "yuv420p"],
        in: scratch.folder)
      let hashes = try linearHashes(of: "vc2.ts", in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("vc2.ts"))
      let end = try video.distantEnd()
      let table = try video.timeline(.whole)
      try #require(table.count == 10 && hashes.count == 10)
      #expect([nil, table.end].contains(end))
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing.isEmpty && (0..<10).allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }
  }
}
