// The uses of the option table.
extension OptionTable {
  /// Reads the words after the program's name.
  ///
  /// `--name value`, `--name=value`, bundled short flags, a short option's value in the same word or the next; options
  /// anywhere, until `--`. `-` alone and a dash with a digit are values or operands. A word that starts with a dash is
  /// otherwise never the value of the option before it; with `=` any value can be given. Long names are not shortened.
  ///
  /// Throws the first error in command-line order. Nothing is required, so that `--help` is found even if something
  /// is missing.
  public func parse(_ words: [Word]) throws(ArgumentError) -> ParsedArguments {
    var parsing = Parsing(table: self, words: words)
    try parsing.readAll()
    return ParsedArguments(parsing.occurrences, parsing.operands.map(\.word), places: parsing.operands.map(\.place))
  }

  /// What a call without any words is told: the first commands, and where to read on.
  ///
  /// `width` is in columns, from 20 to 1000. Ends with a line end.
  public func opening(width: Int = 80) -> String { Help(table: self, width: width).opening() }

  /// The short help: how to call the program, and a line for each option.
  ///
  /// `width` is in columns, from 20 to 1000. Ends with a line end.
  public func shortHelp(width: Int = 80) -> String { Help(table: self, width: width).short() }

  /// The long help: some examples, exit codes and times, every option in full, the other topics, more examples.
  ///
  /// `width` is in columns, from 20 to 1000; commands may be longer. Ends with a line end.
  public func longHelp(width: Int = 80) -> String { Help(table: self, width: width).long() }

  /// The help on one topic, by its word: a chapter, a section of options, or an option without its dashes.
  ///
  /// `width` is in columns, from 20 to 1000; samples may be longer. Ends with a line end. Throws `unknownTopic`.
  public func help(on word: Word, width: Int = 80) throws(ArgumentError) -> String {
    let help = Help(table: self, width: width)
    if let topic = topic(word) { return help.on(topic) }
    let asked = word.text.lowercased()
    if let (section, members) = sections.first(where: {
      [$0.section.word, $0.section.rawValue.lowercased()].contains(asked)
    }) {
      return help.on(members, title: section.rawValue)
    }
    if [Self.exampleWord, "more " + Self.exampleWord].contains(asked) { return help.examples() }
    if let option = option(long: word.bytes[...]) { return help.on([option], title: nil) }
    let words = topicWords
    throw ArgumentError(
      .unknownTopic(
        word: word.text, topics: words, suggestion: suggestion(for: word.text, among: words),
        explained: optionsExplained(with: asked)),
      text: word.text, faultRange: 0..<word.text.count)
  }

  /// The options, without dashes, whose help has all these words or numbers; none if there are more than four.
  private func optionsExplained(with text: String) -> [String] {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let found = options.filter { option in
      let help = "\(option.summary) \(option.discussion)".lowercased()
      return words.allSatisfy(help.contains)
    }
    return words.isEmpty || found.count > 4 ? [] : found.map(\.name)
  }

  /// The help on an option, by its spelling with dashes; nil if there is none.
  public func help(onOption spelling: Word, width: Int = 80) -> String? {
    options.first { $0.spellings.contains { spelling.bytes.elementsEqual($0.utf8) } }
      .map { Help(table: self, width: width).on([$0], title: nil) }
  }

  /// The manual page, section 1, in roff with the `man` macros.
  ///
  /// It carries no date, so that the same table gives the same page.
  public var manualPage: String { ManualPage(table: self).text }

  /// The table of habits in Markdown: what is typed, and what is said to the first of the lines in a row.
  public var habitsInMarkdown: String { HabitPage(program: program, habits: habits).markdown }

  /// The table of habits as plain text: each line that is typed, and below it what is said to the first of them.
  ///
  /// `width` is in columns, from 20 to 1000; commands may be longer. Ends with a line end.
  public func habitsAsText(width: Int = 80) -> String { HabitPage(program: program, habits: habits).text(width: width) }

  /// The completion script for a shell.
  ///
  /// Bash: to be sourced. Zsh: to be sourced, or stored as `_framegrab` in a folder of `fpath`. Fish: to be sourced, or
  /// stored as `framegrab.fish` in its folder of completions.
  public func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions(table: self).script
    case .zsh: ZshCompletions(table: self).script
    case .fish: FishCompletions(table: self).script
    }
  }
}
