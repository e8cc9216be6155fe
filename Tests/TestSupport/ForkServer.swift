import CForkServer
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process that answers for a program by a fork, so that a run need not load 147 libraries.
///
/// That of the tool is built together with the tests (`Tests/ForkServer`); FFmpeg's programs become servers by a library
/// (`Tests/ProgramServer`). Where there is none, or the variable FRAMEGRAB_DOOR is `program`, each run starts the
/// program.
final class ForkServer: Sendable {
  /// The server of the tool, started by the first run; nil where there is none.
  static let shared: ForkServer? = {
    #if os(Linux)
      isWanted ? ForkServer(BuiltTool.folder + "fork-server") : nil
    #else
      nil
    #endif
  }()

  #if os(Linux)
    /// One that has loaded the library of FaultShim before all others.
    private static let shimmed =
      isWanted ? ForkServer(BuiltTool.folder + "fork-server", environment: ["LD_PRELOAD": BuiltTool.shim]) : nil
    private static let ffmpeg = served("ffmpeg")
    private static let ffprobe = served("ffprobe")

    private static let isWanted = ProcessInfo.processInfo.environment["FRAMEGRAB_DOOR"] != "program"

    /// The server for which a fork is the same as a start; nil if that is none: for other programs, and where it is about
    /// the start itself (how long it takes, a library that is loaded before the others).
    static func server(for executable: [String], _ environment: [String: String?]) -> ForkServer? {
      let library = environment["LD_PRELOAD"]
      switch executable.first {
      case "ffmpeg": return library == nil && environment["PATH"] == nil ? ffmpeg : nil
      case "ffprobe": return library == nil && environment["PATH"] == nil ? ffprobe : nil
      case BuiltTool.path where executable.contains("--timings"): return nil
      case BuiltTool.path where library == nil: return shared
      case BuiltTool.path where library == BuiltTool.shim:
        // These settings of the shim are about the process from its start on.
        return ["SHIM_SEARCH", "SHIM_ESCAPE"].contains { environment[$0] != nil } ? nil : shimmed
      default: return nil
      }
    }

    /// A program that a library makes a server of; nil if it does not, as where the program has no C library to load.
    private static func served(_ program: String) -> ForkServer? {
      let library = BuiltTool.folder + "libProgramServer.so"
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(nothing) }
      guard isWanted, access(library, R_OK) == 0,
        let server = ForkServer(program, environment: ["LD_PRELOAD": library]),
        let run = try? server.start(
          [program, "-version"], environment: [:], folder: "", streams: [nothing, nothing, nothing])
      else { return nil }
      var status = run.status()
      while status == nil {
        usleep(1000)
        status = run.status()
      }
      return status == 0 ? server : nil
    }

    private let socket: Int32
    /// The name by which the program `tool-door` finds it.
    private let name: String

    private init?(_ program: String, environment: [String: String?] = [:]) {
      var ends: [Int32] = [-1, -1]
      var name = [CChar](repeating: 0, count: Int(fork_server_name_size))
      guard fork_server_pair(&ends) == 0 else { return nil }
      let listener = fork_server_listen(&name)
      // Addresses of functions are looked up once, not by each run.
      let environment = environment.merging(["LD_BIND_NOW": "1"]) { own, _ in own }
      // The server's own ends become descriptors 3 and 4, and are open there only.
      guard listener >= 0,
        (try? spawn([program, "3", "4"], descriptors: [0, 1, 2, ends[1], listener], environment: environment)) != nil
      else { return nil }
      close(ends[1])
      close(listener)
      socket = ends[0]
      self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A folder in which `framegrab` is the program `tool-door`; nil where there is none, or it cannot be made.
    private static let doors: String? = {
      let (folder, door) = (BuiltTool.folder + "doors", BuiltTool.folder + "tool-door")
      guard access(door, X_OK) == 0, mkdir(folder, 0o755) == 0 || errno == EEXIST,
        symlink("../tool-door", folder + "/framegrab") == 0 || errno == EEXIST
      else { return nil }
      return folder
    }()

    /// The variables with which programs find that door in place of the tool.
    var variables: (folder: String, others: [String: String])? {
      Self.doors.map { ($0, ["FRAMEGRAB_FORK_SERVER": name, "FRAMEGRAB_PROGRAM": BuiltTool.path]) }
    }

    /// Starts a run with these words, variables and streams; an empty folder is that of the tests. It leads a session of its
    /// own if it gets a terminal, by its path.
    ///
    /// The first of the words is the program for programs that became servers; the tool's own has none.
    func start(
      _ arguments: [String], environment: [String: String], folder: String, terminal: String = "", streams: [Int32]
    ) throws(RunFault) -> ForkedRun {
      var packed: [UInt8] = []
      func add(_ text: String) { packed += Array(text.utf8) + [0] }
      add(folder)
      add(terminal)
      add(String(arguments.count))
      arguments.forEach(add)
      add(String(environment.count))
      for (name, value) in environment { add("\(name)=\(value)") }
      let connection = packed.withUnsafeBytes { bytes in
        fork_server_ask(socket, streams, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      guard connection >= 0 else { throw RunFault(description: "the fork server cannot be asked: error \(errno)") }
      return try ForkedRun(connection: Descriptor(connection))
    }
  #endif
}

#if os(Linux)
  /// A run that a fork server started.
  struct ForkedRun {
    private let connection: Descriptor
    /// The process, which leads a group.
    let process: pid_t

    init(connection: Descriptor) throws(RunFault) {
      self.connection = connection
      var report = fork_report()
      guard Self.read(&report, from: connection, flags: 0) > 0 else {
        throw RunFault(description: "the fork server gave no process")
      }
      process = report.process
    }

    /// How the run ended, as waitpid has it; nil while it goes on.
    func status() -> Int32? {
      var report = fork_report()
      let count = Self.read(&report, from: connection, flags: Int32(MSG_DONTWAIT))
      // The server itself has ended: the exit code of its own failures.
      return count > 0 ? report.status : count == 0 ? 125 << 8 : nil
    }

    /// The number of bytes read: those of a report, 0 at the end, -1 if there are none yet.
    private static func read(_ report: inout fork_report, from connection: Descriptor, flags: Int32) -> Int {
      recv(connection.number, &report, MemoryLayout<fork_report>.size, flags | Int32(MSG_WAITALL))
    }
  }
#endif
