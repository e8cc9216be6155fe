import Arguments
import Testing

@Suite struct `Completions` {
  @Test(arguments: Shell.allCases)
  func `every spelling and every choice is in each script`(shell: Shell) {
    let script = OptionTable.framegrab.completions(for: shell)
    let list = script.split { $0 == " " || $0 == "'" }.map(String.init)
    for option in OptionTable.framegrab.options {
      for spelling in option.spellings {
        switch shell {
        case .bash: #expect(list.contains(spelling), "\(spelling)")
        case .zsh: #expect(script.contains(spelling), "\(spelling)")
        case .fish:
          let flag = spelling.hasPrefix("--") ? " -l \(spelling.dropFirst(2)) " : " -s \(spelling.dropFirst()) "
          #expect(script.contains(flag), "\(spelling)")
        }
      }
      if !option.value.choices.isEmpty { #expect(script.contains(option.value.choices.joined(separator: " "))) }
    }
    #expect(script.hasSuffix("\n"))
  }

  @Test func `zsh offers an option that must not repeat only once`() {
    let script = OptionTable.framegrab.completions(for: .zsh)
    #expect(script.hasPrefix("#compdef framegrab\n"))
    #expect(script.contains("'*'--at='[the frame on screen at TIME]:TIME: ' \\\n"))
    #expect(script.contains("'(-y --overwrite)'{-y,--overwrite}'[replace an output that exists]' \\\n"))
    #expect(script.contains("'(-o --output)'{-o+,--output=}'["))
    #expect(script.contains(":OUTPUT:_files'"))
    #expect(script.contains("--control='[the slider of a recorded or new gesture]:FILE:_files -g \"*.json\"'"))
    #expect(script.contains("--cache='[where indexes of long videos are kept]:DIR:_files -/'"))
    #expect(script.contains("'*'{-v,--verbose}'["))
    #expect(script.contains("    '1:VIDEO:_files'\n"))
  }

  @Test func `texts are quoted for each shell`() {
    let zsh = OptionTable.other.completions(for: .zsh)
    #expect(zsh.contains("'*'{-a+,--at=}'[it'\\''s \\[odd\\]\\: a \\\\ b \"c\"]:W\\[HE\\]N\\:: ' \\\n"))
    #expect(zsh.contains("'1:THING\\[S\\]\\::_files'"))
    let fish = OptionTable.other.completions(for: .fish)
    #expect(fish.contains("complete -c odd-tool -s a -l at -x -d 'it\\'s [odd]: a \\\\ b \"c\"'\n"))
    #expect(fish.contains("complete -c odd-tool -s h -d 'yak'\n"))
    let paths = OptionTable.framegrab.completions(for: .fish)
    let files = #".*(?:/|\\.json)(?:\\t.*)?$"#
    #expect(paths.contains("complete -c framegrab -l control -x -a '(__fish_complete_path "))
    #expect(paths.contains("| string match -r \\'\(files)\\')' -d"))
    #expect(paths.contains("complete -c framegrab -l cache -x -a '(__fish_complete_directories)' -d"))
    #expect(paths.contains("complete -c framegrab -l at-list -r -F -d"))
    let bash = OptionTable.other.completions(for: .bash)
    #expect(bash.contains("-F _odd_tool odd-tool\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"], NamedTable.allCases)
  func `the shell, if it is installed, accepts its script`(name: String, named: NamedTable) throws {
    guard isInstalled(name) else { return }
    let shell = try #require(Shell(rawValue: name))
    let checked = try run(name, ["-n"], input: named.table.completions(for: shell))
    #expect(checked.output == "")
    #expect(checked.status == 0)
  }

  @Test(
    .enabled(if: isInstalled("bash"), "needs bash"),
    arguments: [
      // The words, the last of which is completed; bash makes '=' a separate word. Then the candidates.
      (["--dep"], ["--depth"]),
      (
        ["--max-"],
        [
          "--max-open", "--max-payload", "--max-pixels", "--max-picture", "--max-allocation", "--max-memory",
          "--max-streams",
          "--max-gap",
        ]
      ),
      (["--depth", ""], ["auto", "8", "16"]),
      (["--depth", "1"], ["16"]),
      (["--depth", "="], ["auto", "8", "16"]),
      (["--depth", "=", "a"], ["auto"]),
      (["--clock", "f"], ["first-frame"]),
      (["a.mp4", "--completions", ""], ["bash", "zsh", "fish"]),
      (["--json", "--json", "--ji"], []),
      (["--", "--dep"], []),
      (["--at", "--dep"], []),
      (["-o", "-"], []),
      (["vid"], []),
    ])
  func `bash completes`(words: [String], answers: [String]) throws {
    let script =
      OptionTable.framegrab.completions(for: .bash) + """

        COMP_WORDS=(framegrab \(words.map { "'\($0)'" }.joined(separator: " ")))
        COMP_CWORD=\(words.count)
        _framegrab
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let printed = try run("bash", ["--norc", "-s"], input: script)
    #expect(printed.output.split(separator: "\n").map(String.init) == answers)
    #expect(printed.status == 0)
  }

  @Test(
    .enabled(if: isInstalled("fish"), "needs fish"),
    arguments: [
      ("framegrab --dep", ["--depth"]),
      ("framegrab --clock ", ["first-frame", "player"]),
      ("framegrab --completions=z", ["--completions=zsh"]),
      ("framegrab --max-pixels ", []),
    ])
  func `fish completes`(line: String, answers: [String]) throws {
    let script = OptionTable.framegrab.completions(for: .fish) + "complete -C '\(line)'\n"
    let printed = try run("fish", ["--no-config"], input: script)
    let words = printed.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(words.sorted() == answers)
  }
}
