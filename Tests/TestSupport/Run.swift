public import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The result of a program.
public struct RunResult: Hashable, Sendable {
  /// The exit status, or 128 plus the signal that ended the program.
  public let status: Int32
  /// What it wrote to standard output.
  public let stdout: Data
  /// What it wrote to standard error; invalid UTF-8 is repaired.
  public let stderr: String
  /// The same as it was written, byte for byte.
  public let stderrBytes: [UInt8]

  /// Makes a result.
  public init(status: Int32, stdout: Data, stderr: String) {
    self.init(status: status, stdout: stdout, stderrBytes: Array(stderr.utf8))
  }

  /// Makes a result of a program that may have written invalid UTF-8.
  init(status: Int32, stdout: Data, stderrBytes: [UInt8]) {
    self.status = status
    self.stdout = stdout
    self.stderrBytes = stderrBytes
    stderr = String(decoding: stderrBytes, as: UTF8.self)
  }
}

/// Why a program gave no result.
public struct RunFault: Error, Hashable, CustomStringConvertible {
  /// The error message.
  public let description: String

  /// A fault with this message.
  public init(description: String) { self.description = description }
}

/// How the tool, ffmpeg or ffprobe is run: it is the same program, but a fork takes a thirtieth of the time of a start.
public enum Door: Sendable {
  /// A fork server's, if there is one.
  case fork
  /// The program's.
  case program
}

/// Runs a program to its end and collects its output of any length (posix_spawnp, poll, waitpid).
///
/// - Parameters:
///   - executable: The program, found through PATH unless it has a slash, and its arguments.
///   - input: Its standard input; a program that ends early need not read all of it.
///   - environment: Variables to set over those of the tests; nil removes one.
///   - folder: Its working folder, by default that of the tests.
///   - door: How it is run, if it is one that has a server; what is about the start itself always starts the program.
///   - timeLimit: Seconds after which the program and the programs that it started are killed: long enough that only a
///     program that hangs takes so long, even on a busy machine.
/// - Throws: ``RunFault`` if it cannot be started or had to be killed.
@discardableResult
public func run(
  _ executable: [String], input: Data = Data(), environment: [String: String?] = [:], in folder: URL? = nil,
  by door: Door = .fork, timeLimit: Double = 900
) throws(RunFault) -> RunResult {
  guard let name = executable.first else { throw RunFault(description: "there is no program to run") }
  signal(SIGPIPE, SIG_IGN)
  let (child, pipes) = try start(executable, environment: environment, in: folder, by: door)

  let deadline = ContinuousClock.now + .seconds(timeLimit)
  var exchange = Exchange(stdin: pipes[0].write, stdout: pipes[1].read, stderr: pipes[2].read, input: [UInt8](input))
  var over: Int32?
  while over == nil {
    guard ContinuousClock.now < deadline else {
      child.kill()
      throw RunFault(description: "\(name) was killed after \(timeLimit) seconds")
    }
    if exchange.isOpen {
      exchange.step(milliseconds: 100)
    } else {
      // The program closed its outputs, usually because it is about to end.
      over = child.status()
      if over == nil { usleep(200) }
    }
  }
  let status = over ?? 0
  let ended = status & 0x7F
  return RunResult(
    status: ended == 0 ? status >> 8 & 0xFF : 128 + ended, stdout: Data(exchange.output),
    stderrBytes: exchange.errors)
}

/// A program that was started: as a child of the tests, or as one of the fork server.
enum Child {
  case own(pid_t)
  #if os(Linux)
    case forked(ForkedRun)
  #endif

  /// Starts it with these streams; with the path of a terminal it leads a session whose terminal that is, which stands in
  /// for streams below 0.
  init(
    _ executable: [String], environment: [String: String?], in folder: String?, by door: Door, streams: [Int32],
    terminal: String? = nil
  ) throws(RunFault) {
    #if os(Linux)
      if door == .fork, let server = ForkServer.server(for: executable, environment) {
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        let arguments = executable.first == BuiltTool.path ? Array(executable.dropFirst()) : executable
        let opened = streams.map { Descriptor($0 < 0 ? open(terminal ?? "", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1) }
        defer { for end in opened { end.close() } }
        self = .forked(
          try server.start(
            arguments, environment: variables, folder: folder ?? "", terminal: terminal ?? "",
            streams: zip(streams, opened).map { max($0, $1.number) }))
        return
      }
    #endif
    // The working folder of a child cannot be set without changing our own, so a shell does it.
    let inFolder = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    self = .own(
      try spawn(inFolder + executable, descriptors: streams, terminal: terminal, environment: environment))
  }

  /// The process, which leads a group.
  var process: pid_t {
    switch self {
    case .own(let process): process
    #if os(Linux)
      case .forked(let run): run.process
    #endif
    }
  }

  /// How it ended, as waitpid has it; nil while it runs.
  func status() -> Int32? {
    switch self {
    case .own(let process):
      var status: Int32 = 0
      return waitpid(process, &status, WNOHANG) == process ? status : nil
    #if os(Linux)
      case .forked(let run): return run.status()
    #endif
    }
  }

  /// Ends it, with the programs that it started.
  func kill() {
    _ = Foundation.kill(-process, SIGKILL)
    // It may not lead its group yet.
    _ = Foundation.kill(process, SIGKILL)
    guard case .own(let process) = self else { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
  }
}

private func start(
  _ executable: [String], environment: [String: String?], in folder: URL?, by door: Door
) throws(RunFault) -> (child: Child, pipes: [Pipe]) {
  try starting.withLock { _ throws(RunFault) in
    let pipes = [try Pipe.open(), try Pipe.open(), try Pipe.open()]
    let streams = [pipes[0].read.number, pipes[1].write.number, pipes[2].write.number]
    let child = try Child(
      executable, environment: environment, in: folder?.path(percentEncoded: false), by: door, streams: streams)
    for end in [pipes[0].read, pipes[1].write, pipes[2].write] { end.close() }
    return (child, pipes)
  }
}

/// Writes to and reads from a child at the same time, without blocking on either.
private struct Exchange {
  let stdin: Descriptor
  let stdout: Descriptor
  let stderr: Descriptor
  let input: [UInt8]
  var written = 0
  var output: [UInt8] = []
  var errors: [UInt8] = []

  init(stdin: Descriptor, stdout: Descriptor, stderr: Descriptor, input: [UInt8]) {
    (self.stdin, self.stdout, self.stderr, self.input) = (stdin, stdout, stderr, input)
    _ = fcntl(stdin.number, F_SETFL, O_NONBLOCK)
    if input.isEmpty { stdin.close() }
  }

  var isOpen: Bool { stdout.number >= 0 || stderr.number >= 0 }

  /// Waits until data can be transferred, or for this long, and transfers it.
  mutating func step(milliseconds: Int32) {
    // poll ignores negative numbers: the ends that are closed.
    var states = [
      pollfd(fd: stdin.number, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: stdout.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stderr.number, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&states, nfds_t(states.count), milliseconds) > 0 else { return }
    if states[0].revents != 0 { send() }
    if states[1].revents != 0 { Self.receive(from: stdout, into: &output) }
    if states[2].revents != 0 { Self.receive(from: stderr, into: &errors) }
  }

  private mutating func send() {
    let count = input[written...].withUnsafeBytes { write(stdin.number, $0.baseAddress, $0.count) }
    if count > 0 { written += count }
    if written == input.count || count == -1 && errno != EAGAIN && errno != EINTR { stdin.close() }
  }

  private static func receive(from end: Descriptor, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(end.number, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    if count == 0 || count == -1 && errno != EAGAIN && errno != EINTR { end.close() }
  }
}
