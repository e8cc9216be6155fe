public import Foundation

/// Some spoilt variants of a file along the brief roads.
public struct SpoiltRun: Sendable {
  private let check: RoadCheck
  private let scratch: URL
  private let evidence: Evidence
  private let seed: UInt64
  private let most: Int

  /// Prepares runs.
  ///
  /// - Parameters:
  ///   - most: How many variants of each file.
  ///   - scratch: A folder for them.
  ///   - evidence: Keeps those that are answered differently.
  public init(_ check: RoadCheck, seed: UInt64, most: Int, scratch: URL, evidence: Evidence) {
    (self.check, self.seed, self.most) = (check, seed, most)
    (self.scratch, self.evidence) = (scratch, evidence)
  }

  /// The results of a file's variants, and the texts of those that are not answered alike.
  public func run(_ path: String) -> [(result: RoadResult, text: String?)] {
    guard most > 0, let data = FileManager.default.contents(atPath: path), data.count <= 64 << 20 else { return [] }
    let url = URL(filePath: path)
    let spoiler = Spoiler(
      [UInt8](data), seed: seed &+ url.lastPathComponent.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    return spoiler.chosen(most).map { variant in
      let name = url.deletingPathExtension().lastPathComponent + "-" + spoiler.name(of: variant) + ending
      // A folder of its own: files of other folders may have the same name.
      let folder = scratch.appending(component: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let place = folder.appending(component: name)
      try? Data(spoiler.bytes(of: variant)).write(to: place)
      let spoilt = place.path(percentEncoded: false)
      let result = check.run(spoilt, isBrief: true)
      guard !result.isFine else { return (result, nil) }
      let kept = evidence.keep(spoilt)
      return (result, result.text(evidence)?.replacing(spoilt, with: kept))
    }
  }
}
