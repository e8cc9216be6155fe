/// How the picture is shown.
public enum PictureView: String, CaseIterable, Hashable, Sendable {
  /// The best that the terminal is known to have.
  case auto
  /// The finest glyphs in cells that the terminal is known to draw, or half blocks, which all have.
  case blocks
  /// Cells of 2 × 2 parts.
  case quadrants
  /// Cells of 2 × 3 parts.
  case sextants
  /// Kitty's graphics protocol.
  case kitty
  /// Sixels.
  case sixel
  /// Lines of text, nothing painted.
  case text

  /// Whether the picture is made of cells.
  public var isCells: Bool { [.blocks, .quadrants, .sextants].contains(self) }
}
