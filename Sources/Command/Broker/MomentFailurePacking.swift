import FrameGrabbing
import Packing

extension MomentFailure {
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

extension ArraySlice<UInt8> {
  /// Its beginning up to the last line feed; all of it if there is none.
  var wholeLines: ArraySlice<UInt8> {
    lastIndex(of: 0x0A).map { self[...$0] } ?? self
  }
}
