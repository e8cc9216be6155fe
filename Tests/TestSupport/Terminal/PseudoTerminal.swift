import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal of the kernel's without a screen: what is written to it, a program reads, and the other way round.
public final class PseudoTerminal {
  /// The end of the terminal emulator; -1 once it is closed.
  private var emulator: Int32 = -1
  /// The end of programs, kept open so that the settings can be read after the program's end.
  private var program: Int32 = -1
  /// The path of the programs' end.
  public let path: String

  /// Opens a terminal of this size.
  public init(size: TerminalSize) throws(RunFault) {
    let opened = starting.withLock { _ -> (emulator: Int32, program: Int32, path: String)? in
      var (emulator, program): (Int32, Int32) = (-1, -1)
      guard openpty(&emulator, &program, nil, nil, nil) == 0, let name = ttyname(program) else { return nil }
      for end in [emulator, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (emulator, program, String(cString: name))
    }
    guard let opened else { throw RunFault(description: "there is no pseudo-terminal to be had: error \(errno)") }
    (emulator, program, path) = opened
    _ = fcntl(emulator, F_SETFL, O_NONBLOCK)
    resize(to: size)
  }

  deinit { close() }

  /// The descriptor to poll; -1 once it is closed.
  var descriptor: Int32 { emulator }

  /// Closes both ends: programs get a hang-up.
  public func close() {
    for end in [program, emulator] where end >= 0 { closeDescriptor(end) }
    (program, emulator) = (-1, -1)
  }

  /// Tells the kernel the size; programs of the terminal get SIGWINCH if it changed.
  public func resize(to size: TerminalSize) {
    var window = winsize(
      ws_row: UInt16(clamping: size.rows), ws_col: UInt16(clamping: size.columns),
      ws_xpixel: UInt16(clamping: size.tellsPixels ? size.pixelWidth : 0),
      ws_ypixel: UInt16(clamping: size.tellsPixels ? size.pixelHeight : 0))
    _ = ioctl(emulator, UInt(TIOCSWINSZ), &window)
  }

  /// All settings of the line: modes, characters and speeds.
  public var settings: [UInt] {
    var state = termios()
    guard tcgetattr(program, &state) == 0 else { return [] }
    let characters = withUnsafeBytes(of: state.c_cc) { $0.map { UInt($0) } }
    return [UInt(state.c_iflag), UInt(state.c_oflag), UInt(state.c_cflag), UInt(state.c_lflag)] + characters
      + [UInt(cfgetispeed(&state)), UInt(cfgetospeed(&state))]
  }

  /// Whether the line hands on each byte at once and echoes nothing.
  public var isRaw: Bool {
    var state = termios()
    guard tcgetattr(program, &state) == 0 else { return false }
    return state.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// What programs wrote; empty if nothing waits.
  public func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = readDescriptor(emulator, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Writes to programs as much as there is room for; the number of bytes.
  public func write(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes.prefix(1024))
    return max(writeDescriptor(emulator, bytes, bytes.count), 0)
  }

  /// What was written and no program has read, which the shell would take for typed.
  ///
  /// The line is raw afterwards, so that half a line counts as well.
  public func unread() -> [UInt8] {
    var state = termios()
    guard tcgetattr(program, &state) == 0 else { return [] }
    cfmakeraw(&state)
    tcsetattr(program, TCSANOW, &state)
    var bytes: [UInt8] = []
    var waiting = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) > 0, waiting.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readDescriptor(program, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

private func closeDescriptor(_ number: Int32) { _ = close(number) }

private func readDescriptor(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func writeDescriptor(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(number, buffer, count)
}
