public import Foundation

/// Results as JSON for machines.
///
/// Times are in milliseconds, memory in MiB, sizes in bytes; ratios are the first contender's cost to this one's.
public struct ResultFile: Encodable {
  private let versions: [String]
  private let rounds: Int
  private let workloads: [Work]
  private let goals: [Target]

  private struct Work: Encodable {
    let name: String
    let title: String
    let clip: String
    let pictures: Int
    let contenders: [Part]
  }

  private struct Part: Encodable {
    let name: String
    let command: [String]
    let isExact: Bool
    let picture: String
    let median: [String: Double]
    let ratio: [String: Double]
    let rounds: [[String: Double]]
  }

  private struct Target: Encodable {
    let title: String
    let kind: String
    let against: String?
    let value: Double
    let most: Double
    let isMet: Bool
  }

  /// Collects the results of the workloads.
  public init(_ results: [Contest.Result], _ answers: [Goal.Answer], _ setting: Setting) {
    versions = setting.versions
    rounds = setting.rounds
    workloads = results.map { result in
      Work(
        name: result.workload.name, title: result.workload.title, clip: result.workload.clip.name,
        pictures: result.workload.frames.count,
        contenders: result.outcomes.map { outcome in
          Part(
            name: outcome.contender, command: outcome.command, isExact: outcome.isExact,
            picture: outcome.verdict.text,
            median: Self.each { outcome.costs.median(of: $0) },
            ratio: Self.each { result.outcomes.first?.costs.ratio(of: $0, to: outcome.costs) },
            rounds: outcome.costs.map { cost in Self.each { cost[$0] } })
        })
    }
    goals = answers.map {
      Target(
        title: $0.title, kind: $0.kind.rawValue, against: $0.rival, value: $0.value, most: $0.most, isMet: $0.isMet)
    }
  }

  private static func each(_ value: (Cost.Kind) -> Double?) -> [String: Double] {
    Cost.Kind.allCases.reduce(into: [:]) { $0[$1.rawValue] = value($1) }
  }

  /// Writes the file.
  public func write(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: url)
  }
}
