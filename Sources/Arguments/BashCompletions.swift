/// The completion script for Bash.
///
/// If the function gives no candidates, readline's own completion offers file names, and quotes them.
struct BashCompletions {
  let table: OptionTable

  var script: String {
    let allSpellings = table.options.flatMap(\.spellings).joined(separator: " ")
    return """
      # bash completion for \(table.program)

      \(table.functionName)() {
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
      \(cases)
        esac

        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W \(allSpellings.inSingleQuotes) -- "$current"))
        fi
      }

      complete -o bashdefault -o default -F \(table.functionName) \(table.program)

      """
  }

  private var cases: String {
    var files: [String] = []
    var free: [String] = []
    var cases: [String] = []
    for option in table.options {
      guard case .required(_, let choices, let completesFiles) = option.value else { continue }
      if !choices.isEmpty {
        let words = choices.joined(separator: " ").inSingleQuotes
        cases.append(matching(option.spellings, "COMPREPLY=($(compgen -W \(words) -- \"$current\"))"))
      } else if completesFiles {
        files += option.spellings
      } else {
        free += option.spellings
      }
    }
    if !files.isEmpty { cases.append(matching(files, ":")) }
    // Free text: no candidates, not even file names. Bash 3.2 has no compopt and offers files.
    if !free.isEmpty { cases.append(matching(free, "compopt +o bashdefault +o default 2>/dev/null")) }
    return cases.joined(separator: "\n")
  }

  private func matching(_ spellings: [String], _ command: String) -> String {
    """
        \(spellings.joined(separator: "|")))
          \(command)
          return
          ;;
    """
  }
}
