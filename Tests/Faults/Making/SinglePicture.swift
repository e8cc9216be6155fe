import TestSupport

/// Pictures of one colour, of any size, without a compressor: runs of equal bytes are short in Deflate.
enum SinglePicture {
  /// A PNG file.
  ///
  /// - Parameter bitDepth: bits of each of three channels, 8 or 16.
  static func png(width: Int, height: Int, bitDepth: Int = 8) -> [UInt8] {
    PNGChunk.file(of: [
      header(width, height, bitDepth), PNGChunk(name: "IDAT", content: pixels(width, height, bitDepth)),
      PNGChunk(name: "IEND", content: []),
    ])
  }

  /// An APNG file of so many equal frames.
  ///
  /// - Parameter claimed: the number of frames that the header says.
  static func apng(width: Int, height: Int, frames: Int, claimed: Int) -> [UInt8] {
    let pixels = pixels(width, height, 8)
    var file = PNGChunk.file(of: [
      header(width, height, 8), PNGChunk(name: "acTL", content: .big(claimed, 4) + .big(0, 4)),
      control(0, width, height), PNGChunk(name: "IDAT", content: pixels),
    ])
    file.reserveCapacity(frames * (pixels.count + 60))
    for frame in 1..<max(2, frames) {
      let parts = [control(2 * frame - 1, width, height), PNGChunk(name: "fdAT", content: .big(2 * frame, 4) + pixels)]
      file += PNGChunk.file(of: parts).dropFirst(PNGChunk.signature.count)
    }
    return file + PNGChunk.file(of: [PNGChunk(name: "IEND", content: [])]).dropFirst(PNGChunk.signature.count)
  }

  /// A GIF file of so many equal frames of one pixel.
  static func gif(frames: Int, width: Int = 1, height: Int = 1) -> [UInt8] {
    var file = Array("GIF89a".utf8) + .little(width, 2) + .little(height, 2) + [0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    file.reserveCapacity(frames * frame.count + 20)
    for _ in 0..<frames { file += frame }
    return file + [0x3B]
  }

  private static func header(_ width: Int, _ height: Int, _ bitDepth: Int) -> PNGChunk {
    PNGChunk(name: "IHDR", content: .big(width, 4) + .big(height, 4) + [UInt8(bitDepth), 2, 0, 0, 0])
  }

  private static func control(_ number: Int, _ width: Int, _ height: Int) -> PNGChunk {
    PNGChunk(
      name: "fcTL", content: .big(number, 4) + .big(width, 4) + .big(height, 4) + .big(0, 8) + [0, 1, 0, 25, 0, 0])
  }

  private static func pixels(_ width: Int, _ height: Int, _ bitDepth: Int) -> [UInt8] {
    zeros(height * (1 + width * 3 * bitDepth / 8))
  }

  /// A zlib stream of so many zeros (RFC 1950, 1951): one literal, then matches of 258 bytes at a distance of 1, in the
  /// fixed codes, and the rest as literals.
  static func zeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.put(0b011, 3)
    var rest = count
    let literal = 0b0000_1100  // 0x30 for the literal 0, as the stream has its bits
    if rest > 0 {
      bits.put(literal, 8)
      rest -= 1
    }
    while rest >= 258 {
      // 285 is 11000101; the distance 1 is 00000.
      bits.put(0b1010_0011, 8)
      bits.put(0, 5)
      rest -= 258
    }
    for _ in 0..<rest { bits.put(literal, 8) }
    bits.put(0, 7)
    // Adler-32 of zeros: the low half is 1, the high half counts them.
    let sum = ((count % 65521) << 16) | 1
    return [0x78, 0x01] + bits.finished() + .big(sum, 4)
  }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending = 0
    private var count = 0

    /// Appends bits, the lowest first.
    mutating func put(_ value: Int, _ width: Int) {
      pending |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    func finished() -> [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
  }
}
