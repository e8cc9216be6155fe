import LibC

/// An output that is written in pieces, at any places, and gets its name when all of them are there.
///
/// Until then it has no name, so nothing is left of it however the process ends. If it is destroyed without being
/// published, nothing changes.
public struct GrowingOutput: ~Copyable {
  private let output: Output
  private let inputs: [FileIdentity]
  private let file: Descriptor
  /// Whether the file can get the name itself; if not, it is copied.
  private let isUnnamedHere: Bool
  /// Folders that were made for it, and are removed if it is not published.
  private var madeFolders: [Path]

  /// Opens a file without a name for an output; nil when the output exists and is to be skipped.
  ///
  /// Makes missing folders if the output says so. Throws as ``Output/publish(_:notInputs:)`` does before it writes.
  public static func open(_ output: Output, notInputs inputs: [FileIdentity]) throws(FileError) -> GrowingOutput? {
    try open(output, notInputs: inputs, isUnnamed: true)
  }

  /// Does the same; with `isUnnamed` false as on systems that have no files without names, for tests.
  static func open(
    _ output: Output, notInputs inputs: [FileIdentity], isUnnamed: Bool
  ) throws(FileError) -> GrowingOutput? {
    try output.checkName()
    let made = output.makesFolders ? try output.makeFolders() : []
    do {
      let folder = try OutputFolder(of: output)
      guard try output.allows(folder.status(of: output.path.lastComponent), notInputs: inputs) else {
        output.removeFolders(made)
        return nil
      }
      if isUnnamed, let file = try folder.openUnnamed(O_RDWR) {
        return GrowingOutput(output, inputs, file, isUnnamedHere: true, made)
      }
      return GrowingOutput(output, inputs, try removed(from: folder, output), isUnnamedHere: false, made)
    } catch {
      output.removeFolders(made)
      throw error
    }
  }

  /// A file whose temporary name is removed at once.
  private static func removed(
    from folder: borrowing OutputFolder, _ output: Output
  ) throws(FileError) -> Descriptor {
    let name = Path.temporary(for: output.path.lastComponent)
    // Signals are held, so that the temporary name is always removed.
    return try HeldSignals.hold { () throws(FileError) in
      let file = try blaming(output.path, .create) { () throws(SystemError) in
        try folder.openExclusively(name, O_RDWR)
      }
      folder.remove(name)
      return file
    }
  }

  private init(
    _ output: Output, _ inputs: [FileIdentity], _ file: consuming Descriptor, isUnnamedHere: Bool, _ made: [Path]
  ) {
    self.output = output
    self.inputs = inputs
    self.file = file
    self.isUnnamedHere = isUnnamedHere
    madeFolders = made
  }

  deinit { output.removeFolders(madeFolders) }

  /// Writes bytes at a place, counted in bytes from the start; the corresponding C function is pwrite(2).
  ///
  /// Places that nothing is written to hold zeros. Throws `system`.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    try blaming(output.path, .write) { () throws(SystemError) in try writeAll(bytes, to: file.number, at: offset) }
  }

  /// Gives the file the mode of the file that it will replace, and locks it.
  ///
  /// The corresponding C functions are fchmod(2) and flock(2). Throws `system`.
  func lock(as other: borrowing Descriptor) throws(FileError) {
    var status = stat()
    let other = other.number
    try blaming(output.path, .create) { () throws(SystemError) in
      _ = try retrying { fstat(other, &status) }
      _ = try retrying { fchmod(file.number, status.st_mode & 0o7777) }
      _ = try retrying { flock(file.number, LOCK_EX | LOCK_NB) }
    }
  }

  /// Gives the file its name in one step, as ``Output/publish(_:notInputs:)`` does; call it once, after all writing.
  ///
  /// Throws what that does.
  public mutating func publish() throws(FileError) -> Published {
    let folder = try OutputFolder(of: output)
    var publication = Publication(
      output: output, folder: folder, inputs: inputs,
      contents: .file(file.number, isUnnamedHere: isUnnamedHere), means: .all)
    let published = try publication.publish()
    if published != .skipped { madeFolders = [] }
    return published
  }
}
