import Packing

/// What the broker asks of the process that keeps the helper.
enum SourceQuestion {
  /// The size and version of an object; with `isRead`, also a socket that gives its bytes.
  case open(String, isRead: Bool)
  /// To end the helper, and itself.
  case end

  var message: [UInt8] {
    var packing = VarintWriter()
    switch self {
    case .open(let name, let isRead):
      packing.append(byte: 0)
      packing.append(name)
      packing.append(isRead)
    case .end: packing.append(byte: 1)
    }
    return packing.bytes
  }

  init?(_ message: [UInt8]) {
    var packing = VarintReader(message)
    switch try? packing.byte() {
    case 0:
      guard let name = try? packing.text(), let isRead = try? packing.flag() else { return nil }
      self = .open(name, isRead: isRead)
    case 1: self = .end
    default: return nil
    }
  }
}

/// The answer to such a question, and the first message of that process.
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
    case .opened(let size, let version):
      packing.append(byte: 1)
      packing.append(signed: size)
      packing.append(version) { $0.append($1) }
    case .failed(let fault):
      packing.append(byte: 2)
      packing.append(fault.words)
      packing.append(fault.mayBeRetried)
      packing.append(fault.isForAll)
    }
    return packing.bytes
  }

  init?(_ message: [UInt8]) {
    var packing = VarintReader(message)
    do throws(VarintError) {
      switch try packing.byte() {
      case 0: self = .started
      case 1:
        self = .opened(
          size: try packing.signed(),
          version: try packing.optional { (packing) throws(VarintError) in try packing.text() })
      case 2:
        self = .failed(
          SourceFault(
            words: try packing.text(), mayBeRetried: try packing.flag(), isForAll: try packing.flag()))
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
