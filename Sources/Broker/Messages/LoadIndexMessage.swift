import Memory
import Packing
import Workers

/// Asks for the kept index of a stream.
struct LoadIndexMessage: Message {
  /// The index; nil if none is kept.
  typealias Answer = [UInt8]?
  static let code: UInt8 = 16

  let stream: IndexedStream

  init(_ stream: IndexedStream) { self.stream = stream }

  func pack(into packing: inout VarintWriter) { stream.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    stream = try IndexedStream(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.keeper().check(stream) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let index = try session.keeper().load(stream)
    let isPassed = (try? session.memory.replace(with: index)) != nil
    var answer = VarintWriter()
    answer.append(count: isPassed ? index.count : 0)
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> [UInt8]? {
    let count = Int(clamping: try packing.number())
    return count == 0 ? nil : memory.array(count: count)
  }
}
