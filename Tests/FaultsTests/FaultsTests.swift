import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Faults

/// A fixed small part of the fault run: one seed, the fixture clips, and no strace. `make faults` runs all.
struct FaultsTests {
  /// Every so manieth case of a class.
  private static let steps = [
    "cuts": 1, "flips": 1, "splices": 1, "sizes": 1, "runs": 1, "references": 23, "special": 29, "names": 41,
    "descriptors": 29, "disks": 23, "calls": 17, "gestures": 37,
  ]

  @Test func `no case of a small part breaks a promise`() throws {
    let scratch = try Scratch()
    let reports = Mutex<[String]>([])
    var means = Means(tracing: false)
    // Other tests run at the same time.
    means.patience = 4
    let run = FaultRun(
      seed: 1, means: means, clips: try Clips(corpus: nil), place: scratch.folder, store: scratch.folder
    ) { text in reports.withLock { $0.append(text) } }
    let cases = run.cases(of: FaultCatalogue.classes, amount: 10).filter { name in
      Self.steps[name.kind].map { name.number % $0 == 0 } ?? false
    }
    let tally = run.run(cases, workers: ProcessInfo.processInfo.activeProcessorCount)
    #expect(tally.violations == 0, "\(reports.withLock { $0.joined(separator: "\n") })")
    #expect(tally.cases > 80, "\(tally.text)")
  }

  @Test func `a case is the same each time`() throws {
    let scratch = try Scratch()
    let name = try #require(CaseName("7/flips/3"))
    let made = try (0..<2).map { round in
      let bench = try Bench(
        name, in: scratch.folder.appending(component: "\(round)"), store: scratch.folder, means: Means(tracing: false),
        clips: Clips(corpus: nil))
      _ = try MutationFaults(way: .flips).run(bench)
      return Snapshot(of: bench.path("")).entries.mapValues(\.checksum)
    }
    #expect(made[0] == made[1] && !made[0].isEmpty)
    #expect(CaseName("7/flips") == nil && CaseName("x/flips/1") == nil && CaseName("1/flips/-1") == nil)
  }

  @Test func `no fault is put into the loading of the program`() {
    // The process 12 is a thread or a worker of 11, with counts of its own.
    let log = """
      11 openat(AT_FDCWD</t>, "/lib/libz.so.1", O_RDONLY) = 3</lib/libz.so.1>
      11 close(3</lib/libz.so.1>) = 0
      11 close(3</t/v.mp4>) = 0
      12 close(4</t/v.mp4>) = 0
      12 write(5</memfd:framegrab>, "", 3) = 3
      11 write(6</t/new.png>, "", 3) = 3
      11 linkat(6</t/new.png>, "", AT_FDCWD</t>, "new.png", 0) = 0
      """
    let calls = SystemCallLog(log, folder: "/t/").calls.map { "\($0.name) \($0.number)" }
    #expect(calls == ["close 2", "write 1", "linkat 1"])
  }
}
