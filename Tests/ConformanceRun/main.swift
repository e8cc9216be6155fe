import Conformance
import Foundation

// Usage: conformance-run [--ffmpeg] FOLDER…, each a corpus; exits with 1 when an answer is wrong. With --ffmpeg the
// requests by time go to `ffmpeg -ss` instead, for comparison; with --requests they are printed, for any other program.
var folders: [String] = []
var isForOtherTool = false
var isForOthers = false
for word in CommandLine.arguments.dropFirst() {
  switch word {
  case "--ffmpeg": isForOtherTool = true
  case "--requests": isForOthers = true
  default: folders.append(word)
  }
}
var table = TallyTable()
var shown = 0
do {
  for folder in folders {
    for file in try CorpusFile.all(in: URL(filePath: folder, directoryHint: .isDirectory)) {
      if isForOthers {
        for line in OtherTool(file).lines { print(line) }
        continue
      }
      if isForOtherTool {
        table.add(try OtherTool(file).run(), to: file.kind)
        continue
      }
      var check = FileCheck(file)
      check.run()
      table.add(check.tally, to: file.kind)
      for fault in check.faults.prefix(5) where shown < 400 {
        print("\(folder)/\(fault)")
        shown += 1
      }
      if check.faults.count > 5 { print("\(folder)/\(file.name): … \(check.faults.count) faults") }
    }
  }
} catch {
  print("conformance: \(error)")
  exit(2)
}
if !isForOthers { print(table.text) }
exit(isForOtherTool || isForOthers || table.total.wrong + table.total.silent == 0 ? 0 : 1)
