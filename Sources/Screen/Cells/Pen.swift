/// How a terminal writes the next glyph: what SGR sets.
struct Pen: Hashable {
  var foreground = Ink.standard
  var background = Ink.standard
  var isReversed = false

  /// As a terminal is after SGR 0.
  static let plain = Pen()

  /// Adds the shortest SGR that makes this pen of another; nothing if they are the same.
  func change(from other: Pen, _ output: inout TerminalBytes) {
    if self == other { return }
    if self == .plain { return output.control("0m") }
    var separator = ""
    output.control("")
    if isReversed != other.isReversed {
      output.add(isReversed ? "7" : "27")
      separator = ";"
    }
    if foreground != other.foreground {
      output.add(separator)
      separator = ";"
      Self.set(foreground, standard: "39", beginning: "38", &output)
    }
    if background != other.background {
      output.add(separator)
      Self.set(background, standard: "49", beginning: "48", &output)
    }
    output.add("m")
  }

  private static func set(_ ink: Ink, standard: String, beginning: String, _ output: inout TerminalBytes) {
    switch ink {
    case .standard: output.add(standard)
    case .rgb(let red, let green, let blue):
      output.add(beginning)
      output.add(";2")
      for part in [red, green, blue] {
        output.add(";")
        output.add(number: Int(part))
      }
    case .indexed(let number):
      output.add(beginning)
      output.add(";5;")
      output.add(number: Int(number))
    }
  }
}
