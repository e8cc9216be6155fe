/// A JSON text, parsed strictly by RFC 8259, with the position of each of its values.
///
/// In addition to grammar errors, it rejects a byte order mark, invalid UTF-8, half a surrogate pair, a duplicate key
/// in an object, and a number too large for a double. Numbers keep their digits.
public struct JSONDocument: Sendable {
  /// The text's single value.
  public let root: JSONValue

  /// Reads a text from its bytes.
  ///
  /// - Parameters:
  ///   - source: The UTF-8 bytes; more than 2³¹ − 1 bytes exceed a limit.
  ///   - maximumDepth: How deep arrays and objects may be nested; 1 is one container without another in it.
  /// - Throws: The first error in the order of the text; a duplicate key is found when its object ends.
  public init(parsing source: [UInt8], maximumDepth: Int) throws(JSONError) {
    var scanner = JSONScanner(source: source, maximumDepth: maximumDepth)
    try scanner.scanDocument()
    root = JSONValue(tape: JSONTape(source: source, nodes: scanner.nodes), node: 0)
  }

  /// The text that was parsed.
  public var source: [UInt8] { root.tape.source }
}
