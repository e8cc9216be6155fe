import Broker
import Files
import LibC
import Memory
import Workers

/// The limits of the process, set before a byte of an untrusted file is read.
enum ProcessLimits {
  /// Bounds the address space, forbids core dumps, and turns the signals of a closed pipe or a full quota into errors.
  ///
  /// - Parameters:
  ///   - memory: bytes of address space (`RLIMIT_AS`).
  ///   - input: the video, which is named if too little memory ends the process.
  static func apply(memory: Int64, to input: Path) {
    lower(core: 0)
    MemoryRoom.explainCrashes("framegrab: \(WorkerLoss.ended(.exited(MemoryRoom.crashStatus)).error(input))\n")
    lower(addressSpace: UInt64(clamping: memory))
    ignoreWriteSignals()
  }

  /// The number of available processors (`sysconf`), from 1 to 64; asked once, since that opens and reads a file.
  static let cores = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 64)

  /// Lets the process open as many files as it may (`RLIMIT_NOFILE`).
  static func raiseDescriptors() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(openFiles, &limit)
  }

  /// How many descriptors are left for workers that wait, beside so many that work.
  static func descriptorsForWaiting(beside workers: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return 0 }
    // Standard streams, inputs, outputs, folders, the zygote. A worker takes a connection, a file in memory and a video;
    // for each that works there may be two that store their indexes and end.
    return Int(clamping: limit.rlim_cur) - 20 - 9 * workers
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
