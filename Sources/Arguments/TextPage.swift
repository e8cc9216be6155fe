/// Lines of plain text within a width; texts are ASCII, one column per character.
struct TextPage {
  /// In columns, 20 to 1000, since the width that a terminal reports cannot be trusted.
  let width: Int
  private var lines: [String] = []

  init(width: Int) {
    self.width = min(max(width, 20), 1000)
  }

  /// The page, each line with its end.
  var text: String {
    lines.map { $0 + "\n" }.joined()
  }

  /// An empty line, but never two in a row, and none at the top.
  mutating func gap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// A line as it is, even when it is too long, since commands are copied.
  mutating func verbatim(_ text: String, indent: Int) {
    lines.append(spaces(indent) + text)
  }

  /// A paragraph, broken between words.
  mutating func paragraph(_ text: String, indent: Int) {
    for line in broken(text, columns: width - indent) { lines.append(spaces(indent) + line) }
  }

  /// A term, and its meaning in a second column, or on the next line if the term is too long.
  mutating func row(_ term: String, _ meaning: String, indent: Int, column: Int) {
    guard width - column >= 24 else {
      verbatim(term, indent: indent)
      return paragraph(meaning, indent: indent + 4)
    }
    let meaningLines = broken(meaning, columns: width - column)
    let start = spaces(indent) + term
    if start.count + 2 > column {
      lines.append(start)
      lines += meaningLines.map { spaces(column) + $0 }
    } else {
      lines.append(start + spaces(column - start.count) + (meaningLines.first ?? ""))
      lines += meaningLines.dropFirst().map { spaces(column) + $0 }
    }
  }

  private func broken(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= columns {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}

/// The paragraphs of a text, separated by blank lines.
struct Paragraphs {
  let texts: [String]

  init(_ text: String) {
    var texts: [String] = []
    var current: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.allSatisfy(\.isWhitespace) {
        current.append(line)
      } else if !current.isEmpty {
        texts.append(current.joined(separator: " "))
        current = []
      }
    }
    if !current.isEmpty { texts.append(current.joined(separator: " ")) }
    self.texts = texts
  }
}
