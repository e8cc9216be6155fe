import Files
import Packing
import Video
import Workers

/// Keeps the indexes of a worker's video: the worker cannot choose which file an index belongs to.
struct IndexDesk {
  /// The video, as it was opened.
  let input: VideoInput
  let limits: Limits
  let cache: IndexCache

  /// Answers a question of a worker.
  ///
  /// - Throws: `VarintError` for one that makes no sense.
  func answer(
    _ message: BrokerMessage, _ packing: inout VarintReader, _ memory: MemoryFile
  ) throws(VarintError) -> [UInt8] {
    guard let stream = Int(exactly: try packing.number()), stream < 1 << 20 else { throw VarintError() }
    let key = IndexKey(
      input.identity, stream: stream, isProbed: try packing.flag(), limits: limits, program: cache.program,
      openedAfter: input.openedAfter)
    var answer = VarintWriter()
    switch message {
    case .loadIndex:
      let index = key.isSettled ? cache.load(key) ?? [] : []
      let isPassed = (try? memory.replace(with: index)) != nil
      answer.append(count: isPassed ? index.count : 0)
    case .removeIndex: cache.remove(key)
    default:
      let index = memory.array(count: Int(clamping: try packing.number()))
      memory.empty()
      guard let index, !index.isEmpty else { throw VarintError() }
      store(index, key, &answer)
    }
    return answer.bytes
  }

  private func store(_ index: [UInt8], _ key: IndexKey, _ answer: inout VarintWriter) {
    guard (try? input.file.currentIdentity()) == input.identity else { return answer.append(byte: 2) }
    guard key.isSettled else { return answer.append(byte: 3) }
    switch cache.store(index, for: key) {
    case .kept(let bytes):
      answer.append(byte: 0)
      answer.append(count: bytes)
    case .failed(let error):
      answer.append(byte: 4)
      answer.append("\(error.path): \(error)")
    case .refused(let reason):
      answer.append(byte: 4)
      answer.append(reason)
    default: answer.append(byte: 1)
    }
  }
}
