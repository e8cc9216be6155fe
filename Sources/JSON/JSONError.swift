/// Why a text was refused as JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What sort of refusal it is.
  public enum Kind: Hashable, Sendable {
    /// The text breaks the grammar of RFC 8259, or holds a key twice in one object.
    case syntax
    /// The text is too deep or too long, whatever its grammar.
    case limit
  }

  /// Whether the grammar or a limit refused the text.
  public let kind: Kind
  /// Where the fault is.
  public let location: JSONLocation
  /// The JSON pointer (RFC 6901) of the innermost value that the fault is in; empty for the whole text.
  public let pointer: String
  /// The fault in plain words, without its place.
  public let reason: String

  /// A refusal with all its parts.
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
