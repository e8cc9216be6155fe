import LibC

/// The kind of thing that a name stands for, as error messages need it.
public enum NamedThing: Hashable, Sendable {
  /// A regular file, perhaps by way of a symbolic link.
  case file
  /// A folder.
  case folder
  /// Something else.
  case other

  /// Looks at a name; nil if there is nothing, or if it cannot be examined (stat(2)).
  public init?(at path: Path) {
    guard !path.isEmpty, !path.containsNUL, let status = try? FileStatus(following: path) else { return nil }
    switch status.kind {
    case .regular: self = .file
    case .special(.folder): self = .folder
    default: self = .other
    }
  }
}

/// The names of regular files in a folder, for suggestions: what cannot be read is left out.
public struct FolderListing: Sendable {
  /// The names, in no particular order.
  public let names: [Path]

  /// Reads the folder; the C functions are readdir(3) and stat(2).
  ///
  /// - Parameters:
  ///   - folder: Its name.
  ///   - limit: The most entries that are looked at, of any kind, 0 or more.
  public init(of folder: Path, atMost limit: Int) {
    guard !folder.isEmpty, !folder.containsNUL, let listing = folder.withCString({ opendir($0) }) else {
      names = []
      return
    }
    defer { closedir(listing) }
    var names: [Path] = []
    var seen = 0
    while seen < limit, let item = readdir(listing), let name = Self.name(of: item) {
      seen += 1
      if Self.isFile(item) ?? (NamedThing(at: folder.appending(name)) == .file) { names.append(name) }
    }
    self.names = names
  }

  /// Whether an entry is a regular file; nil if the folder does not tell, or for a symbolic link.
  private static func isFile(_ item: UnsafeMutablePointer<dirent>) -> Bool? {
    switch Int(item.pointee.d_type) {
    case Int(DT_UNKNOWN), Int(DT_LNK): nil
    case Int(DT_REG): true
    default: false
    }
  }

  /// The name of an entry, read in place: the entry may be shorter than its C type.
  private static func name(of item: UnsafeMutablePointer<dirent>) -> Path? {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let start = UnsafeRawPointer(item).advanced(by: offset)
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return Path(bytes: Array(UnsafeRawBufferPointer(start: start, count: length)))
  }
}
