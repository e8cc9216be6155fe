import CWorker
import Memory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that can do nothing but compute, as its parent, the broker, sees it.
///
/// It is killed when its owner is destroyed.
public final class WorkerProcess {
  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)

    /// Waits for the end of a child (waitpid(2)).
    init(of child: pid_t) {
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1 {
        guard errno == EINTR else {
          self = .exited(-1)
          return
        }
      }
      let signal = status & 0x7F
      self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
  }

  /// What a worker may use.
  public struct Allowance: Sendable {
    /// Bytes of address space (`RLIMIT_AS`).
    public let memory: UInt64
    /// The walls to raise; those that the system does not have are left out.
    public let walls: Walls

    /// Makes an allowance.
    public init(memory: UInt64, walls: Walls) {
      (self.memory, self.walls) = (memory, walls)
    }
  }

  /// The largest picture or index that a worker may hand over, in bytes.
  private static let largestFile: UInt64 = 2 << 30

  /// The connection to it.
  public let channel: Channel
  /// The file that is shared with it.
  public let memory: MemoryFile
  private let process: pid_t
  private var ending: Ending?

  private init(process: pid_t, channel: Channel, memory: MemoryFile) {
    (self.process, self.channel, self.memory) = (process, channel, memory)
  }

  deinit {
    if ending == nil { _ = end() }
  }

  /// Starts a worker: a copy of this process, which must have one thread, behind walls (fork(2)).
  ///
  /// - Parameters:
  ///   - allowance: What it may use.
  ///   - files: Open files that it keeps.
  ///   - work: What it does; it gets the walls that stand, and ends the process with the status that it returns.
  /// - Throws: `Channel.Fault` when the system refuses.
  public static func start(
    _ allowance: Allowance, files: [Int32] = [], _ work: (Channel, MemoryFile, Walls) -> Int32
  ) throws(Channel.Fault) -> WorkerProcess {
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    let broker = getpid()
    let child = fg_fork()
    guard child >= 0 else { throw .system(-child) }
    if child == 0 {
      let kept = [other.descriptor, memory.descriptor] + files
      MemoryRoom.keepSpare()
      MemoryRoom.explainCrashes("")
      guard fg_become_worker(broker, allowance.memory, largestFile, kept, Int32(kept.count)) == 0 else { exit(126) }
      let walls = Walls(rawValue: fg_raise_walls(allowance.walls.rawValue))
      exit(work(other, memory, walls))
    }
    return WorkerProcess(process: child, channel: own, memory: memory)
  }

  /// How a fresh worker knows that it is one: a variable of its environment.
  private static let mark = "FRAMEGRAB_WORKER"
  /// The numbers of its socket and of the shared file.
  private static let numbers: (channel: Int32, memory: Int32) = (3, 4)

  /// Starts a worker as a new program with the arguments of this one, at other addresses (posix_spawn(3)).
  ///
  /// - Throws: `Channel.Fault` when the system refuses.
  public static func startFresh() throws(Channel.Fault) -> WorkerProcess {
    guard let words = ProcessArguments.list else { throw .system(EINVAL) }
    let (own, other) = try Channel.pair()
    let memory = try MemoryFile.make()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Through high numbers, so that neither overwrites the other; the copies are closed when the program starts.
    let copies = (fcntl(other.descriptor, F_DUPFD_CLOEXEC, 100), fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 100))
    defer {
      Channel.close(copies.0)
      Channel.close(copies.1)
    }
    guard copies.0 >= 0, copies.1 >= 0 else { throw .system(errno) }
    posix_spawn_file_actions_adddup2(&actions, copies.0, numbers.channel)
    posix_spawn_file_actions_adddup2(&actions, copies.1, numbers.memory)
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("\(mark)=\(getpid())")]
    var variable = environ
    while let text = variable.pointee {
      environment.append(strdup(text))
      variable += 1
    }
    environment.append(nil)
    defer { for text in environment { free(text) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environment)
    guard status == 0 else { throw .system(status) }
    return WorkerProcess(process: child, channel: own, memory: memory)
  }

  /// Does the work, if this process was started as a fresh worker, and ends it; else returns.
  public static func workIfFresh(
    _ allowance: Allowance, _ work: (Channel, MemoryFile, Walls) -> Int32
  ) {
    guard let text = getenv(mark), let broker = pid_t(String(cString: text)), broker == getppid() else { return }
    let kept = [numbers.channel, numbers.memory]
    MemoryRoom.keepSpare()
    MemoryRoom.explainCrashes("")
    guard fg_become_worker(broker, allowance.memory, largestFile, kept, Int32(kept.count)) == 0 else { exit(126) }
    let walls = Walls(rawValue: fg_raise_walls(allowance.walls.rawValue))
    exit(work(Channel(adopting: numbers.channel), MemoryFile(adopting: numbers.memory), walls))
  }

  /// The memory that it holds, in bytes; 0 where the system does not tell (proc(5)).
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

  /// The walls that stand here, found by a process that raises them and ends (vfork(2)).
  public static func triedWalls() -> Walls { Walls(rawValue: fg_try_walls()).intersection(.all) }

  /// Ends this process at once: nothing of the broker's, of which it is a copy, is to be finished here (_exit(2)).
  public static func exit(_ status: Int32) -> Never { _exit(status) }

  /// Kills the process, if it has not ended yet, and returns how it ended (kill(2)).
  public func end() -> Ending {
    if let ending { return ending }
    _ = kill(process, SIGKILL)
    return wait()
  }

  /// Waits for its end.
  public func wait() -> Ending {
    if let ending { return ending }
    let ending = Ending(of: process)
    self.ending = ending
    return ending
  }
}
