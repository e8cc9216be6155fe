import CForkServer
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts a program in its own process group, with these descriptors as 0, 1, 2 (posix_spawnp).
///
/// Signals are as a shell would pass them on: none blocked, none ignored. With the path of a terminal the program leads
/// a session of its own, whose terminal that is; it stands in for descriptors below 0.
public func spawn(
  _ executable: [String], descriptors: [Int32], terminal: String? = nil, environment: [String: String?]
) throws(RunFault) -> Int32 {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }

  for (number, descriptor) in descriptors.enumerated() where descriptor >= 0 {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  if let terminal {
    // The first terminal that the leader of a session opens is the session's. It has to be opened even if it is none of
    // the streams.
    let spare = Int32(descriptors.count)
    for number in descriptors.indices where descriptors[number] < 0 {
      posix_spawn_file_actions_addopen(&actions, Int32(number), terminal, O_RDWR, 0)
    }
    posix_spawn_file_actions_addopen(&actions, spare, terminal, O_RDWR, 0)
    posix_spawn_file_actions_addclose(&actions, spare)
  }
  #if os(Linux)
    // Not all that libraries open is closed by itself.
    fork_server_close_from(&actions, Int32(descriptors.count))
  #endif
  posix_spawnattr_setpgroup(&attributes, 0)
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  let group = terminal == nil ? POSIX_SPAWN_SETPGROUP : newSession
  posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  var variables = ProcessInfo.processInfo.environment
  for (name, value) in environment { variables[name] = value }
  var child: pid_t = 0
  let status = withCStrings(executable) { arguments in
    withCStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
      posix_spawnp(&child, executable.first ?? "", &actions, &attributes, arguments, variables)
    }
  }
  guard status == 0 else {
    throw RunFault(description: "\(executable.first ?? "") cannot be started: \(String(cString: strerror(status)))")
  }
  return child
}

#if canImport(Glibc)
  /// `POSIX_SPAWN_SETSID`, which glibc shows only to programs that ask for its extensions.
  private let newSession: Int32 = 0x80
#else
  private let newSession = POSIX_SPAWN_SETSID
#endif

/// Passes the strings as the null-terminated array of C strings that exec functions need.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
