/// The table of habits as a text for people.
struct HabitPage {
  let program: String
  let habits: [Habit]

  /// A table in Markdown, a row for each habit; it ends with a line end.
  var markdown: String {
    let rows = habits.map { habit in
      let typed = habit.lines.map { Self.code($0.typed) }.joined(separator: ", ")
      return "| \(typed) | \(Self.code(habit.lines.first?.said ?? "")) |\n"
    }
    return "| typed after `\(program)` | said |\n|---|---|\n" + rows.joined()
  }

  /// A vertical bar would end the table cell, even in code.
  private static func code(_ text: String) -> String {
    "`" + text.map { $0 == "|" ? "\\|" : String($0) }.joined() + "`"
  }

  /// What is typed and, indented below it, what is said; `width` is in columns, from 20 to 1000.
  func text(width: Int) -> String {
    var page = TextPage(width: width)
    for habit in habits {
      for line in habit.lines { page.verbatim("\(program) \(line.typed)", indent: 2) }
      page.paragraph(habit.lines.first?.said ?? "", indent: 6)
      page.gap()
    }
    return page.text
  }
}
