import Synchronization

/// The lines that a run over many videos has said to people: each is said once.
final class SaidLines: Sendable {
  /// Of more lines it is not known which were said.
  private static let most = 100_000

  private let hashes = Mutex<Set<Int>>([])

  /// Notes a line; returns whether it is new.
  func insert(_ line: String) -> Bool {
    hashes.withLock { $0.count >= Self.most || $0.insert(line.hashValue).inserted }
  }
}
