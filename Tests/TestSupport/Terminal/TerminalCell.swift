/// A colour of a cell.
public enum EmulatedColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// 24 bits.
  case rgb(UInt8, UInt8, UInt8)
  /// One of 256.
  case indexed(UInt8)

  /// Red, green and blue, 0 to 255; nil for the terminal's own colours, which are the first sixteen as well.
  public var samples: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .standard: return nil
    case .rgb(let red, let green, let blue): return (red, green, blue)
    case .indexed(let number) where number < 16: return nil
    case .indexed(let number) where number < 232:
      // xterm's cube of 6 × 6 × 6: 0, 95, 135, 175, 215, 255.
      let place = Int(number) - 16
      func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
      return (level(place / 36), level(place / 6 % 6), level(place % 6))
    case .indexed(let number):
      let gray = 8 + 10 * (number - 232)
      return (gray, gray, gray)
    }
  }
}

/// How characters are written.
public struct TerminalPen: Hashable, Sendable {
  /// The colour of glyphs.
  public var foreground = EmulatedColor.standard
  /// The colour behind them.
  public var background = EmulatedColor.standard
  /// Whether the two are exchanged.
  public var isReversed = false

  /// The pen that a terminal starts with.
  public init() {}
}

/// One place of a terminal's screen.
public struct TerminalCell: Hashable, Sendable {
  /// The character; nil in the right half of a wide one.
  public var glyph: Unicode.Scalar?
  /// How it was written.
  public var pen: TerminalPen
  /// The number that the page gave to the writing of this cell; 0 where nothing was written.
  public var serial = 0

  /// A cell with this glyph.
  public init(_ glyph: Unicode.Scalar? = " ", _ pen: TerminalPen = TerminalPen()) {
    (self.glyph, self.pen) = (glyph, pen)
  }
}

/// How many cells a character takes.
public enum CharacterWidth {
  /// 0, 1 or 2; characters of ambiguous width (Unicode, UAX 11) take two where fonts are East Asian.
  public static func cells(_ scalar: Unicode.Scalar, ambiguousIsWide: Bool) -> Int {
    let value = scalar.value
    if value < 0x7F || value == 0x2580 && !ambiguousIsWide { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return value == 0xAD ? 1 : 0
    default: break
    }
    if wide.contains(where: { $0.contains(value) }) { return 2 }
    return ambiguousIsWide && ambiguous.contains { $0.contains(value) } ? 2 : 1
  }

  /// Blocks of characters that are wide everywhere.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// Characters of ambiguous width that a program might draw with: signs of Latin-1, punctuation, arrows, mathematical
  /// signs, boxes and blocks.
  private static let ambiguous: [ClosedRange<UInt32>] = [
    0xA1...0xA1, 0xA4...0xA4, 0xA7...0xA8, 0xB0...0xB4, 0xB6...0xBA, 0xBC...0xBF, 0xD7...0xD7, 0xF7...0xF7,
    0x2010...0x2010, 0x2013...0x2016, 0x2018...0x2019, 0x201C...0x201D, 0x2020...0x2022, 0x2024...0x2027,
    0x2190...0x2199, 0x21B8...0x21B9, 0x21D2...0x21D2, 0x21D4...0x21D4, 0x21E7...0x21E7, 0x2248...0x2248,
    0x2260...0x2261, 0x2264...0x2267, 0x2500...0x254B, 0x2550...0x2573, 0x2580...0x258F, 0x2592...0x2595,
    0x25A0...0x25A1, 0x25B2...0x25B3, 0x25B6...0x25B7, 0x25BC...0x25BD, 0x25C6...0x25C8, 0x25CB...0x25CB,
  ]
}
