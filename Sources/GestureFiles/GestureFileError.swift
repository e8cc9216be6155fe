public import JSON

/// The error of an invalid gesture file, and where.
public struct GestureFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line of the error, from 1.
  public let line: Int
  /// The column of the error, from 1, in Unicode scalars.
  public let column: Int
  /// The JSON pointer (RFC 6901) of the wrong value; empty for the whole file.
  public let pointer: String
  /// The error message, without the position.
  public let reason: String
  /// Whether the file exceeds a limit (touches, depth) instead of being wrong.
  public let isLimit: Bool

  /// Makes an error at a location.
  public init(location: JSONLocation, pointer: String, reason: String, isLimit: Bool = false) {
    line = location.line
    column = location.column
    self.pointer = pointer
    self.reason = reason
    self.isLimit = isLimit
  }

  /// Makes an error from one of the JSON parser.
  init(_ error: JSONError) {
    self.init(
      location: error.location, pointer: error.pointer, reason: error.reason, isLimit: error.kind == .limit)
  }

  /// `line:column: pointer: reason`; the caller puts the file's name and a colon before it.
  ///
  /// An empty pointer is omitted together with its colon; a very long one is truncated, so that the reason stays
  /// visible.
  public var description: String {
    let place = "\(line):\(column): "
    return pointer.isEmpty ? place + reason : place + ScriptWords.cut(pointer, after: 200) + ": " + reason
  }
}
