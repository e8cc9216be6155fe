/// Builds the text of the picture, in UTF-8.
struct Markup {
  /// Which point of a text is at its position.
  enum Anchor: String {
    case start, middle, end
  }

  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// Makes an empty text with room for a usual picture.
  init() {
    bytes.reserveCapacity(1 << 17)
  }

  /// Appends trusted text unchanged.
  mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends bytes that are already valid markup.
  mutating func add(bytes other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// Appends untrusted text, with `&`, `<`, `>` and quotes escaped and invalid characters replaced.
  mutating func add(escaping text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": add("&amp;")
      case "<": add("&lt;")
      case ">": add("&gt;")
      case "\"": add("&quot;")
      case "'": add("&#39;")
      default: bytes.append(contentsOf: UTF8.encode(TextMetrics.printable(scalar)) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Writes an attribute whose value is a coordinate or length in pixels.
  mutating func attribute(_ name: String, _ value: Double) {
    add(" \(name)=\"")
    NumberText.append(value, to: &bytes)
    add("\"")
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ paint: Paint) {
    add("<line")
    attribute("x1", x1)
    attribute("y1", y1)
    attribute("x2", x2)
    attribute("y2", y2)
    add(paint.attributes + "/>\n")
  }

  mutating func rectangle(_ box: Box, corner: Double = 0, _ paint: Paint) {
    add("<rect")
    attribute("x", box.minX)
    attribute("y", box.minY)
    attribute("width", max(0, box.width))
    attribute("height", max(0, box.height))
    if corner > 0 { attribute("rx", corner) }
    add(paint.attributes + "/>\n")
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, _ paint: Paint) {
    add("<circle")
    attribute("cx", x)
    attribute("cy", y)
    attribute("r", radius)
    add(paint.attributes + "/>\n")
  }

  /// Writes a path, unless it is empty.
  mutating func path(_ path: PathData, _ paint: Paint) {
    guard !path.bytes.isEmpty else { return }
    add("<path d=\"")
    add(bytes: path.bytes)
    add("\"" + paint.attributes + "/>\n")
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, size: Double = 11, anchor: Anchor = .start, isBold: Bool = false,
    color: String = Palette.ink
  ) {
    guard !text.isEmpty else { return }
    add("<text")
    attribute("x", x)
    attribute("y", y)
    attribute("font-size", size)
    if anchor != .start { add(" text-anchor=\"\(anchor.rawValue)\"") }
    if isBold { add(" font-weight=\"bold\"") }
    add(" fill=\"\(color)\">")
    add(escaping: text)
    add("</text>\n")
  }

  /// Writes a text on a white background, so that it is readable over lines.
  mutating func chip(
    _ text: String, _ x: Double, _ y: Double, size: Double = 11, anchor: Anchor = .start, isBold: Bool = false,
    color: String = Palette.ink
  ) {
    let width = TextMetrics.width(text, size: size, isBold: isBold) + 2
    let left =
      switch anchor {
      case .start: x - 1
      case .middle: x - width / 2
      case .end: x - width + 1
      }
    rectangle(
      Box(minX: left, minY: y - size * 0.9, maxX: left + width, maxY: y + size * 0.28), corner: 2,
      Paint(fill: "#FFFFFF", opacity: 0.85))
    self.text(text, x, y, size: size, anchor: anchor, isBold: isBold, color: color)
  }
}
