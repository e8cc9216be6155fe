import Packing
import Video

/// Removes the kept index of a stream, which does not fit the file.
struct RemoveIndexMessage: Message {
  typealias Answer = Bool
  static let code: UInt8 = 17

  let stream: IndexedStream

  init(_ stream: IndexedStream) { self.stream = stream }

  func pack(into packing: inout VarintWriter) { stream.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    stream = try IndexedStream(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.keeper().check(stream) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    try session.keeper().remove(stream)
    return session.wanted(true)
  }
}
