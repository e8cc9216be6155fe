import Arguments
import Broker
import Files
import FrameGrabbing
import LibC
import Memory
import Workers

/// The limits of the process, set before a byte of an untrusted file is read.
enum ProcessLimits {
  /// Bounds the address space, forbids core dumps, and turns the signals of a closed pipe or a full quota into errors.
  ///
  /// - Parameters:
  ///   - memory: bytes of address space (`RLIMIT_AS`).
  ///   - input: the video that is named if the process runs out of memory and ends.
  static func apply(memory: Int64, to input: Path) {
    lower(core: 0)
    MemoryRoom.explainCrashes("framegrab: \(WorkerLoss.ended(.exited(MemoryRoom.crashStatus)).error(input))\n")
    lower(addressSpace: UInt64(clamping: memory))
    ignoreWriteSignals()
  }

  /// The number of available processors (`sysconf`), from 1 to 64; cached, since finding it reads a file.
  static let cores = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 64)

  /// Raises the limit of open files to the most that is allowed (`RLIMIT_NOFILE`).
  static func raiseDescriptors() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(openFiles, &limit)
  }

  /// How many workers there are descriptors for: some may be busy and the others idle, up to these numbers.
  static func workers(busy: Int, idle: Int) -> (busy: Int, idle: Int) {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return (1, 0) }
    // 20 for standard streams, inputs, outputs, folders and the zygote. Each worker takes three: a connection, shared
    // memory and a video, and a busy one an output; beside each busy one, two others may still be storing their indexes.
    // A busy one is not left out for the sake of those.
    let room = Int(clamping: limit.rlim_cur) - 20
    let most = max(1, min(busy, room / 4))
    return (most, max(0, min(idle, (room - 9 * most) / 3)))
  }

  #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openFiles = RLIMIT_NOFILE
  #endif

  /// Ignores SIGPIPE and SIGXFSZ, which would end the process in the middle of a write; the write then fails instead.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Notes SIGINT and SIGTERM; a second one ends the process as soon as no file has a temporary name.
  static func noteStops() -> StopSignals {
    HeldSignals.prepare()
    return StopSignals()
  }

  private static func lower(core bytes: UInt64) {
    #if canImport(Glibc)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(bytes))
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #endif
  }

  private static func lower(addressSpace bytes: UInt64) {
    #if canImport(Glibc)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(bytes))
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }
}

/// Texts about the sandbox around the reading of videos, and the check that it exists.
enum Sandbox {
  /// The parts of the sandbox, in words.
  static func words(for walls: Walls) -> String {
    var parts = ["a process of its own"]
    if walls.contains(.files) { parts.append("Landlock") }
    if walls.contains(.calls) { parts.append("seccomp") }
    return parts.joined(separator: ", ")
  }

  /// The error if the sandbox that the user requires is not available; called before anything is opened.
  static func check(_ choice: SandboxChoice) -> RelayedError? {
    guard choice == .require else { return nil }
    let missing = Walls.all.subtracting(WorkerProcess.triedWalls())
    guard !missing.isEmpty else { return nil }
    var names: [String] = []
    if missing.contains(.files) { names.append("Landlock") }
    if missing.contains(.calls) { names.append("seccomp") }
    return RelayedError(
      line: "--sandbox require: this system has no \(names.joined(separator: " and no ")); --sandbox auto does without",
      code: ExitCode.limit.rawValue)
  }
}
