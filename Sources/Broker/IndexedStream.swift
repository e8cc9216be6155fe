import Packing
import Video

/// Identifies an index by what the worker knows; the file is known to the broker.
struct IndexedStream: Packed {
  let number: Int
  let isProbed: Bool

  init(number: Int, isProbed: Bool) { (self.number, self.isProbed) = (number, isProbed) }

  init(_ key: IndexKey) { self.init(number: key.stream, isProbed: key.isProbed) }

  func pack(into packing: inout VarintWriter) { packing.append(number, isProbed) }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    (number, isProbed) = try packing.values()
  }
}
