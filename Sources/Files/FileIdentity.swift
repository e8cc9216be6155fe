import LibC

/// The identity of a file, independent of its name, and of its current state.
public struct FileIdentity: Hashable, Sendable {
  /// The number of the device that the file is on.
  public let device: UInt64
  /// The number of the file on its device (inode number).
  public let inode: UInt64
  /// The size in bytes.
  public let size: Int64
  /// When the file's contents were last changed: whole seconds since 1970, UTC.
  public let modificationSeconds: Int64
  /// The nanoseconds that follow the whole seconds.
  public let modificationNanoseconds: Int64
  /// When the file's contents or metadata were last changed (ctime): whole seconds since 1970, UTC. Programs cannot set
  /// it.
  public let changeSeconds: Int64
  /// The nanoseconds that follow the whole seconds of the last change.
  public let changeNanoseconds: Int64

  /// Whether both are the same file, under any names (hard links too), even if it changed in between.
  public func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether both are the same file with contents that were not changed in between, as far as size and time tell.
  ///
  /// What changes with names and permissions alone (ctime) does not count.
  public func hasSameContents(as other: FileIdentity) -> Bool {
    isSameFile(as: other) && size == other.size && modificationSeconds == other.modificationSeconds
      && modificationNanoseconds == other.modificationNanoseconds
  }
}

extension FileIdentity {
  /// The identity of a file that another process lends; the device number is one that no real file has.
  ///
  /// - Parameters:
  ///   - size: Its bytes.
  ///   - name: A number for its name.
  ///   - version: A number for the state that it is in: `leastVersion` or more if it means the same in each run.
  public init(lent size: Int64, name: Int64, version: Int64) {
    self.init(
      device: .max, inode: UInt64(bitPattern: name), size: size, modificationSeconds: version,
      modificationNanoseconds: 0, changeSeconds: version, changeNanoseconds: 0)
  }

  /// The least number of a version that is the same in each run.
  public static let leastVersion: Int64 = 1 << 62

  /// Whether it identifies the same state in another run.
  public var isLasting: Bool { device != .max || modificationSeconds >= Self.leastVersion }

  /// The identity of the file that has a name, following symbolic links; nil if it cannot be examined (stat(2)).
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - isRegular: Whether only a regular file is looked for.
  public init?(of path: Path, isRegular: Bool = false) {
    guard !path.isEmpty, !path.containsNUL, let status = try? FileStatus(following: path),
      !isRegular || status.kind == .regular
    else { return nil }
    self = status.identity
  }
}

/// The result of stat(2) for a file.
struct FileStatus: Hashable {
  enum Kind: Hashable {
    case regular
    case symbolicLink
    case special(FileError.Kind)
  }

  let kind: Kind
  let identity: FileIdentity
  /// Whether the file belongs to the effective user, and no other user may write to it.
  let isPrivate: Bool
  /// Whether the file belongs to the effective user.
  let isOwn: Bool

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFLNK: kind = .symbolicLink
    case S_IFDIR: kind = .special(.folder)
    case S_IFIFO: kind = .special(.fifo)
    case S_IFCHR, S_IFBLK: kind = .special(.device)
    case S_IFSOCK: kind = .special(.socket)
    default: kind = .special(.other)
    }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    isOwn = status.st_uid == geteuid()
    isPrivate = isOwn && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size),
      modificationSeconds: Int64(modified.tv_sec),
      modificationNanoseconds: Int64(modified.tv_nsec),
      changeSeconds: Int64(changed.tv_sec),
      changeNanoseconds: Int64(changed.tv_nsec))
  }

  /// Reads the current status of a name, following symbolic links; the corresponding C function is stat(2).
  init(following path: Path) throws(SystemError) {
    var status = stat()
    _ = try path.withCString { (name) throws(SystemError) in
      try retrying { stat(name, &status) }
    }
    self.init(status)
  }
}
