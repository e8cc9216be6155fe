extension OptionTable {
  /// Names of files come from readline's own completion, which quotes them, wherever the function answers nothing.
  var bashCompletions: String {
    let allSpellings = options.flatMap(\.spellings).joined(separator: " ")
    return """
      # bash completion for \(program)

      \(functionName)() {
        local current="${COMP_WORDS[COMP_CWORD]}"
        local previous="${COMP_WORDS[COMP_CWORD-1]}"
        local index
        COMPREPLY=()

        # '=' is a word of its own to bash: --name = value
        if [[ $current == '=' ]]; then
          current=''
        elif [[ $previous == '=' ]] && (( COMP_CWORD > 1 )); then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi

        for (( index = 1; index < COMP_CWORD; index++ )); do
          if [[ ${COMP_WORDS[index]} == '--' ]]; then
            return
          fi
        done

        case "$previous" in
      \(bashCases)
        esac

        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W \(allSpellings.inSingleQuotes) -- "$current"))
        fi
      }

      complete -o bashdefault -o default -F \(functionName) \(program)

      """
  }

  private var bashCases: String {
    var files: [String] = []
    var free: [String] = []
    var cases: [String] = []
    for option in options {
      guard case .required(_, let choices, let completesFiles) = option.value else { continue }
      if !choices.isEmpty {
        let words = choices.joined(separator: " ").inSingleQuotes
        cases.append(bashCase(option.spellings, "COMPREPLY=($(compgen -W \(words) -- \"$current\"))"))
      } else if completesFiles {
        files += option.spellings
      } else {
        free += option.spellings
      }
    }
    if !files.isEmpty { cases.append(bashCase(files, ":")) }
    // A value that nobody can guess: not even file names. Bash 3.2 has no compopt and offers files.
    if !free.isEmpty { cases.append(bashCase(free, "compopt +o bashdefault +o default 2>/dev/null")) }
    return cases.joined(separator: "\n")
  }

  private func bashCase(_ spellings: [String], _ command: String) -> String {
    """
        \(spellings.joined(separator: "|")))
          \(command)
          return
          ;;
    """
  }
}
