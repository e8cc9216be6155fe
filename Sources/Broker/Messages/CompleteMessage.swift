import Files
import FrameGrabbing
import Memory
import Packing
import Workers

/// Gives the one file of all raw pictures its name.
struct CompleteMessage: Message {
  typealias Answer = Result<Published, GrabError>
  static let code: UInt8 = 15

  /// How many pictures it has.
  let count: Int

  init(count: Int) { self.count = count }

  func pack(into packing: inout VarintWriter) { packing.append(signed: Int64(count)) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    count = try packing.whole(in: 0...(1 << 40))
  }

  func check(in session: WorkerSession) throws(VarintError) {
    guard try session.working().outlet.isWhole(count: count) else { throw VarintError() }
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    try session.answer { (work) throws(GrabError) in
      let published = try work.hands.complete(count: count)
      session.account.complete(published, count: count)
      return published
    }
  }
}
