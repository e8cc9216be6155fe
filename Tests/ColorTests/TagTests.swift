import CFFmpeg
import Color
import ColorCodes
import TestSupport
import Testing
import Video

/// Every combination of matrix, range, chroma location, subsampling and depth, in the video's own colours and in sRGB,
/// on flat patches and on random codes.
struct TagTests {
  /// All `yuv` formats of 8 to 16 bits, made from what follows `yuv` in their names.
  static let formats: [AVPixelFormat] = ["444p", "440p", "422p", "420p", "411p", "410p"].flatMap { sampling in
    ["", "9le", "10le", "12le", "14le", "16le"].map { av_get_pix_fmt("yuv" + sampling + $0) }
  }.filter { $0 != AV_PIX_FMT_NONE }

  /// A picture whose left half is flat patches of eight columns and whose right half is random.
  static func fill(_ frame: borrowing Frame, _ random: inout SeededNumbers) {
    for component in 0..<frame.componentCount {
      let top = 1 << frame.depth(component)
      let (columns, rows) = frame.size(component)
      let patch = max(columns / 4, 1)
      let patches = (0...columns).map { _ in random.below(top) }
      let codes = (0..<columns * rows).map { place in
        place % columns < columns / 2 ? patches[place % columns / patch] : random.below(top)
      }
      frame.fill(component) { UInt16(codes[$1 * columns + $0]) }
    }
  }

  private struct Tags {
    let matrix: Int32
    let range: Int32
    let location: Int32
    var primaries: Int32 = 1
    var transfer: Int32 = 1
  }

  private func worst(
    _ format: AVPixelFormat, _ tags: Tags, depth: DepthChoice, color: ColorChoice, seed: Int
  ) throws -> (error: Double, bitmap: Bitmap) {
    var random = SeededNumbers(seed: UInt64(seed))
    let frame = try Frame(format, width: 17, height: 7)
    Self.fill(frame, &random)
    let planes = (0..<3).map { frame.codes($0) }
    let (shiftX, shiftY) = (Int(frame.description.pointee.log2_chroma_w), Int(frame.description.pointee.log2_chroma_h))
    let truth = Truth(matrix: tags.matrix, isFullRange: tags.range == 2, depth: frame.depth(0))
    let display = color == .srgb ? DisplayTruth(primaries: tags.primaries, transfer: tags.transfer) : nil
    let bitmap = try convert(
      frame.picture(
        matrix: tags.matrix, range: tags.range, location: tags.location, primaries: tags.primaries,
        transfer: tags.transfer), depth: depth, color: color)
    let error = worstError(
      of: bitmap, truth: truth, planes: planes, shiftX: shiftX, shiftY: shiftY, location: tags.location,
      display: display)
    return (error, bitmap)
  }

  @Test func `all formats are covered`() {
    // 4:4:4, 4:2:2 and 4:2:0 have six depths each, 4:4:0 three, 4:1:1 and 4:1:0 one.
    #expect(Self.formats.count == 23)
  }

  @Test(arguments: formats.indices)
  func `a bitmap follows its tags`(index: Int) throws {
    let format = Self.formats[index]
    let isSubsampled = index >= 6
    let wide = [(Int32(1), Int32(1)), (9, 16), (5, 14), (9, 18), (12, 13), (6, 6), (4, 4), (9, 15)]
    var count = 0
    for matrix in [Int32(0), 1, 4, 5, 6, 7, 8, 9] where matrix != 0 || !isSubsampled {
      for range in [Int32(1), 2] {
        for location in isSubsampled ? Array(Int32(1)...6) : [1] {
          let (primaries, transfer) = wide[count % wide.count]
          count += 1
          let tags = Tags(
            matrix: matrix, range: range, location: location, primaries: primaries, transfer: transfer)
          for depth in [DepthChoice.eight, .sixteen] {
            for color in [ColorChoice.auto, .srgb] where color == .auto || (count + index) % 3 == 0 {
              let (error, bitmap) = try worst(format, tags, depth: depth, color: color, seed: index * 1000 + count)
              #expect(error <= (bitmap.bitDepth == .eight ? 1 : 2), "\(tags) \(depth) \(color): \(error)")
              #expect(bitmap.color.matrix.rawValue == matrix && bitmap.color.isFullRange == (range == 2))
            }
          }
        }
      }
    }
  }

  @Test(arguments: [
    "gbrp", "gbrp9le", "gbrp10le", "gbrp12le", "gbrp14le", "gbrp16le", "gbrap", "gbrap10le", "gbrap12le",
  ])
  func `planar RGB of every depth and range`(name: String) throws {
    let format = av_get_pix_fmt(name)
    for range in [Int32(1), 2] {
      for depth in [DepthChoice.eight, .sixteen] {
        for (primaries, transfer) in [(Int32(1), Int32(13)), (9, 14), (9, 16), (9, 18)] {
          for color in [ColorChoice.auto, .srgb] {
            var random = SeededNumbers(seed: 5)
            let frame = try Frame(format, width: 21, height: 6)
            Self.fill(frame, &random)
            let planes = (0..<3).map { frame.codes($0) }
            let truth = Truth(matrix: 1, isFullRange: range == 2, depth: frame.depth(0))
            let display = DisplayTruth(primaries: primaries, transfer: transfer)
            let bitmap = try convert(
              frame.picture(range: range, primaries: primaries, transfer: transfer), depth: depth, color: color)
            let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
            for place in 0..<21 * 6 {
              let (x, y) = (place % 21, place / 21)
              let raw = (0..<3).map { truth.luma(Double(planes[$0][y][x])) }
              let expected = color == .srgb ? display.shown(raw) : raw.map { min(max($0, 0), 1) }
              for channel in 0..<3 {
                let error = abs(Double(bitmap.sample(x, y, channel)) - expected[channel] * top)
                #expect(error <= (top == 255 ? 1 : 2), "\(range) \(transfer) \(color): \(error)")
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: ["gray", "gray9le", "gray10le", "gray12le", "gray14le", "gray16le", "ya8", "ya16le"])
  func `gray is converted to sRGB`(name: String) throws {
    for transfer in DisplayTruth.transfers {
      for range in [Int32(1), 2] {
        for depth in [DepthChoice.eight, .sixteen] {
          var random = SeededNumbers(seed: 8)
          let frame = try Frame(av_get_pix_fmt(name), width: 33, height: 3)
          frame.fillRandomly(&random)
          let codes = frame.codes(0)
          let alpha = frame.componentCount == 2 ? frame.codes(1) : nil
          let truth = Truth(matrix: 1, isFullRange: range == 2, depth: frame.depth(0))
          let display = DisplayTruth(primaries: 9, transfer: transfer)
          let bitmap = try convert(
            frame.picture(range: range, primaries: 9, transfer: transfer), depth: depth, color: .srgb)
          #expect(bitmap.channels == (alpha == nil ? .gray : .grayAlpha) && bitmap.color.samples.isSRGB)
          let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
          for place in 0..<99 {
            let (x, y) = (place % 33, place / 33)
            let expected = display.shown(gray: truth.luma(Double(codes[y][x]))) * top
            #expect(abs(Double(bitmap.sample(x, y, 0)) - expected) <= (top == 255 ? 1 : 2), "transfer \(transfer)")
            if let alpha {
              let stored = name == "ya8" ? 255.0 : 65_535.0
              #expect(bitmap.sample(x, y, 1) == Int((Double(alpha[y][x]) / stored * top).rounded()))
            }
          }
        }
      }
    }
  }

  @Test(arguments: [203, 204, 250, 1000, 10_000], [Int32(16), 18])
  func `gray of HDR of every peak`(peak: Int, transfer: Int32) throws {
    // Every 16-bit code around that of 203 cd/m², where the curves of low peaks bend, and codes of the whole range.
    let white = transfer == 18 ? 49_151 : Int(DisplayTruth.pqCode(203) * 65_535)
    let codes = (0..<512).map { $0 < 256 ? white - 128 + $0 : ($0 - 256) * 257 }
    let frame = try Frame(AV_PIX_FMT_GRAY16LE, width: 512, height: 1)
    frame.fill(0) { x, _ in UInt16(codes[x]) }
    var hdr = HDRMetadata()
    hdr.contentLight = HDRMetadata.ContentLight(greatest: peak, greatestAverage: 0)
    let bitmap = try convert(frame.picture(range: 2, primaries: 9, transfer: transfer, hdr: hdr), color: .srgb)
    let truth = DisplayTruth(primaries: 9, transfer: transfer, peak: Double(peak))
    for (x, code) in codes.enumerated() {
      let expected = truth.shown(gray: Double(code) / 65_535) * 65_535
      #expect(abs(Double(bitmap.sample(x, 0, 0)) - expected) <= 2, "\(code)")
    }
  }
}
