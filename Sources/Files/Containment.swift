#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Path {
  /// Whether the file lies below one of some folders, after all symbolic links are followed; the corresponding C
  /// function is realpath(3).
  ///
  /// The name of a file that does not exist is judged by its components, so that the answer does not tell which files
  /// exist elsewhere.
  public func lies(below folders: [Path]) -> Bool {
    guard let file = resolved ?? lexicallyResolved else { return false }
    return folders.contains { folder in
      guard let folder = folder.resolved?.components else { return false }
      let components = file.components
      return components.count > folder.count && components.starts(with: folder)
    }
  }

  /// The absolute name without symbolic links; nil if there is no such file.
  private var resolved: Path? {
    guard !containsNUL else { return nil }
    return withCString { name in
      guard let answer = realpath(name, nil) else { return nil }
      defer { free(answer) }
      return Path(bytes: Array(UnsafeRawBufferPointer(start: answer, count: strlen(answer))))
    }
  }

  /// The absolute name with each ".." taken away together with the component before it.
  private var lexicallyResolved: Path? {
    guard let start = isAbsolute ? "/" : Path(".").resolved else { return nil }
    var components = start.components
    for component in self.components where component != "." {
      if component != ".." {
        components.append(component)
      } else if !components.isEmpty {
        components.removeLast()
      }
    }
    return components.reduce("/") { $0.appending($1) }
  }
}
