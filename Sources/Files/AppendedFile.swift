import LibC

/// A file of lines that is locked so that only this process appends to it, each line as a whole.
///
/// The lock (flock(2)) ends with the process, however that ends.
public struct AppendedFile: ~Copyable {
  /// What is done with a file that exists.
  public enum Existing: Hashable, Sendable {
    /// It is an error.
    case refuse
    /// Lines are added to it.
    case extend
  }

  /// The name of the file.
  public let path: Path
  private let descriptor: Descriptor
  /// Bytes of the file that are whole lines.
  public private(set) var size: Int64

  /// Opens a file, or makes an empty one (mode 0666 minus the umask), and locks it.
  ///
  /// Symbolic links are not followed. The corresponding C functions are open(2) with O_APPEND, and flock(2).
  /// Throws `exists`, `isSymbolicLink`, `notRegular`, `isLocked` if another process has the lock, or `system`.
  public init(_ path: Path, _ existing: Existing) throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    var rounds = 0
    while true {
      let opened = Descriptor(number: try Self.number(of: path, existing))
      let size = try Self.lock(opened, path)
      // The run that held the lock may have replaced the file: then the new one is opened.
      if rounds < Self.mostRounds, !Self.isStill(opened, at: path) {
        rounds += 1
        continue
      }
      self.size = size
      descriptor = opened
      self.path = path
      return
    }
  }

  /// How often a file that was replaced is opened again.
  private static let mostRounds = 16

  /// Whether a name is still that of an open file.
  private static func isStill(_ file: borrowing Descriptor, at path: Path) -> Bool {
    guard let open = try? file.status().identity, let named = FileIdentity(of: path) else { return false }
    return open.isSameFile(as: named)
  }

  private static func number(of path: Path, _ existing: Existing) throws(FileError) -> Int32 {
    let access = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (existing == .refuse ? O_EXCL : 0)
    do throws(SystemError) {
      return try path.withCString { (name) throws(SystemError) in
        try retrying { open(name, access, 0o666) }
      }
    } catch {
      let fault: FileError.Fault =
        switch error.number {
        case EEXIST: .exists
        case ELOOP: .isSymbolicLink
        case EISDIR: .notRegular(.folder)
        default: .system(errno: error.number, operation: .create)
        }
      throw FileError(path: path, fault: fault)
    }
  }

  /// Locks the file and returns its size.
  private static func lock(_ descriptor: borrowing Descriptor, _ path: Path) throws(FileError) -> Int64 {
    let status = try blaming(path, .examine) { () throws(SystemError) in try descriptor.status() }
    if case .special(let kind) = status.kind { throw FileError(path: path, fault: .notRegular(kind)) }
    do throws(SystemError) {
      _ = try retrying { flock(descriptor.number, LOCK_EX | LOCK_NB) }
    } catch {
      guard error.number == EWOULDBLOCK else {
        throw FileError(path: path, fault: .system(errno: error.number, operation: .open))
      }
      throw FileError(path: path, fault: .isLocked)
    }
    return status.identity.size
  }

  /// Its identity and current state (fstat(2)).
  public var identity: FileIdentity? { (try? descriptor.status())?.identity }

  /// Adds bytes at the end; when that fails, those of them that were written are cut off again.
  ///
  /// The corresponding C function is write(2). Throws `system`.
  public mutating func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor.number)
    } catch {
      _ = ftruncate(descriptor.number, off_t(size))
      throw FileError(path: path, fault: .system(errno: error.number, operation: .write))
    }
    size += Int64(bytes.count)
  }

  /// Waits until all of it is on the storage device (fsync(2)).
  ///
  /// Throws `system`.
  public func synchronize() throws(FileError) {
    try blaming(path, .synchronize) { () throws(SystemError) in try synchronizeFile(descriptor.number) }
  }

  /// Waits until its name is on the storage device (fsync(2) of the folder).
  ///
  /// Throws `system`.
  public func synchronizeName() throws(FileError) {
    try OutputFolder(of: Output(path: path, syncs: true)).synchronize()
  }

  /// A new file that replaces this one in one step when it is published, with the same mode and already locked; what is
  /// added to this one meanwhile is lost.
  ///
  /// Throws as `GrowingOutput.open` does.
  public func replacement() throws(FileError) -> GrowingOutput? {
    let output = Output(path: path, policy: .overwrite, syncs: true)
    guard let new = try GrowingOutput.open(output, notInputs: []) else { return nil }
    try new.lock(as: descriptor)
    return new
  }

  /// Cuts off what follows so many bytes (ftruncate(2)).
  ///
  /// Throws `system`.
  public mutating func cut(to size: Int64) throws(FileError) {
    try blaming(path, .write) { () throws(SystemError) in
      _ = try retrying { ftruncate(descriptor.number, off_t(size)) }
    }
    self.size = size
  }

  /// Reads bytes at an offset, as many as there are, up to `count` (pread(2)).
  ///
  /// Throws `system`.
  public func read(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    try blaming(path, .read) { () throws(SystemError) in
      try [UInt8](unsafeUninitializedCapacity: max(count, 0)) { (buffer, filled) throws(SystemError) in
        while filled < count, let start = buffer.baseAddress {
          let position = filled
          let read = try retrying {
            pread(descriptor.number, start + position, count - position, off_t(offset) + off_t(position))
          }
          if read == 0 { return }
          filled += read
        }
      }
    }
  }
}
