/// The index of one source file: the names that it defines, and those that it uses.
public struct IndexedFile {
  /// A name with a unique identifier.
  public struct Name: Hashable, Sendable {
    /// The compiler's own name for it (USR, unified symbol resolution).
    public let identifier: String
    /// Its spelling.
    public let text: String
    /// Whether it is the name of a type.
    public let isType: Bool

    /// A name.
    public init(_ identifier: String, _ text: String, isType: Bool) {
      self.identifier = identifier
      self.text = text
      self.isType = isType
    }
  }

  /// The file's path, relative to the package's folder.
  public let path: String
  /// Names that the file defines.
  public internal(set) var defined: Set<Name>
  /// Names used, with the first line of each.
  public internal(set) var used: [Name: Int]
  /// Types that the file extends.
  public internal(set) var extended: Set<Name>

  /// Whether it has functions, initialisers, or methods or properties of instances; a file without is a table of constants.
  public internal(set) var hasCode: Bool

  /// A file with these entries.
  public init(
    _ path: String, defined: Set<Name> = [], used: [Name: Int] = [:], extended: Set<Name> = [], hasCode: Bool = false
  ) {
    self.hasCode = hasCode
    self.path = path
    self.defined = defined
    self.used = used
    self.extended = extended
  }

  /// The module, which is the folder after `Sources` or `Tests`; empty for another file.
  public var module: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? "\(parts[0])/\(parts[1])" : ""
  }

  /// The floor within its module: the folder it is in, "." for the module's own folder.
  public var floor: String {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : "."
  }
}
