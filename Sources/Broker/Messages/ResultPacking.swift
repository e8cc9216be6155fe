public import Files
import FrameGrabbing
public import Packing

extension VarintWriter {
  /// Appends a value, or an error in the broker's words.
  mutating func append<Value: Packed>(_ result: Result<Value, GrabError>, _ relay: (GrabError) -> RelayedError) {
    switch result {
    case .success(let value): append(false, value)
    case .failure(let error): append(true, error.subject, relay(error))
    }
  }
}

extension VarintReader {
  /// Reads the same.
  mutating func result<Value: Packed>() throws(VarintError) -> Result<Value, GrabError> {
    guard try flag() else { return .success(try values()) }
    let (path, error): (Path, RelayedError) = try values()
    return .failure(GrabError(path, .relayed(error)))
  }
}

extension Published: Packed {}
