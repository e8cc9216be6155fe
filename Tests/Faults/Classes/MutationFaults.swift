import Foundation
import TestSupport

/// Clips of every kind with spoilt bytes, used in all ways in turn.
struct MutationFaults: FaultClass {
  /// How the bytes are spoilt.
  enum Way: String, CaseIterable {
    case cuts, flips, splices, sizes, runs
  }

  let way: Way

  var name: String { way.rawValue }

  var summary: String {
    switch way {
    case .cuts: "clips cut off at every 5 %"
    case .flips: "clips with flipped bits, few and many, in headers and anywhere"
    case .splices: "the start of a clip and the end of another, or of the same"
    case .sizes: "boxes, elements, chunks, packets, pages and tags that lie about their sizes"
    case .runs: "runs of zeros and ones; blocks repeated, removed and exchanged"
    }
  }

  func count(_ amount: Int) -> Int { way == .splices || way == .runs ? amount / 2 : amount }

  func run(_ bench: Bench) throws -> CaseResult {
    let number = bench.name.number
    let clip = bench.clips.pick(number, seed: bench.name.seed &+ UInt64(way.rawValue.utf8.count))
    let bytes = spoilt(Array(try Data(contentsOf: clip)), bench)
    // Names like damaged-h264.mp4 say where a file of a case comes from.
    let name = "\(way.rawValue)-\(clip.lastPathComponent)"
    try bench.write(bytes, to: name)
    // Shifted in each round, so that each clip meets each mode.
    let mode = Mode.allCases[(number + number / bench.clips.all.count) % Mode.allCases.count]
    var trial = try mode.trial(Word(name), bench)
    if number % 4 == 3, mode != .service {
      trial.words += ["--max-memory", "1GiB"]
      trial.memory = 1 << 30 + 64 << 20
    }
    trial.isTraced = number % 16 == 5
    return try bench.judge(trial)
  }

  private func spoilt(_ bytes: [UInt8], _ bench: Bench) -> [UInt8] {
    switch way {
    case .cuts: return Spoiling.cut(bytes, percent: 5 * (bench.name.number % 20))
    case .flips:
      let spacing: Int = bench.choose([20_000, 2_000, 200, 20])
      let part: Double = bench.choose([1, 1, 0.02, 0.1])
      return Spoiling.flip(bytes, spacing: spacing, part: part, &bench.numbers)
    case .splices:
      let isOwn = bench.numbers.below(3) == 0
      let other: URL? = isOwn ? nil : bench.choose(bench.clips.all)
      let second = other.flatMap { try? Data(contentsOf: $0) }.map { Array($0) } ?? bytes
      return Spoiling.splice(bytes, second, &bench.numbers)
    case .sizes: return Spoiling.lie(bytes, &bench.numbers)
    case .runs:
      return switch bench.numbers.below(4) {
      case 0: Spoiling.fill(bytes, with: 0, &bench.numbers)
      case 1: Spoiling.fill(bytes, with: 0xFF, &bench.numbers)
      default: Spoiling.shift(bytes, &bench.numbers)
      }
    }
  }
}
