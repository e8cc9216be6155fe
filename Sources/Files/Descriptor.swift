import LibC

/// An open file descriptor that is closed when its owner is destroyed.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  init(number: Int32) {
    self.number = number
  }

  deinit {
    // The result is ignored: after writing, `finishWriting` has been called before.
    _ = close(number)
  }

  /// The status of the open file; the corresponding C function is fstat(2).
  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try retrying { fstat(number, &status) }
    return FileStatus(status)
  }

  /// Waits until everything written is on the storage device; the corresponding C function is fsync(2).
  func synchronize() throws(SystemError) { try synchronizeFile(number) }

  /// Fetches the errors that some file systems report only at close, while the file can still be discarded.
  func finishWriting() throws(SystemError) { try fetchCloseErrors(of: number) }
}

/// Waits until everything written to a file is on the storage device; the corresponding C function is fsync(2).
func synchronizeFile(_ descriptor: Int32) throws(SystemError) {
  #if canImport(Darwin)
    // Darwin's fsync leaves the bytes in the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
  #endif
  _ = try retrying { fsync(descriptor) }
}

/// Closes a copy of a descriptor and reports what close(2) says.
///
/// Network and user-space file systems flush at every close, so a full disk may be reported only then. Closing a copy
/// leaves the descriptor itself open. Linux closes the copy even when close(2) is interrupted, so another copy is made
/// then.
func fetchCloseErrors(of descriptor: Int32) throws(SystemError) {
  while true {
    let copy = try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    if close(copy) == 0 { return }
    let number = errno
    if number != EINTR { throw SystemError(number: number) }
  }
}

/// Writes every byte, with as many calls of write(2) as needed.
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
    // A result of 0 without an error would loop forever.
    guard count > 0, count <= rest.count else { throw SystemError(number: EIO) }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

/// Writes every byte, with as many calls of write(2) as needed.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
    try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
  }
}

/// Writes every byte at a place in a file, with as many calls of pwrite(2) as needed.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64) throws(SystemError) {
  var (rest, place) = (bytes, offset)
  while !rest.isEmpty {
    let count = try retrying { pwrite(descriptor, rest.baseAddress, min(rest.count, 1 << 30), off_t(place)) }
    guard count > 0, count <= rest.count else { throw SystemError(number: EIO) }
    place += Int64(count)
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

/// Copies everything that one open file holds to another one, which is empty.
func copyAll(of source: Int32, to target: Int32) throws(SystemError) {
  let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  defer { piece.deallocate() }
  var place: Int64 = 0
  while true {
    let count = try retrying { pread(source, piece.baseAddress, piece.count, off_t(place)) }
    guard count > 0 else { return }
    try writeAll(UnsafeRawBufferPointer(rebasing: piece[..<min(count, piece.count)]), to: target)
    place += Int64(count)
  }
}
