/// What happens to an output that exists already.
public enum OutputPolicy: Hashable, Sendable {
  /// It is an error.
  case refuse
  /// The new file takes its place, all at once.
  case overwrite
  /// It stays, and that is a success.
  case skip
}

/// A file to be written: its name, and how it comes to be.
///
/// The file appears complete or not at all, and a failure leaves what was there before. A symbolic link, a folder,
/// a FIFO, a device or an input of the run is never replaced, whatever the policy.
public struct Output: Hashable, Sendable {
  /// The name of the file.
  public let path: Path
  /// What happens to a file that has the name already.
  public let policy: OutputPolicy
  /// Whether missing folders of the path are made (mode 0777 less the umask).
  public let makesFolders: Bool
  /// Whether publishing waits until the storage has the file, its name and the folders made for it.
  ///
  /// Where an overwritten name is all that could not be stored, the old file is put back; only a file system that
  /// cannot exchange two names keeps the new one.
  public let syncs: Bool

  /// An output that nothing has been done for yet.
  public init(path: Path, policy: OutputPolicy = .refuse, makesFolders: Bool = false, syncs: Bool = false) {
    self.path = path
    self.policy = policy
    self.makesFolders = makesFolders
    self.syncs = syncs
  }

  /// Whether a file may take the place of what has the name now; false when that is to be skipped.
  func allows(_ status: FileStatus?, notInputs inputs: [FileIdentity]) throws(FileError) -> Bool {
    guard let status else { return true }
    switch status.kind {
    case .symbolicLink: throw FileError(path: path, fault: .isSymbolicLink)
    case .special(let kind): throw FileError(path: path, fault: .notRegular(kind))
    case .regular: break
    }
    if inputs.contains(where: { status.identity.isSameFile(as: $0) }) { throw FileError(path: path, fault: .isInput) }
    switch policy {
    case .refuse: throw FileError(path: path, fault: .exists)
    case .overwrite: return true
    case .skip: return false
    }
  }
}
