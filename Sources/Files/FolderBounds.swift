#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders below which a file has to lie.
public struct FolderBounds {
  private let folders: [Path]

  /// Makes the bounds; a file below any of the folders is within them.
  public init(_ folders: [Path]) { self.folders = folders }

  /// Whether a file lies below one of the folders, after all symbolic links are followed; the corresponding C function is
  /// realpath(3).
  ///
  /// The name of a file that does not exist is judged by its components, so that the answer does not tell which files
  /// exist elsewhere.
  public func contain(_ file: Path) -> Bool {
    guard let components = (Self.resolved(file) ?? Self.lexicallyResolved(file))?.components else { return false }
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

  /// The absolute name with each ".." taken away together with the component before it.
  private static func lexicallyResolved(_ path: Path) -> Path? {
    guard let start = path.isAbsolute ? "/" : resolved(".") else { return nil }
    var components = start.components
    for component in path.components where component != "." {
      if component != ".." {
        components.append(component)
      } else if !components.isEmpty {
        components.removeLast()
      }
    }
    return components.reduce("/") { $0.appending($1) }
  }
}
