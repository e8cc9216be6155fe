import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Several pictures in one block of Matroska (RFC 9559, 10.3), of one length and without times of their own.
  @Suite struct LacedBlockTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// An element with a size of four bytes.
    private func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
      let size = Movie.bigEndian(content.count)
      return identifier + [0x10 | size[0]] + size[1...] + content
    }

    /// Blocks of three pictures each, 120 ms apart, and the hashes of all pictures.
    private func laced() throws -> [String] {
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=1.2 -c:v mjpeg -pix_fmt yuvj420p -f image2 %02d.jpg"
      try ffmpeg(words.split(separator: " ").map(String.init), in: scratch.folder)
      let pictures = try (1...30).map { try [UInt8](scratch.bytes(of: ($0 < 10 ? "0" : "") + "\($0).jpg")) }
      let length = pictures.map(\.count).max() ?? 0
      // Bytes behind the end of a picture are no part of it.
      let padded = pictures.map { $0 + [UInt8](repeating: 0, count: length - $0.count) }
      let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
      let size = element([0xB0], [96]) + element([0xBA], [64])
      let track =
        element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [1])
        + element([0x86], Array("V_MJPEG".utf8)) + element([0xE0], size)
      let blocks = stride(from: 0, to: 30, by: 3).map { first in
        // Track 1, the time in the cluster, a keyframe with laces of one size, and the number of laces but one.
        element(
          [0xA3], [0x81] + Movie.bigEndian(40 * first).suffix(2) + [0x84, 2] + padded[first..<first + 3].joined())
      }
      let cluster = element([0xE7], [0]) + blocks.joined()
      let segment =
        element([0x15, 0x49, 0xA9, 0x66], element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]))
        + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track)) + element([0x1F, 0x43, 0xB6, 0x75], cluster)
      try scratch.write(Data(head + element([0x18, 0x53, 0x80, 0x67], segment)), to: "laced.mkv")
      return try linearHashes(of: "laced.mkv", in: scratch.folder)
    }

    @Test func `each picture of a block is found, whichever was asked for before`() throws {
      let hashes = try laced()
      let video = try VideoFile(opening: scratch.path("laced.mkv"))
      try #require(try video.timeline(.whole).count == 30 && hashes.count == 30 && Set(hashes).count == 30)
      for step in [1, 2, 7, 11, 29] {
        for frame in (0..<30).map({ $0 * step % 30 }) {
          #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "\(frame), \(step)")
        }
      }
      let several = [3, 5, 10, 11, 29]
      let (pictures, _) = try video.hashes(of: several, in: .main)
      #expect(several.allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }
  }
}
