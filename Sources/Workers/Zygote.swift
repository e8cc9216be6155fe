import CWorker
import LibC

/// A process that does nothing but fork workers.
///
/// It is forked before its broker has read anything, so that its copies, the workers, have no other videos, requests or
/// secrets in their memory. Workers are not started by exec(3), so that none can become another program. It ends with
/// its broker, and its workers end with it.
public final class Zygote {
  private let channel: Channel
  /// Whether it still answers, so that it can start more workers.
  public private(set) var isAlive = true

  /// The longest wait for an answer, in nanoseconds.
  private static let patience: Int64 = 10_000_000_000

  /// Forks the process (fork(2)), from one with one thread.
  ///
  /// - Parameter work: What its workers do.
  /// - Throws: `Channel.Fault` when the system refuses.
  public init(_ work: @escaping WorkerLife.Work) throws(Channel.Fault) {
    let (own, other) = try Channel.pair()
    let broker = getpid()
    let child = fg_fork()
    guard child >= 0 else { throw .system(-child) }
    if child == 0 {
      guard fg_become_zygote(broker, other.descriptor) == 0 else { WorkerLife.exit(WorkerLife.unpreparedStatus) }
      fg_forget_start()
      var life = ZygoteLife(other, work)
      life.serve()
    }
    channel = own
  }

  /// Forks a worker; returns its number.
  func fork(_ allowance: WorkerLife.Allowance, _ worker: Channel, _ memory: MemoryFile) throws(Channel.Fault)
    -> pid_t
  {
    let question = ZygoteMessage.fork(allowance)
    let answer = try ask(question, files: [worker.descriptor, memory.descriptor])
    guard answer > 0, let process = pid_t(exactly: answer) else { throw .system(Int32(clamping: -answer)) }
    return process
  }

  /// Kills a worker and tells how it ended.
  func end(_ process: pid_t) -> WorkerLife.Ending {
    guard let status = try? ask(.end(process)) else { return .signalled(SIGKILL) }
    return WorkerLife.Ending(status: Int32(clamping: status))
  }

  /// Kills a worker without waiting for its status.
  func drop(_ process: pid_t) { try? channel.send(ZygoteMessage.drop(process).bytes) }

  private func ask(_ question: ZygoteMessage, files: [Int32] = []) throws(Channel.Fault) -> Int64 {
    guard isAlive else { throw .closed }
    do throws(Channel.Fault) {
      try channel.send(question.bytes, files: files)
      guard Readiness.await([channel.descriptor], atMost: Self.patience)[0],
        case .answer(let number)? = ZygoteMessage(try channel.receive().bytes)
      else { throw .closed }
      return number
    } catch {
      isAlive = false
      throw error
    }
  }
}

/// What a broker asks of its zygote, and the answer.
enum ZygoteMessage {
  case fork(WorkerLife.Allowance)
  case end(pid_t)
  case drop(pid_t)
  case answer(Int64)

  var bytes: [UInt8] {
    let (kind, numbers): (UInt8, [Int64]) =
      switch self {
      case .fork(let allowance):
        (
          0,
          [Int64(clamping: allowance.memory), Int64(allowance.walls.rawValue), allowance.requiresWalls ? 1 : 0]
        )
      case .end(let process): (1, [Int64(process)])
      case .drop(let process): (2, [Int64(process)])
      case .answer(let number): (3, [number])
      }
    return [kind]
      + numbers.flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
  }

  /// Reads a message; nil for bytes that are none.
  init?(_ bytes: [UInt8]) {
    let numbers = stride(from: 1, through: bytes.count - 8, by: 8).map { place in
      (0..<8).reduce(Int64(0)) { $0 | Int64(bytes[place + $1]) << (8 * $1) }
    }
    switch (bytes.first, numbers.count) {
    case (0, 3):
      self = .fork(
        WorkerLife.Allowance(
          memory: UInt64(clamping: numbers[0]), walls: Walls(rawValue: Int32(clamping: numbers[1])),
          requiresWalls: numbers[2] != 0))
    case (1, 1): self = .end(pid_t(clamping: numbers[0]))
    case (2, 1): self = .drop(pid_t(clamping: numbers[0]))
    case (3, 1): self = .answer(numbers[0])
    default: return nil
    }
  }
}

/// What the zygote itself does.
private struct ZygoteLife {
  private let channel: Channel
  private let work: WorkerLife.Work
  /// The workers that have not ended yet.
  private var living: Set<pid_t> = []
  /// Those of them that were killed.
  private var dying: Set<pid_t> = []

  /// How often killed workers are looked for, in nanoseconds.
  private static let pause: Int64 = 10_000_000
  /// The time between two looks for a killed worker, in microseconds, and the most looks: two seconds in all.
  private static let looks: (pause: UInt32, count: Int) = (200, 10_000)

  init(_ channel: Channel, _ work: @escaping WorkerLife.Work) { (self.channel, self.work) = (channel, work) }

  /// Does what the broker asks for, until it is gone.
  mutating func serve() -> Never {
    while true {
      for process in dying where Self.ending(of: process) != nil { forget(process) }
      guard Readiness.await([channel.descriptor], atMost: dying.isEmpty ? nil : Self.pause)[0] else { continue }
      guard let message = try? channel.receive(), let question = ZygoteMessage(message.bytes) else {
        WorkerLife.exit(0)
      }
      switch question {
      case .fork(let allowance): answer(fork(allowance, message.files))
      case .end(let process): answer(end(process))
      case .drop(let process): kill(process)
      case .answer: WorkerLife.exit(1)
      }
    }
  }

  private func answer(_ number: Int64) {
    guard (try? channel.send(ZygoteMessage.answer(number).bytes)) != nil else { WorkerLife.exit(0) }
  }

  private mutating func fork(_ allowance: WorkerLife.Allowance, _ files: [Int32]) -> Int64 {
    defer { for file in files { Channel.close(file) } }
    guard files.count == 2 else { return -Int64(EINVAL) }
    let zygote = getpid()
    let child = fg_fork()
    if child == 0 {
      WorkerLife.live(zygote, allowance, Channel(adopting: files[0]), MemoryFile(adopting: files[1]), work)
    }
    if child > 0 { living.insert(child) }
    return Int64(child)
  }

  /// Only the number of a child that was not waited for yet cannot belong to another process.
  private mutating func kill(_ process: pid_t) {
    guard living.contains(process) else { return }
    // A process that is already ending keeps its own status.
    _ = signal(process)
    dying.insert(process)
  }

  private func signal(_ process: pid_t) -> Int32 {
    LibC.kill(process, SIGKILL)
  }

  private mutating func end(_ process: pid_t) -> Int64 {
    guard living.contains(process) else { return Int64(SIGKILL) }
    kill(process)
    for _ in 0..<Self.looks.count {
      if let status = Self.ending(of: process) {
        forget(process)
        return Int64(status)
      }
      usleep(Self.looks.pause)
    }
    // It waits for storage that does not answer, but it was killed.
    return Int64(SIGKILL)
  }

  private mutating func forget(_ process: pid_t) {
    living.remove(process)
    dying.remove(process)
  }

  /// The status of a child that has ended (waitpid(2)); nil if it has not.
  private static func ending(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG)
    if found == process { return status }
    return found == -1 && errno == ECHILD ? 0 : nil
  }
}
