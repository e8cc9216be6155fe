import CFFmpeg
import Color
import ColorCodes
import TestSupport
import Testing
import Video

/// Pictures that are converted and then resampled: light is computed by the colours after the conversion.
struct ResizedColorTests {
  private func bitmap(
    _ format: AVPixelFormat, transfer: Int32, depth: DepthChoice, color: ColorChoice
  ) throws -> Bitmap {
    var random = SeededNumbers(seed: UInt64(transfer))
    let frame = try Frame(format, width: 26, height: 18)
    frame.fillRandomly(&random)
    return try convert(
      frame.picture(matrix: 9, range: 1, primaries: 9, transfer: transfer), depth: depth, color: color)
  }

  @Test(arguments: [1, 8, 16, 18] as [Int32])
  func `light is computed by the result's transfer and not the video's`(transfer: Int32) throws {
    var resampler = Resampler()
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV444P10LE, AV_PIX_FMT_GRAY8, AV_PIX_FMT_YUVA420P, AV_PIX_FMT_YA8] {
      for depth in [DepthChoice.eight, .sixteen] {
        let kept = transfer == 1 ? 13 : transfer
        for (color, own) in [(ColorChoice.auto, kept), (.tagged, transfer), (.srgb, 13), (.keep, kept)] {
          let original = try bitmap(format, transfer: transfer, depth: depth, color: color)
          #expect(original.color.samples.transfer.rawValue == own)
          for (width, height) in [(11, 7), (31, 40)] {
            let result = try resampler.resampled(original, width: width, height: height)
            #expect(result.color == original.color && result.channels == original.channels)
            #expect(result.bitDepth == original.bitDepth && result.significantBits == nil)
            let worst = LightModel(transfer: own).worstError(of: result, from: original)
            #expect(worst <= (depth == .eight ? 1 : 2), "format \(format.rawValue) \(depth) \(color): \(worst)")
          }
        }
      }
    }
  }

  // A board of two grays of the video: their light resampled, from codes to codes in real numbers.
  @Test(arguments: [1, 8, 16, 18] as [Int32], [ColorChoice.auto, .srgb])
  func `a board is resampled by its light`(transfer: Int32, color: ColorChoice) throws {
    for (dark, bright) in [(0, 65_535), (20_000, 50_000), (40_000, 47_000)] {
      let frame = try Frame(AV_PIX_FMT_GRAY16LE, width: 64, height: 64)
      frame.fill(0) { x, y in UInt16((x + y) % 2 == 0 ? dark : bright) }
      let board = try convert(
        frame.picture(range: 2, primaries: 9, transfer: transfer), depth: .sixteen, color: color)
      var resampler = Resampler()
      let small = try resampler.resampled(board, width: 16, height: 16)
      let display = DisplayTruth(primaries: 9, transfer: transfer)
      let samples = [dark, bright].map { code in
        color == .srgb ? display.shown(gray: Double(code) / 65_535) : Double(code) / 65_535
      }
      let model = LightModel(transfer: color == .srgb ? 13 : transfer)
      let light = (0..<64).map { y in (0..<64).map { x in model.light(samples[(x + y) % 2]) } }
      let expected = LightModel.resampled(light, width: 16, height: 16)
      var worst = 0.0
      for y in 0..<16 {
        for x in 0..<16 {
          worst = max(worst, abs(Double(small.sample(x, y, 0)) - model.sample(expected[y][x]) * 65_535))
        }
      }
      // One code for the conversion, one for the resampling.
      #expect(worst <= 2, "\(dark) and \(bright): \(worst)")
    }
  }

  @Test func `HDR keeps its depth and its light when it is made smaller`() throws {
    // PQ of 100 and 1000 cd/m², in equal parts: 550 cd/m².
    let codes = [100.0, 1000].map { UInt16((DisplayTruth.pqCode($0) * 1023).rounded()) }
    let frame = try Frame(AV_PIX_FMT_GRAY10LE, width: 64, height: 64)
    frame.fill(0) { x, y in codes[(x + y) % 2] }
    let board = try convert(frame.picture(range: 2, primaries: 9, transfer: 16))
    #expect(board.bitDepth == .sixteen && board.significantBits == 10)
    var resampler = Resampler()
    let small = try resampler.resampled(board, width: 16, height: 16)
    #expect(small.bitDepth == .sixteen && small.color.samples.transfer == .pq)
    // One of 1023 codes is at most 1.7 % of this light.
    let light = DisplayTruth.pqLight(Double(small.sample(8, 8, 0)) / 65_535)
    #expect(abs(light - 550) < 5, "\(light)")
  }

  @Test func `a field of HDR becomes sRGB and small`() throws {
    let frame = try Frame(AV_PIX_FMT_YUV420P10LE, width: 32, height: 32)
    // The upper field is 203 cd/m² and more, the lower one black; chroma is neutral.
    frame.fill(0) { _, y in y % 2 == 0 ? 800 : 64 }
    for component in [1, 2] { frame.fill(component) { _, _ in 512 } }
    fg_set_scan(frame.pointer, 1, 1)
    var converter = BitmapConverter(depth: .auto, color: .srgb, flags: [.deinterlaced])
    let bitmap = try converter.bitmap(of: frame.picture(matrix: 9, range: 1, primaries: 9, transfer: 16))
    var resampler = Resampler()
    let small = try resampler.resampled(bitmap, width: 9, height: 21)
    #expect(small.isDeinterlaced && small.bitDepth == .sixteen)
    #expect(small.color.transfer == .pq && small.color.samples.isSRGB)
    let white = DisplayTruth(primaries: 9, transfer: 16).shown(gray: (800.0 - 64) / 876) * 65_535
    for y in 0..<21 {
      for x in 0..<9 {
        for channel in 0..<3 { #expect(abs(Double(small.sample(x, y, channel)) - white) <= 2) }
      }
    }
  }
}
