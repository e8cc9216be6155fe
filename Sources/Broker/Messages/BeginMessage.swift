import FrameGrabbing
import Memory
import Packing
import Workers

/// Opens the one file for all raw pictures.
struct BeginMessage: Message {
  typealias Answer = Result<Bool, GrabError>
  static let code = MessageCode.begin

  init() {}

  func pack(into packing: inout VarintWriter) {}

  init(unpacking packing: inout VarintReader, in session: any Conversation) throws(VarintError) {}

  func check(in session: any Conversation) throws(VarintError) { try session.account.checkBegin() }

  func answer(by session: any Conversation) throws(VarintError) -> VarintWriter? {
    try session.answer({ $0.append($1) }) { (work) throws(GrabError) in
      let isOpen = try work.hands.begin()
      if !isOpen { session.account.leaveFile() }
      return isOpen
    }
  }
}
