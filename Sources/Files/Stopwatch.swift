import LibC

/// A timer that assigns the time of a run to its stages, each moment to exactly one.
///
/// It is a class, since stages are nested; use it from one thread. The CPU time of other threads counts towards the
/// current stage.
public final class Stopwatch {
  /// A stage of a run.
  public enum Stage: Int, CaseIterable, Sendable {
    /// From the start of the process until the command line is read: mainly loading libraries.
    case load
    /// Opening the container: its header and its streams.
    case open
    /// Finding which frame is requested: reading packets, or the index kept by an earlier run.
    case index
    /// Seeking to a frame's keyframe.
    case seek
    /// Decoding from the keyframe to the frame.
    case decode
    /// Converting decoded pictures to pixels, and resizing.
    case color
    /// Encoding pixels as PNG.
    case png
    /// Writing bytes to a file.
    case write
    /// Everything else.
    case other
  }

  /// Time in nanoseconds.
  public struct Time: Hashable, Sendable {
    /// The wall-clock time.
    public var wall: Int64
    /// The CPU time of the process on all processors, user and system.
    public var cpu: Int64

    /// Makes a time, by default 0.
    public init(wall: Int64 = 0, cpu: Int64 = 0) {
      (self.wall, self.cpu) = (wall, cpu)
    }

    static func - (later: Time, earlier: Time) -> Time {
      Time(wall: later.wall &- earlier.wall, cpu: later.cpu &- earlier.cpu)
    }

    static func += (sum: inout Time, more: Time) {
      sum.wall &+= more.wall
      sum.cpu &+= more.cpu
    }
  }

  private var stage = Stage.other
  private var since: Time
  private var spent = [Time](repeating: Time(), count: Stage.allCases.count)

  /// Starts the stopwatch; the time of the process so far counts as the stage `load`.
  public init() {
    since = Self.now
    spent[Stage.load.rawValue] = Time(wall: max(since.cpu, Self.ageOfProcess), cpu: since.cpu)
  }

  /// Ends the current stage and begins another one; returns the ended one, so that it can be resumed.
  public func enter(_ next: Stage) -> Stage {
    let now = Self.now
    let ended = stage
    spent[ended.rawValue] += now - since
    (stage, since) = (next, now)
    return ended
  }

  /// Resumes a stage that was interrupted by another one; nil does nothing.
  public func resume(_ interrupted: Stage?) {
    if let interrupted { _ = enter(interrupted) }
  }

  /// Continues in a forked process, whose CPU clock starts anew.
  public func resumeInChild() { since = Self.now }

  /// Adopts the times of a child, which started from the times so far; this process's own CPU time since then is not
  /// counted.
  public func adopt(_ times: [Time]) {
    guard times.count == spent.count else { return }
    let own = Self.now.cpu &- since.cpu
    spent = times
    spent[Stage.other.rawValue].cpu &+= max(0, own)
    since = Self.now
  }

  /// The time of each stage so far.
  public var times: [(stage: Stage, time: Time)] {
    resume(stage)
    return Stage.allCases.map { ($0, spent[$0.rawValue]) }
  }

  private static var now: Time {
    Time(wall: SystemClock.steady.nanoseconds, cpu: SystemClock.processor.nanoseconds)
  }

  /// A lower bound of the nanoseconds since the process started; 0 where the system does not report it.
  ///
  /// Linux reports the start in ticks since boot, usually 100 per second (proc(5)).
  private static var ageOfProcess: Int64 {
    #if os(Linux)
      let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return 0 }
      defer { _ = close(descriptor) }
      var text = [UInt8](repeating: 0, count: 1024)
      let count = LibC.read(descriptor, &text, text.count)
      // The name of the program, in brackets, may contain spaces; the start time is the twentieth word after it.
      guard count > 0, let bracket = text[..<count].lastIndex(of: UInt8(ascii: ")")) else { return 0 }
      let words = text[bracket..<count].split(separator: UInt8(ascii: " "))
      let ticksPerSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
      guard words.count > 20, let start = Int64(String(decoding: words[20], as: UTF8.self)), start >= 0,
        ticksPerSecond > 0, start <= Int64.max / 1_000_000_000
      else { return 0 }
      // At most one tick later than that.
      return max(0, SystemClock.sinceBoot &- (start + 1) &* 1_000_000_000 / ticksPerSecond)
    #else
      return 0
    #endif
  }
}
