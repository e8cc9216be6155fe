import Files
import Synchronization

/// The wall time that one frame may take; starting the next frame starts it anew.
///
/// It is looked at between packets and by FFmpeg while it reads. One call into a decoder can run for seconds without
/// either, so a second thread may look at it too.
public final class Deadline: Sendable {
  /// Nanoseconds from the start of a frame.
  public let allowance: Int64
  private let end: Atomic<UInt64>

  /// Starts the time of the first frame.
  public init(nanoseconds: Int64) {
    allowance = nanoseconds
    end = Atomic(Self.now &+ UInt64(clamping: nanoseconds))
  }

  /// Gives the next frame its full time.
  public func restart() {
    end.store(Self.now &+ UInt64(clamping: allowance), ordering: .relaxed)
  }

  /// Stops the time, while somebody else is waited for; restarting starts it again.
  public func pause() {
    end.store(Self.now &+ UInt64(Int64.max), ordering: .relaxed)
  }

  /// Nanoseconds until the time is over, negative when it is.
  public var remaining: Int64 { Int64(bitPattern: end.load(ordering: .relaxed) &- Self.now) }

  var isOver: Bool { remaining < 0 }

  private static var now: UInt64 { UInt64(clamping: SystemClock.steady.nanoseconds) }
}
