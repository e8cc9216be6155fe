import Packing

/// How a run of a scrubbing session's worker ended.
package enum ScrubRunEnd {
  case done
  case abandoned
  /// Why a frame could not be decoded.
  case failed(String)

  /// The run number that stands for a save.
  package static let saving = 0

  func pack(_ number: Int, into packing: inout VarintWriter) {
    packing.append(count: number)
    switch self {
    case .done: packing.append(byte: 0)
    case .abandoned: packing.append(byte: 1)
    case .failed(let reason):
      packing.append(2 as UInt8, String(reason.prefix(2000)))
    }
  }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    switch try packing.byte() {
    case 0: self = .done
    case 1: self = .abandoned
    case 2: self = .failed(try packing.values())
    default: throw VarintError()
    }
  }
}
