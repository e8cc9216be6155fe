import Packing

/// A moment that failed.
struct FailureMessage: Message {
  typealias Answer = Bool
  static let code: UInt8 = 6

  let failure: MomentFailure

  init(_ failure: MomentFailure) { self.failure = failure }

  func pack(into packing: inout VarintWriter) { failure.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    failure = try MomentFailure(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) {
    _ = try session.working()
    try session.account.takeFailure()
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    session.wanted(try session.working().hands.report(failure))
  }
}
