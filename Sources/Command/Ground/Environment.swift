import Files
import LibC

/// The variables of the environment.
enum Environment {
  /// The value of a variable as text (getenv(3)); nil if it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The program's folder in the user's cache folder; nil if the environment gives none (XDG Base Directory
/// Specification, which ignores relative names), or if it is another user's, as with `sudo`.
///
/// Computed once, since a batch may ask for it a million times.
let standardCacheFolder: Path? = {
  let folder =
    folder(named: "XDG_CACHE_HOME")?.appending("framegrab")
    ?? home?.appending(".cache").appending("framegrab")
  return folder.flatMap { PrivateFolder.isOwn($0) ? $0 : nil }
}()

/// The user's home folder, if it exists: none is created for a daemon without one.
private var home: Path? { folder(named: "HOME").flatMap { NamedThing(at: $0) == .folder ? $0 : nil } }

private func folder(named variable: String) -> Path? {
  guard let value = getenv(variable) else { return nil }
  let path = Path(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  return path.isAbsolute ? path : nil
}
