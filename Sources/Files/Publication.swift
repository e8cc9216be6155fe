import LibC

/// The publication of one output: writes an unnamed or temporary file, then gives it its name in a single step.
struct Publication: ~Copyable {
  let output: Output
  let folder: OutputFolder
  let inputs: [FileIdentity]
  let contents: Contents
  let means: Means
  /// A file that was cut off; it may be replaced as long as it does not change.
  private var cutOff: FileIdentity?

  /// What the file holds.
  enum Contents {
    case bytes(UnsafeRawBufferPointer)
    /// All that an open file holds; if it is an unnamed file of the same folder, it becomes the output itself.
    case file(Int32, isUnnamedHere: Bool)
  }

  /// The features to try; if the system or the file system does not support one, a fallback is used.
  struct Means: OptionSet {
    let rawValue: Int
    static let unnamedFiles = Means(rawValue: 1)
    static let carefulRenaming = Means(rawValue: 2)
    static let linking = Means(rawValue: 4)
    static let all: Means = [.unnamedFiles, .carefulRenaming, .linking]
  }

  /// The result of giving a file a name that must not exist yet.
  private enum Naming {
    case done, taken, impossible
  }

  private struct TemporaryFile: ~Copyable {
    let name: Path
    let descriptor: Descriptor
  }

  init(
    output: Output, folder: consuming OutputFolder, inputs: [FileIdentity], contents: Contents, means: Means
  ) {
    self.output = output
    self.folder = folder
    self.inputs = inputs
    self.contents = contents
    self.means = means
  }

  /// Publishes the file, unless one exists that is to be skipped.
  mutating func publish() throws(FileError) -> Published {
    let old = try folder.status(of: name)
    guard try output.allows(old, notInputs: inputs) else { return .skipped }
    if case .repair(let earlier) = output.policy, old != nil {
      let (same, file) = try folder.compare(contents, with: output)
      guard same == .beginning, file.size < earlier.byteCount else { return try leaveTaken() }
      cutOff = file
    }
    if means.contains(.unnamedFiles), let published = try publishUnnamed() { return published }
    return try HeldSignals.hold { () throws(FileError) in try publishTemporary() }
  }

  private var name: Path {
    output.path.lastComponent
  }

  /// Whether a file that has the name is replaced.
  private var replaces: Bool { output.policy == .overwrite || cutOff != nil }

  /// Publishes a file that has no name until it is complete; nil where that is not supported.
  private func publishUnnamed() throws(FileError) -> Published? {
    if case .file(let filled, let isUnnamedHere) = contents {
      guard isUnnamedHere else { return nil }
      try finish(filled)
      return try publish(unnamed: filled)
    }
    guard let file = try folder.openUnnamed() else { return nil }
    try fill(file)
    return try publish(unnamed: file.number)
  }

  /// Gives a complete file without a name its name; nil where that is not supported.
  private func publish(unnamed file: Int32) throws(FileError) -> Published? {
    if replaces {
      return try HeldSignals.hold { () throws(FileError) in try overwrite(with: file) }
    }
    switch try naming({ () throws(SystemError) in try folder.link(file, as: name) }) {
    case .done:
      try settle(wasNew: true, setAside: nil)
      return .created
    case .taken: return try leaveTaken()
    case .impossible: return nil
    }
  }

  /// Replaces the file that has the name by a complete one without a name; nil where that is not supported.
  private func overwrite(with file: Int32) throws(FileError) -> Published? {
    let temporary: Path
    do {
      temporary = try Path.withTemporary(for: name) { (name) throws(SystemError) in
        try folder.link(file, as: name)
        return name
      }
    } catch {
      if error.meansUnsupported { return nil }
      throw failure(error, .name)
    }
    return try overwrite(with: temporary)
  }

  /// Publishes a file that has a temporary name until it is complete.
  private func publishTemporary() throws(FileError) -> Published {
    let temporary = try fillTemporary()
    if replaces {
      return try overwrite(with: temporary)
    }
    let naming: Naming
    do {
      naming = try giveName(to: temporary)
    } catch {
      folder.remove(temporary)
      throw error
    }
    switch naming {
    case .done:
      try settle(wasNew: true, setAside: nil)
      return .created
    case .taken:
      folder.remove(temporary)
      return try leaveTaken()
    case .impossible:
      folder.remove(temporary)
      throw FileError(path: output.path, fault: .noAtomicCreation)
    }
  }

  /// Writes the complete file under a temporary name.
  private func fillTemporary() throws(FileError) -> Path {
    let file: TemporaryFile
    do {
      file = try Path.withTemporary(for: name) { (name) throws(SystemError) in
        TemporaryFile(name: name, descriptor: try folder.openExclusively(name))
      }
    } catch {
      throw failure(error, .create)
    }
    let temporary = file.name
    do {
      try fill(file.descriptor)
    } catch {
      folder.remove(temporary)
      throw error
    }
    return temporary
  }

  /// Writes everything to a new file and fetches delayed write errors.
  private func fill(_ file: borrowing Descriptor) throws(FileError) {
    do {
      switch contents {
      case .bytes(let bytes): try writeAll(bytes, to: file.number)
      case .file(let source, _): try copyAll(of: source, to: file.number)
      }
    } catch {
      throw failure(error, .write)
    }
    try finish(file.number)
  }

  /// Waits for the storage device, if that is wanted, and fetches delayed write errors.
  private func finish(_ file: Int32) throws(FileError) {
    if output.syncs {
      do {
        try synchronizeFile(file)
      } catch {
        throw failure(error, .synchronize)
      }
    }
    do {
      try fetchCloseErrors(of: file)
    } catch {
      throw failure(error, .write)
    }
  }

  /// Gives a complete file its name unless that exists: with a non-replacing rename, or else with a second hard link.
  private func giveName(to temporary: Path) throws(FileError) -> Naming {
    if means.contains(.carefulRenaming) {
      let renaming = try naming { () throws(SystemError) in try folder.rename(temporary, to: name, .keeping) }
      if renaming != .impossible { return renaming }
    }
    guard means.contains(.linking) else { return .impossible }
    let linking = try naming { () throws(SystemError) in try folder.link(temporary, as: name) }
    if linking == .done { folder.remove(temporary) }
    return linking
  }

  private func naming(_ call: () throws(SystemError) -> Void) throws(FileError) -> Naming {
    do {
      try call()
      return .done
    } catch {
      if error.number == EEXIST { return .taken }
      if error.meansUnsupported { return .impossible }
      throw failure(error, .name)
    }
  }

  /// Handles a name that was taken after the first check: throws an error for what has it now, unless it is to be
  /// skipped.
  private func leaveTaken() throws(FileError) -> Published {
    guard try output.allows(folder.status(of: name), notInputs: inputs), output.policy != .skip else { return .skipped }
    switch output.policy {
    case .adopt(let published): if try folder.compare(contents, with: output).same == .all { return published }
    case .repair(let earlier):
      if try folder.compare(contents, with: output).same == .all { return earlier.published }
      if earlier.skipsOthers { return .skipped }
    case .refuse, .overwrite, .skip: break
    }
    throw exists
  }

  /// Replaces the file that has the name by a complete one, after a last check.
  private func overwrite(with temporary: Path) throws(FileError) -> Published {
    let old: FileStatus?
    var isExchanged = false
    do throws(FileError) {
      old = try folder.status(of: name)
      _ = try output.allows(old, notInputs: inputs)
      try checkCutOff(old)
      // If synchronizing the folder fails, the new file is in place already, so the old one is kept until then. One that
      // was cut off is kept until it is known to be the one that was replaced.
      if output.syncs || cutOff != nil, old != nil, means.contains(.carefulRenaming) {
        isExchanged = (try? folder.rename(temporary, to: name, .exchanging)) != nil
      }
      if cutOff != nil, old == nil {
        guard try giveName(to: temporary) == .done else { throw exists }
      } else if !isExchanged {
        try blaming(output.path, .name) { () throws(SystemError) in try folder.replace(name, by: temporary) }
      }
    } catch {
      folder.remove(temporary)
      throw error
    }
    if isExchanged {
      do throws(FileError) {
        try checkCutOff(folder.status(of: temporary))
      } catch {
        folder.restore(name, from: temporary)
        throw error
      }
    }
    try settle(wasNew: old == nil, setAside: isExchanged ? temporary : nil)
    if case .repair(let earlier) = output.policy { return earlier.published }
    return old == nil ? .created : .replaced
  }

  /// Refuses a file that is not the one that was cut off, or is not as it was.
  private func checkCutOff(_ status: FileStatus?) throws(FileError) {
    guard let cutOff, let status, !status.identity.hasSameContents(as: cutOff) else { return }
    throw exists
  }

  private var exists: FileError { FileError(path: output.path, fault: output.isForeign ? .foreignExists : .exists) }

  /// Waits until the name is on the storage device, if requested, and undoes the publication if that fails.
  ///
  /// `wasNew`: the name did not exist before. `setAside`: the current name of the old file.
  private func settle(wasNew: Bool, setAside: Path?) throws(FileError) {
    guard output.syncs else {
      if let setAside { folder.remove(setAside) }
      return
    }
    do {
      try folder.synchronize()
    } catch {
      if let setAside {
        folder.restore(name, from: setAside)
      } else if wasNew {
        folder.remove(name)
      }
      throw error
    }
    if let setAside { folder.remove(setAside) }
  }

  private func failure(_ error: SystemError, _ operation: FileError.Operation) -> FileError {
    FileError(path: output.path, fault: .system(errno: error.number, operation: operation))
  }
}
