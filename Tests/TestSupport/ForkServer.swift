import CForkServer
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process that answers for the tool by a fork, so that a run need not load 147 libraries.
///
/// It is built together with the tests (`Tests/ForkServer`). Where there is none, or the variable FRAMEGRAB_DOOR is
/// `program`, each run starts the program.
final class ForkServer: Sendable {
  /// The server of these tests, started by the first run; nil where there is none.
  static let shared: ForkServer? = {
    #if os(Linux)
      ProcessInfo.processInfo.environment["FRAMEGRAB_DOOR"] == "program" ? nil : ForkServer()
    #else
      nil
    #endif
  }()

  #if os(Linux)
    private let socket: Int32

    private init?() {
      let path = BuiltTool.folder + "fork-server"
      var ends: [Int32] = [-1, -1]
      guard access(path, X_OK) == 0, fork_server_pair(&ends) == 0 else { return nil }
      // The server's own end becomes descriptor 3, and is open there only.
      guard (try? spawn([path, "3"], descriptors: [0, 1, 2, ends[1]], environment: [:])) != nil else { return nil }
      close(ends[1])
      socket = ends[0]
    }

    /// Starts the tool with these arguments, variables and streams; an empty folder is that of the tests.
    func start(
      _ arguments: [String], environment: [String: String], folder: String, streams: [Int32]
    ) throws(RunFault) -> ForkedRun {
      var packed: [UInt8] = []
      func add(_ text: String) { packed += Array(text.utf8) + [0] }
      add(folder)
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
  /// A run of the tool that the fork server started.
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
