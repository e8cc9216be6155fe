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
    let work = try session.working()
    let done: Result<Bool, GrabError>
    do throws(GrabError) { done = .success(try work.hands.begin()) } catch { done = .failure(error) }
    if case .success(false) = done { session.account.leaveFile() }
    var answer = VarintWriter()
    answer.append(done, work.relay) { $0.append($1) }
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    try packing.result { (packing) throws(VarintError) in try packing.flag() }
  }
}
