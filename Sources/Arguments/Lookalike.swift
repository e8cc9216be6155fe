/// A word with a typographic dash or quotation mark, as word processors and web pages put them in place of the plain
/// ones.
struct Lookalike: Hashable, Sendable {
  /// The character and its name, such as `'–' (an en dash, U+2013)`.
  let character: String
  /// The word with plain characters.
  let plain: String

  private static let dashes: [Unicode.Scalar: String] = [
    "\u{2010}": "a hyphen", "\u{2011}": "a non-breaking hyphen", "\u{2012}": "a figure dash", "\u{2013}": "an en dash",
    "\u{2014}": "an em dash", "\u{2015}": "a horizontal bar", "\u{2212}": "a minus sign",
    "\u{FF0D}": "a full-width hyphen",
  ]

  private static let quotes: [Unicode.Scalar: String] = [
    "\u{201C}": "a left double quotation mark", "\u{201D}": "a right double quotation mark",
    "\u{201E}": "a low double quotation mark", "\u{2018}": "a left single quotation mark",
    "\u{2019}": "a right single quotation mark", "\u{201A}": "a low single quotation mark",
    "\u{00AB}": "a left angle quotation mark", "\u{00BB}": "a right angle quotation mark",
    "\u{2039}": "a single left angle quotation mark", "\u{203A}": "a single right angle quotation mark",
  ]

  private init(character: String, plain: String) {
    (self.character, self.plain) = (character, plain)
  }

  /// The same character, with another word to write.
  func with(plain: String) -> Lookalike { Lookalike(character: character, plain: plain) }

  static func isDash(_ scalar: Unicode.Scalar) -> Bool { dashes[scalar] != nil }

  /// A word whose dashes at the start are not all plain, or nil; an em dash stands for two, as programs write it.
  init?(dashesOf text: String) {
    let scalars = text.unicodeScalars
    let run = scalars.prefix { $0 == "-" || Self.isDash($0) }
    guard let dash = run.first(where: Self.isDash), let name = Self.dashes[dash] else { return nil }
    character = Self.shown(dash, name)
    plain = run.map { $0 == "\u{2014}" ? "--" : "-" }.joined() + String(scalars[run.endIndex...])
  }

  /// A word in typographic quotes, or nil; the second one may be missing when the shell split the words between.
  init?(quotesOf text: String) {
    let scalars = text.unicodeScalars
    guard scalars.count > 1, let first = scalars.first, let name = Self.quotes[first] else { return nil }
    character = Self.shown(first, name)
    let last = scalars.last.map { Self.quotes[$0] != nil } ?? false
    plain = String(scalars.dropFirst().dropLast(last ? 1 : 0))
  }

  /// Whether the text ends with a typographic quotation mark.
  static func endsQuoted(_ text: String) -> Bool { text.unicodeScalars.last.map { quotes[$0] != nil } ?? false }

  private static func shown(_ scalar: Unicode.Scalar, _ name: String) -> String {
    "'\(Character(scalar))' (\(name), U+\(String(scalar.value, radix: 16, uppercase: true).leftPadded))"
  }
}

extension String {
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
