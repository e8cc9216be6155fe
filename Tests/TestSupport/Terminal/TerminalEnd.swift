public import Foundation

/// What a program in a terminal leaves behind.
public struct TerminalEnd: Sendable {
  /// The exit status, or 128 plus the signal that ended it.
  public let status: Int32
  /// What came on standard output, if that was a pipe.
  public let stdout: Data
  /// What came on standard error, if that was a pipe.
  public let stderr: String
  /// The terminal.
  public let screen: TerminalEmulator
  /// Whether the line's settings are those from before.
  public let hasSettings: Bool
  /// What stood on the main screen before.
  let before: String
  /// Input that nobody read, so that the shell would take it for typed.
  public let unread: [UInt8]

  /// What is not as it was before, in words; empty if the terminal was given back.
  public var remains: [String] {
    var remains = screen.faults
    if !hasSettings { remains.append("the settings of the line are changed") }
    if !unread.isEmpty { remains.append("unread input: \(String(decoding: unread, as: UTF8.self).debugDescription)") }
    if screen.isAlternate { remains.append("the alternate screen is shown") }
    if screen.modes != [25] { remains.append("modes: \(screen.modes.sorted())") }
    if screen.page.pen != TerminalPen() { remains.append("the pen: \(screen.page.pen)") }
    if !screen.kitty.placements.isEmpty { remains.append("a picture of kitty's") }
    let (taken, given) = (screen.changes["?1049h", default: 0], screen.changes["?1049l", default: 0])
    if taken != given { remains.append("the alternate screen was shown \(taken) times and left \(given) times") }
    if !screen.main.text.hasPrefix(before) { remains.append("the screen: \(screen.main.text)") }
    return remains
  }

  /// What the program wrote on the main screen, in its rows.
  public var lines: [String] { screen.main.text.split(separator: "\n").dropFirst(3).map(String.init) }
}
