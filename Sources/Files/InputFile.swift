import LibC

/// A regular file, or one that another process lends (`LentFile`), open for reading and closed when its owner is
/// destroyed.
public struct InputFile: ~Copyable, Sendable {
  /// The name by which the file was opened.
  public let path: Path
  /// Its identity and state when it was opened.
  public let identity: FileIdentity
  private let descriptor: Descriptor
  /// Whether another process has the file, and this is the socket to it.
  public let isLent: Bool

  /// Opens a file that is regular and not empty; symbolic links are followed.
  ///
  /// Never blocks, and does not open what stat(2) reports as a device or a FIFO. The corresponding C functions are
  /// stat(2), open(2) and fstat(2); the result of fstat(2) decides. Throws `missing`, `notRegular`, `empty`,
  /// `nulInName`, `noName` or `system`.
  public init(opening path: Path) throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    try Self.requireRegular(
      refusingMissing(path, .examine) { () throws(SystemError) in
        try FileStatus(following: path)
      }, path)
    let descriptor = try refusingMissing(path, .open) { () throws(SystemError) in
      Descriptor(
        number: try path.withCString { (name) throws(SystemError) in
          try retrying { open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        })
    }
    let status = try blaming(path, .examine) { () throws(SystemError) in try descriptor.status() }
    try Self.requireRegular(status, path)
    guard status.identity.size > 0 else { throw FileError(path: path, fault: .empty) }
    self.init(path: path, identity: status.identity, descriptor: descriptor)
  }

  /// Takes over an open file, which must be a regular one, or the socket of one that is lent.
  ///
  /// Throws `notRegular`, `source` or `system`; the descriptor is closed then, too.
  public init(adopting number: Int32, path: Path) throws(FileError) {
    let descriptor = Descriptor(number: number)
    let status = try blaming(path, .examine) { () throws(SystemError) in try descriptor.status() }
    if case .special(.socket) = status.kind {
      let identity = try LentFile.identity(descriptor.number, path)
      self.init(path: path, identity: identity, descriptor: descriptor, isLent: true)
      return
    }
    try Self.requireRegular(status, path)
    self.init(path: path, identity: status.identity, descriptor: descriptor)
  }

  /// The number of the open file, to hand it to another process.
  public var number: Int32 { descriptor.number }

  private init(path: Path, identity: FileIdentity, descriptor: consuming Descriptor, isLent: Bool = false) {
    self.path = path
    self.identity = identity
    self.descriptor = descriptor
    self.isLent = isLent
  }

  /// A duplicate of the open file, for a concurrent reader; the file stays open as long as either of them.
  ///
  /// The corresponding C function is fcntl(2) with `F_DUPFD_CLOEXEC`.
  /// Throws `system` when too many files are open.
  public func duplicate() throws(FileError) -> InputFile {
    let copy = try blaming(path, .open) { () throws(SystemError) in
      try retrying { fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3) }
    }
    return InputFile(path: path, identity: identity, descriptor: Descriptor(number: copy), isLent: isLent)
  }

  /// The size in bytes when the file was opened, above 0.
  public var size: Int64 {
    identity.size
  }

  /// Its identity and current state; the corresponding C function is fstat(2).
  ///
  /// A file that is lent keeps the identity that it was opened with. Throws `system` when the storage fails.
  public func currentIdentity() throws(FileError) -> FileIdentity {
    if isLent { return identity }
    return try blaming(path, .examine) { () throws(SystemError) in try descriptor.status().identity }
  }

  /// Where the open file is, without symbolic links; nil if the system does not tell, or the file has no name any more.
  var place: Path? {
    var name = [UInt8](repeating: 0, count: Int(PATH_MAX))
    #if canImport(Glibc)
      let count = readlink("/proc/self/fd/\(descriptor.number)", &name, name.count)
    #else
      let count = fcntl(descriptor.number, F_GETPATH, &name) < 0 ? -1 : name.firstIndex(of: 0) ?? -1
    #endif
    guard count > 0, count < name.count else { return nil }
    let path = Path(bytes: Array(name[..<count]))
    // For a file without a name, Linux returns a made-up one.
    return FileIdentity(of: path)?.isSameFile(as: identity) == true ? path : nil
  }

  /// Reads bytes at an offset into a buffer and returns how many: possibly fewer than fit, but none only at the end.
  ///
  /// `offset` is in bytes from the start. The corresponding C function is pread(2).
  /// Throws `system` when the storage fails or the offset is negative, `source` when a file that is lent cannot be read.
  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, buffer.count > 0, offset < Int64.max else { return 0 }
    if isLent, offset >= 0 { return try LentFile.read(descriptor.number, path, at: offset, into: buffer) }
    // pread fails if the read would end past the greatest offset; on Darwin also for 2 GiB and more.
    let room = offset < 0 ? 1 : Int64.max - offset
    let count = Int(min(Int64(buffer.count), room, 1 << 30))
    return try blaming(path, .read) { () throws(SystemError) in
      try retrying { pread(descriptor.number, start, count, off_t(offset)) }
    }
  }

  /// Lets the system fetch bytes that will be read soon, and does not wait for it; nothing happens if it cannot, as on a
  /// file that is lent.
  ///
  /// The corresponding C function is posix_fadvise(2) with `POSIX_FADV_WILLNEED`; it costs half a microsecond.
  public func expectReading(at offset: Int64, count: Int) {
    guard !isLent, offset >= 0 else { return }
    #if canImport(Glibc)
      _ = posix_fadvise(descriptor.number, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    #endif
  }

  /// All bytes of the file, or nil when there are more than `limit`; a file known to be too large is not read at all.
  ///
  /// Throws `system` when the storage fails.
  public func readAll(atMost limit: Int) throws(FileError) -> [UInt8]? {
    guard size <= limit else { return nil }
    var offset: Int64 = 0
    return try readToEnd(path, atMost: limit) { (buffer) throws(FileError) in
      let count = try read(at: offset, into: buffer)
      offset += Int64(count)
      return count
    }
  }

  /// Whether the file has a byte of this value anywhere; the corresponding C functions are pread(2) and memchr(3).
  ///
  /// Throws `system` when the storage fails.
  public func contains(_ byte: UInt8) throws(FileError) -> Bool {
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    var offset: Int64 = 0
    while true {
      let place = offset
      let count = try piece.withUnsafeMutableBufferPointer { (piece) throws(FileError) in
        try read(at: place, into: UnsafeMutableRawBufferPointer(piece))
      }
      if count == 0 { return false }
      let isFound = piece.withUnsafeBytes { piece in
        piece.baseAddress.map { memchr($0, Int32(byte), count) != nil } ?? false
      }
      if isFound { return true }
      offset += Int64(count)
    }
  }

  private static func requireRegular(_ status: FileStatus, _ path: Path) throws(FileError) {
    switch status.kind {
    case .regular: return
    case .special(let kind): throw FileError(path: path, fault: .notRegular(kind))
    case .symbolicLink: throw FileError(path: path, fault: .notRegular(.other))
    }
  }
}

/// Calls `read` until it returns 0; nil as soon as there are more than `limit` bytes.
func readToEnd(
  _ path: Path, atMost limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
) throws(FileError) -> [UInt8]? {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = try chunk.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
      try read(UnsafeMutableRawBufferPointer(buffer))
    }
    if count == 0 { return bytes.count <= limit ? bytes : nil }
    guard count <= limit - bytes.count else { return nil }
    bytes.append(contentsOf: chunk.prefix(count))
  }
}
