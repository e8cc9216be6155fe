import CFFmpeg
import Color
import ColorCodes
import TestSupport
import Testing
import Video

/// Subsampled chroma: its location, its interpolation, and sizes that are not divisible by the subsampling.
struct ChromaTests {
  /// Converts random codes and gives the worst distance to linear interpolation from the location.
  private func worst(
    _ format: AVPixelFormat, width: Int, height: Int, location: Int32, taken: Int32? = nil, matrix: Int32 = 1,
    range: Int32 = 1, isJPEG: Bool = false, depth: DepthChoice = .auto, seed: UInt64 = 1
  ) throws -> (error: Double, bitmap: Bitmap) {
    var random = SeededNumbers(seed: seed)
    let frame = try Frame(format, width: width, height: height)
    frame.fillRandomly(&random)
    let planes = (0..<3).map { frame.codes($0) }
    let (shiftX, shiftY) = (Int(frame.description.pointee.log2_chroma_w), Int(frame.description.pointee.log2_chroma_h))
    let truth = Truth(matrix: matrix, isFullRange: range == 2, depth: frame.depth(0))
    let bitmap = try convert(
      frame.picture(matrix: matrix, range: range, location: location, isJPEG: isJPEG), depth: depth)
    #expect(bitmap.width == width)
    #expect(bitmap.height == height)
    let error = worstError(
      of: bitmap, truth: truth, planes: planes, shiftX: shiftX, shiftY: shiftY, location: taken ?? location)
    return (error, bitmap)
  }

  @Test(arguments: [Int32(1), 2, 3, 4, 5, 6], [Int32(1), 2])
  func `chroma is interpolated from its location`(location: Int32, range: Int32) throws {
    for format in [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV440P, AV_PIX_FMT_YUV411P, AV_PIX_FMT_YUV410P,
      AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YUV420P12LE, AV_PIX_FMT_YUV422P12LE,
      AV_PIX_FMT_YUV420P16LE, AV_PIX_FMT_YUV422P16LE,
    ] {
      for matrix in [Int32(1), 6, 9] {
        let (error, bitmap) = try worst(
          format, width: 64, height: 32, location: location, matrix: matrix, range: range, seed: UInt64(matrix))
        // zimg interpolates between whole 16-bit codes.
        #expect(error <= (bitmap.bitDepth == .eight ? 0.52 : 2.0), "\(format): \(error)")
        #expect(bitmap.color.chromaLocation.rawValue == location)
      }
    }
  }

  @Test(arguments: [
    (1, 1), (2, 1), (1, 2), (2, 2), (3, 5), (5, 3), (7, 7), (161, 121), (160, 121), (161, 120), (1, 300), (300, 1),
  ])
  func `sizes that are not divisible by the subsampling`(size: (width: Int, height: Int)) throws {
    for format in [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV440P, AV_PIX_FMT_YUV411P, AV_PIX_FMT_YUV410P,
      AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV420P10LE,
    ] {
      for location in [Int32(1), 2, 3] {
        let (error, bitmap) = try worst(format, width: size.width, height: size.height, location: location)
        #expect(error <= (bitmap.bitDepth == .eight ? 0.52 : 2.0), "\(format) \(size) \(location): \(error)")
      }
    }
  }

  @Test func `an unspecified location is left, and for JPEG the centre`() throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P] {
      let left = try worst(format, width: 32, height: 16, location: 0, taken: 1)
      #expect(left.error <= 0.52)
      #expect(left.bitmap.color.chromaLocationName == "left")
      let centre = try worst(format, width: 32, height: 16, location: 0, taken: 2, range: 2, isJPEG: true)
      #expect(centre.error <= 0.52)
      #expect(centre.bitmap.color.chromaLocationName == "center")
      #expect(try worst(format, width: 32, height: 16, location: 99, taken: 1).error <= 0.52)
      // The wrong location gives a large error, so the test can detect it.
      #expect(try worst(format, width: 32, height: 16, location: 2, taken: 1).error > 10)
      #expect(try worst(format, width: 32, height: 16, location: 1, taken: 2).error > 10)
    }
  }

  @Test func `an edge between two chroma samples by hand`() throws {
    // 4:2:2, gray luma, Cr 128 | 228, full range BT.601: R' = 128 + 1.402 (Cr − 128).
    // Left: Cr 128 178 228 228. Centre: Cr 128 153 203 228.
    for (location, red) in [(Int32(1), [100, 170, 240, 240]), (2, [100, 135, 205, 240])] {
      let frame = try Frame(AV_PIX_FMT_YUV422P, width: 4, height: 1)
      frame.fill(0) { _, _ in 100 }
      frame.fill(1) { _, _ in 128 }
      frame.fill(2) { x, _ in x == 0 ? 128 : 228 }
      let bitmap = try convert(frame.picture(matrix: 6, range: 2, location: location))
      #expect((0..<4).map { bitmap.sample($0, 0, 0) } == red)
    }
  }

  @Test func `eight bits from ten are rounded once`() throws {
    let (error, bitmap) = try worst(
      AV_PIX_FMT_YUV420P10LE, width: 128, height: 64, location: 1, matrix: 9, depth: .eight)
    #expect(bitmap.bitDepth == .eight)
    #expect(bitmap.significantBits == nil)
    #expect(error <= 0.52)
  }
}
