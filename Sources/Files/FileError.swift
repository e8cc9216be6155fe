import LibC

/// The error of a file that could not be read or written: which file, and what is wrong with it.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the file.
  public enum Fault: Hashable, Sendable {
    /// There is no file of that name.
    case missing
    /// The name exists, but is not a regular file.
    case notRegular(Kind)
    /// The input has no bytes.
    case empty
    /// The output exists already and must not be overwritten.
    case exists
    /// The output, whose name a file chose, exists already and is never overwritten.
    case foreignExists
    /// A name that a file chose is not acceptable; the reason.
    case refusedName(String)
    /// A folder of a name that a file chose is a symbolic link, or no folder.
    case linkOnTheWay(Path)
    /// The output is a symbolic link, which is never followed nor replaced.
    case isSymbolicLink
    /// The output is the input, perhaps by another name.
    case isInput
    /// Another job of the run has written the output.
    case isOutputOfOther
    /// The output is the video of a job of the run.
    case isVideoOfRun
    /// The output is a terminal, which cannot take a picture.
    case isTerminal
    /// The folder of the output does not exist, and creating it was not requested.
    case noFolder
    /// The name contains a NUL byte, which file names cannot.
    case nulInName
    /// The name is empty.
    case noName
    /// A folder or file that must be private belongs to another user, or others may write to it.
    case notPrivate
    /// A folder that must be private is on a file system that keeps no owners of files.
    case keepsNoOwners
    /// A folder that must be private is a symbolic link, which is not followed.
    case isLinkedFolder
    /// The file is larger than files of its kind may be.
    case readsTooMuch
    /// Another process has locked the file to append to it.
    case isLocked
    /// The file system of the output can neither link nor rename without a risk of overwriting.
    case noAtomicCreation
    /// The helper that reads the file, or the way to it, failed; the reason, and whether it may succeed later.
    case source(String, mayBeRetried: Bool)
    /// The system refused an operation with this error number.
    case system(errno: Int32, operation: Operation)
  }

  /// Whether the error is not the file's fault: the system had no memory or no descriptor left, or a helper may succeed
  /// later.
  public var isSystemLimit: Bool {
    switch fault {
    case .source(_, mayBeRetried: true): true
    case .system(ENOMEM, _), .system(EMFILE, _), .system(ENFILE, _): true
    default: false
    }
  }

  /// Whether no other file can be written to the folder of this output, either: it is missing, is no folder, nobody may
  /// create files in it, or its disk is full or read-only.
  public var isAboutFolder: Bool {
    switch fault {
    case .noFolder, .system(ENOTDIR, .openFolder), .system(ENOTDIR, .makeFolder): true
    case .system(_, .open), .system(_, .read), .system(_, .examine): false
    case .system(ENOSPC, _), .system(EDQUOT, _), .system(EROFS, _): true
    // A single file may have other permissions than its folder.
    case .system(EACCES, .create), .system(EACCES, .openFolder), .system(EACCES, .makeFolder): path != .standardOutput
    default: false
    }
  }

  /// The kind of something that is not a regular file.
  public enum Kind: String, Hashable, Sendable {
    /// A folder.
    case folder = "a folder"
    /// A named pipe.
    case fifo = "a FIFO"
    /// A character or block device.
    case device = "a device"
    /// A socket.
    case socket = "a socket"
    /// A kind unknown to this program.
    case other = "something else"
  }

  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    /// Reading the file's status.
    case examine = "be examined"
    /// Opening the input.
    case open = "be opened"
    /// Opening the folder of the output.
    case openFolder = "be opened: its folder cannot be read"
    /// Creating the folder of the output.
    case makeFolder = "be written: its folder cannot be made"
    /// Reading.
    case read = "be read"
    /// Creating the new file.
    case create = "be created"
    /// Writing, closing included.
    case write = "be written"
    /// Waiting until the file and its name are on the storage device.
    case synchronize = "be synchronized"
    /// Giving the complete new file its final name.
    case name = "be given its name"
  }

  /// The file that the error is about.
  public let path: Path
  /// What is wrong with it.
  public let fault: Fault

  /// An error about one file.
  public init(path: Path, fault: Fault) {
    self.path = path
    self.fault = fault
  }

  /// Whether no data came within the time limit.
  public var isOverdue: Bool { fault == .system(errno: ETIMEDOUT, operation: .read) }

  /// Whether the reader of a pipe has closed it, which is not worth an error message.
  public var isBrokenPipe: Bool {
    fault == .system(errno: EPIPE, operation: .write)
  }

  /// The error message, without the name of the file.
  public var description: String {
    switch fault {
    case .missing: "no such file"
    case .notRegular(let kind): "is \(kind.rawValue), not a file"
    case .empty: "is empty"
    case .exists: "already exists; use -y to overwrite or -n to skip"
    case .foreignExists:
      "already exists; use -n to skip, or name the output with -o, since -y does not hold for a name that a file chooses"
    case .refusedName(let reason): "a name that a file chooses \(reason); name the output with -o"
    case .linkOnTheWay(let folder):
      "\(folder) is a symbolic link, which a name that a file chooses may not lead through; name the output with -o"
    case .isSymbolicLink: "is a symbolic link, which is never overwritten; name the file that it points to"
    case .isInput: "is the input itself, or another file of this run; choose another name for the output"
    case .isOutputOfOther: "is the output of another job of this run, too; {n} tells them apart, {stem} may"
    case .isVideoOfRun: "is a video of this run; choose another name for the output"
    case .isTerminal: "is a terminal; send the output to a file or a pipe"
    case .noFolder: "no such folder; use --mkdir to make it"
    case .nulInName: "has a NUL byte in its name"
    case .noName: "the name is empty"
    case .notPrivate: "belongs to another user, or others may write to it"
    case .keepsNoOwners: "is on a file system on which files have no owners"
    case .isLinkedFolder: "is a symbolic link; name the folder that it points to"
    case .readsTooMuch: "has too many bytes"
    case .isLocked: "another run is writing to it; wait for its end"
    case .noAtomicCreation: "cannot be created here without a risk of overwriting; use -y to accept that"
    case .source(let reason, _): reason
    case .system(let number, let operation): "cannot \(operation.rawValue): \(reason(number))"
    }
  }
}

extension FileError {
  /// The message for an error number of the system.
  public static func words(for number: Int32) -> String { reason(number) }

  /// Whether an error number of the system means that a file would be larger than allowed.
  public static func meansTooLarge(_ number: Int32) -> Bool { number == EFBIG }
}

/// The message for an error number of the system; for the rarer ones that of strerror(3).
private func reason(_ number: Int32) -> String {
  switch number {
  case EACCES, EPERM: "permission denied"
  case EBADF: "it is closed"
  case EDQUOT: "the disk quota is used up"
  case EFBIG: "the file would be larger than allowed"
  case EIO: "the storage reported an error"
  case ELOOP: "too many symbolic links"
  case EMFILE, ENFILE: "too many open files"
  case ENAMETOOLONG: "its name is too long"
  case ENOENT: "no such file or folder"
  case ENOSPC: "the disk is full"
  case ENOTDIR: "a part of its path is not a folder"
  case EPIPE: "nothing reads it any more"
  case EROFS: "the file system is read-only"
  default: strerror(number).map { printable(String(cString: $0)) } ?? "error \(number)"
  }
}
