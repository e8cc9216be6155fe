import Faults
import Foundation

// Runs from the top of the repository; exits with 1 when the tool breaks a promise.
let usage =
  "faults-run [--seed N] [--count N] [--jobs N] [--tool PATH] [--list] [--case SEED/CLASS/NUMBER] [CLASS…]"

struct Refusal: Error { let words: String }

/// What the command line asks for.
struct Options {
  var seed: UInt64 = 1
  var amount = 300
  var workers = ProcessInfo.processInfo.activeProcessorCount
  var single: CaseName?
  var tool: String?
  var isList = false
  var classes: [any FaultClass] = []

  init(_ words: [String]) throws(Refusal) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = try Self.number(&rest)
      case "--count": amount = try Self.number(&rest)
      case "--jobs": workers = try Self.number(&rest)
      case "--tool": tool = rest.popFirst()
      case "--list": isList = true
      case "--case":
        guard let name = rest.popFirst().flatMap({ CaseName($0) }) else { throw Refusal(words: usage) }
        single = name
        seed = name.seed
      default:
        guard let kind = FaultCatalogue.classes.first(where: { $0.name == word }) else {
          throw Refusal(words: "there is no class '\(word)'; --list names them")
        }
        classes.append(kind)
      }
    }
    if classes.isEmpty { classes = FaultCatalogue.classes }
  }

  private static func number<Number: LosslessStringConvertible>(_ rest: inout ArraySlice<String>) throws(Refusal)
    -> Number
  {
    guard let text = rest.popFirst(), let number = Number(text) else { throw Refusal(words: usage) }
    return number
  }
}

@Sendable func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

func run(_ options: Options) throws -> FaultTally {
  let build = URL(filePath: FileManager.default.currentDirectoryPath).appending(component: ".build")
  let corpus = build.appending(components: "corpus", "\(options.seed)")
  let place = build.appending(components: "faults", "\(options.seed)")
  var means = Means()
  if let tool = options.tool { means.tool = URL(filePath: tool).path(percentEncoded: false) }
  let hasCorpus = FileManager.default.fileExists(atPath: corpus.appending(component: "files").path)
  if !hasCorpus { say("without a corpus: only the fixture clips are spoilt") }
  if options.single == nil { try? FileManager.default.removeItem(at: place) }
  try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  let run = FaultRun(
    seed: options.seed, means: means, clips: try Clips(corpus: hasCorpus ? corpus : nil), place: place,
    store: build.appending(components: "faults", "clips"), report: say)
  let cases = options.single.map { [$0] } ?? run.cases(of: options.classes, amount: options.amount)
  let tally = run.run(cases, workers: options.workers)
  say("the longest: " + run.slowest)
  return tally
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.isList {
    for kind in options.classes {
      let count = "\(kind.count(options.amount))"
      say(
        kind.name.padding(toLength: 13, withPad: " ", startingAt: 0)
          + String(repeating: " ", count: max(0, 6 - count.count)) + count + "  \(kind.summary)")
    }
    exit(0)
  }
  let tally = try run(options)
  say(tally.text)
  exit(tally.violations == 0 ? 0 : 1)
} catch let refusal as Refusal {
  FileHandle.standardError.write(Data("faults: \(refusal.words)\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("faults: \(error)\n".utf8))
  exit(2)
}
