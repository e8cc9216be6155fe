import Files
import Packing
package import Video

/// Keeps the indexes of a worker's video: the worker cannot choose which file an index belongs to.
package struct IndexKeeper {
  /// The video, as it was opened.
  private let input: VideoInput
  private let limits: Limits
  private let cache: IndexCache

  /// Keeps indexes of a video in a cache.
  package init(_ input: VideoInput, _ limits: Limits, in cache: IndexCache) {
    (self.input, self.limits, self.cache) = (input, limits, cache)
  }

  /// Makes sure that a stream can be one of the video's.
  ///
  /// - Throws: `VarintError` for a number that none has.
  func check(_ stream: IndexedStream) throws(VarintError) {
    guard stream.number < limits.streams else { throw VarintError() }
  }

  private func key(_ stream: IndexedStream) -> IndexKey {
    IndexKey(
      input.identity, stream: stream.number, isProbed: stream.isProbed, limits: limits, program: cache.program,
      openedAfter: input.openedAfter)
  }

  /// The kept index; empty if there is none.
  func load(_ stream: IndexedStream) -> [UInt8] {
    let key = key(stream)
    return key.isSettled ? cache.load(key) ?? [] : []
  }

  func remove(_ stream: IndexedStream) { cache.remove(key(stream)) }

  /// Keeps an index, unless the file has changed meanwhile.
  func store(_ index: [UInt8], _ stream: IndexedStream) -> IndexKeeping {
    guard (try? input.file.currentIdentity()) == input.identity else { return .changed }
    let key = key(stream)
    return key.isSettled ? cache.store(index, for: key) : .tooYoung
  }
}
