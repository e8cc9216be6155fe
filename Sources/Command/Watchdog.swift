import Files
import Video

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that ends the process when one call into a decoder exceeds the frame's time limit.
///
/// All other code checks the deadline itself and throws an error; the watchdog waits a little longer.
/// Outputs are published in one step, so ending the process at any point leaves the previous files intact.
enum Watchdog {
  /// Nanoseconds after the deadline before the watchdog ends the process.
  private static let patience: Int64 = 1_000_000_000

  /// Holds the deadline weakly: when its owners are gone there is nothing to watch. It is set once, before the thread
  /// that reads it starts.
  private final class Charge: @unchecked Sendable {
    weak var deadline: Deadline?
    let line: String
    let progress: ProgressLine?

    init(_ deadline: Deadline, line: String, progress: ProgressLine?) {
      self.deadline = deadline
      self.line = line
      self.progress = progress
    }
  }

  /// Starts to watch a deadline (`pthread_create`); `name` is the file named in the error message.
  static func watch(_ deadline: Deadline, name: Path, progress: ProgressLine?) {
    let reached = ReachedLimit.time(nanoseconds: deadline.allowance)
    let charge = Charge(deadline, line: "framegrab: \(name): \(reached)\n", progress: progress)
    let opaque = Unmanaged.passRetained(charge).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let status = pthread_create(&thread, nil, { opaque in Watchdog.run(opaque) }, opaque)
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { opaque in Watchdog.run(opaque) }, opaque)
    #endif
    // Without a second thread the deadline still works everywhere except inside a single decoder call.
    guard status == 0 else {
      Unmanaged<Charge>.fromOpaque(opaque).release()
      return
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  private static func run(_ opaque: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let opaque else { return nil }
    let charge = Unmanaged<Charge>.fromOpaque(opaque).takeRetainedValue()
    while true {
      guard let remaining = charge.deadline?.remaining else { return nil }
      let (sum, isFar) = remaining.addingReportingOverflow(patience)
      guard isFar || sum > 0 else { break }
      // The deadline may be moved later while this thread sleeps, never earlier, so it is enough to wake up once in a
      // while.
      let wait = isFar ? 1_000_000_000 : min(sum, 1_000_000_000)
      var time = timespec(tv_sec: Int(wait / 1_000_000_000), tv_nsec: Int(wait % 1_000_000_000))
      nanosleep(&time, nil)
    }
    charge.progress?.clearIfPossible()
    let bytes = Array(charge.line.utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    _exit(ExitCode.limit.rawValue)
  }
}
