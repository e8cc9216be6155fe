import Synchronization

/// The messages of a run over many videos, so that each is printed only once.
final class SaidLines: Sendable {
  /// The most messages that are remembered; later ones may be repeated.
  private static let most = 100_000

  private let hashes = Mutex<Set<Int>>([])

  /// Notes a line; returns whether it is new.
  func insert(_ line: String) -> Bool {
    hashes.withLock { $0.count >= Self.most || $0.insert(line.hashValue).inserted }
  }
}
