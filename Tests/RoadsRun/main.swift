import Foundation
import Roads
import Synchronization

// Asks for frames of files in every way and compares the answers with each other; exits with 1 if they differ.
let usage =
  "roads-run [--tool PATH] [--portable PATH] [--frames N] [--seed N] [--jobs N] [--limit SECONDS] [--spoilt N] [--keep FOLDER] FILE|FOLDER…"

guard let options = RunOptions(Array(CommandLine.arguments.dropFirst())), !options.paths.isEmpty else {
  FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
  exit(2)
}
let scratch = FileManager.default.temporaryDirectory.appending(component: "framegrab-roads-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
let evidence = Evidence(in: URL(filePath: options.place, directoryHint: .isDirectory))
let check = RoadCheck(options, scratch: scratch)
let spoilt = SpoiltRun(check, seed: options.seed, most: options.spoilt, evidence: evidence)
let table = Mutex(RoadTable())
let begin = ContinuousClock.now

if options.portable == nil { print("left out: the portable build (--portable PATH)") }
InTurn(MediaFiles.all(of: options.paths)).run(workers: options.jobs) { path in
  let result = check.run(path)
  return [(result, result.text(evidence))] + spoilt.run(path)
} report: { results in
  for (result, text) in results {
    table.withLock { $0.add(result) }
    if let text { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
  }
}
try? FileManager.default.removeItem(at: scratch)
print(table.withLock { $0.text })
print("\((ContinuousClock.now - begin).components.seconds) s")
exit(table.withLock { $0.isFine } ? 0 : 1)
