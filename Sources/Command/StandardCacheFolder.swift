import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder in which a user's programs keep what they can do without, and in it the one for this program; nil where
/// the environment names none (XDG Base Directory Specification, which takes no relative names).
var standardCacheFolder: Path? {
  folder(named: "XDG_CACHE_HOME")?.appending("framegrab")
    ?? folder(named: "HOME")?.appending(".cache").appending("framegrab")
}

private func folder(named variable: String) -> Path? {
  guard let value = getenv(variable) else { return nil }
  let path = Path(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  return path.isAbsolute ? path : nil
}
