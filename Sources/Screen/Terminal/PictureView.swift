/// How the picture is shown.
public enum PictureView: String, CaseIterable, Hashable, Sendable {
  /// The best that the terminal is known to have.
  case auto
  /// Half blocks in cells.
  case blocks
  /// Kitty's graphics protocol.
  case kitty
  /// Sixels.
  case sixel
  /// Lines of text, nothing painted.
  case text
}
