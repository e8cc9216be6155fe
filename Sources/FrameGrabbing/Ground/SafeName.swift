import Files

/// Untrusted text as a part of a file's name: a title can choose neither another folder nor a hidden file.
///
/// - A slash and everything that ends a line or commands a terminal becomes `_`. Characters without a shape of their own,
///   among them those that change the direction of a line, are left out, and so are blanks at both ends.
/// - A full stop at the start becomes `_`, since it would hide the file or be a folder, and so does a dash, which would
///   make an option of it.
/// - At most 200 bytes of UTF-8 are kept, and no part of a character.
struct SafeName: Hashable, Sendable {
  /// The most bytes, so that a stem, an index and an ending fit in beside it: file systems take 255.
  static let longest = 200
  /// The most bytes of the text that someone gives as a name, so that reports stay short; a longer title is cut.
  static let longestGiven = 1000

  /// The name, at least one byte of UTF-8.
  ///
  /// Stored as bytes, since strings with different bytes may be equal.
  let bytes: [UInt8]

  /// Makes a name of any text; nil if nothing of it is left.
  init?(_ text: String) {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if Self.isReplaced(scalar) { plain.append("_") } else if isPlain(scalar) { plain.append(scalar) }
    }
    var rest = plain.drop(while: \.properties.isWhitespace)
    let isHiding = rest.first == "." || rest.first == "-"
    if isHiding { rest = rest.dropFirst() }
    let name = (isHiding ? "_" : "") + String(rest)
    let kept = Self.withoutBlanksAtEnd(Self.beginning(of: name, longest: Self.longest))
    guard !kept.isEmpty else { return nil }
    bytes = Array(kept.utf8)
  }

  /// Takes bytes that are such a name already; nil for any others.
  init?(bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let name = SafeName(text), name.bytes == bytes else {
      return nil
    }
    self = name
  }

  /// The beginning of a text that has at most so many bytes, and no part of a character.
  static func beginning(of text: String, longest: Int) -> Substring {
    var count = 0
    return text.prefix { character in
      count += character.utf8.count
      return count <= longest
    }
  }

  private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "/" { return true }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  private static func withoutBlanksAtEnd(_ text: Substring) -> Substring {
    var text = text.unicodeScalars
    while let last = text.last, last.properties.isWhitespace { text.removeLast() }
    return Substring(text)
  }
}
