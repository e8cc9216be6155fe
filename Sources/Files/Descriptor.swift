#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open descriptor that is closed when its owner goes away.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  init(number: Int32) {
    self.number = number
  }

  deinit {
    // Nothing depends on the answer: whoever wrote has called `finishWriting` before.
    _ = close(number)
  }

  /// What the open file is; the corresponding C function is fstat(2).
  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retrying { fstat(number, &status) }
    return FileStatus(status)
  }

  /// Waits until the storage has what was written; the corresponding C function is fsync(2).
  func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // Darwin's fsync leaves the bytes in the drive's cache.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try retrying { fsync(number) }
  }

  /// Fetches the errors that file systems keep until a descriptor is closed, while the file can still be given up.
  func finishWriting() throws(SystemError) {
    try fetchCloseErrors(of: number)
  }
}

/// Closes a copy of a descriptor and reports what close(2) says.
///
/// Network and user-space file systems flush at every close, so that a full disk may be known only then. The copy
/// leaves the descriptor itself open. Linux has closed it also when close(2) was interrupted: then another copy.
func fetchCloseErrors(of descriptor: Int32) throws(SystemError) {
  while true {
    let copy = try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    if close(copy) == 0 { return }
    let number = errno
    if number != EINTR { throw SystemError(number: number) }
  }
}

/// Writes every byte, however many calls of write(2) that takes.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let count: Int
    do {
      // Linux writes less than 2 GiB at a time, and Darwin refuses more.
      count = try retrying { write(descriptor, rest.baseAddress, min(rest.count, 1 << 30)) }
    } catch {
      guard error.number == EAGAIN || error.number == EWOULDBLOCK else { throw error }
      try awaitReadiness(of: descriptor, for: Int32(POLLOUT))
      continue
    }
    // Nothing written and no error would go on for ever.
    guard count > 0, count <= rest.count else { throw SystemError(number: EIO) }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}
