/// A report of the mouse in the format of the modes 1006 and 1016, `CSI < b ; x ; y M` (xterm, Mouse Tracking).
public struct MouseReport: Hashable, Sendable {
  /// What was pressed, released or held; for a motion, what is held.
  public enum Button: Hashable, Sendable {
    /// None, as in the report of a motion after a release, code 35.
    case none
    /// The left one.
    case left
    /// Any other one, and a wheel to the side.
    case other
    /// A notch of the wheel, away from the hand.
    case wheelUp
    /// A notch of the wheel, towards the hand.
    case wheelDown
  }

  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A button went down, or a wheel turned by a notch.
    case press
    /// A button went up.
    case release
    /// The pointer moved, with or without a button.
    case motion
  }

  /// The place across as it was reported: the cell, from 1 (mode 1006), or the pixel (mode 1016); it may be negative or
  /// beyond the window.
  public let column: Int
  /// The place from the top, in the unit of ``column``.
  public let row: Int
  /// Which button.
  public let button: Button
  /// What happened to it.
  public let kind: Kind

  /// Makes a report of its parts.
  public init(column: Int, row: Int, button: Button, kind: Kind) {
    self.column = column
    self.row = row
    self.button = button
    self.kind = kind
  }
}

extension MouseReport {
  /// Reads the three numbers of a report and its final byte; nil for the release of a wheel, which does not exist.
  ///
  /// Bits of the code: 0 and 1 the button, 2 to 4 Shift, Alt and Ctrl, which make no difference here, 5 motion, 6 wheel, 7
  /// further buttons.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard (0..<256).contains(code) else { return nil }
    let isMotion = code & 32 != 0
    let button: Button
    switch (code & 128 != 0, code & 64 != 0, code & 3) {
    case (true, _, _): button = .other
    case (false, true, 0): button = .wheelUp
    case (false, true, 1): button = .wheelDown
    case (false, true, _): button = .other
    case (false, false, 0): button = .left
    case (false, false, 3): button = .none
    case (false, false, _): button = .other
    }
    if isRelease || isMotion, button == .wheelUp || button == .wheelDown { return nil }
    self.init(
      column: column, row: row, button: button, kind: isMotion ? .motion : isRelease ? .release : .press)
  }
}
