import Bench
import Foundation

// Usage: bench-run [WORD…] measures the workloads whose names begin with one of the words, or all; bench-run --list
// names them. The results go to standard output as tables and to .build/bench/results.json. BENCH_ROUNDS,
// BENCH_FRAMEGRAB and BENCH_PYTHON may be set. The exit status is 1 when framegrab gives a wrong picture, and does not
// depend on ratios.
let words = Array(CommandLine.arguments.dropFirst())

switch words.first {
case "--list":
  for workload in Workload.all { print("\(workload.name): \(workload.title)") }
  print("\(ScrubBench.name): \(ScrubBench.title)")
  exit(0)
// Measurements, and work that takes memory, in a process of their own.
case "--libpng": exit(LibPNGEncoding.run(Array(words.dropFirst())))
case "--numbers":
  PictureFolder.printNumbers(of: Array(words.dropFirst()))
  exit(0)
default: break
}

/// Prints immediately, since a run takes minutes.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

do {
  let folder = URL(filePath: ".build/bench", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let setting = try Setting(folder: folder, environment: ProcessInfo.processInfo.environment)
  let workloads = Workload.chosen(by: words)
  let scrubs = words.isEmpty || words.contains { ScrubBench.name.hasPrefix($0) }
  guard !workloads.isEmpty || scrubs else {
    let names = Workload.all.map(\.name) + [ScrubBench.name]
    say("There is no such workload; these are: \(names.joined(separator: ", "))")
    exit(2)
  }
  if !setting.absentees.isEmpty { say("not installed: \(setting.absentees.joined(separator: ", "))\n") }
  var results: [Contest.Result] = []
  for workload in workloads {
    guard let result = try Contest(workload, setting).run(note: { say("  (\($0))") }) else { continue }
    say(ResultText.table(of: result))
    results.append(result)
  }
  if scrubs {
    for table in try ScrubBench(setting).run(note: { say("  (\($0))") }) { say(table) }
  }
  guard !workloads.isEmpty else { exit(0) }
  let builds = ResultText.builds(in: results)
  if !builds.isEmpty { say(builds) }
  let answers = Goal.all.flatMap { $0.answers(in: results) }
  say(ResultText.table(of: answers))
  let file = folder.appending(component: "results.json")
  try ResultFile(results, answers, setting).write(to: file)
  say("\(file.path(percentEncoded: false))")
  let isWrong = results.contains { result in
    result.outcomes.contains { $0.contender.hasPrefix("framegrab") && $0.verdict != .right }
  }
  exit(isWrong ? 1 : 0)
} catch {
  say("bench: \(error)")
  exit(2)
}
