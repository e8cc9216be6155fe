import Files
import Synchronization

/// The wall time that may pass without progress: each frame restarts it, and so does each new part of the file that a
/// search reads. Waiting for bytes that then arrive does not count, and neither does a second or more in which the
/// process was stopped or got no processor.
///
/// It is checked between packets and by FFmpeg while it reads. One call into a decoder can run for seconds without
/// either, so a second thread may check it too.
public final class Deadline: Sendable {
  /// Nanoseconds from the last progress.
  public let allowance: Int64
  private let end: Atomic<UInt64>
  /// Nanoseconds of waiting that were not counted since the last progress.
  private let waited = Atomic<Int64>(0)
  /// Waiting for bytes is free up to this many times the allowance, so that a file cannot make its reader wait forever.
  private static let mostWaiting: Int64 = 100

  /// When the time limit was last restarted, later by the time without a processor, and the processor time then.
  private let start: Atomic<Int64>
  private let processor: Atomic<Int64>
  /// Less time without a processor is not looked for.
  private static let leastStop: Int64 = 1_000_000_000

  private let onProgress: (@Sendable () -> Void)?
  private let clock: @Sendable (SystemClock) -> Int64

  /// Starts the time limit for the first frame.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time for each frame.
  ///   - onProgress: Called whenever the time limit is restarted or extended.
  public convenience init(nanoseconds: Int64, onProgress: (@Sendable () -> Void)? = nil) {
    self.init(nanoseconds: nanoseconds, clock: \.nanoseconds, onProgress: onProgress)
  }

  /// The same with other clocks.
  init(
    nanoseconds: Int64, clock: @escaping @Sendable (SystemClock) -> Int64, onProgress: (@Sendable () -> Void)? = nil
  ) {
    allowance = nanoseconds
    (self.onProgress, self.clock) = (onProgress, clock)
    let now = clock(.steady)
    start = Atomic(now)
    processor = Atomic(clock(.processor))
    end = Atomic(UInt64(clamping: now) &+ UInt64(clamping: nanoseconds))
  }

  /// Restarts the time limit for the next frame.
  public func restart() {
    onProgress?()
    waited.store(0, ordering: .relaxed)
    start.store(clock(.steady), ordering: .relaxed)
    processor.store(clock(.processor), ordering: .relaxed)
    end.store(now &+ UInt64(clamping: allowance), ordering: .relaxed)
  }

  /// Gives back time that was spent waiting for bytes, up to the full time.
  func extend(by nanoseconds: Int64) {
    let left = remaining
    // More than the full time is left only while the limit is paused.
    guard nanoseconds > 0, left <= allowance else { return }
    let total = waited.add(nanoseconds, ordering: .relaxed).newValue
    guard total / Self.mostWaiting <= allowance else { return }
    onProgress?()
    let (sum, overflows) = left.addingReportingOverflow(nanoseconds)
    guard !overflows, sum < allowance else {
      return end.store(now &+ UInt64(clamping: allowance), ordering: .relaxed)
    }
    end.store(end.load(ordering: .relaxed) &+ UInt64(nanoseconds), ordering: .relaxed)
  }

  /// Stops the time limit until it is restarted.
  public func pause() {
    end.store(now &+ UInt64(Int64.max), ordering: .relaxed)
  }

  /// Nanoseconds left, negative when the time is over.
  public var remaining: Int64 { Int64(bitPattern: end.load(ordering: .relaxed) &- now) }

  /// Whether the time is over.
  public var isOver: Bool {
    guard remaining < 0 else { return false }
    excuseStop()
    return remaining < 0
  }

  /// Gives back time in which the process took no processor and did not wait for bytes: someone stopped it, as Ctrl-Z
  /// does, or the machine was busy with other work. That is no progress: the broker has its own limit.
  private func excuseStop() {
    let began = start.load(ordering: .relaxed)
    let passed = clock(.steady) - began
    let worked = clock(.processor) - processor.load(ordering: .relaxed)
    let stopped = passed - worked - waited.load(ordering: .relaxed)
    // Another thread may have done it, or restarted the time limit.
    guard stopped >= Self.leastStop,
      start.compareExchange(expected: began, desired: began + stopped, ordering: .relaxed).exchanged
    else { return }
    end.add(UInt64(stopped), ordering: .relaxed)
  }

  private var now: UInt64 { UInt64(clamping: clock(.steady)) }
}
