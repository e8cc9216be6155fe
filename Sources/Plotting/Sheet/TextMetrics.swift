/// Estimates the width of text and makes it fit.
///
/// The widths are those of a wide sans-serif font, so that text in a narrower font also fits.
enum TextMetrics {
  /// No text in the picture has more characters (Unicode scalars) than this.
  static let longest = 400

  /// The width in pixels of a text set in `size` pixels.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    var ems = 0.0
    for scalar in text.unicodeScalars { ems += width(of: scalar) }
    return ems * size * (isBold ? 1.1 : 1)
  }

  /// The text in one line, truncated with an ellipsis if it would be wider than `width` pixels.
  static func fitted(_ text: String, size: Double, width: Double, isBold: Bool = false) -> String {
    wrapped(text, size: size, width: width, lines: 1, isBold: isBold).first ?? ""
  }

  /// The text in at most `lines` lines, broken at spaces where possible, the last one truncated with an ellipsis.
  ///
  /// - Parameter others: The width of all lines but the first; nil for the same.
  static func wrapped(
    _ text: String, size: Double, width: Double, others: Double? = nil, lines limit: Int, isBold: Bool = false
  ) -> [String] {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      guard scalars.count < longest else {
        scalars.append("…")
        break
      }
      scalars.append(printable(scalar))
    }
    var lines: [String] = []
    var start = 0
    while start < scalars.count, lines.count < limit {
      let room = (lines.isEmpty ? width : others ?? width) / (size * (isBold ? 1.1 : 1))
      var end = start
      var used = 0.0
      var lastSpace: Int?
      while end < scalars.count {
        let next = Self.width(of: scalars[end])
        if used + next > room { break }
        if scalars[end] == " " { lastSpace = end }
        used += next
        end += 1
      }
      if end == scalars.count {
        lines.append(string(scalars[start...]))
        start = end
      } else if lines.count == limit - 1 {
        while end > start, used + 1 > room {
          end -= 1
          used -= Self.width(of: scalars[end])
        }
        lines.append(string(scalars[start..<end]) + "…")
        start = scalars.count
      } else {
        let cut = lastSpace ?? max(end, start + 1)
        lines.append(string(scalars[start..<cut]))
        start = lastSpace.map { $0 + 1 } ?? cut
      }
    }
    return lines
  }

  /// The character itself, a space for white space, or U+FFFD for control characters, those that XML 1.0 forbids and
  /// those that change the text direction.
  static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: scalar
    }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "'", "|", ".", ",", ":", ";", "!", " ", "·": 0.33
    case "f", "t", "r", "I", "(", ")", "[", "]", "/", "-": 0.42
    case "m", "w", "M", "W", "@", "%", "…": 1.0
    case "A"..."Z": 0.74
    case "\u{20}"..."\u{7E}": 0.64
    case "\u{80}"..."\u{2FF}", "−": 0.84
    default: 1.0
    }
  }
}
