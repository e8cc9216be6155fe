import Screen

/// A terminal that knows exactly the sequences that may be written, and refuses every other.
struct ModelScreen {
  struct Place: Hashable {
    var glyph: Unicode.Scalar = " "
    /// The parameters as they were set, such as `38;2;1;2;3`; empty for the terminal's own.
    var foreground = ""
    var background = ""
    var isReversed = false
  }

  struct Unknown: Error {
    let text: String
  }

  let columns: Int
  let rows: Int
  var places: [Place]
  /// How many glyphs have been drawn.
  private(set) var drawn = 0
  private(set) var modes: Set<Int> = []
  private(set) var strings: [String] = []
  private(set) var queries: [String] = []
  private var pen = Place()
  private var row = 0
  private var column = 0
  private static let modesAllowed: Set<Int> = [25, 1003, 1006, 1016, 1049, 2004, 2026]
  private static let queriesAllowed: Set<String> = [">0q", "?1016$p", "6n", "16t", "?2;1;0S", "c", "5n"]

  init(columns: Int, rows: Int, filledWith place: Place = Place()) {
    self.columns = columns
    self.rows = rows
    places = Array(repeating: place, count: columns * rows)
  }

  subscript(row: Int, column: Int) -> Place { places[(row - 1) * columns + column - 1] }

  mutating func write(_ bytes: [UInt8]) throws {
    var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        try draw(scalar)
        continue
      }
      switch rest.popFirst() {
      case "[":
        guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0.value) }) else { throw Unknown(text: "CSI") }
        try control(String(String.UnicodeScalarView(rest[...end])))
        rest = rest[(end + 1)...]
      case "P", "_":
        guard let end = rest.firstIndex(of: "\u{1B}"), rest[end...].dropFirst().first == "\\" else {
          throw Unknown(text: "a string without an end")
        }
        strings.append(String(String.UnicodeScalarView(rest[..<end])))
        rest = rest[(end + 2)...]
      case let other: throw Unknown(text: "ESC \(String(describing: other))")
      }
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) throws {
    guard scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) else {
      throw Unknown(text: "control \(scalar.value)")
    }
    // What happens behind the last column differs between terminals, so nothing may be written there.
    guard column < columns else { throw Unknown(text: "behind the last column: \(scalar)") }
    let isWide = (0x1100...0xFFFF).contains(scalar.value) && !(0x2000...0x2FFF).contains(scalar.value)
    unite(at: column)
    place(scalar)
    column += 1
    if isWide {
      guard column < columns else { throw Unknown(text: "half of \(scalar)") }
      unite(at: column)
      place("\0")
      column += 1
    }
    drawn += 1
  }

  private mutating func place(_ scalar: Unicode.Scalar) {
    places[row * columns + column] = Place(
      glyph: scalar, foreground: pen.foreground, background: pen.background, isReversed: pen.isReversed)
  }

  /// Overwriting half of a wide glyph erases the other half, as terminals do.
  private mutating func unite(at column: Int) {
    let here = row * columns + column
    if places[here].glyph == "\0" { places[here - 1].glyph = " " }
    if column + 1 < columns, places[here + 1].glyph == "\0" { places[here + 1].glyph = " " }
  }

  private mutating func control(_ text: String) throws {
    if Self.queriesAllowed.contains(text) { return queries.append(text) }
    let body = String(text.dropLast())
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    switch text.last {
    case "H":
      guard let row = numbers.first ?? nil, let column = numbers.last ?? nil, numbers.count == 2,
        (1...rows).contains(row), (1...columns).contains(column)
      else { throw Unknown(text: text) }
      (self.row, self.column) = (row - 1, column - 1)
    case "J":
      guard body == "2" else { throw Unknown(text: text) }
      places = Array(repeating: Place(background: pen.background), count: columns * rows)
    case "h", "l":
      guard let mode = Int(body.dropFirst()), body.first == "?", Self.modesAllowed.contains(mode) else {
        throw Unknown(text: text)
      }
      if text.last == "h" { modes.insert(mode) } else { modes.remove(mode) }
    case "m": try rendition(numbers.compactMap { $0 }, text)
    default: throw Unknown(text: text)
    }
  }

  private mutating func rendition(_ numbers: [Int], _ text: String) throws {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: pen = Place()
      case 7: pen.isReversed = true
      case 27: pen.isReversed = false
      case 39: pen.foreground = ""
      case 49: pen.background = ""
      case 38, 48:
        let count = rest.first == 2 ? 4 : rest.first == 5 ? 2 : 0
        guard count > 0, rest.count >= count, rest.prefix(count).allSatisfy({ (0...255).contains($0) }) else {
          throw Unknown(text: text)
        }
        let color = rest.prefix(count).map(String.init).joined(separator: ";")
        if number == 38 { pen.foreground = color } else { pen.background = color }
        rest = rest.dropFirst(count)
      default: throw Unknown(text: text)
      }
    }
  }
}
