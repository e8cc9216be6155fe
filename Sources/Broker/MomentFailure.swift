package import FrameGrabbing
import Packing

/// A moment that failed.
package struct MomentFailure {
  package let error: RelayedError
  /// The text of the moment; nil if the whole call failed.
  package let asked: String?
  /// Whether people were told the same before.
  package let isRepeated: Bool
  /// Whether it is only a line for people, and no result.
  package let isOnlyLine: Bool

  /// Makes a failure.
  package init(error: RelayedError, asked: String?, isRepeated: Bool = false, isOnlyLine: Bool = false) {
    (self.error, self.asked, self.isRepeated, self.isOnlyLine) = (error, asked, isRepeated, isOnlyLine)
  }

  /// Appends the failure to a message.
  func pack(into packing: inout VarintWriter) {
    error.pack(into: &packing)
    packing.append(asked) { $0.append($1) }
    packing.append(isRepeated)
    packing.append(isOnlyLine)
  }

  /// Reads a failure from a message.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    error = try RelayedError(unpacking: &packing)
    asked = try packing.optional { (packing) throws(VarintError) in try packing.text() }
    isRepeated = try packing.flag()
    isOnlyLine = try packing.flag()
  }
}
