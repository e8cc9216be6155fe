/// The completion script for fish: one `complete` command for each option.
struct FishCompletions {
  let table: OptionTable

  var script: String {
    let commands = table.options.map(command)
    return "# fish completion for \(table.program)\n\n" + commands.joined(separator: "\n") + "\n"
  }

  private func command(_ option: Option) -> String {
    var command = "complete -c \(table.program)"
    if let short = option.short { command += " -s \(short)" }
    if option.long != nil { command += " -l \(option.name)" }
    switch option.value {
    case .none:
      break
    case .optional(_, let choices):
      command += " -f -a " + quoted(choices.joined(separator: " "))
    case .required(_, let choices, let paths):
      switch paths {
      case .none where choices.isEmpty: command += " -x"
      case .none: command += " -x -a " + quoted(choices.joined(separator: " "))
      case .files: command += " -r -F"
      case .filesEnding(let ending): command += " -x -a " + quoted(Self.paths(ending: ending))
      case .folders: command += " -x -a " + quoted("(__fish_complete_directories)")
      }
    }
    return command + " -d " + quoted(option.summary)
  }

  /// The command for files with an ending, and folders: fish's own __fish_complete_suffix only puts such files first.
  private static func paths(ending: String) -> String {
    let typed = "(commandline -ct | string replace -r '^--[a-z-]+=' '')"
    let pattern = ".*(?:/|\\" + ending + ")(?:\\t.*)?$"
    return "(__fish_complete_path \(typed) | string match -r '\(pattern)')"
  }

  /// The text in single quotes, where fish escapes only the backslash and the quote.
  private func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
