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
    "openat", "write", "pwrite64", "fsync", "fdatasync", "linkat", "renameat", "renameat2", "unlinkat", "mkdirat",
    "close",
    "fcntl", "ftruncate", "sendfile", "copy_file_range", "memfd_create", "newfstatat", "fchmod", "fallocate",
  ]
  private static let signals = ["TERM": Int32(15), "INT": 2, "KILL": 9, "HUP": 1]

  func count(_ amount: Int) -> Int { Self.uses.count * Self.faults.count }

  func run(_ bench: Bench) throws -> CaseResult {
    let use = bench.name.number / Self.faults.count
    let fault = Self.faults[bench.name.number % Self.faults.count]
    guard let strace = bench.means.strace else {
      guard let shim = bench.means.shim else { return .left(out: "neither strace nor the preloaded library is here") }
      return try runPreloaded(use, fault, shim, bench)
    }
    let log = bench.aside.appending(component: "calls").path(percentEncoded: false)
    let filter = "trace=" + Self.calls.map { "?\($0)" }.joined(separator: ",")
    // With --seccomp-bpf, which is faster, strace sends no signals.
    let isSignal = fault.hasPrefix("signal=")
    let start: [Word] =
      [Word(strace), "-f", "-qq", "-y"] + (isSignal ? [] : ["--seccomp-bpf"]) + ["-e", Word(filter), "-o", Word(log)]

    var result = CaseResult()
    // Without a fault: which calls there are.
    var trial = try prepare(use, bench)
    trial.starter = start + ["--"]
    result = try bench.judge(trial)
    guard result.violations.isEmpty else { return result }
    let calls = SystemCallLog(
      String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self), folder: bench.path(""))
    for call in calls.calls {
      // The counters are those of each thread, so that a fault may meet more than one call.
      trial = try prepare(use, bench)
      trial.starter = start + ["-e", Word("inject=\(call.name):\(fault):when=\(call.number)"), "--"]
      if isSignal, let signal = Self.signals[String(fault.dropFirst(7))] { trial.signal = signal }
      trial.codes = Trial.documented
      trial.printed = .anything
      trial.writes = false
      // The picture is there when its name cannot be printed. The counters of several threads may meet other calls.
      let isPrinting = call.isPrinting || call.name == "write"
      trial.maySaySilently = isPrinting
      trial.mayWriteAndFail = trial.signal != 0 || !trial.isSingle || isPrinting
      let next = try bench.judge(trial)
      result.codes += next.codes
      result.violations += next.violations
      // The folder stays as it is, to be looked at.
      if !next.violations.isEmpty { return result }
    }
    if isSignal, result.codes.allSatisfy({ $0 < 128 }) {
      result.violations.append(
        (Violation(.end, "no signal arrived, so nothing was tested"), Launch(trial, bench).description))
    }
    return result
  }

  /// The same with a preloaded library, which knows the most important calls.
  private func runPreloaded(_ use: Int, _ fault: String, _ shim: String, _ bench: Bench) throws -> CaseResult {
    let isSignal = fault.hasPrefix("signal=")
    let word = String(fault.dropFirst(isSignal ? 7 : 6))
    if word == "KILL" { return .left(out: "only strace sends SIGKILL at a call") }
    let calls =
      isSignal ? ["linkat", "renameat"] : ["write", "fsync", "linkat", "renameat", "renameat2", "unlinkat", "mkdirat"]
    var result = CaseResult()
    for call in calls {
      for number in 1...(isSignal ? 1 : call == "write" || call == "fsync" ? 3 : 1) {
        var trial = try prepare(use, bench)
        trial.environment = ["LD_PRELOAD": shim]
        trial.environment[isSignal ? "SHIM_SIGNAL" : "SHIM_ERROR"] =
          isSignal ? "\(call) \(word)" : "\(call) \(word) \(number)"
        if isSignal { trial.signal = Self.signals[word] ?? 0 }
        (trial.printed, trial.writes) = (.anything, false)
        trial.maySaySilently = call == "write"
        trial.mayWriteAndFail = isSignal || !trial.isSingle || call == "write"
        let next = try bench.judge(trial)
        result.codes += next.codes
        result.violations += next.violations
        if !next.violations.isEmpty { return result }
      }
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
