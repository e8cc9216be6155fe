import Files
import Synchronization

/// The wall time that one frame may take; starting the next frame restarts it.
///
/// It is checked between packets and by FFmpeg while it reads. One call into a decoder can run for seconds without
/// either, so a second thread may check it too.
public final class Deadline: Sendable {
  /// Nanoseconds from the start of a frame.
  public let allowance: Int64
  private let end: Atomic<UInt64>

  /// Starts the time limit for the first frame.
  public init(nanoseconds: Int64) {
    allowance = nanoseconds
    end = Atomic(Self.now &+ UInt64(clamping: nanoseconds))
  }

  /// Restarts the time limit for the next frame.
  public func restart() {
    end.store(Self.now &+ UInt64(clamping: allowance), ordering: .relaxed)
  }

  /// Stops the time limit while waiting for something else; restarting starts it again.
  public func pause() {
    end.store(Self.now &+ UInt64(Int64.max), ordering: .relaxed)
  }

  /// Nanoseconds left, negative when the time is over.
  public var remaining: Int64 { Int64(bitPattern: end.load(ordering: .relaxed) &- Self.now) }

  var isOver: Bool { remaining < 0 }

  private static var now: UInt64 { UInt64(clamping: SystemClock.steady.nanoseconds) }
}
