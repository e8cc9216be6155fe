import Arguments

extension OptionTable {
  /// A table with marker texts, and with everything that needs an escape.
  static let other = OptionTable(
    program: "odd-tool", summary: "a table of oddities", synopses: ["[THING] --at WHEN"], operand: "THING[S]:",
    examples: [Example(".odd 'x' \\n", "'quoted' start")],
    options: [
      Option(
        "at", short: "a", value: .required("W[HE]N:"), repeats: true, section: .looking, goesWith: .all,
        request: .text,
        summary: "it's [odd]: a \\ b \"c\"",
        discussion: """

          .first par
          agraph

          'second ~ ^ ` one

          """),
      Option("hash", section: .moments, goesWith: .all, request: .flag, summary: "zebra"),
      Option("h", short: "h", section: .messages, goesWith: .all, request: .never, summary: "yak"),
    ],
    topics: [Topic("Odd ends", word: "odd", rows: [.init(".term", "'meaning")], closing: "-end")])
}

/// The tables by name, so that a test's arguments are printed as a word.
enum NamedTable: CaseIterable {
  case framegrab, other

  var table: OptionTable {
    switch self {
    case .framegrab: .framegrab
    case .other: .other
    }
  }
}
