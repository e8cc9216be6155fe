extension Path {
  /// The components between slashes, without empty ones.
  var components: [Path] {
    bytes.split(separator: UInt8(ascii: "/")).map { Path(bytes: Array($0)) }
  }

  /// Why a file may not choose this name for an output, a fragment such as "may not start with '/'"; nil if it may.
  ///
  /// A file is data of someone else: the name has to stay below the current folder, must not be hidden or look like an
  /// option, and has to end in ".png", so that it can be no file that another program runs or reads as its settings.
  public var wildness: String? {
    if isAbsolute { return "may not start with '/'" }
    for component in components {
      if component.bytes == Array("..".utf8) { return "may not have '..' in it" }
      if component.bytes.first == UInt8(ascii: ".") { return "may not have a part that starts with a dot" }
      if component.bytes.first == UInt8(ascii: "-") { return "may not have a part that starts with a dash" }
      if !component.isPlain { return "may not have control characters in it" }
    }
    return bytes.suffix(4).elementsEqual(".png".utf8) ? nil : "must end in .png"
  }

  /// Whether no character of the name would be shown as an escape.
  private var isPlain: Bool { printable(bytes, limit: .max).utf8.elementsEqual(bytes) }
}
