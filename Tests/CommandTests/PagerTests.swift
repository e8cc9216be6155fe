import Foundation
import TestSupport
import Testing

/// The help on a terminal, where it goes through a pager.
@Suite(.enabled(if: hasTerminal)) struct PagerTests {
  /// A pager that puts a mark before its arguments and before each line.
  private static let pager = "#!/bin/sh\necho \"PAGER $*\"\nexec sed 's/^/|/'\n"

  /// A folder with the tool's programs for PATH, and without `less` unless it is this one.
  private func bench(less: String? = nil) throws -> Bench {
    let bench = try Bench()
    try bench.makeFolder("bin")
    let names = less.map { [("bin/less", $0)] } ?? []
    for (name, text) in names + [("bin/marker", Self.pager)] {
      try bench.write(text, to: name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bench.url(name).path(percentEncoded: false))
    }
    let sed = try bench.shell("ln -s \"$(command -v sed)\" \"$(command -v cat)\" bin/")
    try #require(sed.status == 0)
    return bench
  }

  /// What is seen of a command on a terminal of this kind.
  private func watch(
    _ bench: Bench, _ command: String, _ settings: String = "unset PAGER; TERM=xterm; export TERM"
  ) throws -> RunResult {
    try bench.watch(
      "\(settings); tool=$(command -v framegrab); PATH=\"$PWD/bin\"; \(command.replacing("framegrab", with: "$tool"))")
  }

  private func plain(_ bench: Bench, _ words: String...) throws -> String { try bench.framegrab(words).text }

  private func marked(_ text: String, _ arguments: String) -> String {
    "PAGER \(arguments)\n"
      + text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { "|\($0)\n" }.joined()
  }

  @Test func `without a setting the pager is less`() throws {
    let bench = try bench(less: Self.pager)
    for words in [["--help"], ["--help", "time"], ["help"]] {
      let result = try watch(bench, "framegrab " + words.joined(separator: " "))
      #expect(result.status == 0)
      #expect(try result.text == marked(bench.framegrab(words).text, "-FRX"), "\(words)")
    }
  }

  @Test func `a pager of the user's own is run by the shell`() throws {
    let bench = try bench(less: Self.pager)
    let result = try watch(bench, "framegrab --help", "PAGER='marker own | cat'; export PAGER")
    #expect(try result.status == 0 && result.text == marked(plain(bench, "--help"), "own"))
  }

  @Test(arguments: [
    "PAGER=cat", "PAGER=''", "PAGER=' '", "unset PAGER; TERM=dumb", "unset PAGER; unset TERM",
  ])
  func `no pager is run where none is wanted`(setting: String) throws {
    let bench = try bench(less: Self.pager)
    let result = try watch(bench, "framegrab --help", "export PAGER TERM; \(setting)")
    #expect(try result.status == 0 && result.text == plain(bench, "--help"), "\(result.text.prefix(200))")
  }

  @Test func `without a pager the help is printed directly`() throws {
    let bench = try bench()
    let help = try plain(bench, "--help")
    #expect(try watch(bench, "framegrab --help").text == help)
    // The shell says that there is none of that name, and the help follows.
    let missing = try watch(bench, "framegrab --help", "PAGER=no-such-pager; export PAGER")
    #expect(missing.status == 0 && missing.text.hasSuffix(help) && missing.text.contains("no-such-pager"))
  }

  @Test func `nothing else is paged, and nothing that is piped`() throws {
    let bench = try bench(less: Self.pager)
    for words in ["-h", "--version", "--man", "--schema", "--example-gesture", "--completions bash"] {
      let alone = try bench.framegrab(words.split(separator: " ").map(String.init)).text
      #expect(try watch(bench, "framegrab \(words)").text == alone, "\(words)")
    }
    let piped = try watch(bench, "framegrab --help | cat")
    #expect(try piped.text == plain(bench, "--help"))
    #expect(try watch(bench, "framegrab --help tme").status == 2)
  }

  @Test func `a pager that is closed at once is not an error`() throws {
    let bench = try bench()
    // More than a pipe holds would be needed to fail for certain; so the pager's end is closed before.
    let result = try watch(bench, "framegrab --help", "PAGER='exec <&-; exit 3'; export PAGER")
    #expect(result.status == 0 && result.text == "")
  }

  @Test func `the pager has the signals of a shell`() throws {
    let bench = try bench()
    // A signal that is ignored when a shell starts stays ignored.
    let pager = "cat >/dev/null; /bin/sh -c 'kill -PIPE $$; echo ignored'; echo over"
    let result = try watch(bench, "framegrab --help", "PAGER='\(pager.replacing("'", with: "'\\''"))'; export PAGER")
    #expect(result.status == 0 && !result.text.contains("ignored") && result.text.contains("over"))
  }

  @Test func `standard input is left to those who read it`() throws {
    let bench = try bench(less: Self.pager)
    let result = try watch(
      bench, "printf 'one\\ntwo\\n' | while read -r line; do framegrab --help size; echo \"<$line>\"; done")
    #expect(result.lines.filter { $0.hasPrefix("<") } == ["<one>", "<two>"])
    #expect(result.lines.count { $0.hasPrefix("PAGER") } == 2)
  }
}
