import Foundation
import TestSupport

/// An error or a signal at each system call that has to do with the output.
struct CallFaults: FaultClass {
  let name = "calls"
  let summary = "ENOSPC, EIO, EINTR, TERM, INT, HUP and KILL at each output system call, one after the other"

  /// Ways to write; OLD stands for an output that exists.
  private static let uses: [[Word]] = [
    ["--frame", "3", "-o", "new.png"], ["--frame", "3", "-y", "-o", "old.png"],
    ["--frame", "3", "-y", "--sync", "-o", "old.png"], ["--frame", "3", "--sync", "--mkdir", "-o", "a/b/new.png"],
    ["--frame", "3", "--frame", "7", "-y", "-o", "p{index}.png", "-j", "2"],
    ["--keyframes", "--mkdir", "-o", "k/{index}.png", "--json", "-q"], ["--frame", "3", "-o", "-"],
  ]
  private static let faults = [
    "error=ENOSPC", "error=EIO", "error=EINTR", "signal=TERM", "signal=INT", "signal=KILL", "signal=HUP",
  ]
  private static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "linkat", "renameat", "renameat2", "unlinkat", "mkdirat", "close",
    "fcntl", "ftruncate", "sendfile", "copy_file_range", "memfd_create", "newfstatat", "fchmod", "fallocate",
  ]
  private static let signals = ["TERM": Int32(15), "INT": 2, "KILL": 9, "HUP": 1]

  func count(_ amount: Int) -> Int { Self.uses.count * Self.faults.count }

  func run(_ bench: Bench) throws -> CaseResult {
    guard let strace = bench.means.strace else { return .left(out: "strace is missing, or may not trace here") }
    let use = bench.name.number / Self.faults.count
    let fault = Self.faults[bench.name.number % Self.faults.count]
    let log = bench.aside.appending(component: "calls").path(percentEncoded: false)
    let filter = "trace=" + Self.calls.map { "?\($0)" }.joined(separator: ",")
    let start: [Word] = [Word(strace), "-f", "-qq", "-y", "--seccomp-bpf", "-e", Word(filter), "-o", Word(log)]

    var result = CaseResult()
    // Without a fault: which calls there are.
    var trial = try prepare(use, bench)
    trial.starter = start + ["--"]
    result = try bench.judge(trial)
    guard result.violations.isEmpty else { return result }
    let calls = SystemCallLog(String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self), folder: bench.path(""))
    for call in calls.calls {
      // The counters are those of each thread, so that a fault may meet more than one call.
      trial = try prepare(use, bench)
      trial.starter = start + ["-e", Word("inject=\(call.name):\(fault):when=\(call.number)"), "--"]
      if fault.hasPrefix("signal="), let signal = Self.signals[String(fault.dropFirst(7))] { trial.signal = signal }
      trial.codes = Trial.documented
      trial.printed = .anything
      trial.writes = false
      let isPrinting = call.name == "write"
      trial.maySaySilently = isPrinting
      trial.mayWriteAndFail = trial.signal != 0 || !trial.isSingle || isPrinting || call.name == "close"
      let next = try bench.judge(trial)
      result.codes += next.codes
      result.violations += next.violations
    }
    return result
  }

  private func prepare(_ use: Int, _ bench: Bench) throws -> Trial {
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.path("")) {
      try FileManager.default.removeItem(atPath: bench.path(name))
    }
    try bench.copy(.h264BFrames, to: "good.mp4")
    for name in ["old.png", "p3.png"] { try bench.makeOldPicture(name) }
    var trial = Trial(["good.mp4", "--timeout", "20s"] + Self.uses[use])
    trial.isSingle = use < 4 || use == 6
    trial.replaceable = ["old.png", "p3.png"]
    trial.printed = use == 6 ? .picture : .anything
    trial.writes = use != 6
    // Tracing takes its time.
    trial.seconds = 20
    return trial
  }
}
