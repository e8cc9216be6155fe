import Foundation
import TestSupport
import Testing

/// The files and folders that a shell offers, in folders of every kind.
@Suite struct PathCompletionTests {
  /// The folder in which names are completed.
  private func bench() throws -> Bench {
    let bench = try Bench()
    for name in ["drag.json", "two words.json", "clip.mp4", "in a folder/up.json", "in a folder/up.mp4", "cache/x"] {
      try bench.makeFolder(String(name.split(separator: "/").dropLast().first ?? "cache"))
      try bench.write("", to: name)
    }
    return bench
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "needs bash"),
    arguments: [
      ("--gesture ''", ["cache", "drag.json", "in a folder", "two words.json"]),
      ("--gesture d", ["drag.json"]),
      ("--gesture = tw", ["two words.json"]),
      // As they are typed: with a backslash, or after a quotation mark.
      ("--gesture 'two\\ w'", ["two words.json"]),
      ("--gesture '\"in a folder/'", ["in a folder/up.json"]),
      ("--gesture cl", []),
      ("--cache ''", ["cache", "in a folder"]),
      ("--cache c", ["cache"]),
      ("--cache d", []),
    ])
  func `bash offers gestures and folders`(words: String, answers: [String]) throws {
    let bench = try bench()
    let script = """
      eval "$(framegrab --completions bash)"
      COMP_WORDS=(framegrab \(words)); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      _framegrab
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try bench.shell("bash --norc -c \"$1\"", script)
    #expect(result.stderr == "")
    #expect(result.lines.sorted() == answers)
  }

  @Test(.enabled(if: isFishInstalled, "needs fish"))
  func `fish offers gestures and folders`() throws {
    let bench = try bench()
    func offers(_ line: String) throws -> [String] {
      let script = "framegrab --completions fish | source; complete -C '\(line)'"
      return try bench.shell("fish --no-config -c \"$1\"", script).lines.map {
        String($0.split(separator: "\t")[0])
      }
    }
    #expect(try offers("framegrab --gesture d") == ["drag.json"])
    #expect(try Set(offers("framegrab --gesture ")) == ["cache/", "in a folder/", "drag.json", "two words.json"])
    #expect(try offers("framegrab --gesture=d") == ["--gesture=drag.json"])
    #expect(try offers("framegrab --cache ") == ["cache/", "in a folder/"])
  }
}

private let isFishInstalled = (try? run(["fish", "--version"]).status) == 0
