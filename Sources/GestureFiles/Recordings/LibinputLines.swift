/// Reads the lines of the YAML that `libinput record` writes: keys, dashes, and numbers in brackets.
///
/// All else is passed over, as long as its indentation tells where it ends. A line that is indented wrongly is refused:
/// touches could be lost with it.
struct LibinputLines {
  /// A key of a mapping, or the dash of an element.
  struct Entry {
    /// How many entries it is in.
    let depth: Int
    /// The key; nil for a dash.
    let key: Range<Int>?
    /// The byte at which it starts.
    let offset: Int
  }

  /// An entry that others may be in.
  private struct Open {
    /// Twice the column, and one more for a dash: dashes may be in the column of the key that they belong to.
    let indent: Int
    /// Whether it has a value on its line, and so no lines of its own.
    let hasValue: Bool
  }

  /// Its position is at the value of the last entry.
  private(set) var text: RecordingText
  private var lineStart = 0
  /// Whether the next entry is on the same line as the one before, as in `- evdev:`.
  private var isInLine = false
  private var open: [Open] = []

  init(_ source: [UInt8]) {
    text = RecordingText(source)
  }

  /// The next entry; nil at the end of the file.
  mutating func next() throws(RecordingFault) -> Entry? {
    if !isInLine {
      if !open.isEmpty { try passOverValue() }
      guard try startLine() else { return nil }
    }
    let start = text.position
    if isAtDash {
      text.position += 1
      text.skipSpaces()
      let content = text.position
      isInLine = isAtDash || takeKey() != nil
      text.position = content
      return Entry(depth: try enter(from: start, isDash: true), key: nil, offset: start)
    }
    isInLine = false
    guard let key = takeKey() else {
      text.position = start
      let line = text.takeLine()
      throw RecordingFault(
        start,
        "\(ScriptWords.quoted(text.source[line])) is nothing that 'libinput record' writes here: a key and a colon "
          + "should be here, or a dash")
    }
    text.skipSpaces()
    return Entry(depth: try enter(from: start, isDash: false), key: key, offset: start)
  }

  /// Goes to the first line that has more than a comment; returns false at the end of the file.
  private mutating func startLine() throws(RecordingFault) -> Bool {
    while true {
      lineStart = text.position
      text.skipSpaces()
      if text.byte == UInt8(ascii: "#") { _ = text.takeBytes { !RecordingText.endsLine($0) } }
      if text.isAtEnd { return false }
      if text.byte == UInt8(ascii: "\t") {
        throw RecordingFault(text.position, "a tab cannot indent a line of YAML; 'libinput record' writes spaces")
      }
      guard text.isAtLineEnd else { return true }
      text.skipLineEnd()
    }
  }

  private var isAtDash: Bool {
    text.byte == UInt8(ascii: "-") && text.following.map { $0 == 0x20 || RecordingText.endsLine($0) } ?? true
  }

  /// A key with its colon; nil if something else is next.
  private mutating func takeKey() -> Range<Int>? {
    let key = text.takeBytes { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: false
      }
    }
    guard !key.isEmpty, text.byte == UInt8(ascii: ":"),
      text.following.map({ $0 == 0x20 || RecordingText.endsLine($0) }) ?? true
    else { return nil }
    text.position += 1
    return key
  }

  /// Finds the entries that one is in, by its indentation; returns how many.
  private mutating func enter(from start: Int, isDash: Bool) throws(RecordingFault) -> Int {
    let indent = 2 * (start - lineStart) + (isDash ? 1 : 0)
    var sibling: Int?
    while let last = open.last, last.indent >= indent { sibling = open.removeLast().indent }
    guard sibling.map({ $0 == indent }) ?? (open.isEmpty || open.last?.hasValue == false) else {
      throw RecordingFault(start, "this line is indented in a way that belongs to nothing before it")
    }
    open.append(Open(indent: indent, hasValue: !isInLine && !isAtTextEnd))
    return open.count - 1
  }

  // MARK: Values

  /// Whether the line ends here, or a comment starts.
  private var isAtTextEnd: Bool { text.isAtLineEnd || text.byte == UInt8(ascii: "#") }

  /// The first word of the last entry's value.
  mutating func takeWord() -> Range<Int> { text.takeBytes { $0 != 0x20 && !RecordingText.endsLine($0) } }

  /// Passes over the rest of the line. A list that is not closed on its line ends with one that starts with the bracket.
  private mutating func passOverValue() throws(RecordingFault) {
    let start = text.position
    let isList = text.byte == UInt8(ascii: "[") || text.byte == UInt8(ascii: "{")
    func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") }
    var line = text.takeLine()
    text.skipLineEnd()
    guard isList, !text.source[line].contains(where: closes) else { return }
    repeat {
      if text.isAtEnd { throw RecordingFault(start, "this bracket is not closed: is the file cut off?") }
      text.skipSpaces()
      line = text.takeLine()
      text.skipLineEnd()
    } while !(text.source[line].first.map(closes) ?? false)
  }
}

extension LibinputLines {
  /// A number of a list, and the byte at which it starts.
  struct Number {
    let value: Int64
    let offset: Int
  }

  /// Reads the last entry's value: whole numbers in brackets, on one line.
  ///
  /// - Parameter numbers: What it holds is replaced.
  mutating func readNumbers(into numbers: inout [Number]) throws(RecordingFault) {
    numbers.removeAll(keepingCapacity: true)
    guard text.byte == UInt8(ascii: "[") else {
      throw RecordingFault(text.position, "a list of numbers in brackets should be here")
    }
    text.position += 1
    text.skipSpaces()
    while !numbers.isEmpty || text.byte != UInt8(ascii: "]") {
      text.skipSpaces()
      let word = text.takeBytes { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      guard let value = text.integer(in: word) else {
        let rest = text.takeBytes { !" ,]".utf8.contains($0) && !RecordingText.endsLine($0) }
        throw RecordingFault(
          word.lowerBound,
          "a whole number of 64 bits should be here, not "
            + ScriptWords.quoted(text.source[word.lowerBound..<rest.upperBound]))
      }
      numbers.append(Number(value: value, offset: word.lowerBound))
      text.skipSpaces()
      if text.byte == UInt8(ascii: "]") { break }
      guard text.byte == UInt8(ascii: ",") else {
        throw RecordingFault(text.position, "a comma or a bracket should be behind this number")
      }
      text.position += 1
    }
    text.position += 1
    text.skipSpaces()
    guard isAtTextEnd else {
      let start = text.position
      throw RecordingFault(start, "\(ScriptWords.quoted(text.source[text.takeLine()])) is too much on this line")
    }
  }
}
