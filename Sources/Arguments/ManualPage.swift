/// The manual page of a program, section 1, in roff with the `man` macros.
///
/// It carries no date, so that the same table gives the same page.
struct ManualPage {
  let table: OptionTable

  var text: String {
    var page = RoffPage()
    page.request("TH", [table.program.uppercased(), "1", "", table.program, "User Commands"])
    page.request("SH", ["NAME"])
    page.text("\(table.program) - \(table.summary)")
    page.request("SH", ["SYNOPSIS"])
    page.commands(table.synopses.map { "\(table.program) \($0)" })
    page.request("SH", ["EXAMPLES"])
    for example in table.examples {
      page.request("PP")
      page.text(example.meaning + ":")
      page.display([example.command])
    }
    page.request("SH", ["OPTIONS"])
    for (section, members) in table.sections {
      page.request("SS", [section.rawValue])
      for option in members {
        page.entry(option.heading, option.paragraphs)
      }
    }
    for topic in table.topics {
      page.request("SH", [topic.title.uppercased()])
      page.paragraphs(topic.opening)
      if !topic.sample.isEmpty { page.display(topic.sampleLines) }
      for row in topic.rows { page.entry(row.term, [row.meaning]) }
      page.paragraphs(topic.closing)
    }
    return page.source
  }
}

/// Lines of roff.
private struct RoffPage {
  private(set) var source = ""

  /// A macro call; arguments are quoted.
  mutating func request(_ name: String, _ arguments: [String] = []) {
    source += "." + name
    for argument in arguments { source += " \"" + escaped(argument) + "\"" }
    source += "\n"
  }

  /// A line of text to be filled.
  mutating func text(_ text: String) {
    source += line(text) + "\n"
  }

  mutating func paragraphs(_ text: String) {
    for paragraph in Paragraphs(text).texts {
      request("PP")
      self.text(paragraph)
    }
  }

  /// Lines that are not filled, for commands.
  mutating func commands(_ commands: [String]) {
    request("EX")
    for command in commands { text(command) }
    request("EE")
  }

  /// Lines that are not filled, indented.
  mutating func display(_ lines: [String]) {
    request("PP")
    request("RS", ["4"])
    commands(lines)
    request("RE")
  }

  /// A term in bold and indented paragraphs about it.
  mutating func entry(_ term: String, _ paragraphs: [String]) {
    request("TP")
    text("\\fB", term, "\\fR")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { request("IP") }
      text(paragraph)
    }
  }

  private mutating func text(_ start: String, _ text: String, _ end: String) {
    source += start + escaped(text) + end + "\n"
  }

  /// A line that roff cannot mistake for a request.
  private func line(_ text: String) -> String {
    // A quotation mark is escaped anyway.
    text.starts(with: ".") ? "\\&" + escaped(text) : escaped(text)
  }

  /// The text with every character escaped that roff would change or interpret, so that what is shown can be typed.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\(rs"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
