import FrameGrabbing
import Memory
import Packing
import Workers

/// Asks for each of some pictures whether its file may be written.
struct CheckMessage: Message {
  typealias Answer = [Result<Bool, GrabError>]
  static let code: UInt8 = 11

  let names: [PictureName]
  let onlyFolders: Bool

  init(_ names: [PictureName], onlyFolders: Bool) { (self.names, self.onlyFolders) = (names, onlyFolders) }

  func pack(into packing: inout VarintWriter) { packing.append(onlyFolders, names) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    (onlyFolders, names) = try packing.values()
  }

  func check(in session: WorkerSession) throws(VarintError) {
    for name in names { try session.account.check(name) }
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let work = try session.working()
    var answer = VarintWriter()
    answer.append(count: names.count)
    for (name, result) in zip(names, work.hands.check(names, onlyFolders: onlyFolders)) {
      if case .success(false) = result { session.account.leave(name) }
      answer.append(result, work.relay)
    }
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    var results: Answer = []
    for _ in 0..<(try packing.count(ofAtLeast: 2)) { results.append(try packing.result()) }
    return results
  }
}
