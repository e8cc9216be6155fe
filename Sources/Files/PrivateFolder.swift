import LibC

/// A folder that belongs to the effective user and that no one else may write to, kept open; its files must be as
/// private.
///
/// Other folders and files are rejected: those that belong to another user, those that the group or others may write
/// to, those on file systems without owners, and symbolic links.
public struct PrivateFolder: ~Copyable {
  /// The name by which the folder was opened.
  public let path: Path
  private let descriptor: Descriptor

  /// A file in a listing of the folder.
  public struct Entry: Hashable, Sendable {
    /// The file's name in the folder.
    public let name: Path
    /// The size in bytes.
    public let size: Int64
    /// When it was last written or marked as used: whole seconds since 1970, UTC.
    public let usedSeconds: Int64
    /// The nanoseconds that follow the whole seconds.
    public let usedNanoseconds: Int64
  }

  /// Opens a folder; the corresponding C functions are open(2) and fstat(2).
  ///
  /// - Parameters:
  ///   - path: The folder's name.
  ///   - makesFolder: Whether it and its missing parent folders are created, accessible only to the user (mode 0700).
  /// - Throws: `missing`, `isLinkedFolder`, `notPrivate`, `keepsNoOwners`, `noName`, `nulInName` or `system`.
  public init(opening path: Path, makesFolder: Bool = false) throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    // With a trailing slash, a symbolic link would be followed.
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
      // The system's error ("not a folder") would be misleading for a symbolic link.
      var byte: CChar = 0
      let isLink = name.withCString { readlink($0, &byte, 1) >= 0 }
      throw isLink ? FileError(path: path, fault: .isLinkedFolder) : error
    }
    let opened = Descriptor(number: number)
    let status = try blaming(path, .examine) { () throws(SystemError) in try opened.status() }
    guard status.isPrivate else { throw FileError(path: path, fault: .notPrivate) }
    let system = try blaming(path, .examine) { () throws(SystemError) in try FileSystem(of: opened) }
    guard system.keepsOwners else { throw FileError(path: path, fault: .keepsNoOwners) }
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

  /// All bytes of a file, or nil when it does not exist or has more than `limit`.
  ///
  /// - Throws: `notPrivate` (also if it is not a regular file) or `system`.
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

  /// Writes a file in one step, replacing an existing one; only the user can access it (mode 0600).
  ///
  /// It does not wait for the storage device: after a power failure the file may exist with arbitrary contents.
  /// - Throws: `system`.
  public func write(_ bytes: [UInt8], as name: Path) throws(FileError) {
    try HeldSignals.hold { () throws(FileError) in
      let temporary = Path.temporary(for: name)
      do throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = Descriptor(
          number: try temporary.withCString { (name) throws(SystemError) in
            try retrying { openat(descriptor.number, name, flags, 0o600) }
          })
        try writeAll(bytes, to: file.number)
        try file.finishWriting()
        _ = try temporary.withCString { (old) throws(SystemError) in
          try name.withCString { (new) throws(SystemError) in
            try retrying { renameat(descriptor.number, old, descriptor.number, new) }
          }
        }
      } catch {
        remove(temporary)
        throw failure(name, error, .write)
      }
    }
  }

  /// Whether a private folder may be made under this name: the folder, or else the nearest one above it that exists,
  /// belongs to the effective user.
  ///
  /// A superuser who has another user's HOME would make folders there that the other user cannot use.
  public static func isOwn(_ folder: Path) -> Bool {
    var folder = folder
    while true {
      do {
        return try FileStatus(following: folder).isOwn
      } catch {
        guard error.number == ENOENT, folder.parent != folder else { return false }
        folder = folder.parent
      }
    }
  }

  /// Marks a file as used now; errors are ignored (utimensat(2)).
  public func touch(_ name: Path) {
    name.withCString { name in _ = utimensat(descriptor.number, name, nil, AT_SYMLINK_NOFOLLOW) }
  }

  /// Removes a file; errors are ignored (unlinkat(2)).
  public func remove(_ name: Path) {
    name.withCString { name in _ = unlinkat(descriptor.number, name, 0) }
  }

  /// The private regular files of the folder, in no particular order; the C functions are readdir(3) and fstatat(2).
  ///
  /// - Throws: `system`.
  public func entries() throws(FileError) -> [Entry] {
    let copy: Int32
    do throws(SystemError) {
      // A separate descriptor, since a listing moves its read position.
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
      // The entry may be shorter than its C type, so its name is read in place.
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
