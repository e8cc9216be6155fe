/// Checks that a drawing of a worker is one that framegrab draws: shapes, text and PNG pictures, and nothing that a
/// viewer would run or load.
enum DrawingCheck {
  private static let elements: Set<String> = [
    "?xml", "svg", "title", "desc", "g", "path", "line", "rect", "circle", "text", "image",
  ]

  /// Whether the bytes are such a drawing (SVG 1.1).
  static func accepts(_ svg: [UInt8]) -> Bool {
    guard let text = String(validating: svg, as: UTF8.self) else { return false }
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      let tag = rest[rest.index(after: start)...]
      guard let end = tag.firstIndex(of: UInt8(ascii: ">")), accepts(tag: tag[..<end]) else { return false }
      rest = tag[tag.index(after: end)...]
    }
    return true
  }

  private static func accepts(tag: Substring.UTF8View) -> Bool {
    let words = tag.drop { $0 == UInt8(ascii: "/") }
    let name = words.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") && $0 != 0x0A }
    guard elements.contains(String(Substring(name))) else { return false }
    // An attribute is a name, an equals sign and a value in quotation marks.
    var rest = words.dropFirst(name.count)
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let attribute = String(Substring(rest[..<equals])).filter { $0 != " " && $0 != "\n" }
      let value = rest[rest.index(after: equals)...]
      guard value.first == UInt8(ascii: "\""), let close = value.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
        return tag.first == UInt8(ascii: "?")
      }
      guard accepts(attribute, value[..<close].dropFirst()) else { return false }
      rest = value[value.index(after: close)...]
    }
    return true
  }

  private static func accepts(_ attribute: String, _ value: Substring.UTF8View) -> Bool {
    let lowercased = attribute.lowercased()
    if lowercased.hasPrefix("on") || lowercased == "style" { return false }
    if value.starts(with: "url".utf8) { return false }
    guard lowercased.hasSuffix("href") || lowercased == "src" else { return true }
    return value.starts(with: "data:image/png;base64,".utf8)
  }
}
