import Packing

/// The end of a run of a scrubbing session.
struct RunEndMessage: Message {
  typealias Answer = Void
  static let code: UInt8 = 3

  let end: ScrubRunEnd
  let run: Int

  init(_ end: ScrubRunEnd, of run: Int) { (self.end, self.run) = (end, run) }

  func pack(into packing: inout VarintWriter) { end.pack(run, into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    run = Int(clamping: try packing.number())
    end = try ScrubRunEnd(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) {
    guard session.preview != nil else { throw VarintError() }
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    session.account.count()
    session.preview?.ended(end, of: run)
    return nil
  }
}
