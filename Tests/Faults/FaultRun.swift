public import Foundation
import Synchronization

/// A run of many cases, on all cores.
public final class FaultRun: Sendable {
  private let means: Means
  private let clips: Clips
  private let place: URL
  private let store: URL
  private let seed: UInt64
  private let report: @Sendable (String) -> Void
  private let progress = Mutex(Progress())

  private struct Progress {
    var next = 0
    var tally = FaultTally()
    var slow: [CaseName] = []
    var gaps: Set<String> = []
    var seconds: [(name: CaseName, seconds: Double)] = []
  }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - place: A folder for the cases; those with violations stay there.
  ///   - store: A folder for clips that take long to make.
  ///   - report: Gets a text for each violation, and for each thing that is left out.
  public init(
    seed: UInt64, means: Means, clips: Clips, place: URL, store: URL, report: @escaping @Sendable (String) -> Void
  ) {
    (self.seed, self.means, self.clips, self.place) = (seed, means, clips, place)
    (self.store, self.report) = (store, report)
  }

  /// The cases of these classes.
  ///
  /// - Parameter amount: How many cases of a class that has no end.
  public func cases(of classes: [any FaultClass], amount: Int) -> [CaseName] {
    classes.flatMap { kind in
      (0..<kind.count(amount)).map { CaseName(seed: seed, kind: kind.name, number: $0) }
    }
  }

  /// Runs cases.
  ///
  /// - Parameter workers: How many cases run at once.
  public func run(_ cases: [CaseName], workers: Int) -> FaultTally {
    for gap in means.gaps { report("left out: \(gap)") }
    DispatchQueue.concurrentPerform(iterations: max(1, workers)) { _ in
      while let name = progress.withLock({ progress -> CaseName? in
        progress.next += 1
        return progress.next <= cases.count ? cases[progress.next - 1] : nil
      }) {
        run(name, isRepeated: false)
      }
    }
    // One by one: the machine was busy.
    for name in progress.withLock({ $0.slow }) { run(name, isRepeated: true) }
    return progress.withLock { $0.tally }
  }

  /// The cases that took the longest, with their making, as one line.
  public var slowest: String {
    let all = progress.withLock { $0.seconds }.sorted { $0.seconds > $1.seconds }
    return all.prefix(6).map { "\($0.name) \(($0.seconds * 10).rounded() / 10) s" }.joined(separator: ", ")
  }

  private func run(_ name: CaseName, isRepeated: Bool) {
    let start = ContinuousClock.now
    guard let kind = FaultCatalogue.classes.first(where: { $0.name == name.kind }) else { return }
    var result = CaseResult()
    var folder: URL?
    do {
      let bench = try Bench(name, in: place, store: store, means: means, clips: clips)
      folder = bench.whole
      result = try kind.run(bench)
    } catch {
      result.violations = [(Violation(.end, "the case cannot be run: \(error)"), "")]
    }
    if result.isOnlySlow, !isRepeated { return progress.withLock { $0.slow.append(name) } }
    if result.violations.isEmpty, let folder { try? FileManager.default.removeItem(at: folder) }
    let isNewGap = progress.withLock { progress in
      progress.tally.add(result, to: name.kind)
      progress.seconds.append((name, (ContinuousClock.now - start) / .seconds(1)))
      return result.gap.map { progress.gaps.insert($0).inserted } ?? false
    }
    if isNewGap, let gap = result.gap { report("\(name): left out: \(gap)") }
    for (violation, command) in result.violations { report("\(name): \(violation)\n    \(command)") }
  }
}
