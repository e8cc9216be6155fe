public import Files
import Synchronization

/// The files that a run has written, so that a second try knows them as its own.
public final class PublishedFiles: Sendable {
  private let files = Mutex<[Path: Published]>([:])

  /// Makes an empty list.
  public init() {}

  /// Every file, with what its publication did.
  public var all: [Path: Published] { files.withLock { $0 } }

  func note(_ path: Path, _ published: Published) {
    guard published != .skipped else { return }
    files.withLock { $0[path] = published }
  }
}
