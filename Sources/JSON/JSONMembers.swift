/// One member of an object: a key and its value, each with its location.
public struct JSONMember: Sendable {
  let tape: JSONTape
  let keyNode: Int

  /// The key with its escapes decoded.
  public var key: String { tape.string(of: keyNode) }

  /// The location of the key's opening quotation mark; found by counting from the start of the text.
  public var keyLocation: JSONLocation { tape.location(of: keyNode) }

  /// The value.
  public var value: JSONValue { JSONValue(tape: tape, node: keyNode + 1) }

  /// Whether the key has exactly the scalars of a name (Swift's own string equality is looser).
  public func hasKey(_ name: String) -> Bool {
    let entry = tape.nodes[keyNode]
    if entry.hasEscapes {
      return key.utf8.elementsEqual(name.utf8)
    }
    let start = Int(entry.start) + 1
    guard entry.end - 1 - start == name.utf8.count else { return false }
    var index = start
    for byte in name.utf8 {
      guard tape.source[index] == byte else { return false }
      index += 1
    }
    return true
  }
}

/// The members of an object, in the order written.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var keyNode: Int
  private let end: Int

  init(of value: JSONValue) {
    tape = value.tape
    keyNode = value.node + 1
    end = value.kind == .object ? value.tape.nodes[value.node].end : keyNode
  }

  /// The next member.
  public mutating func next() -> JSONMember? {
    guard keyNode < end else { return nil }
    let member = JSONMember(tape: tape, keyNode: keyNode)
    keyNode = tape.next(after: keyNode + 1)
    return member
  }
}

/// The elements of an array, in the order written.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let tape: JSONTape
  private var node: Int
  private let end: Int

  init(of value: JSONValue) {
    tape = value.tape
    node = value.node + 1
    end = value.kind == .array ? value.tape.nodes[value.node].end : node
  }

  /// The next element.
  public mutating func next() -> JSONValue? {
    guard node < end else { return nil }
    let value = JSONValue(tape: tape, node: node)
    node = tape.next(after: node)
    return value
  }

  /// The number of elements; counted by stepping over each.
  public var count: Int {
    var count = 0
    var rest = self
    while rest.next() != nil { count += 1 }
    return count
  }
}

extension JSONValue {
  /// The members of an object in the order written; none for other kinds.
  public var members: JSONMembers { JSONMembers(of: self) }

  /// The elements of an array in the order written; none for other kinds.
  public var elements: JSONElements { JSONElements(of: self) }

  /// The value of an object's member; nil when there is none, and for other kinds.
  public subscript(key: String) -> JSONValue? {
    members.first { $0.hasKey(key) }?.value
  }
}
