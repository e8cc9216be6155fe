/// The colour of a cell's glyph or of its background.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// Red, green and blue of sRGB, 0 to 255.
  case rgb(UInt8, UInt8, UInt8)
}
