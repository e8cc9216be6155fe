import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Timeline
import Video

/// What conversion to sRGB does not change, and what it reports.
struct SRGBTests {
  private func random(_ format: AVPixelFormat, seed: UInt64 = 3) throws -> Frame {
    var random = SeededNumbers(seed: seed)
    let frame = try Frame(format, width: 48, height: 10)
    frame.fillRandomly(&random)
    return frame
  }

  @Test func `sRGB samples are not changed`() throws {
    for format in [
      AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA, AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_GRAY8,
      AV_PIX_FMT_GBRP16LE,
    ] {
      for depth in [DepthChoice.auto, .eight, .sixteen] {
        let bitmaps = try ColorChoice.allCases.map {
          try convert(random(format).picture(matrix: 1, range: 2, primaries: 1, transfer: 13), depth: depth, color: $0)
        }
        #expect(bitmaps.allSatisfy { $0.pixels == bitmaps[0].pixels && $0.color == bitmaps[0].color })
        #expect(!bitmaps[0].color.samples.isConverted)
        #expect(bitmaps.allSatisfy { $0.significantBits == bitmaps[0].significantBits })
      }
    }
    // Gray has no primaries.
    let gray = try convert(random(AV_PIX_FMT_GRAY8).picture(range: 2, primaries: 9, transfer: 13), color: .srgb)
    #expect(
      try gray.pixels == convert(random(AV_PIX_FMT_GRAY8).picture(range: 2)).pixels && gray.color.samples.isSRGB)
  }

  @Test func `keeping colours changes no sample`() throws {
    for transfer in [Int32(1), 13, 16] {
      let own = try convert(random(AV_PIX_FMT_YUV420P10LE).picture(matrix: 9, primaries: 9, transfer: transfer))
      let kept = try convert(
        random(AV_PIX_FMT_YUV420P10LE).picture(matrix: 9, primaries: 9, transfer: transfer), color: .keep)
      #expect(own.pixels == kept.pixels && own.color == kept.color && own.significantBits == kept.significantBits)
    }
  }

  @Test(arguments: DisplayTruth.primaries.keys.sorted())
  func `gray stays gray`(primaries: Int32) throws {
    for transfer in DisplayTruth.transfers {
      for depth in [DepthChoice.eight, .sixteen] {
        // Tables are made once for all three.
        var converter = BitmapConverter(depth: depth, color: .srgb)
        for (format, matrix) in [(AV_PIX_FMT_YUV444P, Int32(1)), (AV_PIX_FMT_YUV420P, 6), (AV_PIX_FMT_YUV444P10LE, 9)] {
          let frame = try Frame(format, width: 256, height: 2)
          let scale = 1 << (frame.depth(0) - 8)
          frame.fill(0) { x, _ in UInt16(x * scale) }
          for component in [1, 2] { frame.fill(component) { _, _ in UInt16(128 * scale) } }
          let bitmap = try converter.bitmap(
            of: frame.picture(matrix: matrix, range: 1, primaries: primaries, transfer: transfer))
          let isGray = (0..<256).allSatisfy { x in
            bitmap.sample(x, 0, 0) == bitmap.sample(x, 0, 1) && bitmap.sample(x, 0, 1) == bitmap.sample(x, 0, 2)
          }
          #expect(isGray, "\(transfer)")
          // Limited range has black at 16 and white at 235; HDR goes beyond white.
          #expect(bitmap.sample(16, 0, 0) == 0)
          let top = bitmap.bitDepth == .eight ? 255 : 65_535
          #expect(bitmap.sample(235, 0, 0) == top, "\(transfer)")
        }
      }
    }
  }

  @Test func `alpha is straight and not changed`() throws {
    for format in [AV_PIX_FMT_RGBA, AV_PIX_FMT_YUVA420P, AV_PIX_FMT_YUVA444P10LE, AV_PIX_FMT_GBRAP12LE] {
      for depth in [DepthChoice.eight, .sixteen] {
        let tags = (matrix: Int32(9), primaries: Int32(9), transfer: Int32(14))
        let own = try convert(
          random(format).picture(matrix: tags.matrix, primaries: tags.primaries, transfer: tags.transfer), depth: depth)
        let shown = try convert(
          random(format).picture(matrix: tags.matrix, primaries: tags.primaries, transfer: tags.transfer),
          depth: depth, color: .srgb)
        // The same picture, every pixel opaque.
        let solid = try random(format)
        solid.fill(3) { _, _ in UInt16((1 << solid.depth(3)) - 1) }
        let opaque = try convert(
          solid.picture(matrix: tags.matrix, primaries: tags.primaries, transfer: tags.transfer), depth: depth,
          color: .srgb)
        #expect(shown.channels == .rgba && shown.pixels != own.pixels)
        for place in 0..<480 {
          let (x, y) = (place % 48, place / 48)
          #expect(shown.sample(x, y, 3) == own.sample(x, y, 3))
          for channel in 0..<3 { #expect(shown.sample(x, y, channel) == opaque.sample(x, y, channel)) }
        }
      }
    }
  }

  @Test func `PQ and HLG have 16 bits unless they are converted or 8 bits are chosen`() throws {
    for transfer in [Int32(16), 18] {
      func depth(_ choice: DepthChoice, _ color: ColorChoice) throws -> Int {
        try convert(random(AV_PIX_FMT_YUV420P).picture(matrix: 9, transfer: transfer), depth: choice, color: color)
          .bitDepth.rawValue
      }
      #expect(try depth(.auto, .auto) == 16 && depth(.auto, .keep) == 16 && depth(.auto, .srgb) == 8)
      #expect(try depth(.eight, .auto) == 8 && depth(.sixteen, .srgb) == 16)
      let bitmap = try convert(random(AV_PIX_FMT_YUV420P).picture(matrix: 9, transfer: transfer))
      #expect(bitmap.significantBits == 8)
    }
    #expect(try convert(random(AV_PIX_FMT_YUV420P).picture(matrix: 9, transfer: 14)).bitDepth == .eight)
  }

  @Test func `the colours before the conversion are reported`() throws {
    let wide = try convert(
      random(AV_PIX_FMT_YUV420P).picture(matrix: 1, range: 1, primaries: 12, transfer: 1), color: .srgb)
    #expect(
      wide.color
        == ColorSpec(
          matrix: .bt709, isFullRange: false, chromaLocation: .left, primaries: .smpte432, transfer: .bt709,
          guesses: [], samples: ColorSpec.Samples(primaries: .bt709, transfer: .sRGB, isConverted: true)))
    let deep = try convert(
      random(AV_PIX_FMT_YUV420P10LE).picture(matrix: 9, range: 1, primaries: 9, transfer: 16), color: .srgb)
    #expect(
      deep.color.samples
        == ColorSpec.Samples(primaries: .bt709, transfer: .sRGB, isConverted: true, peakLuminance: 1000))
    #expect(deep.color.primariesName == "bt2020" && deep.color.samples.transferName == "iec61966-2-1")
    // The conversion uses all sixteen bits.
    #expect(deep.bitDepth == .sixteen && deep.significantBits == nil)
  }

  @Test func `numbers that H 273 does not define count as missing`() throws {
    func spec(_ color: ColorChoice) throws -> ColorSpec {
      try convert(
        random(AV_PIX_FMT_YUV420P).picture(matrix: 9, range: 1, primaries: 77, transfer: -3), color: color
      ).color
    }
    for color in [ColorChoice.auto, .srgb, .keep] {
      let spec = try spec(color)
      #expect(spec.guesses == ["primaries", "transfer"])
      #expect(spec.primaries == .bt2020 && spec.transfer == .bt709)
      #expect(spec.samples.primaries == (color == .srgb ? .bt709 : .bt2020) && spec.samples.transfer == .sRGB)
    }
    // The video's own numbers are what they are.
    let own = try spec(.tagged)
    #expect(own.primaries.rawValue == 77 && own.transfer.rawValue == -3 && own.guesses == [])
    #expect(own.samples.primaries.rawValue == 77 && own.samples.transfer.rawValue == -3)
  }

  @Test func `the peak is MaxCLL, else the mastering display's, else 1000`() throws {
    func peak(_ light: Int?, _ display: Int64?) throws -> Int? {
      var hdr = HDRMetadata()
      if let light { hdr.contentLight = HDRMetadata.ContentLight(greatest: light, greatestAverage: 1) }
      if let display {
        hdr.masteringDisplay = HDRMetadata.MasteringDisplay(
          primaries: [], white: nil, luminance: (.zero, try #require(Rational(display, 3))))
      }
      return try convert(
        random(AV_PIX_FMT_YUV420P10LE).picture(matrix: 9, primaries: 9, transfer: 16, hdr: hdr), color: .srgb
      ).color.samples.peakLuminance
    }
    #expect(try peak(600, 12_000) == 600)
    #expect(try peak(0, 12_000) == 4000)
    // A fraction of a cd/m² is rounded up.
    #expect(try peak(nil, 2000) == 667)
    #expect(try peak(nil, nil) == 1000 && peak(nil, -5) == 1000 && peak(.max, nil) == 10_000 && peak(5, nil) == 203)
  }

  @Test func `tone mapping keeps the hue`() throws {
    // Linear light with a ratio of 4:2:1 stays 4:2:1 at any brightness: with BT.709's primaries the conversion is only
    // the tone curve.
    let codes = [4000.0, 2000, 1000].map { DisplayTruth.pqCode($0) }
    let frame = try Frame(AV_PIX_FMT_GBRP16LE, width: 1, height: 1)
    for component in 0..<3 { frame.fill(component) { _, _ in UInt16((codes[component] * 65_535).rounded()) } }
    var hdr = HDRMetadata()
    hdr.contentLight = HDRMetadata.ContentLight(greatest: 4000, greatestAverage: 0)
    let bitmap = try convert(frame.picture(range: 2, primaries: 1, transfer: 16, hdr: hdr), color: .srgb)
    // The greatest becomes white, the others a half and a quarter of its light: 1.055 · 0.5^(1/2.4) − 0.055 = 0.735357
    // and 0.537099 of 65 535.
    #expect(bitmap.sample(0, 0, 0) == 65_535)
    #expect(abs(bitmap.sample(0, 0, 1) - 48_192) <= 4 && abs(bitmap.sample(0, 0, 2) - 35_199) <= 4)
  }
}
