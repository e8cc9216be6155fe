import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Video

/// Every matrix, range and depth on pictures whose chroma is not subsampled: the truth is the equations alone.
struct MatrixTests {
  static let formats: [AVPixelFormat] = [
    AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV444P9LE, AV_PIX_FMT_YUV444P10LE, AV_PIX_FMT_YUV444P12LE,
    AV_PIX_FMT_YUV444P14LE, AV_PIX_FMT_YUV444P16LE,
  ]
  static let matrices: [Int32] = [1, 4, 5, 6, 7, 8, 9]

  @Test(arguments: matrices, [Int32(1), 2])
  func `random codes are converted by the equations`(matrix: Int32, range: Int32) throws {
    var random = SeededNumbers(seed: UInt64(matrix) * 2 + UInt64(range))
    for format in Self.formats {
      for depth in [DepthChoice.eight, .sixteen, .auto] {
        let frame = try Frame(format, width: 67, height: 29)
        frame.fillRandomly(&random)
        let planes = (0..<3).map { frame.codes($0) }
        let truth = Truth(matrix: matrix, isFullRange: range == 2, depth: frame.depth(0))
        let stored = frame.depth(0)
        let bitmap = try convert(frame.picture(matrix: matrix, range: range), depth: depth)
        #expect(bitmap.channels == .rgb)
        #expect(bitmap.bitDepth == (depth == .sixteen || depth == .auto && stored > 8 ? .sixteen : .eight))
        #expect(bitmap.significantBits == (stored < bitmap.bitDepth.rawValue ? stored : nil))
        #expect(bitmap.pixels.count == 67 * 29 * 3 * bitmap.bitDepth.byteCount)
        let worst = worstError(of: bitmap, truth: truth, planes: planes, shiftX: 0, shiftY: 0, location: 1)
        // Rounding alone is an error of up to a half; 8 bits may be off by 1, 16 bits by 2.
        #expect(worst <= (bitmap.bitDepth == .eight ? 0.505 : 1.0), "depth \(stored): \(worst)")
      }
    }
  }

  @Test(arguments: matrices)
  func `8-bit codes from end to end`(matrix: Int32) throws {
    // Every 17th code and the last one in each component, 16³ patches, each one pixel.
    for range in [Int32(1), 2] {
      let frame = try Frame(AV_PIX_FMT_YUV444P, width: 256, height: 16)
      frame.fill(0) { x, _ in UInt16(x % 16 * 17) }
      frame.fill(1) { x, _ in UInt16(x / 16 * 17) }
      frame.fill(2) { _, y in UInt16(y * 17) }
      let planes = (0..<3).map { frame.codes($0) }
      let bitmap = try convert(frame.picture(matrix: matrix, range: range))
      let truth = Truth(matrix: matrix, isFullRange: range == 2, depth: 8)
      #expect(worstError(of: bitmap, truth: truth, planes: planes, shiftX: 0, shiftY: 0, location: 1) <= 0.505)
    }
  }

  @Test func `limited range has black at 16 and white at 235`() throws {
    let frame = try Frame(AV_PIX_FMT_YUV420P, width: 64, height: 4)
    frame.fill(0) { x, _ in [0, 16, 126, 235, 255][x / 13] }
    frame.fill(1) { _, _ in 128 }
    frame.fill(2) { _, _ in 128 }
    let bitmap = try convert(frame.picture(matrix: 1, range: 1))
    // 126 is (126 − 16) · 255 / 219 = 128.08.
    for (x, code) in [(0, 0), (13, 0), (26, 128), (39, 255), (52, 255)] {
      #expect((0..<3).map { bitmap.sample(x, 2, $0) } == [code, code, code])
    }
  }

  @Test func `red green and blue of BT 709 in 8 bits`() throws {
    // Codes of the primaries at full strength by H.273: Y = 16 + 219 K, C = 128 + 224 (c − Y) / (2 (1 − Kc)), rounded:
    // red 63 102 240, green 173 42 26, blue 32 240 118.
    let frame = try Frame(AV_PIX_FMT_YUV444P, width: 3, height: 1)
    frame.fill(0) { x, _ in [63, 173, 32][x] }
    frame.fill(1) { x, _ in [102, 42, 240][x] }
    frame.fill(2) { x, _ in [240, 26, 118][x] }
    let bitmap = try convert(frame.picture(matrix: 1, range: 1))
    for x in 0..<3 {
      for channel in 0..<3 { #expect(abs(bitmap.sample(x, 0, channel) - (x == channel ? 255 : 0)) <= 1) }
    }
  }

  @Test func `YUV planes tagged RGB hold green blue and red`() throws {
    for range in [Int32(1), 2] {
      let frame = try Frame(AV_PIX_FMT_YUV444P10LE, width: 3, height: 2)
      frame.fill(0) { _, _ in 64 }
      frame.fill(1) { _, _ in 512 }
      frame.fill(2) { _, _ in 940 }
      let bitmap = try convert(frame.picture(matrix: 0, range: range))
      // Limited: (512 − 64) / 876 · 65 535 = 33 515.5; full: code · 65 535 / 1023.
      let expected = range == 1 ? [65535, 0, 33516] : [60218, 4100, 32800]
      for channel in 0..<3 { #expect(abs(bitmap.sample(1, 1, channel) - expected[channel]) <= 1) }
      #expect(bitmap.color.matrix == .identity)
      #expect(bitmap.color.matrixName == "rgb")
    }
  }

  @Test(arguments: [Int32(3), 10, 11, 12, 13, 14, 15, 255, -1])
  func `a matrix that is not linear or not known is rejected`(matrix: Int32) throws {
    #expect {
      let frame = try Frame(AV_PIX_FMT_YUV420P10LE, width: 4, height: 4)
      _ = try convert(frame.picture(matrix: matrix, range: 1))
    } throws: { error in
      guard case .unsupportedMatrix(_, MatrixCoefficients(rawValue: matrix)) = (error as? ColorError)?.fault else {
        return false
      }
      return "\(error)".hasPrefix("matrix coefficients ")
    }
  }

  @Test func `the error for ICtCp names it`() throws {
    let error = #expect(throws: ColorError.self) {
      let frame = try Frame(AV_PIX_FMT_YUV420P10LE, width: 4, height: 4)
      _ = try convert(frame.picture(matrix: 14, range: 1))
    }
    #expect(error?.description.hasPrefix("matrix coefficients ictcp (number 14 in H.273) cannot be converted") == true)
  }

  @Test func `one converter handles pictures of different formats`() throws {
    var converter = BitmapConverter(depth: .auto)
    var random = SeededNumbers(seed: 5)
    for (matrix, range) in [(Int32(1), Int32(1)), (1, 1), (6, 1), (6, 2), (1, 1)] {
      let frame = try Frame(AV_PIX_FMT_YUV444P, width: 20, height: 10)
      frame.fillRandomly(&random)
      let planes = (0..<3).map { frame.codes($0) }
      let bitmap = try converter.bitmap(of: frame.picture(matrix: matrix, range: range))
      let truth = Truth(matrix: matrix, isFullRange: range == 2, depth: 8)
      #expect(worstError(of: bitmap, truth: truth, planes: planes, shiftX: 0, shiftY: 0, location: 1) <= 0.505)
    }
  }
}
