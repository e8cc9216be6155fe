public import Foundation
import TestSupport

/// The good videos that the cases spoil: those of Fixtures/clips and of a corpus.
public struct Clips: Sendable {
  /// All of them, sorted by name within each folder.
  public let all: [URL]

  /// Finds the clips.
  ///
  /// - Parameter corpus: a folder that make-corpus.sh has filled; nil for none.
  /// - Throws: Foundation's error when a folder cannot be read.
  public init(corpus: URL?) throws {
    let folders =
      [Fixture.folder.appending(component: "clips")] + (corpus.map { [$0.appending(component: "files")] } ?? [])
    all = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  /// A clip for the case with this number: all of them come in turn, neighbours in different order from seed to seed.
  func pick(_ number: Int, seed: UInt64) -> URL {
    var numbers = SeededNumbers(seed: seed)
    let order = all.indices.shuffled(using: &numbers)
    return all[order[number % max(1, order.count)]]
  }
}
