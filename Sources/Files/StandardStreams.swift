import LibC

extension Path {
  /// The name of standard input in errors.
  public static let standardInput: Path = "standard input"
  /// The name of standard output in errors.
  public static let standardOutput: Path = "standard output"
}

/// Makes sure that descriptors 0 to 2 exist, so that no file opened later gets the number of a standard stream.
///
/// A missing one becomes /dev/null, opened in the wrong direction: reading a closed standard input or writing to a
/// closed standard output is then an error, instead of giving an empty file or losing a picture. Call it before
/// anything is opened.
public func ensureStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO {
    guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
    // open(2) gives the lowest free number, which is this one. The root folder is the fallback where /dev is not
    // mounted.
    let opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    if opened == -1 { _ = open("/", O_RDONLY) }
  }
}

/// Makes a pipe or a device standard input; a named pipe is opened when its writer opens it.
///
/// The corresponding C functions are open(2) and dup2(2). Throws `missing` or `system`.
public func replaceStandardInput(by path: Path) throws(FileError) {
  guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
  try refusingMissing(path, .open) { () throws(SystemError) in
    let opened = Descriptor(
      number: try path.withCString { (name) throws(SystemError) in
        try retrying { open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
      })
    _ = try retrying { dup2(opened.number, STDIN_FILENO) }
  }
}

/// All bytes of standard input, of any kind, or nil when there are more than `limit`.
///
/// Waits for the end of a pipe or terminal. The corresponding C function is read(2).
/// Throws `notRegular(.folder)` for a folder, else `system`.
/// `patience` is the most nanoseconds to wait for each piece, nil for no limit; when they are over, it throws `system`
/// with ETIMEDOUT (poll(2)).
public func readStandardInput(atMost limit: Int, patience: Int64? = nil) throws(FileError) -> [UInt8]? {
  try readToEnd(.standardInput, atMost: limit) { (buffer) throws(FileError) in
    if let patience {
      try blaming(.standardInput, .read) { () throws(SystemError) in
        try awaitReadiness(of: STDIN_FILENO, for: Int32(POLLIN), atMost: patience)
      }
    }
    return try readStandardInput(into: buffer)
  }
}

/// Reads available bytes of standard input, waiting for them, and returns how many; 0 at the end.
func readStandardInput(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
  while true {
    do throws(SystemError) {
      return try retrying { read(STDIN_FILENO, buffer.baseAddress, buffer.count) }
    } catch {
      if error.number == EISDIR { throw FileError(path: .standardInput, fault: .notRegular(.folder)) }
      guard error.number == EAGAIN || error.number == EWOULDBLOCK else {
        throw FileError(path: .standardInput, fault: .system(errno: error.number, operation: .read))
      }
      try blaming(.standardInput, .read) { () throws(SystemError) in
        try awaitReadiness(of: STDIN_FILENO, for: Int32(POLLIN))
      }
    }
  }
}

/// Writes all bytes to standard output, which may be in non-blocking mode.
///
/// The corresponding C function is write(2). Throws `system` with the number that the system gave: EPIPE when the
/// reader has closed the pipe (SIGPIPE must be ignored, or it ends the process), EFBIG likewise for SIGXFSZ.
public func writeStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
  try blaming(.standardOutput, .write) { () throws(SystemError) in try writeAll(bytes, to: STDOUT_FILENO) }
}

/// Writes a text for people to standard error, which may be in non-blocking mode, or to another descriptor.
///
/// A failure is ignored: there is no other place to report it. The corresponding C function is write(2).
public func writeMessage(_ text: String, to descriptor: Int32 = 2) {
  try? writeAll(Array(text.utf8), to: descriptor)
}

/// Fetches the errors that network file systems report only at close; standard output stays open.
///
/// Call it once, after the last write. The corresponding C functions are fcntl(2) (F_DUPFD_CLOEXEC) and close(2).
/// Throws `system`.
public func finishStandardOutput() throws(FileError) {
  try blaming(.standardOutput, .write) { () throws(SystemError) in try fetchCloseErrors(of: STDOUT_FILENO) }
}

/// Whether standard output is a terminal; the corresponding C function is isatty(3).
public var standardOutputIsTerminal: Bool {
  isatty(STDOUT_FILENO) == 1
}

/// Whether standard error is a terminal; the corresponding C function is isatty(3).
public var standardErrorIsTerminal: Bool {
  isatty(STDERR_FILENO) == 1
}

/// The columns of the terminal that standard error goes to; nil if it is no terminal or does not tell.
///
/// The corresponding C function is ioctl(2) with `TIOCGWINSZ`.
public var standardErrorColumns: Int? {
  var size = winsize()
  guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
