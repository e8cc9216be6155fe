import Foundation
import TestSupport

/// A contender in a contest: its command line here, its pictures, and the costs of its runs.
struct Entry {
  let contender: Contender
  let folder: PictureFolder
  private let workload: Workload
  private let setting: Setting
  private let way: Contender.Way
  private let cache: URL
  /// The size of raw pictures, if it starts from them.
  var size = ""
  var costs: [Cost] = []
  private(set) var verdict = Verdict.right
  /// How often it is run: never if it failed, and less often if it is slow.
  private(set) var rounds: Int
  /// Milliseconds that all rounds of a contender may take; at least two are run.
  private static let patience = 60_000.0
  /// MiB of all its processes together, from runs of its own.
  private var memory: Double?

  /// Finds a command line whose needs are all installed; nil, with a message, if there is none.
  init?(
    _ contender: Contender, _ number: Int, _ workload: Workload, _ setting: Setting, note: (String) -> Void
  ) {
    (self.contender, self.workload, self.setting) = (contender, workload, setting)
    rounds = setting.rounds
    folder = PictureFolder(url: setting.folder.appending(component: "out-\(number)"))
    cache = setting.folder.appending(component: "cache-\(number)")
    guard let way = contender.ways.first(where: { $0.needs.allSatisfy(setting.has) }) else {
      // Programs that are not installed were listed already.
      let missing = contender.ways.last?.needs.filter { $0.isOption && !setting.has($0) }.map(\.name) ?? []
      if !missing.isEmpty {
        note("\(workload.name): \(contender.name) is left out: there is no \(missing.joined(separator: ", no "))")
      }
      return nil
    }
    self.way = way
    let better = contender.ways.first?.needs.filter { !setting.has($0) }.map(\.name) ?? []
    if !better.isEmpty {
      note("\(workload.name): \(contender.name) does without \(better.joined(separator: ", "))")
    }
    try? FileManager.default.removeItem(at: cache)
  }

  /// The command line.
  var words: [String] { filled(way.words) }

  private func filled(_ words: [String]) -> [String] {
    setting.filled(words, clip: workload.clip, output: folder.url, cache: cache, size: size)
  }

  /// Runs it once.
  mutating func run() throws -> Cost {
    try folder.clear()
    if contender.preparation == .emptyCache { try? FileManager.default.removeItem(at: cache) }
    let made = try measured(words)
    if made.status != 0 { fail(made) }
    var cost = Cost(
      cpu: made.cpu, wall: made.wall, memory: memory ?? made.memory, bytes: folder.byteCount, read: made.bytesRead)
    switch contender.measure {
    case .process: break
    case .stage(let name):
      guard let stage = Timings(lastLineOf: made.complaints)?.timings[name] else {
        fail(made)
        return cost
      }
      (cost.cpu, cost.wall, cost.memory) = (stage.cpu, stage.wall, nil)
      cost.read = nil
    case .beyond(let words):
      let rest = try measured(filled(words))
      if rest.status != 0 { fail(rest) }
      (cost.cpu, cost.wall, cost.memory) = (max(0, cost.cpu - rest.cpu), max(0, cost.wall - rest.wall), nil)
      cost.read = nil
    }
    return cost
  }

  private func measured(_ words: [String]) throws -> MeasuredRun {
    try MeasuredRun(words, environment: [:], log: setting.folder.appending(component: "contender.log"))
  }

  private mutating func fail(_ made: MeasuredRun) {
    let line = made.complaints.split(separator: "\n").last.map { ": \($0)" } ?? ""
    verdict = .wrong("it ended with \(made.status)\(line)")
    rounds = 0
  }

  /// Samples its memory, once, or some times if it is quick; where it cannot be sampled, that of its largest process
  /// stays.
  mutating func sampleMemory(after cost: Cost) throws {
    guard rounds > 0, case .process = contender.measure else { return }
    let most = min(rounds, max(1, Int(Self.patience / 10 / max(1, cost.wall))))
    for _ in 0..<most {
      try folder.clear()
      if contender.preparation == .emptyCache { try? FileManager.default.removeItem(at: cache) }
      guard let peak = try PeakMemory(words).peak else { continue }
      memory = max(memory ?? 0, peak)
    }
  }

  /// Removes the files of its runs.
  func tidy() {
    for place in [folder.url, cache] { try? FileManager.default.removeItem(at: place) }
  }

  /// Checks the pictures of the last run, and its cost.
  mutating func judge(after cost: Cost) {
    guard rounds > 0 else { return }
    rounds = min(rounds, max(2, Int(Self.patience / max(1, cost.wall))))
    let numbers = workload.frames.map { workload.clip.number(ofFrame: $0) }
    let bench = setting.bench
    verdict = folder.verdict(for: numbers) { files in
      let result = try TestSupport.run(
        [bench, "--numbers"] + files.map { $0.path(percentEncoded: false) }, timeLimit: 300)
      return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map { Int($0) }
    }
  }
}

/// The output of framegrab with `--timings --json`.
private struct Timings: Decodable {
  struct Stage: Decodable {
    let wall: Double
    let cpu: Double
  }

  let timings: [String: Stage]

  init?(lastLineOf text: String) {
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("{") }),
      let read = try? JSONDecoder().decode(Timings.self, from: Data(line.utf8))
    else { return nil }
    self = read
  }
}
