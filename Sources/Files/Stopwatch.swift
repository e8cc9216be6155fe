#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts the time of a run to the account of its stages, each moment to one of them.
///
/// A class, since stages lie in one another; use it from one thread. What other threads of the process do counts as CPU
/// time of the stage that runs meanwhile.
public final class Stopwatch {
  /// What a run spends its time on.
  public enum Stage: Int, CaseIterable, Sendable {
    /// From the start of the process until its command line was read: the libraries above all.
    case load
    /// The container: its header, and where its streams are.
    case open
    /// Which frame is meant: packets, or what an earlier run kept of them.
    case index
    /// The way to a frame's keyframe.
    case seek
    /// From the keyframe to the frame.
    case decode
    /// From stored codes to pixels, and their size.
    case color
    /// From pixels to the bytes of a PNG.
    case png
    /// From bytes to a file.
    case write
    /// Everything else.
    case other
  }

  /// Time in nanoseconds.
  public struct Time: Hashable, Sendable {
    /// What a clock on the wall shows.
    public var wall: Int64
    /// What the process took of all processors, for itself and in the system.
    public var cpu: Int64

    /// A time, by default none.
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

  /// Starts it; what the process took so far is the stage `load`.
  public init() {
    since = Self.now
    spent[Stage.load.rawValue] = Time(wall: max(since.cpu, Self.ageOfProcess), cpu: since.cpu)
  }

  /// Ends the stage that runs and begins another one; returns the one that ended, to be resumed.
  public func enter(_ next: Stage) -> Stage {
    let now = Self.now
    let ended = stage
    spent[ended.rawValue] += now - since
    (stage, since) = (next, now)
    return ended
  }

  /// Goes on with a stage that another one interrupted; nil does nothing.
  public func resume(_ interrupted: Stage?) {
    if let interrupted { _ = enter(interrupted) }
  }

  /// What each stage took so far.
  public var times: [(stage: Stage, time: Time)] {
    resume(stage)
    return Stage.allCases.map { ($0, spent[$0.rawValue]) }
  }

  private static var now: Time {
    Time(wall: SystemClock.steady.nanoseconds, cpu: SystemClock.processor.nanoseconds)
  }

  /// The least number of nanoseconds since the process was started; 0 where the system does not tell.
  ///
  /// Linux tells the start in ticks since the machine was started, of which there are a hundred a second (proc(5)).
  private static var ageOfProcess: Int64 {
    #if os(Linux)
      let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return 0 }
      defer { _ = close(descriptor) }
      var text = [UInt8](repeating: 0, count: 1024)
      let count = Glibc.read(descriptor, &text, text.count)
      // The name of the program, in brackets, may hold spaces; the start is the twentieth word behind it.
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
