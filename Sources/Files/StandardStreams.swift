#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Path {
  /// How standard input is named in errors.
  public static let standardInput: Path = "standard input"
  /// How standard output is named in errors.
  public static let standardOutput: Path = "standard output"
}

/// Makes sure that descriptors 0 to 2 exist, so that no file opened later takes the place of a standard one.
///
/// A missing one becomes /dev/null, open the wrong way round: whoever reads a closed standard input or writes to a
/// closed standard output gets an error, and not an empty file or a picture that went nowhere. Call it before
/// anything is opened.
public func ensureStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO {
    guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
    // open(2) gives the lowest free number, which is this one. The root stands in where /dev is not mounted.
    let opened = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    if opened == -1 { _ = open("/", O_RDONLY) }
  }
}

/// All bytes of standard input, whatever it is, or nil when there are more than `limit`.
///
/// Waits for the end of a pipe or terminal. The corresponding C function is read(2).
/// Throws `notRegular(.folder)` for a folder, else `system`.
public func readStandardInput(atMost limit: Int) throws(FileError) -> [UInt8]? {
  try readToEnd(atMost: limit) { (buffer) throws(FileError) in try readStandardInput(into: buffer) }
}

/// What is there of standard input, waiting for it; 0 bytes at the end.
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
/// The corresponding C function is write(2). Throws `system` with the number that the system gave: EPIPE when nobody
/// reads any more (SIGPIPE must be ignored, or it ends the process), EFBIG likewise for SIGXFSZ.
public func writeStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
  try blaming(.standardOutput, .write) { () throws(SystemError) in try writeAll(bytes, to: STDOUT_FILENO) }
}

/// Fetches the errors that network file systems keep until standard output is closed; it stays open.
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
