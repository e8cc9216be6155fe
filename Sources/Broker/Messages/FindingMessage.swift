import FrameGrabbing
import Packing
import Seeking
import Workers

/// A description of a video, or the seeks of a replay.
struct FindingMessage: Message {
  /// Whether it was passed on.
  typealias Answer = Result<Bool, GrabError>
  static let code = MessageCode.finding

  let finding: Finding

  init(_ finding: Finding) { self.finding = finding }

  func pack(into packing: inout VarintWriter) {
    switch finding {
    case .description(let text):
      packing.append(byte: 0)
      packing.append(text)
    case .seeks(let records):
      packing.append(byte: 1)
      packing.append(count: records.count)
      for record in records { record.pack(into: &packing) }
    case .summary(let summary):
      packing.append(byte: 2)
      summary.pack(into: &packing)
    // They have messages of their own.
    case .timeline, .thumbnail: packing.append(byte: .max)
    }
  }

  init(unpacking packing: inout VarintReader, in session: any Conversation) throws(VarintError) {
    switch try packing.byte() {
    case 0: finding = .description(TextCheck.checked(try packing.blob()))
    case 1:
      var records: [SeekRecord] = []
      for _ in 0..<(try packing.count(ofAtLeast: SeekRecord.leastBytes)) {
        records.append(try SeekRecord(unpacking: &packing))
      }
      finding = .seeks(records)
    case 2: finding = .summary(try SeekSummary(unpacking: &packing))
    default: throw VarintError()
    }
  }

  func check(in session: any Conversation) throws(VarintError) { try session.account.check(finding) }

  func answer(by session: any Conversation) throws(VarintError) -> VarintWriter? {
    try session.answer({ $0.append($1) }) { (work) throws(GrabError) in
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

extension SeekRecord {
  /// The fewest bytes that it takes.
  static let leastBytes = 7

  fileprivate func pack(into packing: inout VarintWriter) {
    packing.append(count: number)
    packing.append(count: target)
    for time in [requestedAt, issuedAt, endedAt] { packing.append(signed: time) }
    switch result {
    case .shown: packing.append(byte: 0)
    case .abandoned: packing.append(byte: 1)
    case .failed(let reason):
      packing.append(byte: 2)
      packing.append(String(reason.prefix(1000)))
    }
    packing.append(isSuperseded)
  }

  fileprivate init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (number, target) = (Int(clamping: try packing.number()), Int(clamping: try packing.number()))
    let (asked, issued, ended) = (try packing.signed(), try packing.signed(), try packing.signed())
    let result: SeekResult
    switch try packing.byte() {
    case 0: result = .shown
    case 1: result = .abandoned
    case 2: result = .failed(try packing.text())
    default: throw VarintError()
    }
    self.init(
      number: number, target: target, requestedAt: asked, issuedAt: issued, endedAt: ended, result: result,
      isSuperseded: try packing.flag())
  }
}

extension SeekSummary {
  fileprivate func pack(into packing: inout VarintWriter) {
    for count in [requests, seeks, framesShown, failures] { packing.append(count: count) }
    for time in [longestWithoutPicture, timeToSettle] { packing.append(time) { $0.append(signed: $1) } }
  }

  fileprivate init(unpacking packing: inout VarintReader) throws(VarintError) {
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(Int(clamping: try packing.number())) }
    self.init(
      requests: counts[0], seeks: counts[1], framesShown: counts[2], failures: counts[3],
      longestWithoutPicture: try packing.optional { (packing) throws(VarintError) in try packing.signed() },
      timeToSettle: try packing.optional { (packing) throws(VarintError) in try packing.signed() })
  }
}
