/// A JSON text, read strictly by RFC 8259, that still knows where each of its values stands.
///
/// Refused beyond what the grammar refuses: a byte order mark, broken UTF-8, half a surrogate pair, a
/// key that comes twice in one object, and a number too large for a double. Numbers keep their digits.
public struct JSONDocument: Sendable {
  /// The text's one value.
  public let root: JSONValue

  /// Reads a text from its bytes.
  ///
  /// - Parameters:
  ///   - source: The UTF-8 bytes; longer than 2³¹ − 1 bytes is refused as a limit.
  ///   - maximumDepth: How many arrays and objects may be inside each other; 1 is one container
  ///     that holds no other.
  /// - Throws: The first fault in the order of the text; a key that comes twice is found when its object ends.
  public init(parsing source: [UInt8], maximumDepth: Int) throws(JSONError) {
    var scanner = JSONScanner(source: source, maximumDepth: maximumDepth)
    try scanner.scanDocument()
    root = JSONValue(tape: JSONTape(source: source, nodes: scanner.nodes), node: 0)
  }
}
