import Files
import Memory
import Packing
import Video
import Workers

/// Offers the index of a stream, to be kept.
struct StoreIndexMessage: BulkMessage {
  typealias Answer = IndexKeeping
  static let code = MessageCode.storeIndex

  let stream: IndexedStream
  var bulk = Bulk()

  init(_ stream: IndexedStream) { self.stream = stream }

  func pack(into packing: inout VarintWriter) {
    stream.pack(into: &packing)
    bulk.pack(into: &packing)
  }

  init(unpacking packing: inout VarintReader, in session: any Conversation) throws(VarintError) {
    stream = try IndexedStream(unpacking: &packing)
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: any Conversation) throws(VarintError) {
    try session.keeper().check(stream)
    try session.countIndex()
  }

  func answer(by session: any Conversation) throws(VarintError) -> VarintWriter? {
    let index = try bulk.array(from: session.memory, atMost: IndexCache.usualSize)
    guard !index.isEmpty else { throw VarintError() }
    var answer = VarintWriter()
    switch try session.keeper().store(index, stream) {
    case .kept(let bytes):
      answer.append(byte: 0)
      answer.append(count: bytes)
    case .tooLarge, .nothingNew: answer.append(byte: 1)
    case .changed: answer.append(byte: 2)
    case .tooYoung: answer.append(byte: 3)
    case .failed(let error):
      answer.append(byte: 4)
      answer.append("\(error.path): \(error)")
    case .refused(let reason):
      answer.append(byte: 4)
      answer.append(reason)
    }
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> IndexKeeping {
    switch try packing.byte() {
    case 0: .kept(bytes: Int(clamping: try packing.number()))
    case 1: .tooLarge
    case 2: .changed
    case 3: .tooYoung
    default: .refused(try packing.text())
    }
  }
}
