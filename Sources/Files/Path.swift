/// The name of a file as the system knows it: bytes, in no particular encoding, never repaired.
///
/// Any sequence of bytes is allowed. A path with a NUL byte cannot exist; `InputFile` and `Output` reject it.
public struct Path: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The bytes of the name, without a terminating NUL.
  public let bytes: [UInt8]

  /// A path of exactly these bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A path of the UTF-8 bytes of `text`.
  public init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// A path of the UTF-8 bytes of a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The path as text, for comparing and building text only: invalid UTF-8 is replaced by U+FFFD.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The path as it may be shown to users, made safe with `printable(_:)`.
  public var description: String {
    printable(bytes)
  }

  /// Whether the path has no bytes.
  public var isEmpty: Bool {
    bytes.isEmpty
  }

  /// Whether the path starts with a slash.
  public var isAbsolute: Bool {
    bytes.first == Self.slash
  }

  /// Whether the path ends with a slash, so that it can only name a folder.
  public var namesFolder: Bool {
    bytes.last == Self.slash
  }

  /// Whether the path contains a NUL byte, where the C library would truncate the name.
  public var containsNUL: Bool {
    bytes.contains(0)
  }

  /// The part after the last slash, ignoring trailing slashes; "/" for the root and empty for the empty path.
  public var lastComponent: Path {
    let name = Self.withoutTrailingSlashes(bytes[...])
    if name.isEmpty { return isEmpty ? self : Path(bytes: [Self.slash]) }
    guard let slash = name.lastIndex(of: Self.slash) else { return Path(bytes: Array(name)) }
    return Path(bytes: Array(name[(slash + 1)...]))
  }

  /// The last component without its last extension; a name like ".hidden" or ".." has none and is returned unchanged.
  public var stem: Path {
    let name = lastComponent
    guard let dot = name.bytes.lastIndex(of: Self.dot) else { return name }
    let stem = name.bytes[..<dot]
    return stem.allSatisfy { $0 == Self.dot } ? name : Path(bytes: Array(stem))
  }

  /// The components between slashes, without empty ones.
  var components: [Path] { bytes.split(separator: Self.slash).map { Path(bytes: Array($0)) } }

  /// The folder that contains the last component: "." when the path names none, "/" for items in the root.
  public var parent: Path {
    let name = Self.withoutTrailingSlashes(bytes[...])
    guard let slash = name.lastIndex(of: Self.slash) else { return Path(bytes: [isAbsolute ? Self.slash : Self.dot]) }
    let folder = Self.withoutTrailingSlashes(name[..<slash])
    return Path(bytes: folder.isEmpty ? [Self.slash] : Array(folder))
  }

  /// The path of `component` in this folder, with one slash between them.
  ///
  /// Leading slashes of `component` are dropped, so that the result never leaves this folder by being absolute.
  public func appending(_ component: Path) -> Path {
    let rest = component.bytes.drop { $0 == Self.slash }
    if isEmpty { return Path(bytes: Array(rest)) }
    if rest.isEmpty { return self }
    return Path(bytes: bytes + (namesFolder ? [] : [Self.slash]) + rest)
  }

  /// The path of a component given as text in this folder, with one slash between them.
  public func appending(_ component: String) -> Path {
    appending(Path(component))
  }

  /// Calls `body` with the path as a C string that lives as long as the call.
  ///
  /// Throws what `body` throws and nothing else. Check `containsNUL` first: a C string ends at the first NUL.
  public func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var characters: [CChar] = []
    characters.reserveCapacity(bytes.count + 1)
    for byte in bytes { characters.append(CChar(truncatingIfNeeded: byte)) }
    characters.append(0)
    return try body(characters)
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  private static func withoutTrailingSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while bytes.last == slash { bytes.removeLast() }
    return bytes
  }
}
