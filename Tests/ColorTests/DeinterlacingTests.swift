import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Video

struct DeinterlacingTests {
  private static let formats: [(format: AVPixelFormat, location: Int32)] = [
    (AV_PIX_FMT_YUV444P, 0), (AV_PIX_FMT_YUV422P, 1), (AV_PIX_FMT_YUV420P, 1), (AV_PIX_FMT_YUV420P, 2),
    (AV_PIX_FMT_YUV420P, 3), (AV_PIX_FMT_YUV420P, 5), (AV_PIX_FMT_YUV411P, 1), (AV_PIX_FMT_YUV440P, 1),
    (AV_PIX_FMT_NV12, 1), (AV_PIX_FMT_YUYV422, 1), (AV_PIX_FMT_YUV420P10LE, 1), (AV_PIX_FMT_YUV422P10LE, 1),
  ]

  private func frame(
    _ format: AVPixelFormat, _ width: Int, _ height: Int, topFirst: Bool, interlaced: Bool = true, seed: UInt64 = 1
  ) throws -> Frame {
    let frame = try Frame(format, width: width, height: height)
    var random = SeededNumbers(seed: seed)
    frame.fillRandomly(&random)
    fg_set_scan(frame.pointer, interlaced ? 1 : 0, topFirst ? 1 : 0)
    return frame
  }

  private func deinterlaced(
    _ picture: consuming Picture, depth: DepthChoice = .auto, color: ColorChoice = .auto
  ) throws -> Bitmap {
    var converter = BitmapConverter(depth: depth, color: color, flags: [.deinterlaced])
    return try converter.bitmap(of: picture)
  }

  private func row(_ bitmap: Bitmap, _ y: Int) -> ArraySlice<UInt8> {
    bitmap.pixels[y * bitmap.bytesPerRow..<(y + 1) * bitmap.bytesPerRow]
  }

  /// Rows between the field's rows by the cubic whose weights half-way are −1, 9, 9, −1 sixteenths; beyond its first
  /// and last row the field is mirrored.
  private func woven(_ rows: [[Double]], first: Int) -> [[Double]] {
    func at(_ index: Int) -> [Double] {
      let mirrored = index < 0 ? -1 - index : index >= rows.count ? 2 * rows.count - 1 - index : index
      return rows[min(max(mirrored, 0), rows.count - 1)]
    }
    return (0..<2 * rows.count).map { y in
      if y % 2 == first { return at(y / 2) }
      // The row of the field above this one.
      let above = first == 0 ? y / 2 : y / 2 - 1
      return at(above).indices.map {
        (9 * (at(above)[$0] + at(above + 1)[$0]) - at(above - 1)[$0] - at(above + 2)[$0]) / 16
      }
    }
  }

  /// R'G'B' of the field that starts with row `first`, by itself, its last row repeated until the chroma subsampling
  /// divides its height.
  private func fieldRows(of planes: [[[Int]]], first: Int, _ frame: borrowing Frame, location: Int32) -> [[Double]] {
    let shiftX = Int(frame.description.pointee.log2_chroma_w)
    let shiftY = Int(frame.description.pointee.log2_chroma_h)
    let field = planes.map { plane in plane.indices.filter { $0 % 2 == first }.map { plane[$0] } }
    let step = 1 << shiftY
    let rowCount = (field[0].count + step - 1) / step * step
    let truth = Truth(matrix: 1, isFullRange: false, depth: frame.depth(0))
    let site = Truth.site(location: location, shiftX: shiftX, shiftY: shiftY)
    // Chroma row j of the picture is at step · j + site in rows of the picture; every second one is the field's. In
    // rows of the field, which are the picture's 2r + first:
    let fieldSite = shiftY == 0 ? 0 : (site.y + Double(step * first) - Double(first)) / 2
    return (0..<rowCount).map { y in
      planes[0][0].indices.flatMap { x -> [Double] in
        func chroma(_ plane: [[Int]]) -> Double {
          let (x0, x1, fx) = Truth.taps(
            position: x, shift: shiftX, site: shiftX == 0 ? 0 : site.x, count: plane[0].count)
          let (y0, y1, fy) = Truth.taps(position: y, shift: shiftY, site: fieldSite, count: plane.count)
          let above = Double(plane[y0][x0]) * (1 - fx) + Double(plane[y0][x1]) * fx
          let below = Double(plane[y1][x0]) * (1 - fx) + Double(plane[y1][x1]) * fx
          return above * (1 - fy) + below * fy
        }
        let luma = Double(field[0][min(y, field[0].count - 1)][x])
        return truth.rgb(luma, chroma(field[1]), chroma(field[2]))
      }
    }
  }

  @Test(arguments: [(24, 16), (22, 18), (17, 13), (32, 40), (9, 5)])
  func `chroma of both fields is interpolated within its own`(size: (Int, Int)) throws {
    let (width, height) = size
    for (format, location) in Self.formats {
      let frame = try frame(format, width, height, topFirst: true, seed: UInt64(height))
      let planes = (0..<3).map { frame.codes($0) }
      let fields = [0, 1].map { fieldRows(of: planes, first: $0, frame, location: location) }
      let expected: [[Double]] = (0..<height).map { y in fields[y % 2][y / 2].map { min(max($0, 0), 1) } }
      expect(try convert(frame.picture(matrix: 1, range: 1, location: location)), expected, "format \(format.rawValue)")
      // Which field is first has no effect, nor that an earlier picture was none.
      let other = try self.frame(format, width, height, topFirst: false, seed: UInt64(height))
      let plain = try self.frame(format, width, height, topFirst: false, interlaced: false, seed: 9)
      var converter = BitmapConverter(depth: .auto)
      _ = try converter.bitmap(of: plain.picture())
      expect(
        try converter.bitmap(of: other.picture(matrix: 1, range: 1, location: location)), expected,
        "format \(format.rawValue), lower field first")
    }
  }

  // Red above blue, row by row: mixed, neither would be left. Y'CbCr of BT.601, limited range.
  @Test(arguments: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P, AV_PIX_FMT_NV12])
  func `fields of two colours stay two colours`(format: AVPixelFormat) throws {
    let codes: [[UInt16]] = [[81, 90, 240], [41, 240, 110]]
    for height in [8, 9, 10, 11] {
      let frame = try Frame(format, width: 6, height: height)
      for component in 0..<3 { frame.fill(component) { _, y in codes[y % 2][component] } }
      let hasAlpha = frame.componentCount > 3
      if hasAlpha { frame.fill(3) { _, y in UInt16(y) } }
      fg_set_scan(frame.pointer, 1, 1)
      let bitmap = try convert(frame.picture(matrix: 6, range: 1, location: 1))
      for y in 0..<height {
        let color = y % 2 == 0 ? [254, 0, 0] : [0, 0, 255]
        for channel in 0..<3 {
          let distance = abs(Int(bitmap.sample(2, y, channel)) - color[channel])
          #expect(distance <= 1, "row \(y) of \(height), channel \(channel)")
        }
        if hasAlpha { #expect(bitmap.sample(2, y, 3) == y) }
      }
    }
  }

  // Even and odd sizes, and heights that are not divisible by four.
  @Test(arguments: [(24, 16), (22, 18), (17, 13), (32, 40), (9, 5)], [true, false])
  func `the first field's rows, and interpolated rows between them`(size: (Int, Int), topFirst: Bool) throws {
    let (width, height) = size
    for (format, location) in Self.formats {
      let frame = try frame(format, width, height, topFirst: topFirst, seed: UInt64(height))
      let planes = (0..<3).map { frame.codes($0) }
      let first = topFirst ? 0 : 1
      let rows = fieldRows(of: planes, first: first, frame, location: location)
      let bitmap = try deinterlaced(frame.picture(matrix: 1, range: 1, location: location))
      #expect(bitmap.width == width && bitmap.height == height && bitmap.isDeinterlaced)

      var expected = woven(rows, first: first)
      while expected.count < height { expected.append(expected[expected.count - 1]) }
      // Rows that were only added for chroma.
      expected.removeLast(expected.count - height)
      expect(bitmap, expected.map { $0.map { min(max($0, 0), 1) } }, "format \(format.rawValue) at \(location)")

      // The same codes tagged as other colours, converted to sRGB: rows are interpolated before that, as R'G'B' that
      // may overshoot.
      for (primaries, transfer) in [(5, 1), (9, 8), (1, 11), (9, 16), (9, 18)] as [(Int32, Int32)] {
        let other = try self.frame(format, width, height, topFirst: topFirst, seed: UInt64(height))
        let shown = try deinterlaced(
          other.picture(matrix: 1, range: 1, location: location, primaries: primaries, transfer: transfer),
          color: .srgb)
        #expect(
          shown.isDeinterlaced && shown.color.samples.isSRGB && shown.color.transfer.rawValue == transfer)
        let display = DisplayTruth(primaries: primaries, transfer: transfer)
        let colors = expected.map { row in
          (0..<width).flatMap { display.shown(Array(row[3 * $0..<3 * $0 + 3])) }
        }
        expect(shown, colors, "format \(format.rawValue) at \(location), \(primaries) and \(transfer)")
      }
    }
  }

  /// Compares all samples of RGB or gray with numbers from 0 to 1.
  private func expect(
    _ bitmap: Bitmap, _ rows: [[Double]], _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
    let count = bitmap.channels.count
    var worst = 0.0
    for (y, row) in rows.enumerated() {
      for (place, value) in row.enumerated() {
        worst = max(worst, abs(Double(bitmap.sample(place / count, y, place % count)) - value * top))
      }
    }
    #expect(worst <= (bitmap.bitDepth == .eight ? 1 : 2), "\(what): \(worst)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [1, 8, 16, 18] as [Int32], [true, false])
  func `gray is converted to sRGB after its rows are interpolated`(transfer: Int32, topFirst: Bool) throws {
    for format in [AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY10LE, AV_PIX_FMT_GRAY16LE] {
      let frame = try frame(format, 12, 13, topFirst: topFirst)
      let (codes, top) = (frame.codes(0), Double((1 << frame.depth(0)) - 1))
      let first = topFirst ? 0 : 1
      let field = codes.indices.filter { $0 % 2 == first }.map { row in codes[row].map { Double($0) / top } }
      var rows = woven(field, first: first)
      // Seven rows make fourteen, six make twelve.
      if topFirst { rows.removeLast() } else { rows.append(rows[11]) }
      let display = DisplayTruth(primaries: 9, transfer: transfer)
      for depth in [DepthChoice.eight, .sixteen] {
        let other = try self.frame(format, 12, 13, topFirst: topFirst)
        let bitmap = try deinterlaced(
          other.picture(range: 2, primaries: 9, transfer: transfer), depth: depth, color: .srgb)
        #expect(bitmap.channels == .gray && bitmap.height == 13 && bitmap.isDeinterlaced)
        expect(bitmap, rows.map { $0.map { display.shown(gray: $0) } }, "format \(format.rawValue)")
      }
    }
  }

  @Test func `opacity is the same with and without conversion of the colours`() throws {
    for format in [AV_PIX_FMT_YUVA420P, AV_PIX_FMT_RGBA, AV_PIX_FMT_YA8, AV_PIX_FMT_YUVA444P10LE, AV_PIX_FMT_YA16LE] {
      for depth in [DepthChoice.eight, .sixteen] {
        func bitmap(_ color: ColorChoice, isOpaque: Bool = false) throws -> Bitmap {
          let frame = try frame(format, 15, 14, topFirst: false)
          let opacity = frame.componentCount - 1
          if isOpaque { frame.fill(opacity) { _, _ in UInt16((1 << frame.depth(opacity)) - 1) } }
          return try deinterlaced(frame.picture(matrix: 9, primaries: 9, transfer: 16), depth: depth, color: color)
        }
        let (own, shown, opaque) = try (bitmap(.auto), bitmap(.srgb), bitmap(.srgb, isOpaque: true))
        #expect(shown.channels == own.channels && shown.channels.hasAlpha && shown.pixels != own.pixels)
        let colors = shown.channels.count - 1
        for place in 0..<15 * 14 {
          let (x, y) = (place % 15, place / 15)
          #expect(shown.sample(x, y, colors) == own.sample(x, y, colors))
          for color in 0..<colors { #expect(shown.sample(x, y, color) == opaque.sample(x, y, color)) }
        }
      }
    }
  }

  @Test(arguments: [
    AV_PIX_FMT_RGB24, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY10LE, AV_PIX_FMT_GBRP,
    AV_PIX_FMT_RGBA, AV_PIX_FMT_YA8, AV_PIX_FMT_YUVA444P10LE, AV_PIX_FMT_PAL8, AV_PIX_FMT_MONOWHITE,
  ])
  func `the field's own rows are exactly those of the full picture`(format: AVPixelFormat) throws {
    for topFirst in [true, false] {
      for height in [12, 13] {
        let woven = try convert(try frame(format, 11, height, topFirst: topFirst).picture())
        let alone = try deinterlaced(try frame(format, 11, height, topFirst: topFirst).picture())
        #expect(!woven.isDeinterlaced && alone.isDeinterlaced && alone.channels == woven.channels)
        for y in stride(from: topFirst ? 0 : 1, to: height, by: 2) { #expect(row(alone, y) == row(woven, y)) }
      }
    }
  }

  @Test func `the other field has no effect`() throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA444P, AV_PIX_FMT_YA16LE] {
      for topFirst in [true, false] {
        let one = try frame(format, 16, 14, topFirst: topFirst)
        let other = try Frame(format, width: 16, height: 14)
        fg_set_scan(other.pointer, 1, topFirst ? 1 : 0)
        for component in 0..<one.componentCount {
          let codes = one.codes(component)
          other.fill(component) { x, y in y % 2 == (topFirst ? 0 : 1) ? UInt16(codes[y][x]) : UInt16(x * 3) }
        }
        #expect(try deinterlaced(one.picture()).pixels == deinterlaced(other.picture()).pixels)
      }
    }
  }

  @Test func `opacity is interpolated like colours`() throws {
    let frame = try Frame(AV_PIX_FMT_YA8, width: 3, height: 8)
    let alphas = [10, 250, 60, 250, 20, 250, 200, 250]
    frame.fill(0) { _, _ in 99 }
    frame.fill(1) { _, y in UInt16(alphas[y]) }
    fg_set_scan(frame.pointer, 1, 1)
    let bitmap = try deinterlaced(frame.picture())
    // (9 · (10 + 60) − 10 − 20)/16 = 37.5, (9 · (60 + 20) − 10 − 200)/16 = 31.875, (9 · (20 + 200) − 60 − 200)/16 = 107.5,
    // (9 · (200 + 200) − 20 − 20)/16 = 222.5.
    let expected = [10, 37.5, 60, 31.875, 20, 107.5, 200, 222.5]
    for y in 0..<8 { #expect(abs(Double(bitmap.sample(1, y, 1)) - expected[y]) <= 0.5) }
    for y in 0..<8 { #expect(bitmap.sample(1, y, 0) == 99) }
  }

  @Test func `a picture without interlacing or without separable fields is not deinterlaced`() throws {
    // In 4:1:0 both fields share each row of chroma.
    for (format, height, interlaced) in [
      (AV_PIX_FMT_YUV420P, 12, false), (AV_PIX_FMT_YUV420P, 2, true), (AV_PIX_FMT_YUV420P, 1, true),
      (AV_PIX_FMT_YUV410P, 16, true), (AV_PIX_FMT_YUV410P, 13, true),
    ] {
      let plain = try convert(try frame(format, 10, height, topFirst: true, interlaced: interlaced).picture())
      let result = try deinterlaced(try frame(format, 10, height, topFirst: true, interlaced: interlaced).picture())
      #expect(!result.isDeinterlaced)
      #expect(result.pixels == plain.pixels)
    }
  }

  @Test func `the picture is turned after its rows are interpolated`() throws {
    let upright = try deinterlaced(try frame(AV_PIX_FMT_YUV420P, 8, 12, topFirst: false).picture())
    let turned = try deinterlaced(
      try frame(AV_PIX_FMT_YUV420P, 8, 12, topFirst: false).picture(
        orientation: Orientation(isMirrored: false, quarterTurns: 1)))
    #expect(turned.width == 12 && turned.height == 8 && turned.isDeinterlaced)
    for y in 0..<12 {
      for x in 0..<8 {
        // A clockwise quarter turn takes (x, y) to (H − 1 − y, x).
        for channel in 0..<3 { #expect(turned.sample(11 - y, x, channel) == upright.sample(x, y, channel)) }
      }
    }
  }

  @Test func `one converter alternates between interlaced and other pictures`() throws {
    var converter = BitmapConverter(depth: .auto, flags: [.deinterlaced])
    for (topFirst, interlaced) in [(true, true), (true, false), (false, true), (true, true), (false, false)] {
      let picture = try frame(AV_PIX_FMT_YUV420P, 20, 16, topFirst: topFirst, interlaced: interlaced).picture()
      let alone = try deinterlaced(
        try frame(AV_PIX_FMT_YUV420P, 20, 16, topFirst: topFirst, interlaced: interlaced).picture())
      #expect(try converter.bitmap(of: picture).pixels == alone.pixels)
    }
  }
}
