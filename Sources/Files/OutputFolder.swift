import LibC

/// The folder of an output, kept open so that it stays the same one even if it is renamed or replaced.
struct OutputFolder: ~Copyable {
  private let output: Path
  private let descriptor: Descriptor

  /// Opens the folder of an output; the corresponding C function is openat(2). Throws `noFolder`, `linkOnTheWay` or `system`.
  init(of output: Output) throws(FileError) {
    #if os(Linux)
      // O_PATH also opens a folder without read permission; only fsync needs O_RDONLY.
      let mode = output.syncs ? O_RDONLY : pathOnly
    #else
      let mode = O_RDONLY
    #endif
    self.output = output.path
    descriptor = try Self.open(output, mode)
  }

  private static func open(_ output: Output, _ mode: Int32) throws(FileError) -> Descriptor {
    if output.isForeign { return try FolderDescent(of: output).open(mode) }
    do throws(SystemError) {
      return Descriptor(
        number: try output.path.parent.withCString { (name) throws(SystemError) in
          try retrying { openat(AT_FDCWD, name, mode | O_DIRECTORY | O_CLOEXEC) }
        })
    } catch {
      let fault: FileError.Fault =
        error.number == ENOENT ? .noFolder : .system(errno: error.number, operation: .openFolder)
      throw FileError(path: output.path, fault: fault)
    }
  }

  /// The status of a name, without following symbolic links; nil if it does not exist. The C function is fstatat(2).
  func status(of name: Path) throws(FileError) -> FileStatus? {
    var status = stat()
    do {
      _ = try name.withCString { (name) throws(SystemError) in
        try retrying { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
      }
    } catch {
      if error.number == ENOENT { return nil }
      throw FileError(path: output, fault: .system(errno: error.number, operation: .examine))
    }
    return FileStatus(status)
  }

  /// An existing file for reading; symbolic links are not followed, and nothing is waited for.
  func open(_ name: Path) throws(SystemError) -> Descriptor {
    Descriptor(
      number: try name.withCString { (name) throws(SystemError) in
        try retrying { openat(descriptor.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
      })
  }

  /// A new file without a name, which disappears when it is closed; nil where that is not supported.
  ///
  /// - Parameter access: `O_WRONLY` or `O_RDWR`.
  func openUnnamed(_ access: Int32 = O_WRONLY) throws(FileError) -> Descriptor? {
    #if os(Linux)
      do {
        return Descriptor(
          number: try retrying { openat(descriptor.number, ".", access | unnamedFile | O_CLOEXEC, 0o666) })
      } catch {
        // EISDIR and ENOENT come from kernels that do not know O_TMPFILE but only the O_DIRECTORY bit in it.
        if [ENOTSUP, EOPNOTSUPP, EISDIR, EINVAL, ENOENT, ENOSYS].contains(error.number) { return nil }
        throw FileError(path: output, fault: .system(errno: error.number, operation: .create))
      }
    #else
      return nil
    #endif
  }

  /// A new file with a name that must not exist yet; throws EEXIST if it does.
  ///
  /// - Parameter access: `O_WRONLY` or `O_RDWR`.
  func openExclusively(_ name: Path, _ access: Int32 = O_WRONLY) throws(SystemError) -> Descriptor {
    Descriptor(
      number: try name.withCString { (name) throws(SystemError) in
        try retrying {
          openat(descriptor.number, name, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        }
      })
  }

  /// Gives a file without a name one that must not exist yet; throws EEXIST if it does.
  ///
  /// It uses /proc, because linking by descriptor alone (AT_EMPTY_PATH) needs privileges on most kernels.
  func link(_ unnamed: borrowing Descriptor, as name: Path) throws(SystemError) {
    try link(unnamed.number, as: name)
  }

  /// The same for the number of its descriptor.
  func link(_ unnamed: Int32, as name: Path) throws(SystemError) {
    let source = Path("/proc/self/fd/\(unnamed)")
    do {
      try link(source, from: AT_FDCWD, as: name, AT_SYMLINK_FOLLOW)
    } catch {
      // There is no /proc here.
      if error.number == ENOENT || error.number == ENOTDIR { throw SystemError(number: ENOSYS) }
      throw error
    }
  }

  /// Gives a file of this folder a second name that must not exist yet; throws EEXIST if it does.
  func link(_ old: Path, as new: Path) throws(SystemError) {
    try link(old, from: descriptor.number, as: new, 0)
  }

  private func link(_ old: Path, from folder: Int32, as new: Path, _ flags: Int32) throws(SystemError) {
    _ = try old.withCString { (old) throws(SystemError) in
      try new.withCString { (new) throws(SystemError) in
        try retrying { linkat(folder, old, descriptor.number, new, flags) }
      }
    }
  }

  /// Renames a file, replacing any existing one; the corresponding C function is renameat(2).
  func replace(_ new: Path, by old: Path) throws(SystemError) {
    _ = try old.withCString { (old) throws(SystemError) in
      try new.withCString { (new) throws(SystemError) in
        try retrying { renameat(descriptor.number, old, descriptor.number, new) }
      }
    }
  }

  /// Renames a file without replacing another, or exchanges two names; see `rename(_:_:in:_:)`.
  func rename(_ old: Path, to new: Path, _ renaming: Renaming) throws(SystemError) {
    try Files.rename(old, new, in: descriptor.number, renaming)
  }

  /// Gives the old file its name back, with a second attempt.
  func restore(_ name: Path, from setAside: Path) {
    if (try? replace(name, by: setAside)) == nil { try? replace(name, by: setAside) }
  }

  /// Removes a name, with a second attempt; if both fail, the error is ignored. The C function is unlinkat(2).
  func remove(_ name: Path) {
    name.withCString { (name) in
      if unlinkat(descriptor.number, name, 0) != 0 { _ = unlinkat(descriptor.number, name, 0) }
    }
  }

  /// Waits until the names in the folder are on the storage device.
  func synchronize() throws(FileError) {
    try blaming(output, .synchronize) { () throws(SystemError) in try descriptor.synchronizeFolder() }
  }
}
