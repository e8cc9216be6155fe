import Files
import Video

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A second thread that ends the process when one call into a decoder outlasts the frame's time.
///
/// Everything else notices the deadline by itself and fails in an orderly way; the watchdog waits a little longer.
/// Outputs are published all at once, so ending the process at any point leaves what was there before.
enum Watchdog {
  /// Nanoseconds that the orderly way gets before the watchdog bites.
  private static let patience: Int64 = 1_000_000_000

  /// Only the deadline's owners keep it: when they are gone there is nothing to watch. It is set once, before the thread
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

  /// Starts to watch a deadline (`pthread_create`); `name` is the file that will be blamed.
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
    // Without a second thread the deadline still holds everywhere but inside a single decoder call.
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
      // The time may be given anew while this thread sleeps, never shortened: waking once in a while is enough.
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
