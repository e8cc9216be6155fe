/// The control sequences that turn a terminal into a full screen and back.
public enum TerminalModes {
  /// Alternate screen, no cursor, bracketed paste, all mouse motions with decimal coordinates; then clears the screen.
  public static let enter: [UInt8] = controls(["?1049h", "?25l", "?2004h", "?1003h", "?1006h", "2J"])

  /// Undoes ``enter`` and all other modes, from any state; the cursor and the old screen come last, once.
  public static let leave: [UInt8] = controls([
    "?2026l", "0m", "?1016l", "?1006l", "?1003l", "?2004l", "?25h", "?1049l",
  ])

  /// Turns reports of the mouse in pixels on or off.
  ///
  /// Off also sets the reports in cells again, because terminals treat both as values of one setting.
  public static func pixelMouse(_ on: Bool) -> [UInt8] { controls(on ? ["?1016h"] : ["?1016l", "?1006h"]) }

  /// Holds back what follows until ``endUpdate``, in terminals that know mode 2026.
  public static let beginUpdate: [UInt8] = controls(["?2026h"])

  /// Shows what came since ``beginUpdate``.
  public static let endUpdate: [UInt8] = controls(["?2026l"])

  /// Asks for ``Reply/ready`` (`CSI 5 n`).
  public static let askReady: [UInt8] = controls(["5n"])

  /// Clears the screen in the terminal's own colours.
  public static let clear: [UInt8] = controls(["0m", "2J"])

  /// Moves the cursor to a row and a column, both from 1; smaller numbers count as 1.
  public static func cursor(row: Int, column: Int) -> [UInt8] {
    var output = TerminalBytes()
    output.move(row: max(1, row), column: max(1, column))
    return output.bytes
  }

  private static func controls(_ texts: [String]) -> [UInt8] {
    var output = TerminalBytes()
    for text in texts { output.control(text) }
    return output.bytes
  }
}
