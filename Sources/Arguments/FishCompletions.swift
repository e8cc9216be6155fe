extension OptionTable {
  /// One `complete` command for each option.
  var fishCompletions: String {
    let commands = options.map(fishCommand)
    return "# fish completion for \(program)\n\n" + commands.joined(separator: "\n") + "\n"
  }

  private func fishCommand(_ option: Option) -> String {
    var command = "complete -c \(program)"
    if let short = option.short { command += " -s \(short)" }
    if option.name.long != nil { command += " -l \(option.name.rawValue)" }
    switch option.value {
    case .none:
      break
    case .required(_, let choices, let completesFiles):
      if completesFiles {
        command += " -r -F"
      } else {
        command += " -x"
        if !choices.isEmpty { command += " -a " + fishQuoted(choices.joined(separator: " ")) }
      }
    }
    return command + " -d " + fishQuoted(option.summary)
  }

  /// The text in single quotes, in which fish knows a backslash before itself and before a quote.
  private func fishQuoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
