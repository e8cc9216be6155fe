import Foundation
import Testing

@testable import TestSupport

@Suite struct DecodedPNGTests {
  /// One row of pixels, encoded as a PNG file by ffmpeg.
  private func png(_ samples: [UInt8], format: String, width: Int) throws -> [UInt8] {
    let made = try run(
      [
        "ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", format, "-video_size", "\(width)x1",
        "-i", "pipe:0", "-frames:v", "1", "-c:v", "png", "-pix_fmt", format, "-f", "image2pipe", "pipe:1",
      ],
      input: Data(samples))
    try #require(made.status == 0, "\(made.stderr)")
    return Array(made.stdout)
  }

  @Test func `samples of 8 bits are as stored, even with a gamma in the file`() throws {
    let plain = try PNGChunk.all(in: png([100, 150, 200, 0, 1, 255], format: "rgb24", width: 2))
    // Gamma 100000/100000: the samples are declared linear. The checksum is the CRC-32 of type and content.
    let gamma = PNGChunk(name: "gAMA", content: [0, 1, 0x86, 0xA0], checksum: [0x31, 0xE8, 0x96, 0x5F])
    let picture = try DecodedPNG(PNGChunk.file(of: plain.prefix(1) + [gamma] + plain.dropFirst()))
    #expect(picture.samples == [100, 150, 200, 255, 0, 1, 255, 255])
    #expect((picture.width, picture.height, picture.bitDepth, picture.colorType) == (2, 1, 8, 2))
  }

  @Test func `samples of 16 bits are rounded to 8`() throws {
    // 0x8080 is 128 · 257; half of 257 above it rounds up, one less does not.
    let file = try png([0x80, 0x80, 0x81, 0x01, 0x81, 0x00], format: "rgb48be", width: 1)
    let picture = try DecodedPNG(file)
    #expect(picture.samples == [128, 129, 128, 255])
    #expect((picture.bitDepth, picture.colorType) == (16, 2))
  }

  @Test func `grey and transparent samples become red, green, blue and alpha`() throws {
    #expect(try DecodedPNG(png([7, 250], format: "gray", width: 2)).samples == [7, 7, 7, 255, 250, 250, 250, 255])
    #expect(try DecodedPNG(png([9, 8, 7, 128], format: "rgba", width: 1)).samples == [9, 8, 7, 128])
    #expect(try DecodedPNG(png([9, 0], format: "ya8", width: 1)).pixel(x: 0, y: 0)?.alpha == 0)
  }

  @Test func `an incomplete or invalid PNG file is refused`() throws {
    let file = try png([1, 2, 3], format: "rgb24", width: 1)
    #expect(throws: PNGFault(description: "the PNG signature is missing")) { try DecodedPNG([]) }
    #expect(throws: PNGFault(description: "the PNG signature is missing")) { try DecodedPNG(Array("GIF89a".utf8)) }
    for length in 8..<file.count {
      #expect(throws: PNGFault.self, "cut at \(length)") { try DecodedPNG(file.prefix(length)) }
    }
    // A bit of the compressed samples.
    let position = try #require(file.firstRange(of: Array("IDAT".utf8))).upperBound + 4
    var damaged = file
    damaged[position] ^= 0x10
    #expect(throws: PNGFault.self) { try DecodedPNG(damaged) }
  }

  @Test func `a stream of files is split at their ends`() throws {
    let one = try png([1, 2, 3], format: "rgb24", width: 1)
    let other = try png([4, 5, 6, 7], format: "gray", width: 4)
    #expect(try PNGChunk.files(in: one + other) == [one, other])
    #expect(try PNGChunk.files(in: []).isEmpty)
    #expect(throws: PNGFault.self) { try PNGChunk.files(in: one + [0]) }
  }

  @Test func `pixels outside the picture are nil`() throws {
    let picture = try #require(DecodedPNG(width: 1, height: 2, samples: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(picture.pixel(x: 0, y: 1)?.red == 5)
    #expect(picture.pixel(x: 1, y: 0) == nil)
    #expect(picture.pixel(x: 0, y: -1) == nil)
    #expect(DecodedPNG(width: 2, height: 2, samples: [1, 2, 3, 4]) == nil)
    #expect(DecodedPNG(width: 0, height: 0, samples: []) == nil)
    #expect(DecodedPNG(width: .max, height: 2, samples: [1, 2, 3, 4]) == nil)
  }
}
