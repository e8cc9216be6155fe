import FrameGrabbing
import Memory
import Packing
import Workers

/// Opens the one file for all raw pictures, or all sheets.
struct BeginMessage: BulkMessage {
  typealias Answer = Result<Bool, GrabError>
  static let code: UInt8 = 13

  /// The bytes of the sheets' order; none for one file.
  var bulk = Bulk()

  init() {}

  func pack(into packing: inout VarintWriter) { bulk.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.checkBegin() }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let bytes = try bulk.array(from: session.memory, atMost: SheetOrder.mostBytes)
    let order = bytes.isEmpty ? nil : try SheetOrder(bytes)
    guard try session.working().outlet.expects(order) else { throw VarintError() }
    return try session.answer { (work) throws(GrabError) in
      let isOpen = try work.hands.begin(order)
      if !isOpen { session.account.leaveFile() }
      return isOpen
    }
  }
}
