import Packing
import Video

/// Which index of its video a worker means; the file is the broker's own knowledge.
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
