import Foundation
import TestSupport

/// Runs a trial in the folder of its case.
struct Launch {
  let trial: Trial
  let bench: Bench

  init(_ trial: Trial, _ bench: Bench) {
    (self.trial, self.bench) = (trial, bench)
  }

  /// Runs it to its end, and collects everything that the judge wants to know.
  ///
  /// - Throws: `RunFault` when it cannot be started, or Foundation's error when its report cannot be read.
  func run() throws -> Outcome {
    let words = bench.aside.appending(component: "words")
    let report = bench.aside.appending(component: "report")
    try Data(command.flatMap { $0.bytes + [0] }).write(to: words)
    try? FileManager.default.removeItem(at: report)
    let before = Snapshot(of: bench.path(""))
    let patience = bench.means.patience
    let limit = Int((trial.seconds * patience).rounded(.up)) * 2 + 10
    var environment: [String: String?] = [
      "XDG_CACHE_HOME": "/dev/null", "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
    ]
    environment.merge(trial.environment) { $1 }
    let result = try TestSupport.run(
      [bench.means.launcher, path(report), path(words), "folder=\(bench.path(trial.folder))", "seconds=\(limit)"]
        + settings,
      input: trial.input, environment: environment, timeLimit: Double(limit + 60))
    let fields = try String(contentsOf: report, encoding: .utf8).split(separator: " ").compactMap {
      Double($0.filter { $0 != "\n" })
    }
    guard fields.count == 6, result.status == 0 else {
      throw RunFault(description: "fault-launch gives no report: \(result.stderr)")
    }
    var outcome = Outcome(status: Int32(fields[0]))
    outcome.stdout = Array(result.stdout)
    outcome.stderr = result.stderrBytes
    outcome.peak = Int(fields[1])
    (outcome.seconds, outcome.work) = (fields[2] / 1000 / patience, fields[3] / 1000 / patience)
    (outcome.wasKilled, outcome.hasOrphans) = (fields[4] == 1, fields[5] == 1)
    (outcome.before, outcome.after) = (before, Snapshot(of: bench.path("")))
    if trial.isTraced, bench.means.strace != nil {
      outcome.opened = OpenedName.all(inLog: try String(decoding: Data(contentsOf: log), as: UTF8.self))
    }
    return outcome
  }

  /// The command as one would type it, to see the same again.
  var description: String {
    let streams = trial.streams.sorted { $0.key < $1.key }.map { number, stream in
      switch stream {
      case .closed: " \(number)\(number == 0 ? "<" : ">")&-"
      case .full: " \(number)>/dev/full"
      case .broken: " \(number)> (a pipe that nobody reads)"
      case .path(let path): " \(number)\(number == 0 ? "<" : ">")\(Word(path))"
      }
    }
    let variables = trial.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\(Word($0.value ?? ""))" }
    let words = variables + (trial.starter + [Word(bench.means.tool)] + trial.words).map(\.description)
    let input = trial.input.isEmpty ? "" : " <\(Word(path(bench.aside.appending(component: "input"))))"
    let settings = trial.settings.isEmpty ? "" : "  # with \(trial.settings.joined(separator: ", "))"
    return "cd \(Word(bench.path(trial.folder))) && " + Self.shortened(words) + input + streams.joined() + settings
  }

  /// Keeps what the trial read, beside the words.
  func keep() throws {
    if !trial.input.isEmpty { try trial.input.write(to: bench.aside.appending(component: "input")) }
    try Data((description + "\n").utf8).write(to: bench.aside.appending(component: "command"))
  }

  private var log: URL { bench.aside.appending(component: "trace") }

  private var command: [Word] {
    var words = trial.starter + [Word(bench.means.tool)] + trial.words
    if trial.isTraced, let strace = bench.means.strace {
      let calls = "trace=?open,openat,?openat2,execve,?execveat,socket,connect,bind,sendto"
      words = [Word(strace), "-f", "-qq", "--seccomp-bpf", "-e", Word(calls), "-o", Word(path(log)), "--"] + words
    }
    return words
  }

  private var settings: [String] {
    trial.settings
      + trial.streams.flatMap { number, stream -> [String] in
        switch stream {
        case .closed: ["closed=\(number)"]
        case .broken: ["broken=\(number)"]
        case .full: ["\(Self.names[number] ?? "")=/dev/full"]
        case .path(let path): ["\(Self.names[number] ?? "")=\(path)"]
        }
      }
  }

  private static let names: [Int32: String] = [0: "stdin", 1: "stdout", 2: "stderr"]

  private static func shortened(_ words: [String]) -> String {
    words.count <= 60
      ? words.joined(separator: " ") : words.prefix(60).joined(separator: " ") + " … (aside/words has all)"
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
