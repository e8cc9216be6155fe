import Packing

/// A message from the broker to the process that runs the helper.
enum SourceQuestion {
  /// The size and version of an object; with `isRead`, also a socket that gives its bytes.
  case open(String, isRead: Bool)
  /// To end the helper, and itself.
  case end

  var message: [UInt8] {
    var packing = VarintWriter()
    switch self {
    case .open(let name, let isRead): packing.append(0 as UInt8, name, isRead)
    case .end: packing.append(byte: 1)
    }
    return packing.bytes
  }

  init?(_ message: [UInt8]) {
    var packing = VarintReader(message)
    switch try? packing.byte() {
    case 0:
      guard let (name, isRead): (String, Bool) = try? packing.values() else { return nil }
      self = .open(name, isRead: isRead)
    case 1: self = .end
    default: return nil
    }
  }
}

/// That process's answer, or its first message.
enum SourceAnswer {
  /// The helper was started.
  case started
  /// The object; the socket comes with the message.
  case opened(size: Int64, version: String?)
  /// It cannot be read.
  case failed(SourceFault)

  var message: [UInt8] {
    var packing = VarintWriter()
    switch self {
    case .started: packing.append(byte: 0)
    case .opened(let size, let version): packing.append(1 as UInt8, size, version)
    case .failed(let fault): packing.append(2 as UInt8, fault.words, fault.mayBeRetried, fault.isForAll)
    }
    return packing.bytes
  }

  init?(_ message: [UInt8]) {
    var packing = VarintReader(message)
    do throws(VarintError) {
      switch try packing.byte() {
      case 0: self = .started
      case 1:
        self = .opened(size: try packing.values(), version: try packing.values())
      case 2:
        let (words, mayBeRetried, isForAll): (String, Bool, Bool) = try packing.values()
        self = .failed(SourceFault(words: words, mayBeRetried: mayBeRetried, isForAll: isForAll))
      default: return nil
      }
    } catch {
      return nil
    }
  }
}

/// Why an object cannot be read.
public struct SourceFault: Error, Hashable, Sendable {
  /// The reason, as the end of a sentence about the object.
  public let words: String
  /// Whether it may be read later.
  public let mayBeRetried: Bool
  /// Whether no object can be read any more.
  public let isForAll: Bool
}
