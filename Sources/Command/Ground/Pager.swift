import Files
@preconcurrency import LibC

/// The program that shows a long text on a terminal page by page: `$PAGER`, else `less -FRX`.
struct Pager {
  /// The program and its arguments.
  private let command: [String]

  /// Finds the pager of the environment; nil if the text is to be printed directly.
  ///
  /// An empty `$PAGER`, and `cat`, mean no pager. `less` needs a terminal that can move the cursor.
  init?() {
    if let asked = getenv("PAGER").map({ String(cString: $0) }) {
      guard asked.contains(where: { $0 != " " }), asked != "cat" else { return nil }
      command = ["/bin/sh", "-c", asked]
    } else {
      guard let terminal = getenv("TERM").map({ String(cString: $0) }), terminal != "dumb" else { return nil }
      command = ["less", "-FRX"]
    }
  }

  /// Shows a text and waits until the user has left it; false if the pager cannot be started.
  func show(_ text: String) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = start(reading: ends[0])
    close(ends[0])
    guard let child else {
      close(ends[1])
      return false
    }
    // Ctrl-C is for the pager only: if this process ended, the shell would take the terminal from the pager.
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    // Writing ends early if the user leaves the pager before the end.
    writeMessage(text, to: ends[1])
    close(ends[1])
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    signal(SIGINT, interrupt)
    signal(SIGQUIT, quit)
    // The shell's exit codes for a command that does not exist or cannot be run.
    return !(status & 0x7F == 0 && [126, 127].contains(status >> 8 & 0xFF))
  }

  /// Starts the pager with the pipe as its standard input (posix_spawnp); nil if it cannot be started.
  private func start(reading end: Int32) -> pid_t? {
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
    posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
    // The pager must not inherit that these signals are ignored.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    guard let program = arguments[0] else { return nil }
    var child: pid_t = 0
    return posix_spawnp(&child, program, &actions, &attributes, arguments, environ) == 0 ? child : nil
  }
}
