/// A strict little terminal: it does what framegrab may ask of one, and notes everything else as a fault.
///
/// It knows printable UTF-8; CR and LF on the main screen; `CSI r ; c H`, `CSI … m` with the few colours, `CSI 2 J`,
/// `CSI K`; the modes in ``knownModes``; the queries in ``TerminalQuery``; kitty's pictures and sixels.
public struct TerminalEmulator: Sendable {
  /// Its size.
  public private(set) var size: TerminalSize
  /// Whether characters of ambiguous width take two cells, as in East Asian fonts.
  public let ambiguousIsWide: Bool
  /// The main screen, and behind it the alternate screen while it is shown.
  private var pages: [TerminalPage]
  /// The modes that are set, the cursor's (25) included.
  public private(set) var modes: Set<Int> = [25]
  /// What was written and must not be, the first 20.
  public private(set) var faults: [String] = []
  /// How often each mode was set and reset, as `?1049h`.
  public private(set) var changes: [String: Int] = [:]
  /// How often each question was asked, among those whose words are always the same.
  public private(set) var asked: [TerminalQuery: Int] = [:]
  /// How many updates (mode 2026) were completed.
  public private(set) var updates = 0
  /// How many control sequences and strings came.
  public private(set) var sequences = 0
  /// The bytes taken so far.
  public private(set) var byteCount = 0
  /// The pictures of the kitty protocol.
  public private(set) var kitty = KittyScreen()
  /// The last sixel picture and where its corner is; nil once the screen was cleared.
  public private(set) var sixel: (picture: DecodedPNG, row: Int, column: Int)?
  /// How many sixel pictures came.
  public private(set) var sixels = 0

  private var tokenizer = TerminalTokenizer()
  private var edgesAreOld = false

  /// A terminal of this size.
  public init(size: TerminalSize, ambiguousIsWide: Bool = false) {
    (self.size, self.ambiguousIsWide) = (size, ambiguousIsWide)
    pages = [TerminalPage(columns: size.columns, rows: size.rows)]
  }

  /// The modes that framegrab may change.
  public static let knownModes: Set<Int> = [25, 1003, 1006, 1016, 1049, 2004, 2026]

  /// The screen that is shown.
  public private(set) var page: TerminalPage {
    get { pages[pages.count - 1] }
    _modify { yield &pages[pages.count - 1] }
  }

  /// The main screen, which may be behind the alternate one.
  public var main: TerminalPage { pages[0] }

  /// Whether the alternate screen is shown.
  public var isAlternate: Bool { pages.count > 1 }

  /// Whether no sequence and no update is unfinished.
  public var isAtRest: Bool { tokenizer.isAtRest && !modes.contains(2026) }

  /// Changes the size of both screens; what the program wrote before it knew may go over the new edges.
  public mutating func resize(to size: TerminalSize) {
    (self.size, edgesAreOld) = (size, true)
    for place in pages.indices { pages[place].resize(columns: size.columns, rows: size.rows) }
  }

  /// From now on the program knows the size: what goes over an edge is a fault.
  public mutating func expectsNewEdges() { edgesAreOld = false }

  /// Takes output; what it asks for is returned, in order.
  public mutating func feed(_ bytes: some Collection<UInt8>) -> [TerminalQuery] { take(Array(bytes)) }

  // Not generic: a generic loop over bytes is five sixths of the time of all that is done with a terminal.
  private mutating func take(_ bytes: [UInt8]) -> [TerminalQuery] {
    var queries: [TerminalQuery] = []
    for place in bytes.indices {
      let byte = bytes[place]
      byteCount += 1
      guard let token = tokenizer.read(byte) else { continue }
      do {
        guard let query = try take(token) else { continue }
        queries.append(query)
        asked[query, default: 0] += 1
      } catch {
        guard faults.count < 20 else { continue }
        let before = String(decoding: bytes.prefix(place + 1).suffix(30), as: UTF8.self)
        faults.append("\(error.description), after \(before.debugDescription)")
      }
    }
    return queries
  }

  private mutating func take(_ token: TerminalToken) throws(TerminalFault) -> TerminalQuery? {
    switch token {
    case .character(let scalar): try write(scalar)
    case .control(let byte): try control(byte)
    case .sequence(let body, let end):
      sequences += 1
      return try sequence(body, end)
    case .string(let kind, let bytes):
      sequences += 1
      return try string(kind, bytes)
    // ST cancels what is torn; by itself it is nothing.
    case .escape(UInt8(ascii: "\\")): break
    case .escape(let byte): throw TerminalFault("ESC and the byte \(byte)")
    case .fault(let words): throw TerminalFault(words)
    }
    return nil
  }

  private mutating func write(_ scalar: Unicode.Scalar) throws(TerminalFault) {
    let width = CharacterWidth.cells(scalar, ambiguousIsWide: ambiguousIsWide)
    let fits = page.write(scalar, width: width)
    if !fits && isAlternate && !edgesAreOld { throw TerminalFault("'\(scalar)' was written past the right edge") }
  }

  private mutating func control(_ byte: UInt8) throws(TerminalFault) {
    guard !isAlternate, byte == 0x0D || byte == 0x0A else { throw TerminalFault("the control character \(byte)") }
    if byte == 0x0D { page.carriageReturn() } else { page.lineFeed() }
  }

  private mutating func sequence(_ bytes: [UInt8], _ end: UInt8) throws(TerminalFault) -> TerminalQuery? {
    // Most sequences are of these two.
    switch end {
    case UInt8(ascii: "m"): try page.pen.apply(bytes)
    case UInt8(ascii: "H"): try move(bytes)
    default: return try rareSequence(String(decoding: bytes, as: UTF8.self), Unicode.Scalar(end))
    }
    return nil
  }

  private mutating func rareSequence(_ body: String, _ end: Unicode.Scalar) throws(TerminalFault) -> TerminalQuery? {
    switch (body, end) {
    case ("2", "J"):
      page.clear()
      kitty.clear()
      sixel = nil
    case ("", "K"): page.clearToEnd()
    case (_, "h") where body.hasPrefix("?"), (_, "l") where body.hasPrefix("?"):
      try setMode(body.dropFirst(), end == "h")
    default:
      guard let query = TerminalQuery(body, end, page) else { throw TerminalFault("CSI \(body)\(end)") }
      return query
    }
    return nil
  }

  private mutating func move(_ body: [UInt8]) throws(TerminalFault) {
    guard let places = body.isEmpty ? [1, 1] : SequenceNumbers.read(body), places.count == 2 else {
      throw TerminalFault("CSI \(String(decoding: body, as: UTF8.self))H")
    }
    guard page.move(row: places[0], column: places[1]) || edgesAreOld else {
      throw TerminalFault("the cursor was sent to row \(places[0]), column \(places[1]), outside the screen")
    }
  }

  private mutating func setMode(_ text: Substring, _ isSet: Bool) throws(TerminalFault) {
    guard let mode = Int(text), Self.knownModes.contains(mode) else {
      throw TerminalFault("CSI ?\(text)\(isSet ? "h" : "l")")
    }
    changes["?\(mode)\(isSet ? "h" : "l")", default: 0] += 1
    if mode == 1049, isSet == isAlternate { throw TerminalFault("?1049 was changed to what it is") }
    if mode == 2026, !isSet, modes.contains(2026) { updates += 1 }
    if isSet { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049 else { return }
    if isSet { pages.append(TerminalPage(columns: size.columns, rows: size.rows)) } else { pages.removeLast() }
    // Each screen has its own pictures, and the alternate screen loses them.
    kitty.clear()
    sixel = nil
  }

  private mutating func string(_ kind: Unicode.Scalar, _ bytes: [UInt8]) throws(TerminalFault) -> TerminalQuery? {
    if kind == "_", bytes.first == UInt8(ascii: "G") {
      let (row, column) = (page.row, page.column)
      return try kitty.take(bytes.dropFirst(), row: row, column: column).map { .kitty(id: $0) }
    }
    if kind == "P", bytes == Array("$qm".utf8) { return .setting(page.pen) }
    let parameters = bytes.prefix { (0x30...0x3B).contains($0) }
    guard kind == "P", bytes.dropFirst(parameters.count).first == UInt8(ascii: "q") else {
      throw TerminalFault("a string of kind \(kind): \(String(decoding: bytes.prefix(40), as: UTF8.self))")
    }
    let picture = try SixelReader.read(bytes.dropFirst(parameters.count + 1))
    let (row, column) = (page.row, page.column)
    let fits = size.pixelWidth == 0 || (column - 1) * size.cellWidth + picture.width <= size.pixelWidth
    guard fits || edgesAreOld else {
      throw TerminalFault("sixel: the picture leaves the screen")
    }
    sixels += 1
    sixel = (picture, row, column)
    return nil
  }
}
