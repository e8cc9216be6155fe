import Foundation
import TestSupport
import Testing

@testable import Video

extension Decoding {
  /// Blocks of MPEG-2 whose motion vectors point out of the picture: FFmpeg leaves them as they were in the buffer, and
  /// says so at a level for programmers only.
  @Suite struct UnwrittenBlockTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A P picture of 64×48 whose blocks are copied, the first one of its second row from this many halves of a pixel to
    /// the right: ISO/IEC 13818-2, 6.2.3 to 6.2.5.
    private func picture(movedBy vector: Int) -> [UInt8] {
      var header = MadeBits()
      header.add(1, width: 10)  // temporal reference
      header.add(2, width: 3)  // P
      header.add(-1, width: 16)  // delay
      header.add(7, width: 4)  // MPEG-1's vectors: not used
      header.add(0, width: 1)
      var coding = MadeBits()
      coding.add(8, width: 4)
      for code in [7, 7, 15, 15] { coding.add(code, width: 4) }  // 1024 halves of a pixel in each direction
      coding.add(0, width: 2)
      coding.add(3, width: 2)  // a frame
      coding.add(0b0100_0001_10, width: 10)  // only frame prediction; 4:2:0, progressive
      return [0, 0, 1, 0] + header.bytes + [0, 0, 1, 0xB5] + coding.bytes
        + (1...3).flatMap { row in
          var slice = MadeBits()
          slice.add(1, width: 5)
          slice.add(0, width: 1)
          for block in 0..<4 {
            let isMoved = row == 2 && block < 2 && vector != 0
            let isCoded = isMoved && block == 0
            slice.add(1, width: 1)  // the next block
            slice.add(1, width: isCoded ? 1 : 3)  // moved, and coded or not
            // Table B.10: 1 for no change, ±16 with a residual of 6 bits for ±(15 · 64 + 1 + residual).
            if isMoved {
              slice.add(block == 0 ? 0b0000_0011_000 : 0b0000_0011_001, width: 11)
              slice.add(vector - 961, width: 6)
            } else {
              slice.add(1, width: 1)
            }
            slice.add(1, width: 1)  // vertically
            // What is added to the picture hides that it was not written: 200 / 8 in each sample of the luma.
            if isCoded {
              slice.add(0b111, width: 3)
              for _ in 0..<4 {
                slice.add(1, width: 6)
                slice.add(0, width: 6)
                slice.add(200, width: 12)
                slice.add(0b10, width: 2)
              }
            }
          }
          return [0, 0, 1, UInt8(row)] + slice.bytes
        }
    }

    @Test func `a block that is not written is damage`() throws {
      try makeOnce(
        "intra.m2v",
        "-f lavfi -i testsrc2=s=64x48:r=25:d=0.04 -pix_fmt yuv420p -c:v mpeg2video -q:v 4".split(separator: " ").map(
          String.init), in: scratch.folder)
      let intra = try scratch.bytes(of: "intra.m2v")
      for vector in [0, 961, 1000] {
        try scratch.write(Data(intra + picture(movedBy: vector)), to: "moved.m2v")
        let video = try VideoFile(opening: scratch.path("moved.m2v"))
        _ = try video.timeline(.whole)
        let (pictures, missing) = try video.hashes(of: [0, 1], in: .main)
        let (first, second) = (try #require(pictures[0]), try #require(pictures[1]))
        #expect(missing.isEmpty && !first.isDamaged && second.isDamaged == (vector != 0), "\(vector)")
        if vector == 0 { #expect(first.hash == second.hash) }
      }
    }
  }
}
