/// What the bytes of a terminal meant.
public enum InputEvent: Hashable, Sendable {
  /// A key.
  case key(Key)
  /// Something the mouse did.
  case mouse(MouseReport)
  /// Text that was pasted (mode 2004), as it came but for bytes that are no UTF-8.
  case paste(String)
  /// An answer of the terminal.
  case reply(Reply)
}
