/// The help texts of a program for a terminal.
struct Help {
  let table: OptionTable
  /// In columns, from 20 to 1000; commands may be longer.
  let width: Int

  /// For a call without any words: what the program does, the first commands, and where to read on.
  func opening() -> String {
    var page = TextPage(width: width)
    page.paragraph("\(table.program): \(table.summary)", indent: 0)
    page.gap()
    let column = (table.first.map(\.command.count).max() ?? 0) + 4
    for example in table.first { page.row(example.command, example.meaning, indent: 2, column: column) }
    page.gap()
    page.paragraph(
      "\(table.program) -h lists the options, \(table.program) --help explains all of them, and \(table.program) --help "
        + "WORD one topic.", indent: 0)
    return page.text
  }

  /// The short help: how to call the program, and a line for each option.
  func short() -> String {
    var page = TextPage(width: width)
    usage(on: &page)
    let terms = table.options.map { alignedHeading($0).count }
    // Two spaces before the heading and two after it.
    let column = min(terms.max() ?? 0, 31) + 4
    for (section, members) in table.sections where !section.isRare {
      page.gap()
      page.verbatim("\(section.rawValue):", indent: 0)
      for option in members {
        page.row(alignedHeading(option), option.line, indent: 2, column: column)
      }
    }
    let rare = table.sections.filter(\.section.isRare).map { "--help \($0.section.word), " }
    page.gap()
    page.paragraph("More: \(table.program) " + rare.joined() + (rare.isEmpty ? "--help" : "or --help"), indent: 0)
    return page.text
  }

  /// How many examples come before everything else; the others come at the end.
  private static let openingExamples = 3

  /// The long help: some examples, the topics that come first, every option in full, the other topics, more examples.
  func long() -> String {
    var page = TextPage(width: width)
    addExamples(table.examples.prefix(Self.openingExamples), "EXAMPLES", to: &page)
    page.gap()
    usage(on: &page)
    for topic in table.topics where topic.comesFirst { addTopic(topic, to: &page) }
    for (section, members) in table.sections { addOptions(members, section.rawValue, to: &page) }
    for topic in table.topics where !topic.comesFirst { addTopic(topic, to: &page) }
    addExamples(table.examples.dropFirst(Self.openingExamples), "MORE EXAMPLES", to: &page)
    return page.text
  }

  /// One topic alone.
  func on(_ topic: Topic) -> String {
    var page = TextPage(width: width)
    addTopic(topic, to: &page)
    return page.text
  }

  /// All examples.
  func examples() -> String {
    var page = TextPage(width: width)
    addExamples(table.examples[...], "EXAMPLES", to: &page)
    return page.text
  }

  /// Some options in full.
  func on(_ options: [Option], title: String?) -> String {
    var page = TextPage(width: width)
    addOptions(options, title, to: &page)
    return page.text
  }

  private func addOptions(_ options: [Option], _ title: String?, to page: inout TextPage) {
    if let title {
      page.gap()
      page.verbatim(title.uppercased(), indent: 0)
    }
    for option in options {
      page.verbatim(option.heading, indent: 2)
      for paragraph in option.paragraphs { page.paragraph(paragraph, indent: 6) }
      page.gap()
    }
  }

  private func addExamples(_ examples: ArraySlice<Example>, _ title: String, to page: inout TextPage) {
    guard !examples.isEmpty else { return }
    page.gap()
    page.verbatim(title, indent: 0)
    for example in examples {
      page.verbatim(example.command, indent: 2)
      page.paragraph(example.meaning, indent: 6)
    }
  }

  private func usage(on page: inout TextPage) {
    page.paragraph("\(table.program): \(table.summary)", indent: 0)
    page.gap()
    for synopsis in table.synopses { page.verbatim("\(table.program) \(synopsis)", indent: 2) }
  }

  private func addTopic(_ topic: Topic, to page: inout TextPage) {
    page.gap()
    page.verbatim(topic.title.uppercased(), indent: 0)
    for paragraph in Paragraphs(topic.opening).texts {
      page.paragraph(paragraph, indent: 2)
      page.gap()
    }
    for line in topic.sampleLines { page.verbatim(line, indent: 4) }
    if !topic.sample.isEmpty { page.gap() }
    let column = min(topic.rows.map(\.term.count).max() ?? 0, 24) + 4
    for row in topic.rows { page.row(row.term, row.meaning, indent: 2, column: column) }
    for paragraph in Paragraphs(topic.closing).texts {
      page.gap()
      page.paragraph(paragraph, indent: 2)
    }
  }

  /// The heading, with blanks in place of a missing short option, so that the long names are aligned.
  private func alignedHeading(_ option: Option) -> String {
    option.short == nil ? "    " + option.heading : option.heading
  }
}

extension Topic {
  /// The lines of the sample, without the end of the last one.
  var sampleLines: [String] { sample.split(separator: "\n").map(String.init) }
}
