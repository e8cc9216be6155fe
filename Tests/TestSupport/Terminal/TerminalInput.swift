/// What a terminal sends for the keys that have no character.
public enum TerminalKey: String, CaseIterable, Sendable {
  case left = "\u{1B}[D"
  case right = "\u{1B}[C"
  case shiftedLeft = "\u{1B}[1;2D"
  case shiftedRight = "\u{1B}[1;2C"
  case up = "\u{1B}[A"
  case down = "\u{1B}[B"
  case pageUp = "\u{1B}[5~"
  case pageDown = "\u{1B}[6~"
  case home = "\u{1B}[H"
  case end = "\u{1B}[F"
  case enter = "\r"
  case escape = "\u{1B}"
  case backspace = "\u{7F}"
  case controlC = "\u{3}"
  case controlL = "\u{C}"
  case controlZ = "\u{1A}"
}

/// What a mouse does, with the numbers that terminals report it by (mode 1006).
public enum TerminalMouse: Sendable {
  case press
  case release
  /// A motion with the left button down.
  case drag
  /// A motion without a button.
  case hover
  case wheelUp
  case wheelDown
  case middlePress
  case rightPress
  case rightDrag

  /// The report with its place, in cells or pixels.
  public func report(x: Int, y: Int) -> String {
    let (code, end) = codeAndEnd
    return "\u{1B}[<\(code);\(x);\(y)\(end)"
  }

  private var codeAndEnd: (Int, String) {
    switch self {
    case .press: (0, "M")
    case .release: (0, "m")
    case .drag: (32, "M")
    case .hover: (35, "M")
    case .wheelUp: (64, "M")
    case .wheelDown: (65, "M")
    case .middlePress: (1, "M")
    case .rightPress: (2, "M")
    case .rightDrag: (34, "M")
    }
  }
}
