import Files
import Synchronization

/// The wall time that may pass without progress: each frame restarts it, and so does each new part of the file that a
/// search reads. Waiting for bytes that then arrive does not count.
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

  private let onProgress: (@Sendable () -> Void)?

  /// Starts the time limit for the first frame.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time for each frame.
  ///   - onProgress: Called whenever the time limit is restarted or extended.
  public init(nanoseconds: Int64, onProgress: (@Sendable () -> Void)? = nil) {
    allowance = nanoseconds
    self.onProgress = onProgress
    end = Atomic(Self.now &+ UInt64(clamping: nanoseconds))
  }

  /// Restarts the time limit for the next frame.
  public func restart() {
    onProgress?()
    waited.store(0, ordering: .relaxed)
    end.store(Self.now &+ UInt64(clamping: allowance), ordering: .relaxed)
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
      return end.store(Self.now &+ UInt64(clamping: allowance), ordering: .relaxed)
    }
    end.store(end.load(ordering: .relaxed) &+ UInt64(nanoseconds), ordering: .relaxed)
  }

  /// Stops the time limit until it is restarted.
  public func pause() {
    end.store(Self.now &+ UInt64(Int64.max), ordering: .relaxed)
  }

  /// Nanoseconds left, negative when the time is over.
  public var remaining: Int64 { Int64(bitPattern: end.load(ordering: .relaxed) &- Self.now) }

  /// Whether the time is over.
  public var isOver: Bool { remaining < 0 }

  private static var now: UInt64 { UInt64(clamping: SystemClock.steady.nanoseconds) }
}
