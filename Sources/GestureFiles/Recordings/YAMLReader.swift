/// Reads the part of YAML that `libinput record` writes, one element at a time: mappings and sequences in blocks, texts
/// on one line, comments, and lists and mappings in brackets.
///
/// Everything else that YAML has is refused at its place: anchors, tags, documents, texts of several lines.
struct YAMLReader {
  /// A key of a mapping, or an element of a sequence.
  struct Entry {
    /// How many blocks are around its block.
    let depth: Int
    /// The key; nil for an element of a sequence.
    let key: Range<Int>?
    let value: Value
    /// The byte at which it starts.
    let offset: Int
  }

  enum Value {
    /// Nothing, or a block that follows.
    case none
    /// A text.
    case text(Range<Int>)
    /// A list or a mapping in brackets, at this byte; it is passed over unless its numbers are read.
    case brackets(Int)
  }

  private struct Block {
    let column: Int
    let isSequence: Bool
  }

  private static let deepest = 32

  private(set) var text: RecordingText
  private var lineStart = 0
  /// Whether the next element is on the same line as the one before, as in `- evdev:`.
  private var isInLine = false
  private var blocks: [Block] = []
  /// Whether the last element has no value yet, so that a block may follow.
  private var awaitsBlock = false
  private var hasStarted = false
  private var hasUnreadBrackets = false

  init(_ source: [UInt8]) {
    text = RecordingText(source)
  }

  /// The next element; nil at the end of the file.
  mutating func next() throws(RecordingFault) -> Entry? {
    if hasUnreadBrackets { try skipBrackets() }
    if !isInLine {
      guard try startLine() else { return nil }
    }
    isInLine = false
    let offset = text.position
    if text.byte == UInt8(ascii: "-"), text.following.map({ $0 == 0x20 || RecordingText.endsLine($0) }) ?? true {
      try open(isSequence: true, at: offset)
      return try element(at: offset)
    }
    let start = text.position
    guard let key = takeKey() else {
      text.position = start
      let line = text.takeLine()
      throw RecordingFault(
        start,
        "\(ScriptWords.quoted(text.source[line])) is nothing that 'libinput record' writes here: a key and a colon "
          + "should be here, or a dash")
    }
    try open(isSequence: false, at: offset)
    return Entry(depth: blocks.count - 1, key: key, value: try value(), offset: offset)
  }

  /// Goes to the first line that has more than a comment; returns false at the end of the file.
  private mutating func startLine() throws(RecordingFault) -> Bool {
    while true {
      lineStart = text.position
      text.skipSpaces()
      if text.byte == UInt8(ascii: "#") { _ = text.take { !RecordingText.endsLine($0) } }
      if text.isAtEnd { return false }
      if text.byte == UInt8(ascii: "\t") {
        throw RecordingFault(text.position, "a tab cannot indent a line of YAML; 'libinput record' writes spaces")
      }
      guard text.isAtLineEnd else { return true }
      text.skipLineEnd()
    }
  }

  /// An element of a sequence, behind its dash.
  private mutating func element(at offset: Int) throws(RecordingFault) -> Entry {
    let depth = blocks.count - 1
    text.position += 1
    text.skipSpaces()
    let content = text.position
    if !isAtTextEnd, text.byte != UInt8(ascii: "["), text.byte != UInt8(ascii: "{") {
      let isNested = text.byte == UInt8(ascii: "-") && text.following == 0x20
      let hasKey = takeKey() != nil
      text.position = content
      if isNested || hasKey {
        (isInLine, awaitsBlock) = (true, true)
        return Entry(depth: depth, key: nil, value: .none, offset: offset)
      }
    }
    return Entry(depth: depth, key: nil, value: try value(), offset: offset)
  }

  /// A key with its colon; nil if something else is next.
  private mutating func takeKey() -> Range<Int>? {
    let key = text.take { byte in
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

  /// Finds the block of an element by its column, and closes those inside it.
  private mutating func open(isSequence: Bool, at offset: Int) throws(RecordingFault) {
    let column = offset - lineStart
    while let block = blocks.last, block.column > column {
      blocks.removeLast()
      awaitsBlock = false
    }
    // The dashes of a sequence may be in the column of the key that it belongs to.
    if !isSequence, let block = blocks.last, block.column == column, block.isSequence {
      blocks.removeLast()
      awaitsBlock = false
    }
    if let block = blocks.last, block.column == column, block.isSequence == isSequence {
      awaitsBlock = false
      return
    }
    guard blocks.isEmpty ? !hasStarted : awaitsBlock else {
      throw RecordingFault(offset, "this line is indented in a way that belongs to nothing before it")
    }
    guard blocks.count < Self.deepest else {
      throw RecordingFault(offset, "blocks are nested deeper than \(Self.deepest)", isLimit: true)
    }
    hasStarted = true
    awaitsBlock = false
    blocks.append(Block(column: column, isSequence: isSequence))
  }

  // MARK: Values

  /// Whether the line ends here, or a comment starts.
  private var isAtTextEnd: Bool { text.isAtLineEnd || text.byte == UInt8(ascii: "#") }

  private mutating func value() throws(RecordingFault) -> Value {
    text.skipSpaces()
    guard !isAtTextEnd, let first = text.byte else {
      awaitsBlock = true
      try endLine()
      return .none
    }
    switch first {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      hasUnreadBrackets = true
      return .brackets(text.position)
    case UInt8(ascii: "\""): return .text(try quotedText())
    case _ where "&*!|>'%@`?,]}".utf8.contains(first):
      throw RecordingFault(
        text.position, "\(ScriptWords.quoted([first])) starts something of YAML that 'libinput record' does not write")
    default: return .text(plainText())
    }
  }

  private mutating func plainText() -> Range<Int> {
    let line = text.takeLine()
    for index in line.dropFirst() where text.source[index] == UInt8(ascii: "#") && text.source[index - 1] == 0x20 {
      var end = index
      while end > line.lowerBound, text.source[end - 1] == 0x20 { end -= 1 }
      return line.lowerBound..<end
    }
    return line
  }

  /// A text in quotation marks. The names of devices are written as they are, and may have such marks themselves: the
  /// last one of the line ends the text.
  private mutating func quotedText() throws(RecordingFault) -> Range<Int> {
    let line = text.takeLine()
    guard let end = line.last, end > line.lowerBound, text.source[end] == UInt8(ascii: "\"") else {
      throw RecordingFault(line.lowerBound, "this text has no quotation mark at its end: is the file cut off?")
    }
    return line.lowerBound + 1..<end
  }

  /// The rest of a line has no more than a comment.
  private mutating func endLine() throws(RecordingFault) {
    text.skipSpaces()
    guard isAtTextEnd else {
      let start = text.position
      throw RecordingFault(start, "\(ScriptWords.quoted(text.source[text.takeLine()])) is too much on this line")
    }
    _ = text.take { !RecordingText.endsLine($0) }
    text.skipLineEnd()
  }
}

extension YAMLReader {
  /// A number of a list, and the byte at which it starts.
  struct Number {
    let value: Int64
    let offset: Int
  }

  /// Reads the list in brackets that was found last, of whole numbers.
  ///
  /// - Parameter numbers: What it holds is replaced.
  mutating func readNumbers(into numbers: inout [Number]) throws(RecordingFault) {
    numbers.removeAll(keepingCapacity: true)
    let start = text.position
    guard hasUnreadBrackets, text.byte == UInt8(ascii: "[") else {
      throw RecordingFault(start, "a list of numbers in brackets should be here")
    }
    hasUnreadBrackets = false
    text.position += 1
    while true {
      try skipSpace(of: start)
      if numbers.isEmpty, text.byte == UInt8(ascii: "]") { break }
      let word = text.take { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      guard let value = text.integer(in: word) else {
        let rest = text.take { !" ,]".utf8.contains($0) && !RecordingText.endsLine($0) }
        throw RecordingFault(
          word.lowerBound,
          "a whole number of 64 bits should be here, not "
            + ScriptWords.quoted(text.source[word.lowerBound..<rest.upperBound]))
      }
      numbers.append(Number(value: value, offset: word.lowerBound))
      try skipSpace(of: start)
      if text.byte == UInt8(ascii: "]") { break }
      guard text.byte == UInt8(ascii: ",") else {
        throw RecordingFault(text.position, "a comma or a bracket should be behind this number")
      }
      text.position += 1
    }
    text.position += 1
    try endLine()
  }

  /// Passes over spaces, comments and line ends in a list.
  private mutating func skipSpace(of start: Int) throws(RecordingFault) {
    while true {
      text.skipSpaces()
      if text.isAtEnd { throw Self.unclosed(start) }
      if text.byte == UInt8(ascii: "#") { _ = text.take { !RecordingText.endsLine($0) } }
      guard text.isAtLineEnd else { return }
      text.skipLineEnd()
    }
  }

  /// Passes over the brackets that were found last, with all in them.
  private mutating func skipBrackets() throws(RecordingFault) {
    hasUnreadBrackets = false
    let start = text.position
    var closing: [UInt8] = []
    repeat {
      try skipSpace(of: start)
      let offset = text.position
      let byte = text.source[offset]
      text.position += 1
      switch byte {
      case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard closing.popLast() == byte else {
          throw RecordingFault(offset, "this bracket does not close the one before it")
        }
      case UInt8(ascii: "\""):
        _ = text.take { $0 != UInt8(ascii: "\"") && !RecordingText.endsLine($0) }
        guard text.byte == UInt8(ascii: "\"") else {
          throw RecordingFault(offset, "this text has no quotation mark at its end: is the file cut off?")
        }
        text.position += 1
      default: break
      }
      guard closing.count <= Self.deepest else {
        throw RecordingFault(offset, "brackets are nested deeper than \(Self.deepest)", isLimit: true)
      }
    } while !closing.isEmpty
    try endLine()
  }

  private static func unclosed(_ start: Int) -> RecordingFault {
    RecordingFault(start, "this bracket is not closed: is the file cut off?")
  }
}
