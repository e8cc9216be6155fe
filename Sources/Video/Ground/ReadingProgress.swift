/// How much of a file was read while something was looked for in it: which of its blocks, each counted once.
///
/// A block that is read again is no progress, so that a file which makes its reader go back and forth is given up after
/// the time limit.
struct ReadingProgress {
  /// Bytes of a block: 256 KiB, and more for files of more than 1 TiB, so that the bits take at most 512 KiB.
  private let blockSize: Int64
  private let blocks: Int64
  private var visited: [UInt64] = []
  private(set) var visitedBlocks: Int64 = 0

  init(fileSize: Int64) {
    blockSize = max(256 << 10, fileSize >> 22)
    blocks = max(1, fileSize / blockSize + 1)
  }

  /// Notes that bytes at a position were read; returns whether a block among them is new.
  mutating func visit(_ position: Int64, count: Int) -> Bool {
    guard position >= 0, count > 0 else { return false }
    let (end, overflows) = position.addingReportingOverflow(Int64(count) - 1)
    let last = min((overflows ? .max : end) / blockSize, blocks - 1)
    var isNew = false
    var block = position / blockSize
    if visited.isEmpty { visited = Array(repeating: 0, count: Int(blocks / 64) + 1) }
    while block <= last {
      let (word, bit) = (Int(block / 64), UInt64(1) << UInt64(block % 64))
      if visited[word] & bit == 0 {
        visited[word] |= bit
        visitedBlocks += 1
        isNew = true
      }
      block += 1
    }
    return isNew
  }

  /// The part of the file that was read, in per cent, rounded down.
  var percent: Int { Int(min(visitedBlocks, blocks) * 100 / blocks) }
}
