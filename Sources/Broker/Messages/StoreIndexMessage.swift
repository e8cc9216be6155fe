import Files
import Memory
import Packing
import Video
import Workers

/// Offers the index of a stream, to be kept.
struct StoreIndexMessage: BulkMessage {
  typealias Answer = IndexKeeping
  static let code: UInt8 = 18

  let stream: IndexedStream
  var bulk = Bulk()

  init(_ stream: IndexedStream) { self.stream = stream }

  func pack(into packing: inout VarintWriter) { packing.append(stream, bulk) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    (stream, bulk) = try packing.values()
  }

  func check(in session: WorkerSession) throws(VarintError) {
    try session.keeper().check(stream)
    try session.countIndex()
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let index = try bulk.array(from: session.memory, atMost: IndexCache.usualSize)
    guard !index.isEmpty else { throw VarintError() }
    var answer = VarintWriter()
    switch try session.keeper().store(index, stream) {
    case .kept(let bytes): answer.append(0 as UInt8, bytes)
    case .tooLarge, .nothingNew: answer.append(byte: 1)
    case .changed: answer.append(byte: 2)
    case .tooYoung: answer.append(byte: 3)
    case .failed(let error): answer.append(4 as UInt8, "\(error.path): \(error)")
    case .refused(let reason): answer.append(4 as UInt8, reason)
    }
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> IndexKeeping {
    switch try packing.byte() {
    case 0: .kept(bytes: try packing.values())
    case 1: .tooLarge
    case 2: .changed
    case 3: .tooYoung
    default: .refused(try packing.values())
    }
  }
}
