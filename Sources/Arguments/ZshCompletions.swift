/// The completion script for the Z shell: one `_arguments` specification for each option.
struct ZshCompletions {
  let table: OptionTable

  var script: String {
    let specifications = table.options.map(specification) + ["1:\(escaped(table.operand)):_files".inSingleQuotes]
    return """
      #compdef \(table.program)
      # zsh completion for \(table.program)

      \(table.functionName)() {
        _arguments -s -S \\
      \(specifications.map { "    " + $0 }.joined(separator: " \\\n"))
      }

      if [ "$funcstack[1]" = "\(table.functionName)" ]; then
        \(table.functionName) "$@"
      else
        compdef \(table.functionName) \(table.program)
      fi

      """
  }

  private func specification(_ option: Option) -> String {
    var names: [String] = []
    var action = ""
    switch option.value {
    case .none:
      names = option.spellings
    case .optional(let placeholder, let choices):
      // '-': only in the same word, after an equals sign.
      if let long = option.long { names.append(long + "=-") }
      action = "::" + escaped(placeholder) + ":" + values(choices, .none)
    case .required(let placeholder, let choices, let paths):
      // '+': the value may follow in the same word; '=': also after an equals sign.
      if let short = option.short { names.append("-\(short)+") }
      if let long = option.long { names.append(long + "=") }
      action = ":" + escaped(placeholder) + ":" + values(choices, paths)
    }
    let meaning = ("[" + escaped(option.summary) + "]" + action).inSingleQuotes
    let name = names.count > 1 ? "{" + names.joined(separator: ",") + "}" : names.joined()
    if option.repeats { return "'*'" + name + meaning }
    // An option that must not repeat is no longer offered after one of its spellings was typed.
    return "'(" + option.spellings.joined(separator: " ") + ")'" + name + meaning
  }

  private func values(_ choices: [String], _ paths: CompletedPaths) -> String {
    switch paths {
    case .none: choices.isEmpty ? " " : "(" + choices.joined(separator: " ") + ")"
    case .files: "_files"
    case .filesEnding(let ending): "_files -g \"*\(ending)\""
    case .folders: "_files -/"
    }
  }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\[]:".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
