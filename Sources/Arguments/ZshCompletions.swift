extension OptionTable {
  /// One `_arguments` specification for each option.
  var zshCompletions: String {
    let specifications = options.map(zshSpecification) + ["1:\(zshEscaped(operand)):_files".inSingleQuotes]
    return """
      #compdef \(program)
      # zsh completion for \(program)

      \(functionName)() {
        _arguments -s -S \\
      \(specifications.map { "    " + $0 }.joined(separator: " \\\n"))
      }

      if [ "$funcstack[1]" = "\(functionName)" ]; then
        \(functionName) "$@"
      else
        compdef \(functionName) \(program)
      fi

      """
  }

  private func zshSpecification(_ option: Option) -> String {
    var names: [String] = []
    var action = ""
    switch option.value {
    case .none:
      names = option.spellings
    case .required(let placeholder, let choices, let completesFiles):
      // '+': the value may follow in the same word; '=': also after an equals sign.
      if let short = option.short { names.append("-\(short)+") }
      if let long = option.name.long { names.append(long + "=") }
      let values = completesFiles ? "_files" : choices.isEmpty ? " " : "(" + choices.joined(separator: " ") + ")"
      action = ":" + zshEscaped(placeholder) + ":" + values
    }
    let meaning = ("[" + zshEscaped(option.summary) + "]" + action).inSingleQuotes
    let name = names.count > 1 ? "{" + names.joined(separator: ",") + "}" : names.joined()
    if option.repeats { return "'*'" + name + meaning }
    // An option that does not repeat is offered no more once one of its spellings was typed.
    return "'(" + option.spellings.joined(separator: " ") + ")'" + name + meaning
  }

  private func zshEscaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\[]:".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
