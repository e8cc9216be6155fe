/// What is known about a terminal, from environment variables and from its replies, which come in any order.
public struct TerminalFacts: Hashable, Sendable {
  /// A program between this one and the terminal.
  public enum Multiplexer: Hashable, Sendable {
    /// tmux, which reduces colours itself.
    case tmux
    /// GNU screen, which has 256 colours.
    case screen
    /// Zellij.
    case zellij
  }

  /// A size in pixels.
  public struct Size: Hashable, Sendable {
    /// Pixels across, from 1.
    public let width: Int
    /// Pixels down, from 1.
    public let height: Int
  }

  /// The terminal's own name and version, or nil.
  public private(set) var name: String?
  /// The multiplexer between this program and the terminal, or nil.
  public private(set) var multiplexerKind: Multiplexer?
  /// Whether the terminal knows reports of the mouse in pixels (mode 1016).
  public private(set) var hasPixelMouse = false
  /// Whether the terminal supports kitty's graphics; a multiplexer may still not pass them on.
  public private(set) var hasKitty = false
  /// Whether the terminal knows sixels.
  public private(set) var hasSixel = false
  /// Whether ▀ is two columns wide.
  public private(set) var isWide = false
  /// The size of a cell; nil if the terminal did not say.
  public private(set) var cellSize: Size?
  /// The largest sixel picture; nil if the terminal did not say.
  public private(set) var sixelSize: Size?
  /// Whether the last question has been answered; other answers may still come.
  public private(set) var isComplete = false

  private let drawsQuadrants: Bool
  private var fullColorAnswer: Bool?
  private var isWidthKnown = false

  /// Starts without replies.
  ///
  /// - Parameter variable: The value of a variable of the environment: TMUX, STY and ZELLIJ tell of multiplexers,
  ///   TERM of some terminals.
  public init(variable: (String) -> String? = { _ in nil }) {
    let kinds: [(String, Multiplexer)] = [("TMUX", .tmux), ("STY", .screen), ("ZELLIJ", .zellij)]
    multiplexerKind = kinds.first { !(variable($0.0) ?? "").isEmpty }?.1
    drawsQuadrants = KnownTerminals.drawsQuadrants(term: variable("TERM") ?? "")
  }

  /// Whether a multiplexer is in between, which passes no pictures on.
  public var multiplexer: Bool { multiplexerKind != nil }

  /// Whether 24-bit colours can be written: yes, unless the terminal reported another colour than it was sent; always
  /// in tmux and never in GNU screen.
  public var hasFullColor: Bool {
    switch multiplexerKind {
    case .tmux: true
    case .screen: false
    case .zellij, nil: fullColorAnswer ?? true
    }
  }

  /// Learns from a reply; one that tells nothing about the terminal changes nothing.
  public mutating func learn(from reply: Reply) {
    switch reply {
    case .name(let text): takeName(text)
    case .kitty(let id, let isOK): if id == TerminalQueries.kittyID { hasKitty = isOK }
    case .mode(let mode, let state): if mode == 1016 { hasPixelMouse = state == 1 || state == 2 }
    case .setting(let isValid, let text): if isValid { fullColorAnswer = Self.hasAskedColor(text) }
    case .cursor(let row, let column):
      // Only the first: a later one may be a shifted F3.
      if !isWidthKnown, row == 1, column == 2 || column == 3 {
        isWide = column == 3
        isWidthKnown = true
      }
    case .cellSize(let height, let width): cellSize = Self.size(width, height) ?? cellSize
    case .attributes(let numbers):
      hasSixel = numbers.dropFirst().contains(4)
      isComplete = true
    case .graphics(let item, let status, let values):
      if item == 2, status == 0, values.count == 2 { sixelSize = Self.size(values[0], values[1]) ?? sixelSize }
    case .ready: break
    }
  }

  /// How the picture is shown now.
  ///
  /// - Parameters:
  ///   - asked: The chosen view; `auto` takes the first one possible of kitty, sixel and blocks, and `blocks` the
  ///     finest cells that the terminal is known to draw.
  ///   - isSizeKnown: Whether the size of the text area in pixels is known without ``cellSize``.
  ///   - isDumb: Whether TERM is not set, empty or `dumb`: then `auto` is text.
  public func view(asked: PictureView, isSizeKnown: Bool = false, isDumb: Bool = false) -> PictureView {
    if asked == .blocks { return finestCells }
    guard asked == .auto else { return asked }
    if isDumb { return .text }
    if multiplexer { return finestCells }
    if hasKitty { return .kitty }
    return hasSixel && (isSizeKnown || cellSize != nil) ? .sixel : finestCells
  }

  /// The finest cells that the terminal is known to draw; behind a multiplexer the terminal is unknown.
  private var finestCells: PictureView {
    if multiplexer || isWide { return .blocks }
    if let name, KnownTerminals.drawsSextants(name) { return .sextants }
    return drawsQuadrants ? .quadrants : .blocks
  }

  private mutating func takeName(_ text: String) {
    name = text
    let words = text.lowercased()
    let kinds: [(String, Multiplexer)] = [("tmux", .tmux), ("screen", .screen), ("zellij", .zellij)]
    // A variable may be left over from another session; the terminal's own answer is more reliable.
    if let kind = kinds.first(where: { words.hasPrefix($0.0) || words.hasPrefix("gnu " + $0.0) })?.1 {
      multiplexerKind = kind
    }
  }

  /// Whether the answer to DECRQSS has the background 1, 2, 3: `48:2::1:2:3m`, `48:2:1:2:3m` or `0;48;2;1;2;3m`.
  private static func hasAskedColor(_ text: String) -> Bool {
    let fields = text.split(whereSeparator: { $0 == ";" || $0 == ":" || $0 == "m" }).map(String.init)
    guard let start = fields.firstIndex(of: "48") else { return false }
    let color = fields[start...].dropFirst()
    // Some terminals put the number of a colour space, 0 or 1, in between.
    return color.first == "2"
      && (color.dropFirst().starts(with: ["1", "2", "3"])
        || color.dropFirst(2).starts(with: ["1", "2", "3"]))
  }

  private static func size(_ width: Int, _ height: Int) -> Size? {
    (1...100_000).contains(width) && (1...100_000).contains(height) ? Size(width: width, height: height) : nil
  }
}
