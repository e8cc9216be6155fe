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
        local path
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
      if case .optional(_, let choices) = option.value {
        // Only after an equals sign, which is a word of its own here.
        let words = choices.joined(separator: " ").inSingleQuotes
        cases.append(
          matching(
            option.spellings,
            "if [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' || ${COMP_WORDS[COMP_CWORD]} == '=' ]]; then\n"
              + "        COMPREPLY=($(compgen -W \(words) -- \"$current\"))\n      fi"))
        continue
      }
      guard case .required(_, let choices, let paths) = option.value else { continue }
      switch paths {
      case .none where choices.isEmpty: free += option.spellings
      case .none:
        let words = choices.joined(separator: " ").inSingleQuotes
        cases.append(matching(option.spellings, "COMPREPLY=($(compgen -W \(words) -- \"$current\"))"))
      case .files: files += option.spellings
      case .filesEnding(let ending):
        let pattern = ("!*" + ending).inSingleQuotes
        cases.append(
          matching(
            option.spellings, collecting("compgen -f -X \(pattern) -- \"$path\"; compgen -d -- \"$path\"")))
      case .folders: cases.append(matching(option.spellings, collecting("compgen -d -- \"$path\"")))
      }
    }
    if !files.isEmpty { cases.append(matching(files, ":")) }
    // Free text: no candidates, not even file names. Bash 3.2 has no compopt and offers files.
    if !free.isEmpty { cases.append(matching(free, "compopt +o bashdefault +o default 2>/dev/null")) }
    return cases.joined(separator: "\n")
  }

  /// Takes the paths that commands print, a line each, since names may have spaces; readline quotes them.
  ///
  /// The word is as it was typed, with its quotes; `compgen` wants the name itself.
  private func collecting(_ commands: String) -> String {
    #"""
    compopt -o filenames +o bashdefault +o default 2>/dev/null
          path="${current#[\"\']}"
          path="${path//\\/}"
          while IFS= read -r path; do COMPREPLY+=("$path"); done < <(\#(commands))
    """#
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
