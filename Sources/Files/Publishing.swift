extension Output {
  /// Checks before any work whether the output can be written; false when it exists and is to be skipped.
  ///
  /// Nothing is created or changed. Throws what `publish` would throw if nothing changes until then, as far as names
  /// show: `exists`, `isSymbolicLink`, `notRegular`, `isInput`, `noFolder`, `nulInName`, `noName` or `system`.
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

  /// Writes the complete file and gives it its name in one step; a file that existed may be skipped.
  ///
  /// The mode is 0666 minus the umask. The process's limit on file sizes is reported as an error if SIGXFSZ is ignored.
  /// Throws as `check` does, and `noAtomicCreation` where the file system can only overwrite.
  public func publish(_ bytes: UnsafeRawBufferPointer, notInputs inputs: [FileIdentity]) throws(FileError) -> Published
  {
    try publish(bytes, notInputs: inputs, means: .all)
  }

  /// Does the same with fewer features, to test the fallbacks.
  func publish(
    _ bytes: UnsafeRawBufferPointer, notInputs inputs: [FileIdentity], means: Publication.Means
  ) throws(FileError) -> Published {
    try checkName()
    let made = makesFolders ? try makeFolders() : []
    do {
      let folder = try OutputFolder(of: self)
      var publication = Publication(
        output: self, folder: folder, inputs: inputs, contents: .bytes(bytes), means: means)
      return try publication.publish()
    } catch {
      removeFolders(made)
      throw error
    }
  }

  /// Tests whether a file can be written to the folder, by writing a byte to a file without a name.
  ///
  /// Throws `noFolder` or `system` if none can; other errors are left to the output itself. It tests nothing where
  /// files without names are not supported, or if the folder will be created.
  public func checkFolder() throws(FileError) {
    do throws(FileError) {
      guard let file = try OutputFolder(of: self).openUnnamed() else { return }
      do throws(SystemError) {
        try writeAll([0], to: file.number)
      } catch {
        throw FileError(path: path, fault: .system(errno: error.number, operation: .write))
      }
    } catch {
      if error.isAboutFolder, !(error.fault == .noFolder && makesFolders) { throw error }
    }
  }

  func checkName() throws(FileError) {
    guard !path.isEmpty else { throw FileError(path: path, fault: .noName) }
    guard !path.containsNUL else { throw FileError(path: path, fault: .nulInName) }
    guard !path.namesFolder, path.lastComponent != ".", path.lastComponent != ".." else {
      throw FileError(path: path, fault: .notRegular(.folder))
    }
    if isForeign, let reason = ForeignName(path).fault { throw FileError(path: path, fault: .refusedName(reason)) }
  }
}
