import Arguments
import Testing

@Suite struct `Help` {
  let table = OptionTable.framegrab

  /// The sections that the short help only names.
  private static let rare: Set<OptionSection> = [.gestures, .limits, .reading]

  @Test func `the short help has one line for each option of most sections`() throws {
    let options = table.options.filter { !Self.rare.contains($0.section) }
    let all = table.shortHelp().split(separator: "\n").map(String.init)
    let lines = all.filter {
      $0.hasPrefix("  -") || $0.hasPrefix("      -")
    }
    #expect(
      lines.count == options.count
        && table.shortHelp().hasSuffix(
          "\nMore: framegrab --help making, --help limits, --help reading, or --help\n")
    )
    for option in options {
      let matching = lines.filter { $0.contains(option.heading + "  ") || $0.hasSuffix(option.heading) }
        .filter { $0.hasPrefix("  -") == (option.short != nil) }
      #expect(matching.count == 1, "\(option.heading)")
      let end = option.repeats ? option.summary + " (repeats)" : option.summary
      // A heading too long for its column has its summary on the next line.
      let place = try #require(matching.first.flatMap { all.firstIndex(of: $0) })
      let isLong = all[place].hasSuffix(option.heading) && option.heading.count > 28
      #expect(all[isLong ? place + 1 : place].hasSuffix("  " + end), "\(option.heading)")
    }
  }

  @Test func `the long help starts with examples and has every option and topic`() {
    let help = table.longHelp()
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first == "EXAMPLES")
    for example in table.examples { #expect(lines.contains("  " + example.command)) }
    for option in table.options {
      let index = lines.firstIndex(of: "  " + option.heading)
      #expect(index != nil, "\(option.heading)")
      #expect(lines[((index ?? 0) + 1)...].first?.hasPrefix("      ") == true)
    }
    for topic in table.topics {
      #expect(lines.contains(topic.title.uppercased()))
      for row in topic.rows { #expect(lines.contains { $0.hasPrefix("  " + row.term + "  ") }) }
    }
    for section in OptionSection.allCases { #expect(lines.contains(section.rawValue.uppercased())) }
  }

  @Test func `exit codes and times come before the options, examples at both ends`() throws {
    let lines = table.longHelp().split(separator: "\n").map(String.init)
    let titles = lines.filter { $0.first?.isUppercase == true && $0 == $0.uppercased() }
    #expect(
      titles == [
        "EXAMPLES", "EXIT CODES", "TIME", "MOMENTS", "WRITING", "LOOKING", "SCRUBBING", "MAKING GESTURES",
        "MANY VIDEOS",
        "LIMITS",
        "READING", "MESSAGES",
        "SIZE",
        "OUTPUT", "WHAT IS PRINTED", "GESTURES", "SLIDERS OF YOUR OWN", "RECORDINGS", "MORE EXAMPLES",
      ])
    let commands = table.examples.map { "  " + $0.command }
    #expect(lines.filter(commands.contains) == commands)
    // Each title is a topic; all examples are one.
    for title in titles {
      #expect(try table.help(on: Word(title.lowercased())).hasPrefix(title.replacing("MORE ", with: "") + "\n"))
    }
    let end = try #require(lines.firstIndex(of: "MORE EXAMPLES"))
    #expect(lines[..<end].filter(commands.contains).count == 3)
  }

  @Test func `each topic has a word, and its help is its chapter of the long help`() throws {
    #expect(Set(table.topics.map(\.word)).count == table.topics.count)
    for topic in table.topics {
      let help = try table.help(on: Word(topic.word))
      #expect(help.hasPrefix(topic.title.uppercased() + "\n") && table.longHelp().contains("\n" + help))
      // The words are plain, and the option that takes them lists them.
      #expect(topic.word.allSatisfy { $0.isASCII && $0.isLowercase })
      #expect(Option.help.discussion.contains(topic.word) == true)
    }
    let error = #expect(throws: ArgumentError.self) { try table.help(on: Word("tme")) }
    #expect(error?.description.hasPrefix("unknown help topic 'tme' (codes, time, ") == true)
    #expect(error?.description.hasSuffix("; did you mean 'time'?") == true)
    let bits = #expect(throws: ArgumentError.self) { try table.help(on: Word("16-Bit")) }
    #expect(
      bits?.description == "no help topic '16-Bit'; it is explained with --depth and --raw: framegrab --help depth")
    #expect(throws: ArgumentError.self) { try table.help(on: Word("")) }
    #expect(throws: ArgumentError.self) { try table.help(on: Word(bytes: [0xFF])) }
  }

  @Test func `nothing of the discussions is lost`() {
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    for width in [80, 44, 200] {
      let help = words(table.longHelp(width: width))
      for option in table.options {
        #expect(help.contains(words(option.summary.dropFirst().description)))
        #expect(help.contains(words(option.discussion)))
      }
      for topic in table.topics {
        #expect(help.contains(words(topic.opening)) && help.contains(words(topic.closing)))
        for row in topic.rows { #expect(help.contains(words(row.term + " " + row.meaning))) }
      }
    }
  }

  @Test(arguments: [20, 33, 60, 80, 132])
  func `lines fit the width, except commands and headings`(width: Int) {
    let verbatim = Set(
      (table.examples.map(\.command) + table.synopses.map { "framegrab " + $0 } + table.options.map(\.heading)
        + table.topics.flatMap { $0.rows.map(\.term) }
        + table.topics.flatMap { $0.sample.split(separator: "\n").map { String($0.drop { $0 == " " }) } }))
    for help in [table.longHelp(width: width), table.shortHelp(width: width)] {
      #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
      #expect(!help.contains("\n\n\n"))
      for line in help.split(separator: "\n") where line.count > width {
        let text = String(line.drop { $0 == " " })
        #expect(verbatim.contains(text) || !text.contains(" "), "\(line)")
      }
    }
  }

  @Test func `at eighty columns every line fits`() {
    for line in (table.longHelp() + table.shortHelp()).split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ")
    }
    #expect(table.longHelp() == table.longHelp(width: 80))
    #expect(table.shortHelp() == table.shortHelp(width: 80))
  }

  @Test(arguments: [Int.min, -1, 0, 19, 1001, Int.max])
  func `a width out of range is clamped`(width: Int) {
    let inside = width < 20 ? 20 : 1000
    #expect(table.longHelp(width: width) == table.longHelp(width: inside))
    #expect(table.shortHelp(width: width) == table.shortHelp(width: inside))
  }

  @Test func `exit codes and output for scripts are explained`() {
    let help = table.longHelp()
    let times = [
      "12.5s", "62500ms", "100us", "1m2.5s", "1:02", "00:01:02.500", "1001/30000s", "50%", "375f", "-3s", "end-3s",
      "start", "pts:8704", "00:01:02:15", "00:01:02;15",
    ]
    let fields = ["{stem}", "{index}", "{index:06}", "{time}", "{timecode}", "{pts}", "%d", "%06d", "%%", "{{", "}}"]
    let limits = ["30s", "67108864", "1GiB", "4GiB", "64", "8MiB", "5s", "256MiB"].map { "(default: \($0))" }
    let examples = [
      "framegrab video.mp4 --at 12.5s", "framegrab video.mp4 --gesture drag.json",
      "framegrab video.mp4 --frame 0..100:10 -o 'frames/%06d.png' --mkdir", "img=$(framegrab v.mp4 --at 3s)",
    ]
    for piece in times + fields + limits + examples { #expect(help.contains(piece), "\(piece)") }
    for code in ["0", "1", "2", "3", "4", "5", "6", "70", "128+n"] { #expect(help.contains("\n  \(code)  ")) }
  }
}
