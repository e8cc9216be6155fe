import LibC

/// A system error: the value of `errno` after a C function failed.
struct SystemError: Error, Hashable {
  let number: Int32

  /// Whether the error may mean that the file system does not support the operation at all.
  var meansUnsupported: Bool {
    [ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EPERM, EACCES, EXDEV, EMLINK].contains(number)
  }
}

/// Calls a C function that returns less than 0 for an error, and calls it again while a signal interrupts it.
///
/// `errno` is read immediately, before anything else can change it.
func retrying<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
  while true {
    let answer = call()
    if answer >= 0 { return answer }
    let number = errno
    if number != EINTR { throw SystemError(number: number) }
  }
}

/// Converts a system error into an error about one file.
func blaming<Result: ~Copyable>(
  _ path: Path, _ operation: FileError.Operation, _ call: () throws(SystemError) -> Result
) throws(FileError) -> Result {
  do {
    return try call()
  } catch {
    throw FileError(path: path, fault: .system(errno: error.number, operation: operation))
  }
}

/// Does the same as `blaming`, but ENOENT becomes `missing`.
func refusingMissing<Result: ~Copyable>(
  _ path: Path, _ operation: FileError.Operation, _ call: () throws(SystemError) -> Result
) throws(FileError) -> Result {
  do {
    return try call()
  } catch {
    if error.number == ENOENT { throw FileError(path: path, fault: .missing) }
    throw FileError(path: path, fault: .system(errno: error.number, operation: operation))
  }
}

/// Waits until a descriptor in non-blocking mode is ready; the corresponding C function is poll(2).
///
/// Throws ETIMEDOUT after `nanoseconds`, if they are not nil.
func awaitReadiness(of descriptor: Int32, for events: Int32, atMost nanoseconds: Int64? = nil) throws(SystemError) {
  var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  let milliseconds = nanoseconds.map { Int32(clamping: max(0, $0) / 1_000_000 + 1) } ?? -1
  guard try retrying({ poll(&request, 1, milliseconds) }) > 0 else { throw SystemError(number: ETIMEDOUT) }
}

#if os(Linux)
  /// `O_PATH` of fcntl.h, the same on every architecture that Swift supports; C declares it only with _GNU_SOURCE.
  let pathOnly: Int32 = 0o10_000_000

  /// `O_TMPFILE` of fcntl.h: its own bit and `O_DIRECTORY`, whose value depends on the architecture.
  let unnamedFile: Int32 = 0o20_000_000 | O_DIRECTORY
#endif

/// What a renaming does with an existing file that has the new name.
enum Renaming: UInt32 {
  /// `RENAME_NOREPLACE` of Linux, `RENAME_EXCL` of Darwin: fails with EEXIST.
  case keeping = 1
  /// `RENAME_EXCHANGE` of Linux, `RENAME_SWAP` of Darwin: the existing file gets the old name.
  case exchanging = 2
}

/// Renames within one folder in a way that not every file system supports.
///
/// The corresponding C functions are renameat2(2) on Linux and renameatx_np(2) on Darwin.
func rename(_ old: Path, _ new: Path, in folder: Int32, _ renaming: Renaming) throws(SystemError) {
  #if os(Linux)
    // glibc declares it only with _GNU_SOURCE, which Swift's importer does not set, so it is looked up by name.
    typealias Function =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { throw SystemError(number: ENOSYS) }
    let function = unsafeBitCast(symbol, to: Function.self)
    let flags = renaming.rawValue
  #else
    let function = renameatx_np
    let flags = UInt32(renaming == .keeping ? RENAME_EXCL : RENAME_SWAP)
  #endif
  _ = try old.withCString { (old) throws(SystemError) in
    try new.withCString { (new) throws(SystemError) in
      try retrying { function(folder, old, folder, new, flags) }
    }
  }
}
