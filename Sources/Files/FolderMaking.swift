import LibC

extension Output {
  /// Creates the missing folders of the path and returns them, the outermost first.
  ///
  /// The corresponding C function is mkdir(2), called for every folder of the path; existing ones are accepted.
  func makeFolders() throws(FileError) -> [Path] {
    let folder = path.parent
    if isForeign {
      return try FolderDescent(of: self).makeFolders()
    }
    if (try? FileStatus(following: folder))?.kind == .special(.folder) { return [] }
    var made: [Path] = []
    do throws(SystemError) {
      for folder in Self.prefixes(of: folder) {
        do throws(SystemError) {
          _ = try folder.withCString { (name) throws(SystemError) in try retrying { mkdir(name, 0o777) } }
          made.append(folder)
        } catch {
          // A read-only or network file system may return another error before it checks whether the folder exists.
          if error.number == EEXIST || (try? FileStatus(following: folder))?.kind == .special(.folder) { continue }
          throw error
        }
      }
      if syncs {
        for folder in made { try Self.synchronizeFolder(folder.parent) }
      }
    } catch {
      removeFolders(made)
      throw FileError(path: path, fault: .system(errno: error.number, operation: .makeFolder))
    }
    return made
  }

  /// Removes folders that were created for a file that then could not be written, unless they contain something else.
  func removeFolders(_ folders: [Path]) {
    for folder in folders.reversed() {
      folder.withCString { (name) in _ = rmdir(name) }
    }
  }

  /// "a", "a/b" and "a/b/c" for "a/b/c".
  private static func prefixes(of folder: Path) -> [Path] {
    var prefixes: [Path] = []
    var rest = folder
    while rest != rest.parent, rest != "." {
      prefixes.append(rest)
      rest = rest.parent
    }
    return prefixes.reversed()
  }

  private static func synchronizeFolder(_ folder: Path) throws(SystemError) {
    let descriptor = Descriptor(
      number: try folder.withCString { (name) throws(SystemError) in
        try retrying { open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      })
    try descriptor.synchronizeFolder()
  }
}

extension Descriptor {
  /// Does the same as `synchronize` for a folder; file systems that do not support it return EINVAL, which is ignored.
  func synchronizeFolder() throws(SystemError) {
    do {
      try synchronize()
    } catch {
      if error.number != EINVAL { throw error }
    }
  }
}
