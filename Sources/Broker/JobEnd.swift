public import Files
package import FrameGrabbing
public import Packing

/// How a job ended, in the worker's words.
package struct JobEnd: Packed {
  /// Whether everything succeeded that is not reported moment by moment.
  package let isSuccess: Bool
  /// The error that made the whole call invalid.
  package let failure: RelayedError?
  /// The moment that failed, as it was asked for.
  package let asked: String?
  /// The times of the stages, if they were measured.
  package let times: [Stopwatch.Time]
  /// How many bytes of the video were read, for display only.
  package let bytesRead: Int64

  /// Makes an end.
  package init(
    isSuccess: Bool, failure: RelayedError? = nil, asked: String? = nil, times: [Stopwatch.Time] = [],
    bytesRead: Int64 = 0
  ) {
    (self.isSuccess, self.failure, self.asked, self.times) = (isSuccess, failure, asked, times)
    self.bytesRead = bytesRead
  }

  /// Appends it to a message.
  package func pack(into packing: inout VarintWriter) {
    packing.append(isSuccess, failure, asked, times, UInt64(clamping: bytesRead))
  }

  /// Reads it from a message.
  package init(unpacking packing: inout VarintReader) throws(VarintError) {
    let bytes: UInt64
    (isSuccess, failure, asked, times, bytes) = try packing.values()
    bytesRead = Int64(clamping: bytes)
  }
}

extension Stopwatch.Time: Packed {
  /// Appends both.
  public func pack(into packing: inout VarintWriter) { packing.append(wall, cpu) }

  /// Reads both.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    self.init(wall: try packing.signed(), cpu: try packing.signed())
  }
}
