/// A name for an output that a file chose, and not the user.
///
/// The file may come from someone else, so the name must stay below the current folder, must not be hidden or look like
/// an option, and must end in ".png", so that no program runs the file or reads it as its settings.
public struct ForeignName {
  private let path: Path

  /// Makes a name to be judged.
  public init(_ path: Path) { self.path = path }

  /// Why it is refused, a fragment such as "may not start with '/'"; nil if it is accepted.
  public var fault: String? {
    if path.isAbsolute { return "may not start with '/'" }
    for component in path.components {
      if component.bytes == Array("..".utf8) { return "may not have '..' in it" }
      if component.bytes.first == UInt8(ascii: ".") { return "may not have a part that starts with a dot" }
      if component.bytes.first == UInt8(ascii: "-") { return "may not have a part that starts with a dash" }
      if !Self.isPlain(component) { return "may not have control characters in it" }
    }
    return path.bytes.suffix(4).elementsEqual(".png".utf8) ? nil : "must end in .png"
  }

  /// Whether no character of the name would be shown as an escape.
  private static func isPlain(_ name: Path) -> Bool {
    printable(name.bytes, limit: .max).utf8.elementsEqual(name.bytes)
  }
}
