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
      ("--control ''", ["cache", "drag.json", "in a folder", "two words.json"]),
      ("--control d", ["drag.json"]),
      ("--control = tw", ["two words.json"]),
      // As they are typed: with a backslash, or after a quotation mark.
      ("--control 'two\\ w'", ["two words.json"]),
      ("--control '\"in a folder/'", ["in a folder/up.json"]),
      ("--control cl", []),
      // A recording may have any name, so that bash itself offers all files.
      ("--gesture cl", []),
      ("--cache ''", ["cache", "in a folder"]),
      ("--cache c", ["cache"]),
      ("--cache d", []),
    ])
  func `bash offers sliders and folders`(words: String, answers: [String]) throws {
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
  func `fish offers sliders and folders`() throws {
    let bench = try bench()
    func offers(_ line: String) throws -> [String] {
      let script = "framegrab --completions fish | source; complete -C '\(line)'"
      return try bench.shell("fish --no-config -c \"$1\"", script).lines.map {
        String($0.split(separator: "\t")[0])
      }
    }
    #expect(try offers("framegrab --control d") == ["drag.json"])
    #expect(try Set(offers("framegrab --control ")) == ["cache/", "in a folder/", "drag.json", "two words.json"])
    #expect(try offers("framegrab --control=d") == ["--control=drag.json"])
    #expect(try offers("framegrab --cache ") == ["cache/", "in a folder/"])
  }
}

private let isFishInstalled = (try? run(["fish", "--version"]).status) == 0
