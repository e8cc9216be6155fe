import FrameGrabbing
public import Packing
public import Seeking
import Workers

/// A description of a video, or the seeks of a replay.
struct FindingMessage: Message {
  /// Whether it was passed on.
  typealias Answer = Result<Bool, GrabError>
  static let code: UInt8 = 7

  let finding: Finding

  init(_ finding: Finding) { self.finding = finding }

  func pack(into packing: inout VarintWriter) {
    switch finding {
    case .description(let text): packing.append(0 as UInt8, text)
    case .seeks(let records): packing.append(1 as UInt8, records)
    case .summary(let summary): packing.append(2 as UInt8, summary)
    // They have messages of their own.
    case .timeline, .thumbnail: packing.append(byte: .max)
    }
  }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    switch try packing.byte() {
    case 0: finding = .description(TextCheck.checked(try packing.blob()))
    case 1: finding = .seeks(try packing.values())
    case 2: finding = .summary(try packing.values())
    default: throw VarintError()
    }
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.check(finding) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    try session.answer { (work) throws(GrabError) in
      do throws(GrabError) {
        try work.hands.report(finding)
      } catch {
        session.account.stop()
        throw error
      }
      return true
    }
  }
}

extension SeekRecord: Packed {
  /// Appends its numbers and times, and how it ended.
  public func pack(into packing: inout VarintWriter) {
    packing.append(number, target, requestedAt, issuedAt, endedAt, result, isSuperseded)
  }

  /// Reads the same.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (number, target, asked): (Int, Int, Int64) = try packing.values()
    let (issued, ended, result, isSuperseded): (Int64, Int64, SeekResult, Bool) = try packing.values()
    self.init(
      number: number, target: target, requestedAt: asked, issuedAt: issued, endedAt: ended, result: result,
      isSuperseded: isSuperseded)
  }
}

extension SeekResult: Packed {
  /// Appends a number, and the reason of a failure.
  public func pack(into packing: inout VarintWriter) {
    switch self {
    case .shown: packing.append(byte: 0)
    case .abandoned: packing.append(byte: 1)
    case .failed(let reason): packing.append(2 as UInt8, String(reason.prefix(1000)))
    }
  }

  /// Reads the same.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    switch try packing.byte() {
    case 0: self = .shown
    case 1: self = .abandoned
    case 2: self = .failed(try packing.values())
    default: throw VarintError()
    }
  }
}

extension SeekSummary: Packed {
  /// Appends its counts and times.
  public func pack(into packing: inout VarintWriter) {
    packing.append(requests, seeks, framesShown, failures, longestWithoutPicture, timeToSettle)
  }

  /// Reads the same.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (requests, seeks, shown, failures): (Int, Int, Int, Int) = try packing.values()
    let (longest, settling): (Int64?, Int64?) = try packing.values()
    self.init(
      requests: requests, seeks: seeks, framesShown: shown, failures: failures, longestWithoutPicture: longest,
      timeToSettle: settling)
  }
}
