import CFFmpeg
import Color
import Memory
import TestSupport
import Testing
import Video

/// Small pictures to look at: their colours, their size, and how they are turned.
struct PreviewScalerTests {
  private func preview(_ picture: consuming Picture, _ width: Int, _ height: Int) throws -> Bitmap {
    var scaler = PreviewScaler()
    let bitmap = try scaler.preview(of: picture, width: width, height: height)
    #expect(bitmap.width == width && bitmap.height == height)
    #expect(bitmap.channels == .rgb && bitmap.bitDepth == .eight)
    return bitmap
  }

  private func pixels(_ bitmap: Bitmap) -> [[Int]] {
    (0..<bitmap.height * bitmap.width).map { place in
      (0..<3).map { bitmap.sample(place % bitmap.width, place / bitmap.width, $0) }
    }
  }

  /// A frame whose samples grow slowly to the right and downwards.
  private func smooth(_ format: AVPixelFormat, _ width: Int, _ height: Int) throws -> Frame {
    let frame = try Frame(format, width: width, height: height)
    for component in 0..<frame.componentCount {
      let (columns, rows) = frame.size(component)
      let scale = Double(1 << (frame.depth(component) - 8))
      let (low, high) = component == 0 ? (60.0, 180.0) : component == 1 ? (150.0, 100.0) : (110.0, 140.0)
      frame.fill(component) { x, y in
        let place = (Double(x) / Double(columns) + Double(y) / Double(rows)) / 2
        return UInt16((low + (high - low) * place) * scale)
      }
    }
    return frame
  }

  private static let formats = [
    AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV411P, AV_PIX_FMT_YUVJ420P,
    AV_PIX_FMT_NV12,
    AV_PIX_FMT_YUYV422, AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YUV444P12LE, AV_PIX_FMT_P010LE,
    AV_PIX_FMT_RGB24, AV_PIX_FMT_GBRP, AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY10LE,
  ]

  /// Matrix, primaries and transfer of high definition, of both televisions before it, and of BT.2020 in SDR, PQ, HLG.
  private static let tags: [(Int32, Int32, Int32)] = [
    (1, 1, 1), (5, 5, 5), (6, 6, 6), (9, 9, 14), (9, 9, 16), (9, 9, 18),
  ]

  // Resizing codes instead of light, and cubically instead of by Lanczos, makes no difference where both are straight
  // lines; what is left is rounding, twice in the slow way and once here, and at the edges, where the picture is
  // mirrored, some of the 120 codes between left and right: at most 120 / 40 and the two roundings. BT.2020's colours
  // are clipped when they become sRGB, and PQ is far steeper than sRGB where it is bright, so there only the mean counts.
  @Test(
    arguments: formats.map { ($0, tags[0]) } + tags.flatMap { [(AV_PIX_FMT_NV12, $0), (AV_PIX_FMT_YUV422P10LE, $0)] })
  func `a smooth picture looks as converted first and resized then`(
    _ format: AVPixelFormat, _ tags: (Int32, Int32, Int32)
  ) throws {
    func picture(range: Int32) throws -> Picture {
      try smooth(format, 160, 90).picture(matrix: tags.0, range: range, primaries: tags.1, transfer: tags.2)
    }
    var converter = BitmapConverter(depth: .eight, color: .srgb)
    var resampler = Resampler()
    for range: Int32 in [1, 2] {
      let expected = try resampler.resampled(converter.bitmap(of: picture(range: range)), width: 40, height: 22)
      let small = try preview(picture(range: range), 40, 22)
      let isGray = expected.channels == .gray
      let differences = pixels(small).enumerated().flatMap { place, pixel in
        (0..<3).map { abs(pixel[$0] - expected.sample(place % 40, place / 40, isGray ? 0 : $0)) }
      }
      #expect(differences.reduce(0, +) < differences.count)
      if tags.1 != 9 { #expect(differences.allSatisfy { $0 <= 4 }) }
    }
  }

  @Test(arguments: tags, [8, 10]) func `a flat picture has the colour of the standards' equations`(
    _ tags: (Int32, Int32, Int32), _ depth: Int
  ) throws {
    for range: Int32 in [1, 2] {
      for (y, u, v) in [(16, 128, 128), (60, 90, 160), (126, 128, 128), (180, 110, 140), (235, 128, 128)] {
        let frame = try Frame(depth == 8 ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_YUV420P10LE, width: 90, height: 50)
        let codes = [y, u, v].map { $0 << (depth - 8) }
        for component in 0..<3 { frame.fill(component) { _, _ in UInt16(codes[component]) } }
        let picture = frame.picture(matrix: tags.0, range: range, primaries: tags.1, transfer: tags.2)
        let linear = Truth(matrix: tags.0, isFullRange: range == 2, depth: depth)
          .rgb(Double(codes[0]), Double(codes[1]), Double(codes[2]))
        let truth = DisplayTruth(primaries: tags.1, transfer: tags.2).shown(linear).map { min(max($0, 0), 1) * 255 }
        for pixel in Set(pixels(try preview(picture, 16, 9))) {
          #expect(zip(pixel, truth).allSatisfy { abs(Double($0) - $1) <= 1 }, "\(pixel) \(truth)")
        }
      }
    }
  }

  @Test(arguments: OrientationTests.table.indices) func `the picture is upright`(_ index: Int) throws {
    let (isMirrored, turns, shown) = OrientationTests.table[index]
    // Fields of 24 × 24 pixels; in full-range sRGB luma without chroma is the code of all three samples.
    let frame = try Frame(AV_PIX_FMT_YUV420P, width: 48, height: 72)
    frame.fill(0) { x, y in UInt16(65 + y / 24 * 2 + x / 24) * 2 }
    for component in [1, 2] { frame.fill(component) { _, _ in 128 } }
    let picture = frame.picture(
      matrix: 1, range: 2, primaries: 1, transfer: 13,
      orientation: Orientation(isMirrored: isMirrored, quarterTurns: turns))
    let (columns, rows) = (shown[0].count, shown.count)
    let bitmap = try preview(picture, columns * 9, rows * 7)
    let letters = (0..<rows).map { row in
      (0..<columns).map { column in
        String(UnicodeScalar(UInt8(bitmap.sample(column * 9 + 4, row * 7 + 3, 1) / 2)))
      }.joined()
    }
    #expect(letters == shown)
  }

  @Test(arguments: [
    (35, 21, 12, 7), (33, 3, 5, 5), (1, 1, 1, 1), (1, 1, 178, 100), (2, 2, 9, 7), (19, 11, 300, 200), (37, 23, 1, 1),
    (4_097, 9, 1, 1), (9, 4_097, 3, 2), (64, 36, 64, 36), (7, 100, 178, 3),
  ])
  func `any size becomes any other, and what lies beside the picture does not show`(
    _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
  ) throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV411P, AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_GRAY8] {
      let frame = try Frame(format, width: width, height: height)
      for component in 0..<frame.componentCount {
        let scale = frame.depth(component) == 8 ? 1 : 4
        frame.fill(component) { _, _ in UInt16((component == 0 ? 200 : 128) * scale) }
      }
      // Luma without chroma, so each sample is the same, 200 of 255; memory beside the picture has other codes.
      let bitmap = try preview(frame.picture(matrix: 1, range: 2, primaries: 1, transfer: 13), newWidth, newHeight)
      let codes = Set(bitmap.pixels.map { Int($0) })
      #expect(codes.isSubset(of: [199, 200]), "\(codes)")
    }
  }

  @Test(arguments: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV410P, AV_PIX_FMT_GRAY8]) func `an odd size is scaled as a whole`(
    _ format: AVPixelFormat
  ) throws {
    // The same from the left and from the right, from above and from below; and so must be what becomes of it. Beyond
    // the left edge the picture is mirrored, beyond the right one its last sample comes once more: where that matters,
    // the cubic has a weight of at most 0.075, and the samples differ by 60.
    let frame = try Frame(format, width: 5, height: 5)
    for component in 0..<frame.componentCount {
      frame.fill(component) { x, y in component == 0 ? UInt16(50 + 60 * min(x, 4 - x) + 10 * min(y, 4 - y)) : 128 }
    }
    let bitmap = try preview(frame.picture(matrix: 1, range: 2, primaries: 1, transfer: 13), 15, 15)
    for (x, y) in (0..<225).map({ ($0 % 15, $0 / 15) }) {
      #expect(abs(bitmap.sample(x, y, 1) - bitmap.sample(14 - x, y, 1)) <= 5)
      #expect(abs(bitmap.sample(x, y, 1) - bitmap.sample(x, 14 - y, 1)) <= 5)
    }
    #expect(bitmap.sample(7, 7, 1) > bitmap.sample(0, 0, 1) + 100)
  }

  @Test func `fine patterns become gray and not other patterns`() throws {
    // Black and white stripes of 3 pixels, in both directions and across: 16 lines and more for one pixel of 45 × 25.
    for pattern in [{ (x: Int, y: Int) in x }, { (x: Int, y: Int) in y }, { (x: Int, y: Int) in x + y }] {
      let frame = try Frame(AV_PIX_FMT_YUV420P, width: 720, height: 400)
      frame.fill(0) { x, y in pattern(x, y) / 3 % 2 == 0 ? 0 : 255 }
      for component in [1, 2] { frame.fill(component) { _, _ in 128 } }
      let small = try preview(frame.picture(matrix: 1, range: 2, primaries: 1, transfer: 13), 45, 25)
      // Two pixels from the edges, beyond which the mirrored pattern breaks off.
      let inner = (2..<23).flatMap { y in (2..<43).map { x in small.sample(x, y, 1) } }
      #expect(inner.allSatisfy { (122...133).contains($0) }, "\(inner.min() ?? 0) \(inner.max() ?? 0)")
    }
  }

  @Test func `both fields of an interlaced picture count`() throws {
    func picture(interlaced: Bool) throws -> Picture {
      let frame = try smooth(AV_PIX_FMT_YUV420P, 72, 58)
      fg_set_scan(frame.pointer, interlaced ? 1 : 0, 1)
      return frame.picture(matrix: 5, range: 1)
    }
    let woven = try preview(picture(interlaced: true), 20, 16)
    #expect(try woven.pixels == preview(picture(interlaced: false), 20, 16).pixels)
    #expect(!woven.isDeinterlaced)
  }

  // 200 · 128 / 255 = 100.4, 100 · 128 / 255 = 50.2, 50 · 128 / 255 = 25.1; in gray 200 becomes 100 as well.
  @Test func `what is seen through stands on black`() throws {
    for (format, codes, shown) in [
      (AV_PIX_FMT_RGBA, [200, 100, 50, 128], [100, 50, 25]), (AV_PIX_FMT_RGBA, [200, 100, 50, 0], [0, 0, 0]),
      (AV_PIX_FMT_RGBA, [200, 100, 50, 255], [200, 100, 50]), (AV_PIX_FMT_YA8, [200, 128], [100, 100, 100]),
    ] as [(AVPixelFormat, [Int], [Int])] {
      let frame = try Frame(format, width: 30, height: 20)
      for component in codes.indices { frame.fill(component) { _, _ in UInt16(codes[component]) } }
      let small = try preview(frame.picture(range: 2, primaries: 1, transfer: 13), 8, 5)
      #expect(Set(pixels(small)) == [shown])
    }
  }

  @Test func `what is half opaque and half seen through is shown in two halves`() throws {
    let frame = try Frame(AV_PIX_FMT_RGBA, width: 64, height: 16)
    for component in 0..<3 { frame.fill(component) { _, _ in 200 } }
    frame.fill(3) { x, _ in x < 32 ? 255 : 0 }
    let small = try preview(frame.picture(range: 2, primaries: 1, transfer: 13), 16, 4)
    #expect((0..<16).map { small.sample($0, 2, 0) }.prefix(4) == [200, 200, 200, 200])
    #expect((0..<16).map { small.sample($0, 2, 0) }.suffix(4) == [0, 0, 0, 0])
  }

  @Test func `gray is shown in three equal samples`() throws {
    let frame = try Frame(AV_PIX_FMT_GRAY8, width: 30, height: 20)
    frame.fill(0) { _, _ in 77 }
    #expect(Set(pixels(try preview(frame.picture(range: 2), 8, 5))) == [[77, 77, 77]])
  }

  @Test func `a reused scaler gives the same as a new one`() throws {
    var scaler = PreviewScaler()
    for _ in 0..<2 {
      for format in Self.formats + [AV_PIX_FMT_RGBA] {
        for (width, height) in [(13, 9), (40, 30)] {
          let bitmap = try scaler.preview(of: smooth(format, 60, 40).picture(), width: width, height: height)
          #expect(try bitmap.pixels == preview(smooth(format, 60, 40).picture(), width, height).pixels)
        }
      }
    }
  }

  @Test(arguments: [
    (0, 5), (5, 0), (-1, 5), (5, -1), (Int.max, 1), (1, 1 << 32), (Int.max, Int.max), (Int.min, 3),
    (4_000_000_000, 2_000_000_000),
  ])
  func `a size that cannot be is refused`(_ width: Int, _ height: Int) throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_RGBA] {
      var scaler = PreviewScaler()
      let picture = try smooth(format, 16, 16).picture()
      do {
        _ = try scaler.preview(of: picture, width: width, height: height)
        Issue.record("\(width) × \(height) was made")
      } catch {
        #expect(error == ColorError(.tooLarge(width: width, height: height)))
      }
    }
  }

  @Test func `it stops when told so, and is of use afterwards`() throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_RGBA] {
      var scaler = PreviewScaler()
      let picture = try smooth(format, 64, 64).picture()
      do {
        _ = try scaler.preview(of: picture, width: 9, height: 9, unless: { true })
        Issue.record("it was not stopped")
      } catch {
        #expect(error == ColorError(.stopped))
      }
      let bitmap = try scaler.preview(of: picture, width: 9, height: 9)
      #expect(try bitmap.pixels == preview(smooth(format, 64, 64).picture(), 9, 9).pixels)
    }
  }
}
