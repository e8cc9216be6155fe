import Color
import JSON

/// The place of a picture among raw samples, or in an answer.
struct RawPart: Hashable, Sendable {
  /// The samples; nil for a PNG.
  let layout: RawLayout?
  /// Its first byte, counted from the start of the file, of the answer's pictures, or of standard output; nil if
  /// unknown.
  let offset: Int64?
  /// Whether another picture of the run was reported with the same file before.
  let follows: Bool
  /// How many bytes it has in an answer; nil elsewhere.
  var bytes: Int64?

  /// Adds what is needed to read the picture.
  func addMembers(to object: inout JSONObjectWriter) {
    if let layout { object.add("raw", .string(layout.rawValue)) }
    object.add("offset", .integer(offset))
    if let bytes { object.add("bytes", .integer(bytes)) }
  }
}
