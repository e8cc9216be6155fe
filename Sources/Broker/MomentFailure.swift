package import FrameGrabbing
package import Packing

/// A moment that failed.
package struct MomentFailure: Packed {
  package let error: RelayedError
  /// The text of the moment; nil if the whole call failed.
  package let asked: String?
  /// Whether the same error was printed before.
  package let isRepeated: Bool
  /// Whether it is only a message to be printed, and no result.
  package let isOnlyLine: Bool

  /// Makes a failure.
  package init(error: RelayedError, asked: String?, isRepeated: Bool = false, isOnlyLine: Bool = false) {
    (self.error, self.asked, self.isRepeated, self.isOnlyLine) = (error, asked, isRepeated, isOnlyLine)
  }

  /// Appends the failure to a message.
  package func pack(into packing: inout VarintWriter) { packing.append(error, asked, isRepeated, isOnlyLine) }

  /// Reads a failure from a message.
  package init(unpacking packing: inout VarintReader) throws(VarintError) {
    (error, asked, isRepeated, isOnlyLine) = try packing.values()
  }
}
