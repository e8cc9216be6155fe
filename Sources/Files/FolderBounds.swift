import LibC

/// Folders below which a file has to lie.
public struct FolderBounds {
  private let folders: [Path]

  /// Makes the bounds; a file below any of the folders is within them.
  public init(_ folders: [Path]) { self.folders = folders }

  /// Whether a file lies below one of the folders, after all symbolic links are followed; the corresponding C function is
  /// realpath(3).
  ///
  /// A file that does not exist is judged by the folder in which it would be, so that the answer does not tell which files
  /// exist elsewhere.
  public func contain(_ file: Path) -> Bool {
    Self.located(file).map(contain(resolved:)) ?? false
  }

  /// Whether an open file lies below one of the folders, wherever its name leads by now.
  ///
  /// The system tells where it is (proc(5), on macOS fcntl(2)); in a root without /proc, its name has to lead to it still.
  public func contain(_ file: borrowing InputFile) -> Bool {
    if let place = file.place { return contain(resolved: place) }
    guard let place = Self.located(file.path), FileIdentity(of: place)?.isSameFile(as: file.identity) == true else {
      return false
    }
    return contain(resolved: place)
  }

  private func contain(resolved file: Path) -> Bool {
    let components = file.components
    return folders.contains { folder in
      guard let folder = Self.resolved(folder)?.components else { return false }
      return components.count > folder.count && components.starts(with: folder)
    }
  }

  /// The absolute name without symbolic links; nil if there is no such file.
  private static func resolved(_ path: Path) -> Path? {
    guard !path.containsNUL else { return nil }
    return path.withCString { name in
      guard let answer = realpath(name, nil) else { return nil }
      defer { free(answer) }
      return Path(bytes: Array(UnsafeRawBufferPointer(start: answer, count: strlen(answer))))
    }
  }

  /// The place of a file that need not exist: its folder is resolved as far as it does, and the rest is appended by name.
  ///
  /// Nil for a link that leads nowhere: whether its target exists would tell about files elsewhere.
  private static func located(_ path: Path) -> Path? {
    if let found = resolved(path) { return found }
    let (parent, name) = (path.parent, path.lastComponent)
    guard !path.containsNUL, parent != path, !isLink(path), let folder = located(parent) else { return nil }
    return name == ".." ? folder.parent : name == "." ? folder : folder.appending(name)
  }

  private static func isLink(_ path: Path) -> Bool {
    var byte: CChar = 0
    return path.withCString { readlink($0, &byte, 1) } >= 0
  }
}
