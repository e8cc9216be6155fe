/// How a named terminal answers what programs ask it.
public struct TerminalPersonality: Sendable {
  /// Seconds from a question to its answer.
  public var delay = 0.0
  /// Whether answers come in reverse order: all that was asked before `CSI c` or `CSI 5 n`, once that is asked.
  public var isDisordered = false
  /// Whether characters of ambiguous width take two cells.
  public var ambiguousIsWide = false
  /// The answer to a question; nil where the terminal does not know it.
  let answer: @Sendable (TerminalQuery, TerminalSize) -> String?

  /// xterm: the mouse in pixels, 24-bit colours, no pictures.
  public static let xterm = TerminalPersonality { query, size in
    switch query {
    case .kitty: nil
    case .graphicsSize: "\u{1B}[?2;3;0S"
    default: xtermAnswer(query, size, attributes: "64;1;2;6;9;15;16;17;18;21;22;28")
    }
  }

  /// `xterm -ti vt340`: sixel pictures of up to 1000 × 1000 pixels.
  public static let xtermVT340 = TerminalPersonality { query, size in
    switch query {
    case .kitty: nil
    case .graphicsSize: "\u{1B}[?2;0;1000;1000S"
    default: xtermAnswer(query, size, attributes: "63;1;2;4;6;9;15;16;22;29")
    }
  }

  /// foot: sixel pictures as large as the window is when it is asked.
  public static let foot = TerminalPersonality { query, size in
    switch query {
    case .name: "\u{1B}P>|foot(1.13.1)\u{1B}\\"
    case .kitty: nil
    case .graphicsSize: "\u{1B}[?2;0;\(size.pixelWidth);\(size.pixelHeight)S"
    default: xtermAnswer(query, size, attributes: "62;4;22")
    }
  }

  /// kitty: its own pictures, the mouse in pixels.
  public static let kitty = TerminalPersonality { query, size in
    switch query {
    case .name: "\u{1B}P>|kitty(0.26.5)\u{1B}\\"
    case .kitty(let id): "\u{1B}_Gi=\(id);OK\u{1B}\\"
    case .setting(let pen): setting(pen, separator: ":")
    case .graphicsSize: nil
    default: xtermAnswer(query, size, attributes: "62;")
    }
  }

  /// tmux 3.3a: its name, where the cursor is, and what it can do; nothing else.
  public static let tmux = TerminalPersonality { query, size in
    switch query {
    case .name: "\u{1B}P>|tmux 3.3a\u{1B}\\"
    case .cursor, .ready: xtermAnswer(query, size, attributes: "")
    case .attributes: "\u{1B}[?1;2c"
    default: nil
    }
  }

  /// A terminal of 256 colours that knows nothing beyond them.
  public static let indexed = TerminalPersonality { query, size in
    switch query {
    case .setting: "\u{1B}P1$r0;48;5;16m\u{1B}\\"
    case .cursor, .ready: xtermAnswer(query, size, attributes: "")
    case .attributes: "\u{1B}[?1;2c"
    default: nil
    }
  }

  /// A terminal that never answers.
  public static let mute = TerminalPersonality { _, _ in nil }

  /// The same terminal at the end of a slow line.
  public func late(_ seconds: Double) -> TerminalPersonality {
    var other = self
    other.delay = seconds
    return other
  }

  /// The same terminal, answering in reverse order.
  public var disordered: TerminalPersonality {
    var other = self
    other.isDisordered = true
    return other
  }

  /// The same terminal with an East Asian font.
  public var wide: TerminalPersonality {
    var other = self
    other.ambiguousIsWide = true
    return other
  }

  private static func xtermAnswer(_ query: TerminalQuery, _ size: TerminalSize, attributes: String) -> String? {
    switch query {
    case .name: "\u{1B}P>|XTerm(379)\u{1B}\\"
    case .pixelMouse: "\u{1B}[?1016;2$y"
    case .setting(let pen): setting(pen, separator: "::")
    case .cursor(let row, let column): "\u{1B}[\(row);\(column)R"
    case .cellSize: size.cellWidth > 0 ? "\u{1B}[6;\(size.cellHeight);\(size.cellWidth)t" : nil
    case .attributes: "\u{1B}[?\(attributes)c"
    case .ready: "\u{1B}[0n"
    case .kitty, .graphicsSize: nil
    }
  }

  /// The background of the pen by ISO 8613-6, with or without a place for a colour space.
  private static func setting(_ pen: TerminalPen, separator: String) -> String {
    guard case .rgb(let red, let green, let blue) = pen.background else { return "\u{1B}P1$r0m\u{1B}\\" }
    return "\u{1B}P1$r0;48:2\(separator)\(red):\(green):\(blue)m\u{1B}\\"
  }
}

/// The answers of a terminal on their way to the program.
struct AnswerLine {
  private let personality: TerminalPersonality
  private var held: [String] = []
  private var due: [(time: ContinuousClock.Instant, bytes: [UInt8])] = []

  init(_ personality: TerminalPersonality) { self.personality = personality }

  /// When the next answer is due; nil without one.
  var next: ContinuousClock.Instant? { due.first?.time }

  mutating func ask(_ queries: [TerminalQuery], _ size: TerminalSize, at time: ContinuousClock.Instant) {
    for query in queries {
      if let answer = personality.answer(query, size) { held.append(answer) }
      let isLast = query == .attributes || query == .ready
      guard !personality.isDisordered || isLast else { continue }
      if personality.isDisordered { held.reverse() }
      let bytes = held.flatMap { Array($0.utf8) }
      held = []
      if !bytes.isEmpty { due.append((time + .seconds(personality.delay), bytes)) }
    }
  }

  /// The answers that are due.
  mutating func take(at time: ContinuousClock.Instant) -> [UInt8] {
    let count = due.prefix { $0.time <= time }.count
    defer { due.removeFirst(count) }
    return due.prefix(count).flatMap(\.bytes)
  }
}
