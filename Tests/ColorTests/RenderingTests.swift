import CFFmpeg
import Color
import ColorCodes
import TestSupport
import Testing
import Video

/// Conversion to sRGB: every primaries, transfer and peak, compared with the standards in real numbers.
struct RenderingTests {
  static let allPrimaries = DisplayTruth.primaries.keys.sorted()

  /// Converts random R'G'B' of 16 bits, including black, white, gray and the corners of the cube, and returns the
  /// largest error.
  private func worst(
    primaries: Int32, transfer: Int32, depth: DepthChoice, peak: Int? = nil, seed: UInt64 = 1
  ) throws -> (error: Double, bitmap: Bitmap) {
    var random = SeededNumbers(seed: seed)
    let (width, height) = (37, 9)
    let frame = try Frame(AV_PIX_FMT_GBRP16LE, width: width, height: height)
    // The code of 203 cd/m², where the tone curves of low peaks bend.
    let white = transfer == 18 ? 49_151 : Int(DisplayTruth.pqCode(203) * 65_535)
    // After the first row any colours, then colours near gray, in the last row near-white ones.
    let pixels: [[Int]] = (0..<width * height).map { place in
      if place < 8 { return (0..<3).map { place >> $0 & 1 == 1 ? 65_535 : 0 } }
      if place < width { return [Int](repeating: place * 1700, count: 3) }
      if place >= 8 * width {
        let near = white - 72 + 4 * (place % width)
        return [near, near - 30, near - 60]
      }
      let range = place < 6 * width ? 65_536 : 9_000
      let base = place < 6 * width ? 0 : random.below(50_000)
      return (0..<3).map { _ in base + random.below(range) }
    }
    for component in 0..<3 { frame.fill(component) { x, y in UInt16(pixels[y * width + x][component]) } }
    let hdr = peak.map { light(greatest: $0) } ?? HDRMetadata()
    let bitmap = try convert(
      frame.picture(range: 2, primaries: primaries, transfer: transfer, hdr: hdr), depth: depth, color: .srgb)
    let truth = DisplayTruth(primaries: primaries, transfer: transfer, peak: Double(min(peak ?? 1000, 10_000)))
    let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
    var worst = 0.0
    for (place, pixel) in pixels.enumerated() {
      let expected = truth.shown(pixel.map { Double($0) / 65_535 })
      for channel in 0..<3 {
        let found = Double(bitmap.sample(place % width, place / width, channel))
        worst = max(worst, abs(found - expected[channel] * top))
      }
    }
    return (worst, bitmap)
  }

  private func light(greatest: Int) -> HDRMetadata {
    var hdr = HDRMetadata()
    hdr.contentLight = HDRMetadata.ContentLight(greatest: greatest, greatestAverage: 0)
    return hdr
  }

  @Test(arguments: allPrimaries)
  func `all primaries with all transfers`(primaries: Int32) throws {
    for transfer in DisplayTruth.transfers {
      let seed = UInt64(primaries) * 100 + UInt64(transfer)
      let deep = try worst(primaries: primaries, transfer: transfer, depth: .sixteen, seed: seed)
      #expect(deep.error <= 2, "transfer \(transfer): \(deep.error)")
      let eight = try worst(primaries: primaries, transfer: transfer, depth: .eight, seed: seed)
      #expect(eight.error <= 1, "transfer \(transfer): \(eight.error)")
      for color in [deep.bitmap.color, eight.bitmap.color] {
        #expect(color.samples.isSRGB && !color.guesses.contains("primaries"))
      }
    }
  }

  @Test(arguments: [100, 203, 204, 250, 400, 1000, 1500, 4000, 10_000, 4_000_000], [Int32(16), 18])
  func `HDR of every peak`(peak: Int, transfer: Int32) throws {
    for primaries in [Int32(1), 9, 12] {
      let taken = min(max(peak, 203), transfer == 18 ? 1000 : 10_000)
      for depth in [DepthChoice.eight, .sixteen] {
        let (error, bitmap) = try worst(primaries: primaries, transfer: transfer, depth: depth, peak: peak)
        #expect(error <= (bitmap.bitDepth == .eight ? 1 : 2), "\(primaries): \(error)")
        #expect(bitmap.color.samples.peakLuminance == taken)
      }
    }
  }
}
