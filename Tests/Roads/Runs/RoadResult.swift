/// What came out for one file.
public struct RoadResult: Sendable {
  let path: String
  let findings: [Finding]
  /// The roads that gave answers.
  let roads: [String]
  /// Whether it opens as a video.
  public let isVideo: Bool
  /// The answers that were compared.
  let answers: Int
  let starts: Int
  /// Pictures, errors and damaged pictures among the answers.
  let pictures: Int

  init(_ path: String, _ travellers: [Traveller], isVideo: Bool) {
    (self.path, self.isVideo) = (path, isVideo)
    let observations = travellers.flatMap(\.observations)
    var seen = Set<String>()
    roads = observations.map(\.road).filter { seen.insert($0).inserted }
    findings = travellers.flatMap(\.findings) + Judge.findings(observations)
    answers = observations.count
    starts = travellers.reduce(0) { $0 + $1.starts }
    pictures = observations.count { $0.code == 0 }
  }

  /// Whether all roads agree.
  public var isFine: Bool { findings.isEmpty }

  /// What differs, with the commands that show it; nil if nothing does.
  ///
  /// - Parameter evidence: Keeps requests that a command reads.
  public func text(_ evidence: Evidence) -> String? {
    guard !isFine else { return nil }
    var lines = ["WRONG  \(path)"]
    for kind in Finding.Kind.allCases {
      let ofKind = findings.filter { $0.kind == kind }
      // Those that the same roads answer otherwise are one.
      let groups = Dictionary(grouping: ofKind) { [$0.words.isEmpty ? "" : $0.words] + $0.roads }
      for key in groups.keys.sorted(by: { $0.joined() < $1.joined() }).prefix(6) {
        guard let group = groups[key], let first = group.first else { continue }
        lines += Self.lines(kind, group, first, evidence)
      }
      if groups.count > 6 { lines.append("    … \(groups.count) such groups of roads") }
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(
    _ kind: Finding.Kind, _ group: [Finding], _ first: Finding, _ evidence: Evidence
  ) -> [String] {
    let indexes = group.compactMap { finding -> Int? in
      if case .frame(let index)? = finding.question { index } else { nil }
    }
    let what = indexes.count > 1 ? "frames \(IndexRanges.text(indexes))" : first.question?.text ?? ""
    let head = first.words.isEmpty ? "\(kind.text): \(what), by \(first.roads.joined(separator: ", "))" : first.words
    return ["    " + head]
      + first.seen.prefix(3).map { seen in
        "      " + evidence.text(seen.show) + (first.words.isEmpty ? "   # \(seen.road): \(seen.text)" : "")
      }
  }
}
