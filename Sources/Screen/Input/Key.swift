/// A key that was pressed, or repeated by the terminal.
public enum Key: Hashable, Sendable {
  /// A character that is no control.
  case character(Unicode.Scalar)
  /// Ctrl and a letter, named by the small letter: "c" for Ctrl-C. Those that terminals do not tell from Tab, Enter and
  /// Backspace are these.
  case control(Unicode.Scalar)
  /// The arrow to the left.
  case left(isShifted: Bool)
  /// The arrow to the right.
  case right(isShifted: Bool)
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// Page Up.
  case pageUp
  /// Page Down.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// Enter, Return or the keypad's Enter.
  case enter
  /// Esc, which only ``InputReader/expire()`` or another sequence tells from the start of a sequence.
  case escape
  /// Tab.
  case tab
  /// Backspace, whether it sends DEL or BS.
  case backspace
  /// Delete (forwards).
  case delete
}
