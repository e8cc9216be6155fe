/// The search for a duplicate key in an object.
enum JSONRepeatedKey {
  /// Up to this many members every pair is compared, which needs no memory.
  private static let pairwiseLimit = 8

  /// The node of the first key in the order of the text that repeats an earlier one; nil when all differ.
  ///
  /// Keys are compared by their decoded scalars: `"a"` and `"\u0061"` are the same key.
  static func node(inObject container: Int, nodes: [JSONNode], source: [UInt8]) -> Int? {
    let end = nodes[container].end
    // An object with at most one scalar member has nothing to compare.
    guard end - container > 3 else { return nil }
    let keys = KeyNodes(nodes: nodes, source: source, position: container + 1, end: end)
    var count = 0
    var later = keys
    while let key = later.next() {
      count += 1
      if count > pairwiseLimit { return nodeByHash(keys, nodes: nodes, source: source) }
      var earlier = keys
      while let other = earlier.next(), other < key {
        if isSameKey(other, key, nodes: nodes, source: source) { return key }
      }
    }
    return nil
  }

  /// Sorting by a randomly seeded hash finds duplicates without quadratic time, whatever the keys are.
  private static func nodeByHash(_ keys: KeyNodes, nodes: [JSONNode], source: [UInt8]) -> Int? {
    var hashes: [(hash: Int, node: Int)] = []
    for key in keys {
      var hasher = Hasher()
      let entry = nodes[key]
      let inside = source[(Int(entry.start) + 1)..<(entry.end - 1)]
      if entry.hasEscapes {
        JSONStringLiteral.bytes(of: inside).withUnsafeBytes { hasher.combine(bytes: $0) }
      } else {
        inside.withUnsafeBytes { hasher.combine(bytes: $0) }
      }
      hashes.append((hasher.finalize(), key))
    }
    hashes.sort { $0.hash == $1.hash ? $0.node < $1.node : $0.hash < $1.hash }
    var first: Int?
    for (one, other) in zip(hashes, hashes.dropFirst()) where one.hash == other.hash {
      if other.node < first ?? .max, isSameKey(one.node, other.node, nodes: nodes, source: source) {
        first = other.node
      }
    }
    return first
  }

  private static func isSameKey(_ one: Int, _ other: Int, nodes: [JSONNode], source: [UInt8]) -> Bool {
    let left = nodes[one]
    let right = nodes[other]
    let leftInside = (Int(left.start) + 1)..<(left.end - 1)
    let rightInside = (Int(right.start) + 1)..<(right.end - 1)
    if left.hasEscapes || right.hasEscapes {
      return JSONStringLiteral.bytes(of: source[leftInside]) == JSONStringLiteral.bytes(of: source[rightInside])
    }
    guard leftInside.count == rightInside.count else { return false }
    for (leftIndex, rightIndex) in zip(leftInside, rightInside) where source[leftIndex] != source[rightIndex] {
      return false
    }
    return true
  }

  /// The nodes of an object's keys, in order.
  private struct KeyNodes: Sequence, IteratorProtocol {
    let nodes: [JSONNode]
    let source: [UInt8]
    var position: Int
    let end: Int

    mutating func next() -> Int? {
      guard position < end else { return nil }
      let key = position
      let value = nodes[key + 1]
      let byte = source[Int(value.start)]
      let isContainer = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      position = isContainer ? value.end : key + 2
      return key
    }
  }
}
