#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of the effective user's own, held open, to which nobody else may write; its files are as private.
///
/// What does not look like that is not used: a folder or a file of somebody else's, or one that the group or all may
/// write to, or a symbolic link in their place.
public struct PrivateFolder: ~Copyable {
  /// The name by which the folder was opened.
  public let path: Path
  private let descriptor: Descriptor

  /// A file of the folder as a listing has it.
  public struct Entry: Hashable, Sendable {
    /// The file's name in the folder.
    public let name: Path
    /// Bytes.
    public let size: Int64
    /// When it was last written to or marked as used: whole seconds since 1970, UTC.
    public let usedSeconds: Int64
    /// The nanoseconds that follow the whole seconds.
    public let usedNanoseconds: Int64
  }

  /// Opens a folder; the corresponding C functions are open(2) and fstat(2).
  ///
  /// - Parameters:
  ///   - path: The folder's name.
  ///   - makesFolder: Whether it is made where it is missing, and the folders above it, for the user alone (mode 0700).
  /// - Throws: `missing`, `isLinkedFolder`, `notPrivate`, `noName`, `nulInName` or `system`.
  public init(opening path: Path, makesFolder: Bool = false) throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    // With a slash at its end a symbolic link would be followed.
    let name = path.lastComponent.bytes == Array("/".utf8) ? path : path.parent.appending(path.lastComponent)
    if makesFolder {
      try blaming(path, .makeFolder) { () throws(SystemError) in try Self.make(name) }
    }
    let number: Int32
    do throws(FileError) {
      number = try refusingMissing(path, .openFolder) { () throws(SystemError) in
        try name.withCString { (name) throws(SystemError) in
          try retrying { open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        }
      }
    } catch {
      // The system's word for it, "not a folder", would send people looking in the wrong place.
      var byte: CChar = 0
      let isLink = name.withCString { readlink($0, &byte, 1) >= 0 }
      throw isLink ? FileError(path: path, fault: .isLinkedFolder) : error
    }
    let opened = Descriptor(number: number)
    let status = try blaming(path, .examine) { () throws(SystemError) in try opened.status() }
    guard status.isPrivate else { throw FileError(path: path, fault: .notPrivate) }
    self.path = path
    descriptor = opened
  }

  private static func make(_ folder: Path) throws(SystemError) {
    do {
      _ = try folder.withCString { (name) throws(SystemError) in try retrying { mkdir(name, 0o700) } }
    } catch {
      if error.number == EEXIST { return }
      guard error.number == ENOENT, folder.parent != folder else { throw error }
      try make(folder.parent)
      do {
        _ = try folder.withCString { (name) throws(SystemError) in try retrying { mkdir(name, 0o700) } }
      } catch {
        if error.number != EEXIST { throw error }
      }
    }
  }

  /// All bytes of a file, nil when there is none of that name or when it has more than `limit`.
  ///
  /// - Throws: `notPrivate`, also for what is no regular file, or `system`.
  public func read(_ name: Path, atMost limit: Int) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try contents(of: name, atMost: limit)
    } catch {
      if error.fault == .missing { return nil }
      throw error
    }
  }

  private func contents(of name: Path, atMost limit: Int) throws(FileError) -> [UInt8]? {
    let subject = path.appending(name)
    let file = try refusingMissing(subject, .open) { () throws(SystemError) in
      Descriptor(
        number: try name.withCString { (name) throws(SystemError) in
          try retrying { openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
        })
    }
    let status = try blaming(subject, .examine) { () throws(SystemError) in try file.status() }
    guard status.kind == .regular, status.isPrivate else { throw FileError(path: subject, fault: .notPrivate) }
    guard let size = Int(exactly: status.identity.size), size <= limit else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let read = try blaming(subject, .read) { () throws(SystemError) in
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
          try retrying { pread(file.number, buffer.baseAddress?.advanced(by: count), size - count, off_t(count)) }
        }
      }
      guard read > 0 else { break }
      count += read
    }
    bytes.removeLast(size - count)
    return bytes
  }

  /// Writes a file all at once, in place of what has its name; for the user alone (mode 0600).
  ///
  /// It is not waited for the storage: after a power failure the file may be there with anything in it.
  /// - Throws: `system`.
  public func write(_ bytes: [UInt8], as name: Path) throws(FileError) {
    try place(bytes, as: name) { (temporary) throws(SystemError) in
      _ = try temporary.withCString { (old) throws(SystemError) in
        try name.withCString { (new) throws(SystemError) in
          try retrying { renameat(descriptor.number, old, descriptor.number, new) }
        }
      }
    }
  }

  /// Writes a file all at once, as `write` does, unless there is something of its name.
  ///
  /// - Returns: Whether it was written.
  /// - Throws: `system`.
  public func writeNew(_ bytes: [UInt8], as name: Path) throws(FileError) -> Bool {
    var isNew = true
    try place(bytes, as: name) { (temporary) throws(SystemError) in
      do throws(SystemError) {
        _ = try temporary.withCString { (old) throws(SystemError) in
          try name.withCString { (new) throws(SystemError) in
            try retrying { linkat(descriptor.number, old, descriptor.number, new, 0) }
          }
        }
      } catch {
        guard error.number == EEXIST else { throw error }
        isNew = false
      }
      remove(temporary)
    }
    return isNew
  }

  /// Fills a file of a temporary name, which `give` gives its own.
  private func place(
    _ bytes: [UInt8], as name: Path, _ give: (Path) throws(SystemError) -> Void
  ) throws(FileError) {
    let temporary = Path.temporary(for: name)
    do throws(SystemError) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = Descriptor(
        number: try temporary.withCString { (name) throws(SystemError) in
          try retrying { openat(descriptor.number, name, flags, 0o600) }
        })
      try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
        try writeAll(UnsafeRawBufferPointer(bytes), to: file.number)
      }
      try file.finishWriting()
      try give(temporary)
    } catch {
      remove(temporary)
      throw failure(name, error, .write)
    }
  }

  /// Marks a file as used now; nothing depends on whether that works (utimensat(2)).
  public func touch(_ name: Path) {
    name.withCString { name in _ = utimensat(descriptor.number, name, nil, AT_SYMLINK_NOFOLLOW) }
  }

  /// Removes a file, if it can be removed (unlinkat(2)).
  public func remove(_ name: Path) {
    name.withCString { name in _ = unlinkat(descriptor.number, name, 0) }
  }

  /// The regular files of the folder that are the user's own, in no order; the C functions are readdir(3), fstatat(2).
  ///
  /// - Throws: `system`.
  public func entries() throws(FileError) -> [Entry] {
    let copy: Int32
    do throws(SystemError) {
      // A descriptor of its own, since a listing moves a position in it.
      copy = try retrying { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    } catch {
      throw failure(path, error, .openFolder)
    }
    guard let listing = fdopendir(copy) else {
      _ = close(copy)
      throw failure(path, SystemError(number: ENOMEM), .openFolder)
    }
    defer { closedir(listing) }
    var entries: [Entry] = []
    while let item = readdir(listing) {
      // The entry may be shorter than the type says: its name is read in place.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { break }
      let start = UnsafeRawPointer(item).advanced(by: offset)
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = Path(bytes: Array(UnsafeRawBufferPointer(start: start, count: length)))
      var status = stat()
      let found = name.withCString { fstatat(descriptor.number, $0, &status, AT_SYMLINK_NOFOLLOW) }
      let file = FileStatus(status)
      guard found == 0, file.kind == .regular, file.isPrivate else { continue }
      entries.append(
        Entry(
          name: name, size: file.identity.size, usedSeconds: file.identity.modificationSeconds,
          usedNanoseconds: file.identity.modificationNanoseconds))
    }
    return entries
  }

  private func failure(_ name: Path, _ error: SystemError, _ operation: FileError.Operation) -> FileError {
    let fault: FileError.Fault = .system(errno: error.number, operation: operation)
    return FileError(path: name == path ? path : path.appending(name), fault: fault)
  }
}
