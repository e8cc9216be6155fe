/// The colours in which a terminal writes the next glyph, as SGR sets them.
struct Pen: Hashable {
  var foreground = Ink.standard
  var background = Ink.standard
  var isReversed = false

  /// The state after SGR 0.
  static let plain = Pen()

  /// Writes the SGR sequence that changes `other` to this pen; nothing if they are the same.
  func change(from other: Pen, _ output: inout TerminalBytes) {
    if self == other { return }
    output.add(fixed: "\u{1B}[")
    if self == .plain { return output.add(fixed: "0m") }
    var isFirst = true
    if isReversed != other.isReversed {
      output.add(fixed: isReversed ? "7" : "27")
      isFirst = false
    }
    if foreground != other.foreground {
      if !isFirst { output.add(byte: UInt8(ascii: ";")) }
      isFirst = false
      Self.set(foreground, ground: UInt8(ascii: "3"), &output)
    }
    if background != other.background {
      if !isFirst { output.add(byte: UInt8(ascii: ";")) }
      Self.set(background, ground: UInt8(ascii: "4"), &output)
    }
    output.add(byte: UInt8(ascii: "m"))
  }

  /// SGR 38 and 48 set a colour, 39 and 49 the terminal's own; `ground` is the 3 or the 4.
  private static func set(_ ink: Ink, ground: UInt8, _ output: inout TerminalBytes) {
    output.add(byte: ground)
    switch ink {
    case .standard: output.add(byte: UInt8(ascii: "9"))
    case .rgb(let red, let green, let blue):
      output.add(fixed: "8;2;")
      output.add(part: red)
      output.add(byte: UInt8(ascii: ";"))
      output.add(part: green)
      output.add(byte: UInt8(ascii: ";"))
      output.add(part: blue)
    case .indexed(let number):
      output.add(fixed: "8;5;")
      output.add(part: number)
    }
  }
}
