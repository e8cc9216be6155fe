import Arguments
import CForkServer
import Command

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The tool behind a fork: the tests ask this process, which has loaded all libraries, in place of starting the program.
// Its arguments are the numbers of the socket on which they ask, and of the one to which scripts connect.
let sockets = CommandLine.arguments.dropFirst().compactMap { Int32($0) }
guard sockets.count == 2 else {
  print("usage: fork-server SOCKET LISTENER (it is started by the tests)")
  exit(2)
}
#if os(Linux)
  // Read once here, not by each run.
  _ = OptionTable.framegrab
  fork_server_run(sockets[0], sockets[1], "framegrab") { count, arguments in
    Tool.run(
      (0..<Int(count)).compactMap { index in
        arguments?[index].map { word in
          Word(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
        }
      })
  }
#endif
