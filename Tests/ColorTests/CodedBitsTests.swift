import CFFmpeg
import Color
import Testing
import Video

/// Samples whose upper bits alone are used, as decoders of JPEG 2000 and JPEG-LS give them: a full code is the whole of
/// white.
struct CodedBitsTests {
  /// The bitmap of a ramp of codes, the largest in the last column, moved to the upper end of the format's samples.
  private func bitmap(_ format: AVPixelFormat, bits: Int, columns: Int, depth: DepthChoice) throws -> Bitmap {
    let frame = try Frame(format, width: columns, height: 2)
    for component in 0..<frame.componentCount {
      let shift = frame.depth(component) - bits
      frame.fill(component) { column, _ in UInt16(code(column, bits, columns) << shift) }
    }
    return try convert(frame.picture(codedBits: bits), depth: depth)
  }

  private func code(_ column: Int, _ bits: Int, _ columns: Int) -> Int { column * ((1 << bits) - 1) / (columns - 1) }

  @Test(arguments: [AV_PIX_FMT_RGB48LE, AV_PIX_FMT_RGBA64LE, AV_PIX_FMT_GRAY16LE, AV_PIX_FMT_YA16LE], [9, 10, 12, 15])
  func `a code is its part of the largest code of so many bits`(_ format: AVPixelFormat, _ bits: Int) throws {
    let columns = 61
    for (depth, white) in [(DepthChoice.auto, 65535), (.eight, 255)] {
      let bitmap = try bitmap(format, bits: bits, columns: columns, depth: depth)
      for column in 0..<columns {
        // Rounded to the nearest: code × white / (2^bits − 1).
        let largest = (1 << bits) - 1
        let right = (2 * code(column, bits, columns) * white + largest) / (2 * largest)
        for channel in 0..<bitmap.channels.count {
          // 16 bits: within 2 of 65535, as promised; 8 bits: the nearest.
          let miss = abs(bitmap.sample(column, 1, channel) - right)
          #expect(miss <= (white == 255 ? 0 : 1), "column \(column), channel \(channel)")
        }
      }
      #expect(bitmap.significantBits == (white == 65535 ? bits : nil))
    }
  }

  @Test func `fewer than 8 bits fill 8`() throws {
    // 16 codes of 4 bits: 17 times each is 0 to 255.
    let bitmap = try bitmap(AV_PIX_FMT_GRAY8, bits: 4, columns: 16, depth: .auto)
    #expect((0..<16).map { bitmap.sample($0, 0, 0) } == (0..<16).map { 17 * $0 } && bitmap.significantBits == 4)
  }

  @Test func `as many bits as the format has, or more, change nothing`() throws {
    for bits in [8, 9] {
      let frame = try Frame(AV_PIX_FMT_RGB24, width: 256, height: 1)
      for component in 0..<3 { frame.fill(component) { column, _ in UInt16(column) } }
      let bitmap = try convert(frame.picture(codedBits: bits), depth: .auto)
      #expect((0..<256).map { bitmap.sample($0, 0, 0) } == Array(0..<256) && bitmap.significantBits == nil)
    }
  }
}
