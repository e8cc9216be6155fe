/// A scanner that parses a text into the nodes of a tape, with an explicit stack instead of recursion.
struct JSONScanner {
  /// What may come next.
  private enum Expectation {
    case value
    case firstElement
    case firstKey
    case key
    case separator
  }

  /// The value that an error's pointer refers to.
  private enum Subject {
    /// The innermost open array or object.
    case container
    /// The value in it that is being scanned.
    case child
    /// The member that a key on the tape belongs to.
    case member(keyNode: Int)
  }

  private let maximumDepth: Int
  private var cursor: JSONCursor
  /// The open containers, outermost first.
  private var open: [Int] = []
  private var subject = Subject.child
  private(set) var nodes: [JSONNode] = []

  init(source: [UInt8], maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    cursor = JSONCursor(source: source)
  }

  /// Scans the single value of the text and makes sure that nothing follows it.
  mutating func scanDocument() throws(JSONError) {
    do throws(JSONFault) {
      try scan()
    } catch {
      throw JSONError(
        kind: error.kind, location: JSONLocation(of: error.offset, in: cursor.source), pointer: pointer(),
        reason: error.reason)
    }
  }

  private mutating func scan() throws(JSONFault) {
    guard cursor.source.count <= JSONTape.maximumByteCount else {
      throw JSONFault(offset: 0, reason: "more than \(JSONTape.maximumByteCount) bytes", kind: .limit)
    }
    if cursor.source.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONFault(offset: 0, reason: "a byte order mark is at the start; save the text as UTF-8 without one")
    }
    if cursor.source.starts(with: [0xFF, 0xFE]) || cursor.source.starts(with: [0xFE, 0xFF]) {
      throw JSONFault(offset: 0, reason: "the text is UTF-16; save it as UTF-8")
    }
    var expectation = Expectation.value
    while true {
      cursor.skipSpace()
      switch expectation {
      case .firstElement:
        if cursor.byte == UInt8(ascii: "]") {
          try close()
          expectation = .separator
        } else {
          expectation = .value
        }
      case .firstKey:
        if cursor.byte == UInt8(ascii: "}") {
          try close()
          expectation = .separator
        } else {
          expectation = .key
        }
      case .key:
        try scanKey()
        expectation = .value
      case .value:
        expectation = try scanValue()
      case .separator:
        guard let container = open.last else {
          guard cursor.byte == nil else {
            throw JSONFault(
              offset: cursor.offset, reason: "nothing may follow the value, but here is \(cursor.described)")
          }
          return
        }
        expectation = try scanSeparator(in: container)
      }
    }
  }

  private mutating func scanValue() throws(JSONFault) -> Expectation {
    subject = .child
    let start = cursor.offset
    guard let byte = cursor.byte else {
      throw JSONFault(
        offset: start, reason: nodes.isEmpty ? "there is no text, only space" : "the text ends where a value should be")
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < maximumDepth else {
        throw JSONFault(
          offset: start, reason: "arrays and objects are nested more than \(maximumDepth) deep", kind: .limit)
      }
      open.append(nodes.count)
      nodes.append(JSONNode(start: start, end: nodes.count + 1))
      cursor.offset += 1
      subject = .container
      return byte == UInt8(ascii: "{") ? .firstKey : .firstElement
    case UInt8(ascii: "\""):
      let hasEscapes = try cursor.scanString()
      nodes.append(JSONNode(start: start, end: cursor.offset, hasEscapes: hasEscapes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try cursor.scanNumber()
      nodes.append(JSONNode(start: start, end: cursor.offset))
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      try cursor.scanWord()
      nodes.append(JSONNode(start: start, end: cursor.offset))
    default:
      throw JSONFault(offset: start, reason: reasonAgainstValue(startingWith: byte))
    }
    return .separator
  }

  private func reasonAgainstValue(startingWith byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"): "a string needs double quotes, not single ones"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "a comment is not allowed in JSON"
    case UInt8(ascii: "+"): "a number may not start with a plus sign"
    case UInt8(ascii: "."): "a number needs a digit before its point"
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      "a value is missing before \(cursor.described)"
    default: "\(cursor.described) cannot start a value (\(JSONCursor.values))"
    }
  }

  private mutating func scanKey() throws(JSONFault) {
    subject = .container
    let start = cursor.offset
    guard let byte = cursor.byte else {
      throw JSONFault(offset: start, reason: "the text ends inside an object")
    }
    guard byte == UInt8(ascii: "\"") else {
      let isComment = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#")
      throw JSONFault(
        offset: start,
        reason: isComment
          ? "a comment is not allowed in JSON" : "a key in double quotes should be here, not \(cursor.described)")
    }
    let hasEscapes = try cursor.scanString()
    nodes.append(JSONNode(start: start, end: cursor.offset, hasEscapes: hasEscapes))
    subject = .child
    cursor.skipSpace()
    guard cursor.byte == UInt8(ascii: ":") else {
      throw JSONFault(offset: cursor.offset, reason: "a colon should follow the key, not \(cursor.described)")
    }
    cursor.offset += 1
  }

  /// Scans what follows a member or element: a comma, or the end of the container.
  private mutating func scanSeparator(in container: Int) throws(JSONFault) -> Expectation {
    subject = .container
    let isObject = cursor.source[Int(nodes[container].start)] == UInt8(ascii: "{")
    let closer = UInt8(ascii: isObject ? "}" : "]")
    if cursor.byte == closer {
      try close()
      return .separator
    }
    let name = isObject ? "object" : "array"
    guard cursor.byte == UInt8(ascii: ",") else {
      guard let byte = cursor.byte else {
        throw JSONFault(offset: cursor.offset, reason: "the text ends inside an \(name)")
      }
      let isComment = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#")
      throw JSONFault(
        offset: cursor.offset,
        reason: isComment
          ? "a comment is not allowed in JSON"
          : "a comma or the end of the \(name) should be here, not \(cursor.described)")
    }
    let comma = cursor.offset
    cursor.offset += 1
    cursor.skipSpace()
    if cursor.byte == closer {
      throw JSONFault(offset: comma, reason: "a comma may not come before the end of the \(name)")
    }
    return isObject ? .key : .value
  }

  /// Ends the innermost container; the cursor is on its bracket.
  private mutating func close() throws(JSONFault) {
    guard let container = open.last else { return }
    let start = Int(nodes[container].start)
    nodes[container] = JSONNode(start: start, end: nodes.count)
    if cursor.source[start] == UInt8(ascii: "{"),
      let key = JSONRepeatedKey.node(inObject: container, nodes: nodes, source: cursor.source)
    {
      subject = .member(keyNode: key)
      throw JSONFault(offset: Int(nodes[key].start), reason: "this key has been there before in the same object")
    }
    open.removeLast()
    cursor.offset += 1
  }

  /// The pointer of the subject, computed from the unfinished tape.
  private func pointer() -> String {
    let tape = JSONTape(source: cursor.source, nodes: nodes)
    var pointer = ""
    for (level, container) in open.enumerated() {
      let isInnermost = level == open.count - 1
      if isInnermost, case .container = subject { break }
      if isInnermost, case .member(let keyNode) = subject {
        return pointer + "/" + JSONPointer.escaping(tape.string(of: keyNode))
      }
      let child = isInnermost ? nodes.count : open[level + 1]
      if tape.firstByte(of: container) == UInt8(ascii: "{") {
        pointer += "/" + JSONPointer.escaping(tape.string(of: child - 1))
      } else {
        var index = 0
        var sibling = container + 1
        while sibling < child {
          sibling = tape.next(after: sibling)
          index += 1
        }
        pointer += "/\(index)"
      }
    }
    return pointer
  }
}
