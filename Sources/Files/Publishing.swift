extension Output {
  /// Whether there is something to do, asked before any work: false when the output exists and is to be skipped.
  ///
  /// Nothing is made or changed. Throws what `publish` would throw if nothing changed until then, as far as names
  /// tell: `exists`, `isSymbolicLink`, `notRegular`, `isInput`, `noFolder`, `nulInName`, `noName` or `system`.
  public func check(notInputs inputs: [FileIdentity]) throws(FileError) -> Bool {
    try checkName()
    let folder: OutputFolder
    do {
      folder = try OutputFolder(of: self)
    } catch {
      if error.fault == .noFolder, makesFolders { return true }
      throw error
    }
    return try allows(folder.status(of: path.lastComponent), notInputs: inputs)
  }

  /// Writes the complete file and gives it its name in one step; false when a file was there and is to be skipped.
  ///
  /// Mode 0666 less the umask. The limits of the process on file sizes arrive as errors if SIGXFSZ is ignored.
  /// Throws as `check` does, and `noAtomicCreation` where the file system can only overwrite.
  public func publish(_ bytes: UnsafeRawBufferPointer, notInputs inputs: [FileIdentity]) throws(FileError) -> Bool {
    try publish(bytes, notInputs: inputs, means: .all)
  }

  /// As above, with fewer means to go the way of systems that lack some.
  func publish(
    _ bytes: UnsafeRawBufferPointer, notInputs inputs: [FileIdentity], means: Publication.Means
  ) throws(FileError) -> Bool {
    try checkName()
    let made = makesFolders ? try makeFolders() : []
    do {
      let folder = try OutputFolder(of: self)
      return try Publication(output: self, folder: folder, inputs: inputs, bytes: bytes, means: means).run()
    } catch {
      removeFolders(made)
      throw error
    }
  }

  private func checkName() throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    guard !path.namesFolder, path.lastComponent != ".", path.lastComponent != ".." else {
      throw FileError(path: path, fault: .notRegular(.folder))
    }
  }
}
