/// One value or key on the tape, in eight bytes; its kind follows from its first byte in the source.
struct JSONNode {
  /// Marks a string that contains at least one backslash.
  private static let escapeFlag: UInt32 = 0x8000_0000

  /// Byte offset of the value's first byte; for a string, its opening quotation mark.
  let start: UInt32
  private var link: UInt32

  /// Makes a node that ends before byte `end` or, for an array or object, before node `end`.
  init(start: Int, end: Int, hasEscapes: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.link = UInt32(truncatingIfNeeded: end) | (hasEscapes ? Self.escapeFlag : 0)
  }

  /// Byte offset after a scalar's last byte; for an array or object, the index of the node after its last one.
  var end: Int { Int(link & ~Self.escapeFlag) }
  /// Whether the string contains a backslash.
  var hasEscapes: Bool { link & Self.escapeFlag != 0 }
}

/// A parsed text: its bytes, and a flat list of its values and keys in the order in which they start.
///
/// An object is followed by key, value, key, value…; an array by its elements. It stores offsets instead of strings and
/// numbers, so that a million touches fit into tens of megabytes.
final class JSONTape: Sendable {
  /// Offsets have 31 bits, since one bit is a node's flag.
  static let maximumByteCount = Int(Int32.max)

  let source: [UInt8]
  let nodes: [JSONNode]

  init(source: [UInt8], nodes: [JSONNode]) {
    self.source = source
    self.nodes = nodes
  }

  /// The first byte of a node's text, which determines its kind.
  func firstByte(of node: Int) -> UInt8 {
    source[Int(nodes[node].start)]
  }

  /// The index of the node after this one and everything in it.
  func next(after node: Int) -> Int {
    let byte = firstByte(of: node)
    let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    return isContainer ? nodes[node].end : node + 1
  }

  /// The decoded text of a string or key.
  func string(of node: Int) -> String {
    let entry = nodes[node]
    let inside = source[(Int(entry.start) + 1)..<(entry.end - 1)]
    if entry.hasEscapes {
      return String(decoding: JSONStringLiteral.bytes(of: inside), as: UTF8.self)
    }
    return String(decoding: inside, as: UTF8.self)
  }

  /// Where a value or key starts.
  func location(of node: Int) -> JSONLocation {
    JSONLocation(of: Int(nodes[node].start), in: source)
  }

  /// The JSON pointer of a value; for a key, that of its member.
  func pointer(of node: Int) -> String {
    var pointer = ""
    var container = 0
    while container < node {
      let isObject = firstByte(of: container) == UInt8(ascii: "{")
      let end = nodes[container].end
      var child = container + 1
      var index = 0
      var key = ""
      while child < end {
        let value = isObject ? child + 1 : child
        let following = next(after: value)
        if node < following {
          key = isObject ? string(of: child) : String(index)
          child = value
          break
        }
        child = following
        index += 1
      }
      guard child < end else { return pointer }
      pointer += "/" + JSONPointer.escaping(key)
      container = child
    }
    return pointer
  }
}
