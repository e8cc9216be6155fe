import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Units that belong to no picture.
  @Suite struct OtherUnitTests {
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

    /// A unit of the reserved type 9 (AV1, 6.2.2), of one byte, at the end of each packet of an IVF file: twelve bytes
    /// before each packet begin with its size.
    @Test func `a reserved unit of AV1 is no damage`() throws {
      try makeOnce(
        "plain.ivf",
        "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v libaom-av1 -cpu-used 8 -crf 40".split(separator: " ")
          .map(String.init), in: scratch.folder)
      let plain = try scratch.bytes(of: "plain.ivf")
      var bytes = Array(plain.prefix(32))
      var place = 32
      while place < plain.count {
        let size = (0..<4).reduce(0) { $0 | Int(plain[place + $1]) << (8 * $1) }
        bytes += [UInt8(truncatingIfNeeded: size + 3), UInt8(truncatingIfNeeded: (size + 3) >> 8), 0, 0]
        bytes += plain[place + 4..<place + 12 + size] + [9 << 3 | 2, 1, 0x55]
        place += 12 + size
      }
      try scratch.write(Data(bytes), to: "reserved.ivf")
      let hashes = try linearHashes(of: "plain.ivf", in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("reserved.ivf"))
      try #require(try video.timeline(.whole).count == 10 && hashes.count == 10)
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing.isEmpty && (0..<10).allSatisfy { pictures[$0]?.hash == hashes[$0] })
      #expect(!pictures.values.contains { $0.isDamaged })
    }
  }
}
