/// What the scrubbing screen shows, read from the cells.
public struct ScrubView {
  private let screen: TerminalEmulator

  /// Reads a screen.
  public init(_ screen: TerminalEmulator) { self.screen = screen }

  private var rows: Int { screen.size.rows }
  private var columns: Int { screen.size.columns }

  /// Whether only the label line has room: below 20 × 6.
  public var isOnlyLabel: Bool { columns < 20 || rows < 6 }

  /// The row of the label line, counted from 1.
  public var labelRow: Int { isOnlyLabel ? rows : rows - 1 }

  /// The row of the slider.
  public var sliderRow: Int { rows - 3 }

  /// The label line.
  public var label: String { screen.page.text(row: labelRow) }

  /// The hint or message line.
  public var hint: String { isOnlyLabel ? "" : screen.page.text(row: rows) }

  /// The row of keyframe marks.
  public var marks: String { isOnlyLabel ? "" : screen.page.text(row: rows - 2) }

  /// The slider, with the blanks around it.
  public var slider: String { isOnlyLabel ? "" : screen.page.text(row: sliderRow) }

  /// The rows of the picture as text.
  public var pictureRows: ClosedRange<Int>? { rows >= 6 && columns >= 20 ? 1...rows - 4 : nil }

  /// The wanted frame, which the label names.
  public var frame: Int? { label.firstMatch(of: /(?:^|\s)frame (\d+)/).flatMap { Int($0.1) } }

  /// The frame of another picture that is on screen for now.
  public var shows: Int? { label.firstMatch(of: /≈ shows (\d+)/).flatMap { Int($0.1) } }

  /// Whether the picture of the wanted frame is on screen.
  public var isExact: Bool { frame != nil && !label.contains("≈") }

  /// The speed in the label, as `1/4` or `1`.
  public var speed: String? { label.firstMatch(of: /speed (\S+)/).map { String($0.1) } }

  /// The column of the knob; nil if none or several are drawn.
  public var knob: Int? {
    let places = (1...columns).filter { screen.page[sliderRow, $0].glyph == "┃" }
    return places.count == 1 ? places[0] : nil
  }

  /// A number that grows when the label line is painted anew, even with the same text; 0 without a label.
  public var stamp: Int {
    let first = (1...columns).first { screen.page[labelRow, $0].glyph != " " }
    return first.map { screen.page[labelRow, $0].serial } ?? 0
  }

  /// Whether words stand where the picture is: the help.
  public var hasHelp: Bool {
    guard let pictureRows else { return false }
    let letters = pictureRows.map { screen.page.text(row: $0).filter { $0.isASCII && $0.isLetter }.count }
    return letters.reduce(0, +) > 20
  }

  /// The number in the picture on screen, in whichever view; nil if none can be read.
  public var number: Int? {
    picture.flatMap { BurntNumber.read(from: $0) ?? SmallNumber.read(from: $0) }
  }

  /// The picture on screen: the newest of kitty's, else the sixel picture, else cells: half blocks have two
  /// pixels each, and if there are other glyphs, all have 2 × 6.
  public var picture: DecodedPNG? {
    if let kitty = screen.kitty.placements.values.first { return kitty.picture }
    return screen.sixel?.picture ?? blocks
  }

  /// The rows and columns of cells that have colours above the slider; nil without any.
  public var blockArea: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)? {
    guard let pictureRows else { return nil }
    func isColored(_ row: Int, _ column: Int) -> Bool {
      let cell = screen.page[row, column]
      return cell.pen.background.samples != nil || cell.glyph == "▀" && cell.pen.foreground.samples != nil
    }
    let rows = pictureRows.filter { row in (1...self.columns).contains { isColored(row, $0) } }
    let columns = (1...self.columns).filter { column in pictureRows.contains { isColored($0, column) } }
    guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last else {
      return nil
    }
    return (top...bottom, left...right)
  }

  private var blocks: DecodedPNG? {
    guard let area = blockArea else { return nil }
    let glyphs = Set(area.rows.flatMap { row in area.columns.compactMap { screen.page[row, $0].glyph } })
    if !glyphs.subtracting([" ", "▀"]).isEmpty { return mosaic(area) }
    var samples: [UInt8] = []
    for row in area.rows {
      let cells = area.columns.map { screen.page[row, $0] }
      for half in 0..<2 {
        for cell in cells {
          let isTop = half == 0 && cell.glyph == "▀"
          let color = (isTop ? cell.pen.foreground : cell.pen.background).samples
          samples += color.map { [$0.red, $0.green, $0.blue, 255] } ?? [0, 0, 0, 0]
        }
      }
    }
    return DecodedPNG(width: area.columns.count, height: 2 * area.rows.count, samples: samples)
  }
}

extension ScrubView {
  /// The cells of an area as 2 × 6 pixels each.
  private func mosaic(_ area: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)) -> DecodedPNG? {
    var samples: [UInt8] = []
    for row in area.rows {
      let cells = area.columns.map { screen.page[row, $0] }
      for line in 0..<6 {
        for cell in cells {
          for side in 0..<2 {
            let isInk = Self.hasInk(cell.glyph ?? " ", line: line, side: side)
            let color = (isInk ? cell.pen.foreground : cell.pen.background).samples
            samples += color.map { [$0.red, $0.green, $0.blue, 255] } ?? [0, 0, 0, 0]
          }
        }
      }
    }
    return DecodedPNG(width: 2 * area.columns.count, height: 6 * area.rows.count, samples: samples)
  }

  /// Whether a glyph has ink in a sixth of its height, and in its left (0) or right half, by its name.
  private static func hasInk(_ glyph: Unicode.Scalar, line: Int, side: Int) -> Bool {
    let name = glyph.properties.name ?? ""
    if let digits = name.split(separator: "SEXTANT-").dropFirst().first {
      return digits.contains("\(line / 2 * 2 + side + 1)")
    }
    let (half, hand) = (line < 3 ? "UPPER" : "LOWER", side == 0 ? "LEFT" : "RIGHT")
    if name.hasPrefix("QUADRANT") { return name.contains("\(half) \(hand)") }
    return name == "\(half) HALF BLOCK" || name == "\(hand) HALF BLOCK"
  }
}

/// The burnt number of a picture that was made small: blocks are grey at their edges.
public enum SmallNumber {
  /// The number; nil if the rows contradict each other (``BurntNumber``).
  public static func read(from picture: DecodedPNG) -> Int? {
    let rows = (0..<4).compactMap { row in CodedNumber.byte { isWhite($0, row, picture) } }
    guard rows.count == 4, rows[1] == ~rows[0], rows[3] == ~rows[2], rows[2] == BurntNumber.crc(of: rows[0]) else {
      return nil
    }
    return Int(rows[0])
  }

  /// Whether the pixel in the middle of a block is light.
  private static func isWhite(_ column: Int, _ row: Int, _ picture: DecodedPNG) -> Bool? {
    // The picture is ten blocks wide and seven and a half high.
    let (x, y) = ((2 * column + 1) * picture.width / 20, (2 * row + 3) * picture.height / 15)
    guard let pixel = picture.pixel(x: x, y: y), pixel.alpha == 255 else { return nil }
    let sum = Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)
    return sum < 330 ? false : sum > 435 ? true : nil
  }
}
