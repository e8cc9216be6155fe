import Foundation
import Roads
import Strangers
import Synchronization

// Compares files with FFmpeg's own programs; exits with 1 if a wrong answer came without a warning.
let usage = "strangers-run [--tool PATH] [--frames N] [--seed N] [--jobs N] [--limit SECONDS] FILE|FOLDER…"

let options = RunOptions(Array(CommandLine.arguments.dropFirst()))
guard let options, !options.paths.isEmpty else {
  FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
  exit(2)
}
let files = MediaFiles.all(of: options.paths)
let check = StrangerCheck(options.tool, seed: options.seed, most: options.frames)
let table = Mutex(StrangerTable())
InTurn(files).run(workers: options.jobs) {
  check.run($0)
} report: { result in
  table.withLock { $0.add(result) }
  if let text = result.text { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
print(table.withLock { $0.text })
exit(table.withLock { $0.wrong } == 0 && !files.isEmpty ? 0 : 1)
