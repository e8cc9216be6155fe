import CWorker
import LibC

/// The broker's handle of a worker: a process that can only compute.
///
/// It is killed when its owner is destroyed.
public final class WorkerProcess {
  /// How a process ended.
  public typealias Ending = WorkerLife.Ending
  /// What a worker may use.
  public typealias Allowance = WorkerLife.Allowance

  /// The connection to it.
  public let channel: Channel
  /// The file that is shared with it.
  public let memory: MemoryFile
  private let process: pid_t
  /// The zygote that forked it; nil if this process did.
  private let zygote: Zygote?
  private var ending: Ending?

  private init(process: pid_t, zygote: Zygote?, channel: Channel, memory: MemoryFile) {
    (self.process, self.zygote, self.channel, self.memory) = (process, zygote, channel, memory)
  }

  deinit {
    guard ending == nil else { return }
    if let zygote { zygote.drop(process) } else { _ = end() }
  }

  /// Starts a worker: a copy of this process, which must have one thread, behind walls (fork(2)).
  ///
  /// - Parameters:
  ///   - allowance: What it may use.
  ///   - files: Open files that it keeps.
  ///   - work: What it does with the walls that are up; it ends with the status that this returns.
  /// - Throws: `Channel.Fault` when the system refuses.
  public static func start(
    _ allowance: Allowance, files: [Int32] = [], _ work: WorkerLife.Work
  ) throws(Channel.Fault) -> WorkerProcess {
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    let broker = getpid()
    let child = fg_fork()
    guard child >= 0 else { throw .system(-child) }
    if child == 0 {
      fg_forget_start()
      WorkerLife.live(broker, allowance, other, memory, files: files, work)
    }
    return WorkerProcess(process: child, zygote: nil, channel: own, memory: memory)
  }

  /// Lets a zygote start a worker, which does the zygote's `work`.
  ///
  /// - Throws: `Channel.Fault` when the system refuses, or the zygote is gone.
  public static func start(_ allowance: Allowance, from zygote: Zygote) throws(Channel.Fault) -> WorkerProcess {
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    let child = try zygote.fork(allowance, other, memory)
    return WorkerProcess(process: child, zygote: zygote, channel: own, memory: memory)
  }

  /// The memory that it uses, in bytes; 0 if the system does not say (proc(5)).
  public var residentBytes: Int64 {
    let descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { Channel.close(descriptor) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &text, text.count)
    guard count > 0 else { return 0 }
    let words = text[..<count].split(separator: UInt8(ascii: " "))
    return words.count > 1 ? (Int64(String(decoding: words[1], as: UTF8.self)) ?? 0) * Int64(getpagesize()) : 0
  }

  /// The walls that this system offers, found by a process that raises them and ends (vfork(2)).
  public static func triedWalls() -> Walls { Walls(rawValue: fg_try_walls()).intersection(.all) }

  /// Kills the process, if it has not ended yet, and returns how it ended (kill(2), waitpid(2)).
  ///
  /// A process that is already ending, by itself or by a crash, keeps its own status.
  public func end() -> Ending {
    if let ending { return ending }
    let ending: Ending
    if let zygote {
      ending = zygote.end(process)
    } else {
      _ = kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      ending = Ending(status: status)
    }
    self.ending = ending
    return ending
  }

  /// Nanoseconds of processor time that it has used (clock_getcpuclockid(3)); nil if the system does not say.
  public var processorTime: Int64? {
    #if canImport(Glibc)
      var (clock, time) = (clockid_t(), timespec())
      guard ending == nil, clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return nil
      }
      return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    #else
      return nil
    #endif
  }
}
