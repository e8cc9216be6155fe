import ColorCodes
import Memory
import TestSupport
import Testing

@testable import Color

/// Bitmaps as plain samples in other layouts.
@Suite struct RawLayoutTests {
  private func bitmap(
    _ channels: Bitmap.Channels, _ depth: Bitmap.BitDepth, _ samples: [UInt16], width: Int,
    matrix: MatrixCoefficients = .bt709, isConverted: Bool = false
  ) throws -> Bitmap {
    let bytes = depth == .eight ? samples.map { UInt8($0) } : samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let color = ColorSpec(
      matrix: matrix, isFullRange: true, chromaLocation: .left, primaries: .bt709, transfer: .bt709, guesses: [],
      samples: ColorSpec.Samples(primaries: .bt709, transfer: .sRGB, isConverted: isConverted))
    return try #require(
      Bitmap(
        width: width, height: samples.count / channels.count / width, channels: channels, bitDepth: depth,
        pixels: bytes.withUnsafeBytes { try SharedBytes(copying: $0) }, significantBits: nil, color: color))
  }

  private func packed(_ bitmap: Bitmap, _ channels: Bitmap.Channels) throws -> [UInt16] {
    let bytes = Array(try bitmap.packed(as: channels))
    guard bitmap.bitDepth == .sixteen else { return bytes.map(UInt16.init) }
    return stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  @Test(arguments: [Bitmap.BitDepth.eight, .sixteen]) func `samples are kept, widened and left out`(
    depth: Bitmap.BitDepth
  ) throws {
    let opaque: UInt16 = depth == .eight ? 255 : 65_535
    let gray = try bitmap(.gray, depth, [1, 2, 3, 250], width: 2)
    #expect(try packed(gray, .gray) == [1, 2, 3, 250])
    #expect(try packed(gray, .rgb) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 250, 250, 250])
    #expect(try packed(gray, .rgba).prefix(8) == [1, 1, 1, opaque, 2, 2, 2, opaque])
    let seenThrough = try bitmap(.grayAlpha, depth, [1, 20, 3, 40], width: 1)
    #expect(try packed(seenThrough, .gray) == [1, 3])
    #expect(try packed(seenThrough, .rgb) == [1, 1, 1, 3, 3, 3])
    #expect(try packed(seenThrough, .rgba) == [1, 1, 1, 20, 3, 3, 3, 40])
    let colors = try bitmap(.rgba, depth, [10, 20, 30, 40, 50, 60, 70, 80], width: 2)
    #expect(try packed(colors, .rgba) == [10, 20, 30, 40, 50, 60, 70, 80])
    #expect(try packed(colors, .rgb) == [10, 20, 30, 50, 60, 70])
    #expect(try packed(bitmap(.rgb, depth, [10, 20, 30], width: 1), .rgba) == [10, 20, 30, opaque])
  }

  @Test(arguments: [
    (MatrixCoefficients.bt709, 2126, 7152, 722), (.bt2020, 2627, 6780, 593), (.fcc, 3000, 5900, 1100),
    (.bt470BG, 2990, 5870, 1140), (.smpte170M, 2990, 5870, 1140), (.smpte240M, 2120, 7010, 870),
    (.identity, 2126, 7152, 722), (.ycgco, 2126, 7152, 722),
  ])
  func `gray is luma, rounded half up`(_ weights: (matrix: MatrixCoefficients, red: Int, green: Int, blue: Int)) throws
  {
    var numbers = SeededNumbers(seed: 15)
    for depth in [Bitmap.BitDepth.eight, .sixteen] {
      let top = depth == .eight ? 255 : 65_535
      let samples = [0, 0, 0, top, top, top, 0, top, 0] + (0..<300).map { _ in numbers.below(top + 1) }
      let picture = try bitmap(.rgb, depth, samples.map(UInt16.init), width: 1, matrix: weights.matrix)
      let expected = stride(from: 0, to: samples.count, by: 3).map { start in
        let sum = weights.red * samples[start] + weights.green * samples[start + 1] + weights.blue * samples[start + 2]
        return UInt16((2 * sum + 10_000) / 20_000)
      }
      #expect(try packed(picture, .gray) == expected)
      #expect(expected[0] == 0 && expected[1] == top)
    }
  }

  @Test func `samples that were converted to sRGB have its luma`() throws {
    let picture = try bitmap(.rgb, .eight, [255, 0, 0], width: 1, matrix: .bt2020, isConverted: true)
    // 0.2126 × 255 = 54.2
    #expect(try packed(picture, .gray) == [54])
  }

  @Test func `it stops when told so`() throws {
    let picture = try bitmap(.rgb, .eight, [1, 2, 3], width: 1)
    #expect(throws: ColorError(.stopped)) { _ = try picture.packed(as: .gray) { true } }
  }
}
