/// What the compiler knows of one source file: the names that it defines, and those that it uses.
public struct IndexedFile {
  /// A name, told apart from others of the same spelling.
  public struct Name: Hashable, Sendable {
    /// The compiler's own name for it (USR, unified symbol resolution).
    public let identifier: String
    /// How it is spelt.
    public let text: String
    /// Whether it is a type's.
    public let isType: Bool

    /// A name.
    public init(_ identifier: String, _ text: String, isType: Bool) {
      self.identifier = identifier
      self.text = text
      self.isType = isType
    }
  }

  /// Where the file is, from the package's folder on.
  public let path: String
  /// Names that the file defines.
  public internal(set) var defined: Set<Name>
  /// Names used, with the first line of each.
  public internal(set) var used: [Name: Int]
  /// Types that the file extends.
  public internal(set) var extended: Set<Name>

  /// A file of which this much is known.
  public init(_ path: String, defined: Set<Name> = [], used: [Name: Int] = [:], extended: Set<Name> = []) {
    self.path = path
    self.defined = defined
    self.used = used
    self.extended = extended
  }

  /// The module, by the folder behind `Sources` or `Tests`; empty for another file.
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
