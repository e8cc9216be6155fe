import Color
import JSON

/// Where a report's picture is among plain samples.
struct RawPart: Hashable, Sendable {
  let layout: RawLayout
  /// Its first byte, counted from the start of the file or of what went to standard output; nil if that is not known.
  let offset: Int64?
  /// Whether another picture of the run was reported with the same file before.
  let follows: Bool

  /// Adds what is needed to read the picture.
  func addMembers(to object: inout JSONObjectWriter) {
    object.add("raw", .string(layout.rawValue))
    object.add("offset", .integer(offset))
  }
}
