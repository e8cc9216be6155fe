/// One cell of the screen: its glyph and its colours.
public struct Cell: Hashable, Sendable {
  /// The glyph; in a grid a control character becomes `?`. A wide glyph also takes the cell to its right.
  public var glyph: Unicode.Scalar
  /// The colour of the glyph.
  public var foreground: TerminalColor
  /// The colour behind it.
  public var background: TerminalColor
  /// Whether the two colours are swapped (SGR 7).
  public var isReversed: Bool
  /// Whether the cell is a part of the video's picture, which may have colours where the interface has none.
  public var isPicture: Bool

  /// Makes a cell, by default of the terminal's own colours.
  public init(
    glyph: Unicode.Scalar, foreground: TerminalColor = .standard, background: TerminalColor = .standard,
    isReversed: Bool = false, isPicture: Bool = false
  ) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
    self.isReversed = isReversed
    self.isPicture = isPicture
  }

  /// A blank in the terminal's own colours.
  public static let blank = Cell(glyph: " ")

  /// The glyph of a cell that the wide one to its left covers.
  static let covered: Unicode.Scalar = "\0"

  var isCovered: Bool { glyph == Self.covered }

  /// How many cells it takes.
  var columns: Int { GlyphWidth.columns(glyph) == 2 ? 2 : 1 }
}
