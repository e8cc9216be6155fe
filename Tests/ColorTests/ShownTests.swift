import CFFmpeg
import Color
import ColorCodes
import Testing
import Video

/// What samples are taken for, by primaries and transfer, and that ordinary video is never changed: the rules of
/// "a grabbed frame looks as the video does where people look at it".
struct ShownTests {
  /// Primaries of television sets: BT.709, BT.470 M and B/G, BT.601 of 525 lines, SMPTE 240M, EBU 3213.
  static let television: [Int32] = [1, 4, 5, 6, 7, 22]
  /// Film, BT.2020, XYZ as red, green and blue, and both P3.
  static let wide: [Int32] = [8, 9, 10, 11, 12]
  /// All transfers but linear light, PQ, that of cinema, and HLG, which are shown by curves of their own.
  static let ordinary: [Int32] = [1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]

  private func samples(
    _ primaries: Int32, _ transfer: Int32, _ color: ColorChoice, _ format: AVPixelFormat = AV_PIX_FMT_YUV420P
  ) throws -> ColorSpec.Samples {
    let frame = try Frame(format, width: 16, height: 16)
    return try convert(
      frame.picture(matrix: 1, range: 1, primaries: primaries, transfer: transfer), color: color
    ).color.samples
  }

  private func meaning(
    _ primaries: Int32, _ transfer: Int32, isConverted: Bool = false, peak: Int? = nil
  ) -> ColorSpec.Samples {
    ColorSpec.Samples(
      primaries: ColorPrimaries(rawValue: primaries), transfer: TransferCharacteristics(rawValue: transfer),
      isConverted: isConverted, peakLuminance: peak)
  }

  @Test(arguments: television + wide) func `what samples are`(primaries: Int32) throws {
    let isWide = Self.wide.contains(primaries)
    for transfer in Self.ordinary {
      let shown = meaning(isWide ? primaries : 1, 13)
      #expect(try samples(primaries, transfer, .auto) == shown && samples(primaries, transfer, .keep) == shown)
      #expect(try samples(primaries, transfer, .srgb) == meaning(1, 13, isConverted: isWide), "\(transfer)")
    }
    for transfer in [Int32(8), 16, 17, 18] {
      let own = meaning(primaries, transfer)
      #expect(try samples(primaries, transfer, .auto) == own && samples(primaries, transfer, .keep) == own)
      let peak = [16, 18].contains(transfer) ? 1000 : nil
      #expect(try samples(primaries, transfer, .srgb) == meaning(1, 13, isConverted: true, peak: peak))
    }
    for transfer in Self.ordinary + [8, 16, 17, 18] {
      #expect(try samples(primaries, transfer, .tagged) == meaning(primaries, transfer))
    }
  }

  @Test func `gray has no primaries, and what is missing is guessed`() throws {
    #expect(try samples(9, 14, .auto, AV_PIX_FMT_GRAY8) == meaning(1, 13))
    #expect(try samples(9, 16, .auto, AV_PIX_FMT_GRAY8) == meaning(9, 16))
    for color in [ColorChoice.auto, .srgb, .keep] { #expect(try samples(2, 2, color) == meaning(1, 13)) }
    #expect(try samples(2, 2, .tagged) == meaning(1, 1))
    #expect(try samples(2, 2, .tagged, AV_PIX_FMT_RGB24) == meaning(1, 13))
  }

  // Gray of limited range is (code − 16) · 255/219, of full range the code; 16 becomes 0, 17 becomes 1.16, 235 becomes
  // 255. Chroma of Cr 160 adds 2 · (1 − 0.2126) · 32/224 · 255 = 57.4 to red, and 2 · (1 − 0.2126) · 32/255 · 255 = 50.4
  // in full range; that of Cb 128 adds nothing to blue.
  @Test(arguments: television, ColorChoice.allCases)
  func `samples of ordinary video are what is stored`(primaries: Int32, color: ColorChoice) throws {
    for transfer in Self.ordinary {
      for (range, cr) in [(1, 128), (2, 128), (1, 160), (2, 160)] as [(Int32, UInt16)] {
        let frame = try Frame(AV_PIX_FMT_YUV444P, width: 256, height: 1)
        frame.fill(0) { x, _ in UInt16(x) }
        frame.fill(1) { _, _ in 128 }
        frame.fill(2) { _, _ in cr }
        let bitmap = try convert(
          frame.picture(matrix: 1, range: range, primaries: primaries, transfer: transfer), color: color)
        #expect(bitmap.bitDepth == .eight && !bitmap.color.samples.isConverted)
        let extra = 2 * (1 - 0.2126) * Double(cr - 128) * 255 / (range == 1 ? 224 : 255)
        let wrong = (0...255).filter { code in
          let gray = range == 1 ? Double(code - 16) * 255 / 219 : Double(code)
          let expected = [gray + extra, gray].map { Int(min(max($0, 0), 255).rounded()) }
          return [0, 2].map { bitmap.sample(code, 0, $0) } != expected
        }
        #expect(wrong == [], "\(transfer)")
      }
    }
  }
}
