/// What to do if the output exists already.
public enum OutputPolicy: Hashable, Sendable {
  /// It is an error.
  case refuse
  /// The new file replaces it in one step.
  case overwrite
  /// It is kept, which counts as success.
  case skip
  /// It is kept if its bytes equal those of the new file, and counts as this; else it is an error. For resumed runs.
  case adopt(as: Published)
  /// The same for a file of an earlier run that may have been cut off since.
  case repair(EarlierOutput)
}

extension OutputPolicy {
  /// Whether an existing file is never compared with the new one.
  public var alwaysWrites: Bool {
    switch self {
    case .refuse, .overwrite, .skip: true
    case .adopt, .repair: false
    }
  }
}

/// What another run has recorded about a file that it wrote.
///
/// The file is kept if its bytes equal the new ones, and replaced if it is shorter than recorded and the new file
/// begins with its bytes: then nothing is lost. Any other file of that name is not the one that was written.
public struct EarlierOutput: Hashable, Sendable {
  /// How many bytes it had.
  public let byteCount: Int64
  /// How it was published; keeping or replacing it counts as the same.
  public let published: Published
  /// Whether any other file is skipped; else it is an error.
  public let skipsOthers: Bool

  /// What was noted of a file.
  public init(byteCount: Int64, published: Published, skipsOthers: Bool) {
    (self.byteCount, self.published, self.skipsOthers) = (byteCount, published, skipsOthers)
  }
}

/// What publishing an output did.
public enum Published: UInt8, Hashable, Sendable {
  /// A new file has the name.
  case created
  /// A new file has replaced one of the same name.
  case replaced
  /// A file has the name already, and was left as it is.
  case skipped
}

/// A file to be written: its name, and how it is created.
///
/// The file appears complete or not at all, and a failure leaves what was there before. A symbolic link, a folder,
/// a FIFO, a device or an input of the run is never replaced, whatever the policy.
public struct Output: Hashable, Sendable {
  /// The name of the file.
  public let path: Path
  /// What to do if a file has the name already.
  public let policy: OutputPolicy
  /// Whether missing folders of the path are created (mode 0777 minus the umask).
  public let makesFolders: Bool
  /// Whether publishing waits until the file, its name and the folders created for it are on the storage device.
  ///
  /// If synchronizing the folder fails after overwriting, the old file is restored; on a file system that cannot
  /// exchange two names, the new file stays.
  public let syncs: Bool
  /// Whether a file chose the name, and not the user: then it must be an accepted one (`ForeignName`) below the current
  /// folder, no folder on the way may be a symbolic link, and an existing file is never overwritten (but one that was cut
  /// off is repaired).
  public let isForeign: Bool

  /// Makes an output; nothing is created yet.
  public init(
    path: Path, policy: OutputPolicy = .refuse, makesFolders: Bool = false, syncs: Bool = false,
    isForeign: Bool = false
  ) {
    self.path = path
    self.policy = isForeign && policy == .overwrite ? .refuse : policy
    self.makesFolders = makesFolders
    self.syncs = syncs
    self.isForeign = isForeign
  }

  /// Whether the file may be written, given the status of what has its name now; false when it is to be skipped.
  func allows(_ status: FileStatus?, notInputs inputs: [FileIdentity]) throws(FileError) -> Bool {
    guard let status else { return true }
    switch status.kind {
    case .symbolicLink: throw FileError(path: path, fault: .isSymbolicLink)
    case .special(let kind): throw FileError(path: path, fault: .notRegular(kind))
    case .regular: break
    }
    if inputs.contains(where: { status.identity.isSameFile(as: $0) }) { throw FileError(path: path, fault: .isInput) }
    switch policy {
    case .refuse: throw FileError(path: path, fault: isForeign ? .foreignExists : .exists)
    case .overwrite, .adopt: return true
    case .skip: return false
    // Whether it can be repaired is known only once the new bytes are there.
    case .repair(let earlier): return !earlier.skipsOthers || status.identity.size < earlier.byteCount
    }
  }
}
