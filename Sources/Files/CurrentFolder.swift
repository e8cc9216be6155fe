import LibC

/// The folder in which the program was started.
public enum CurrentFolder {
  /// Its absolute name; nil if it was removed or cannot be found out (getcwd(3)).
  public static var path: Path? {
    guard let name = getcwd(nil, 0) else { return nil }
    defer { free(name) }
    return Path(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}
