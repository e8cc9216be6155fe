import Files
import FrameGrabbing
import Packing

extension VarintWriter {
  /// Appends a value, or an error in the broker's words.
  mutating func append<Value>(
    _ result: Result<Value, GrabError>, _ relay: (GrabError) -> RelayedError,
    _ pack: (inout VarintWriter, Value) -> Void
  ) {
    switch result {
    case .success(let value):
      append(false)
      pack(&self, value)
    case .failure(let error):
      append(true)
      append(error.subject.bytes)
      relay(error).pack(into: &self)
    }
  }
}

extension VarintReader {
  /// Reads the same.
  mutating func result<Value>(
    _ unpack: (inout VarintReader) throws(VarintError) -> Value
  ) throws(VarintError) -> Result<Value, GrabError> {
    guard try flag() else { return .success(try unpack(&self)) }
    let path = Path(bytes: try blob())
    return .failure(GrabError(path, .relayed(try RelayedError(unpacking: &self))))
  }
}

extension Published {
  func pack(into packing: inout VarintWriter) {
    switch self {
    case .created: packing.append(byte: 0)
    case .replaced: packing.append(byte: 1)
    case .skipped: packing.append(byte: 2)
    }
  }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    switch try packing.byte() {
    case 0: self = .created
    case 1: self = .replaced
    case 2: self = .skipped
    default: throw VarintError()
    }
  }
}
