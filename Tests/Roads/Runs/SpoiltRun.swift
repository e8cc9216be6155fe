import Foundation

/// Some spoilt variants of a file along the brief roads.
public struct SpoiltRun: Sendable {
  private let check: RoadCheck
  private let evidence: Evidence
  private let seed: UInt64
  private let most: Int

  /// Prepares runs.
  ///
  /// - Parameters:
  ///   - most: How many variants of each file.
  ///   - evidence: Where they are made, and those stay that are answered differently.
  public init(_ check: RoadCheck, seed: UInt64, most: Int, evidence: Evidence) {
    (self.check, self.seed, self.most) = (check, seed, most)
    self.evidence = evidence
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
      let place = evidence.keep(spoiler.bytes(of: variant), of: path, name: name)
      let result = check.run(place, isBrief: true)
      guard !result.isFine else {
        evidence.drop(place)
        return (result, nil)
      }
      return (result, result.text(evidence))
    }
  }
}
