import Packing

/// The last message about a job: how it ended.
struct EndMessage: Message {
  typealias Answer = Void
  static let code: UInt8 = 4

  let end: JobEnd

  init(_ end: JobEnd) { self.end = end }

  func pack(into packing: inout VarintWriter) { end.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    end = try JobEnd(unpacking: &packing)
  }

  /// Success is what the broker has counted, not what the worker says.
  func check(in session: WorkerSession) throws(VarintError) {
    // A worker that is leaving has no job.
    if session.work != nil { try session.account.check(end) }
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    session.end = end
    return nil
  }
}
