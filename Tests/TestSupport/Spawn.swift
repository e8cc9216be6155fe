import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starts a program in its own process group, with these descriptors as 0, 1, 2 (posix_spawnp).
///
/// Signals are as a shell would pass them on: none blocked, none ignored.
public func spawn(
  _ executable: [String], descriptors: [Int32], environment: [String: String?]
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

  for (number, descriptor) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  posix_spawnattr_setpgroup(&attributes, 0)
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

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

/// Passes the strings as the null-terminated array of C strings that exec functions need.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
