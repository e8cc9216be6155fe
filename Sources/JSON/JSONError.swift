/// The error of a text that is not valid JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Hashable, Sendable {
    /// The text violates the grammar of RFC 8259, or has a duplicate key in an object.
    case syntax
    /// The text is nested too deeply or too long.
    case limit
  }

  /// Whether the grammar or a limit was violated.
  public let kind: Kind
  /// Where the error is.
  public let location: JSONLocation
  /// The JSON pointer (RFC 6901) of the innermost value that contains the error; empty for the whole text.
  public let pointer: String
  /// The error message, without the position.
  public let reason: String

  /// Makes an error.
  public init(kind: Kind, location: JSONLocation, pointer: String, reason: String) {
    self.kind = kind
    self.location = location
    self.pointer = pointer
    self.reason = reason
  }

  /// `line:column: pointer: reason`; an empty pointer is left out together with its colon.
  public var description: String {
    let place = "\(location.line):\(location.column): "
    return pointer.isEmpty ? place + reason : place + pointer + ": " + reason
  }
}
