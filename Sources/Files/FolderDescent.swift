import LibC

/// The way from the current folder to the folder of an output whose name a file chose, one component at a time, so that
/// no symbolic link is ever followed.
///
/// The corresponding C functions are openat(2) with `O_NOFOLLOW`, and mkdirat(2).
struct FolderDescent {
  private let output: Output

  init(of output: Output) {
    self.output = output
  }

  /// Opens the folder. Throws `noFolder`, `linkOnTheWay` or `system`.
  func open(_ mode: Int32) throws(FileError) -> Descriptor {
    try descend(mode) { _, _ throws(FileError) in throw FileError(path: output.path, fault: .noFolder) }
  }

  /// Creates the missing folders and returns them, the outermost first. Throws `linkOnTheWay` or `system`.
  func makeFolders() throws(FileError) -> [Path] {
    var made: [Path] = []
    do throws(FileError) {
      _ = try descend(O_RDONLY) { parent, way throws(FileError) in
        let name = way.lastComponent
        do throws(SystemError) {
          _ = try name.withCString { (name) throws(SystemError) in try retrying { mkdirat(parent, name, 0o777) } }
          made.append(way)
        } catch {
          // Another process was faster; the folder is opened next, and refused if it is a link.
          if error.number != EEXIST { throw failure(error, .makeFolder) }
        }
      }
    } catch {
      output.removeFolders(made)
      throw error
    }
    return made
  }

  /// Opens each component in the one before it; `handleMissing` is called for one that does not exist, with the open
  /// folder and the way to the missing one, and then it is tried again.
  private func descend(
    _ mode: Int32, _ handleMissing: (Int32, Path) throws(FileError) -> Void
  ) throws(FileError) -> Descriptor {
    var folder = try step(".", in: AT_FDCWD, mode, way: ".")
    var way: Path = ""
    for component in output.path.parent.components where component != "." {
      way = way.appending(component)
      do throws(FileError) {
        folder = try step(component, in: folder.number, mode, way: way)
      } catch {
        guard error.fault == .noFolder else { throw error }
        try handleMissing(folder.number, way)
        folder = try step(component, in: folder.number, mode, way: way)
      }
    }
    return folder
  }

  private func step(_ name: Path, in folder: Int32, _ mode: Int32, way: Path) throws(FileError) -> Descriptor {
    do throws(SystemError) {
      return Descriptor(
        number: try name.withCString { (name) throws(SystemError) in
          try retrying { openat(folder, name, mode | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        })
    } catch {
      if error.number == ENOENT { throw FileError(path: output.path, fault: .noFolder) }
      // A link gives ELOOP or ENOTDIR, depending on the other flags.
      var byte: CChar = 0
      if name.withCString({ readlinkat(folder, $0, &byte, 1) }) >= 0 {
        throw FileError(path: output.path, fault: .linkOnTheWay(way))
      }
      throw failure(error, .openFolder)
    }
  }

  private func failure(_ error: SystemError, _ operation: FileError.Operation) -> FileError {
    FileError(path: output.path, fault: .system(errno: error.number, operation: operation))
  }
}
