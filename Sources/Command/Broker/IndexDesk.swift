import Files
import Packing
import Video
import Workers

/// What a broker knows of the videos that it handed to a worker, to keep their indexes: the worker never learns the
/// secret of the cache, nor can it choose which file an index belongs to.
final class IndexDesk {
  /// A video, as it was opened.
  struct Entry {
    let input: VideoInput
    let limits: Limits
    let cache: IndexCache
  }

  private var entries: [Int: Entry] = [:]
  /// Whether this process has read the secret of a cache, so that a copy of it would know the secret.
  private(set) var knowsSecret = false

  func add(_ entry: Entry, as video: Int) { entries[video] = entry }

  /// Answers a question of a worker.
  ///
  /// - Throws: `VarintError` for a question about a video that it does not have.
  func answer(
    _ message: BrokerMessage, _ packing: inout VarintReader, _ memory: MemoryFile
  ) throws(VarintError) -> [UInt8] {
    guard let number = Int(exactly: try packing.number()), let entry = entries[number] else { throw VarintError() }
    guard let stream = Int(exactly: try packing.number()), stream < 1 << 20 else { throw VarintError() }
    let key = IndexKey(
      entry.input.identity, stream: stream, isProbed: try packing.flag(), limits: entry.limits,
      program: entry.cache.program, openedAfter: entry.input.openedAfter)
    knowsSecret = true
    var answer = VarintWriter()
    switch message {
    case .loadIndex:
      let index = key.isSettled ? entry.cache.load(key) ?? [] : []
      let isPassed = (try? memory.replace(with: index)) != nil
      answer.append(count: isPassed ? index.count : 0)
    case .removeIndex: entry.cache.remove(key)
    default:
      let index = memory.array(count: Int(clamping: try packing.number()))
      memory.empty()
      guard let index, !index.isEmpty else { throw VarintError() }
      store(index, key, entry, &answer)
    }
    return answer.bytes
  }

  private func store(_ index: [UInt8], _ key: IndexKey, _ entry: Entry, _ answer: inout VarintWriter) {
    guard (try? entry.input.file.currentIdentity()) == entry.input.identity else { return answer.append(byte: 2) }
    guard key.isSettled else { return answer.append(byte: 3) }
    switch entry.cache.store(index, for: key) {
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
