package import Files
package import FrameGrabbing
import Packing

/// How a job ended, in the worker's words.
package struct JobEnd {
  /// Whether everything succeeded that is not reported moment by moment.
  package let isSuccess: Bool
  /// The error that made the whole call invalid.
  package let failure: RelayedError?
  /// The text of the moment which that was about.
  package let asked: String?
  /// The times of the stages, if they were measured.
  package let times: [Stopwatch.Time]
  /// How many bytes of the video were read, for people only: nothing depends on it.
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
  func pack(into packing: inout VarintWriter) {
    packing.append(isSuccess)
    packing.append(failure) { $1.pack(into: &$0) }
    packing.append(asked) { $0.append($1) }
    packing.append(count: times.count)
    for time in times {
      packing.append(signed: time.wall)
      packing.append(signed: time.cpu)
    }
    packing.append(UInt64(clamping: bytesRead))
  }

  /// Reads it from a message.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    isSuccess = try packing.flag()
    failure = try packing.optional { (packing) throws(VarintError) in try RelayedError(unpacking: &packing) }
    asked = try packing.optional { (packing) throws(VarintError) in try packing.text() }
    var times: [Stopwatch.Time] = []
    for _ in 0..<(try packing.count(ofAtLeast: 2)) {
      times.append(Stopwatch.Time(wall: try packing.signed(), cpu: try packing.signed()))
    }
    self.times = times
    bytesRead = Int64(clamping: try packing.number())
  }
}
