public import JSON

/// Why a gesture file is refused, and where.
public struct GestureFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the fault, from 1.
  public let line: Int
  /// The column of the fault, from 1, in Unicode scalars.
  public let column: Int
  /// The JSON pointer (RFC 6901) of the value at fault; empty for the whole file.
  public let pointer: String
  /// The fault in plain words, without its place.
  public let reason: String
  /// Whether the file is too large (touches, depth) instead of wrong.
  public let isLimit: Bool

  /// A refusal at a place.
  public init(location: JSONLocation, pointer: String, reason: String, isLimit: Bool = false) {
    line = location.line
    column = location.column
    self.pointer = pointer
    self.reason = reason
    self.isLimit = isLimit
  }

  /// A refusal by the JSON parser.
  init(_ error: JSONError) {
    self.init(
      location: error.location, pointer: error.pointer, reason: error.reason, isLimit: error.kind == .limit)
  }

  /// `line:column: pointer: reason`, in front of which a caller puts the file's name and a colon.
  ///
  /// An empty pointer is left out together with its colon; a very long one is cut here, so that the reason gets read.
  public var description: String {
    let place = "\(line):\(column): "
    return pointer.isEmpty ? place + reason : place + ScriptWords.cut(pointer, after: 200) + ": " + reason
  }
}
