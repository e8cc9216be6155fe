import Foundation
import House

// Checks the house rules on the index of the last debug build:
// swift -print-target-info | house-check INDEX-STORE
func check(_ arguments: [String]) throws -> Int32 {
  guard arguments.count == 1 else {
    throw IndexStore.Failure("usage: swift -print-target-info | house-check INDEX-STORE")
  }
  let root = FileManager.default.currentDirectoryPath
  let files = try IndexStore.read(
    arguments[0], library: IndexStore.library(of: FileHandle.standardInput.readDataToEndOfFile()), below: root)
  let sources = files.filter { $0.path.hasPrefix("Sources/") }
  guard !sources.isEmpty else { throw IndexStore.Failure("the index store tells nothing of Sources") }
  let rules = HouseRules(floors: try String(contentsOfFile: ".ci/floors", encoding: .utf8))
  let lengths = try sources.flatMap { rules.lengths($0.path, try String(contentsOfFile: $0.path, encoding: .utf8)) }
  let faults = rules.faults(of: sources) + lengths
  for fault in faults { print(fault) }
  print("house: \(sources.count) files, \(faults.count) faults")
  return faults.isEmpty ? 0 : 1
}

do {
  exit(try check(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("house-check: \(error)\n".utf8))
  exit(2)
}
