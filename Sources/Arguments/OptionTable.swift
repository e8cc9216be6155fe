/// The description of a command line, from which the parser, help, manual page and completions are made.
public struct OptionTable: Sendable {
  /// The program's name.
  public let program: String
  /// What the program does: a fragment for one line.
  public let summary: String
  /// The ways to call the program, without its name.
  public let synopses: [String]
  /// The placeholder of the operand, which is a file.
  public let operand: String
  /// Example commands.
  public let examples: [Example]
  /// What a new user types first, for a call without any words; each fits into a line with its meaning.
  public let first: [Example]
  /// The options, in the order of the help.
  public let options: [Option]
  /// Topics that several options share: kinds of values, output, exit codes.
  public let topics: [Topic]
  /// What people type out of habit, and what is said.
  public var habits: [Habit] { makeHabits() }
  /// Made only on request, since every run of the program makes a table.
  private let makeHabits: @Sendable () -> [Habit]
  /// The options of other tools that are answered with a command.
  let foreign: [ForeignOption]

  /// Makes a table; names and letters must be unique in it.
  public init(
    program: String, summary: String, synopses: [String], operand: String, first: [Example] = [], examples: [Example],
    options: [Option], topics: [Topic]
  ) {
    self.init(
      program: program, summary: summary, synopses: synopses, operand: operand, first: first, examples: examples,
      options: options, topics: topics, habits: { [] }, foreign: [])
  }

  /// Makes a table that also knows what people type out of habit.
  init(
    program: String, summary: String, synopses: [String], operand: String, first: [Example] = [], examples: [Example],
    options: [Option], topics: [Topic], habits: @escaping @Sendable () -> [Habit], foreign: [ForeignOption]
  ) {
    self.program = program
    self.summary = summary
    self.synopses = synopses
    self.operand = operand
    self.first = first
    self.examples = examples
    self.options = options
    self.topics = topics
    makeHabits = habits
    self.foreign = foreign
  }

  /// The word of the topic about habits, which is no chapter of the long help: it is long, and for few readers.
  static let habitWord = "habits"

  /// The word for all examples, which the long help has at both its ends.
  static let exampleWord = "examples"

  /// The words of all topics.
  var topicWords: [String] {
    topics.map(\.word) + [Self.habitWord, Self.exampleWord] + sections.map(\.section.word)
  }

  private var habitTopic: Topic {
    Topic(
      "Habits", word: Self.habitWord,
      opening: """
        What people type who know other tools, or mistype, and what \(program) says to that. One difference no line can say: \
        ffmpeg's -ss takes the first frame that starts at a time or later; --at is the frame on screen at that time, often \
        the one before.
        """,
      sample: habitsAsText(width: 76))
  }

  /// The topic that a word asks for, or nil if there is none.
  public func topic(_ word: Word) -> Topic? {
    let asked = word.text.lowercased()
    return topics.first { [$0.word, $0.title.lowercased()].contains(asked) }
      ?? (asked == Self.habitWord ? habitTopic : nil)
  }

  /// The sections that have options, in order, each with its options.
  var sections: [(section: OptionSection, options: [Option])] {
    OptionSection.allCases.compactMap { section in
      let members = options.filter { $0.section == section }
      return members.isEmpty ? nil : (section, members)
    }
  }
}

/// A command and what it does.
public struct Example: Hashable, Sendable {
  /// The command, for a POSIX shell.
  public let command: String
  /// What it does: a fragment.
  public let meaning: String

  /// Makes an example.
  public init(_ command: String, _ meaning: String) {
    self.command = command
    self.meaning = meaning
  }
}

/// A chapter of the long help and the manual page that is about more than one option.
public struct Topic: Hashable, Sendable {
  /// The title.
  public let title: String
  /// The word that asks for this chapter alone.
  public let word: String
  /// Whether the long help has it before the options.
  public let comesFirst: Bool
  /// Paragraphs before the rows; blank lines separate them; may be empty.
  public let opening: String
  /// Lines that are shown as they are, after the opening; may be empty.
  public let sample: String
  /// Terms and their meanings.
  public let rows: [Row]
  /// Paragraphs after the rows; may be empty.
  public let closing: String

  /// Makes a chapter.
  public init(
    _ title: String, word: String, comesFirst: Bool = false, opening: String = "", sample: String = "",
    rows: [Row] = [], closing: String = ""
  ) {
    self.title = title
    self.word = word
    self.comesFirst = comesFirst
    self.opening = opening
    self.sample = sample
    self.rows = rows
    self.closing = closing
  }

  /// A term and its meaning.
  public struct Row: Hashable, Sendable {
    /// What is typed or seen.
    public let term: String
    /// What it means: a fragment.
    public let meaning: String

    /// Makes a row.
    public init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }
}

extension OptionTable {
  // The bytes are compared, since equal strings may differ in bytes.

  func option(long name: ArraySlice<UInt8>) -> Option? {
    options.first { $0.long != nil && name.elementsEqual($0.name.utf8) }
  }

  func option(short letter: UInt8) -> Option? {
    options.first { $0.short?.asciiValue == letter }
  }

  /// The spelling of the option most similar to `name`, which was typed without its dashes.
  func spelling(like name: String) -> String? {
    if name.utf8.count == 1, let letter = name.utf8.first, option(short: letter) != nil { return "-" + name }
    // "no-" negates an option, so names with and without it are not compared.
    let longNames = options.filter { $0.long != nil }.map(\.name)
      .filter { $0.hasPrefix("no-") == name.hasPrefix("no-") }
    return suggestion(for: name, among: longNames).map { "--" + $0 }
  }

  /// The short option that differs from `letter` only in case.
  func spelling(likeLetter letter: String) -> String? {
    let letters = options.compactMap { $0.short.map(String.init) }
    return letters.first { $0.lowercased() == letter.lowercased() }.map { "-" + $0 }
  }

  /// A name for shell functions.
  var functionName: String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
