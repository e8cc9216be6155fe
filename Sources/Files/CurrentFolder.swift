#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Path {
  /// The absolute name of the current folder (getcwd(3)); nil if it has none.
  public static var currentFolder: Path? {
    guard let name = getcwd(nil, 0) else { return nil }
    defer { free(name) }
    return Path(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
  }
}
