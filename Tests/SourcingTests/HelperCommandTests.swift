import Sourcing
import Testing

/// Commands are split as POSIX says in 2.2, and nothing else happens to them.
@Suite struct HelperCommandTests {
  @Test(arguments: [
    ("./s3.py", ["./s3.py"]),
    ("  python3\t-u  s3.py \n", ["python3", "-u", "s3.py"]),
    (#"'a b'/c 'd"e\f'"#, ["a b/c", #"d"e\f"#]),
    (#""a b" "$x" "\$x" "\a" "\\" "'""#, ["a b", "$x", "$x", #"\a"#, #"\"#, "'"]),
    (#"a\ b \' \\ \a"#, ["a b", "'", #"\"#, "a"]),
    (#"x '' "" y"#, ["x", "", "", "y"]),
    ("a\\\nb \"c\\\nd\"", ["ab", "cd"]),
    // What a shell would do with these is not done.
    (
      "a #b $HOME `id` $(id) *.py ~ ; & | > f",
      ["a", "#b", "$HOME", "`id`", "$(id)", "*.py", "~", ";", "&", "|", ">", "f"]
    ),
    ("é'ü'\u{1F600}", ["éü\u{1F600}"]),
  ])
  func `words`(_ text: String, _ words: [String]) throws {
    #expect(try HelperCommand(parsing: text).words == words)
  }

  @Test(arguments: [
    ("", HelperCommand.Fault.empty), (" \t", .empty), ("'' x", .empty), ("a 'b", .unclosed("'")),
    ("a \"b", .unclosed("\"")), ("\"\\", .unclosed("\"")), ("a \\", .nothingEscaped), ("a b\0c", .nul),
  ])
  func `texts that are none`(_ text: String, _ fault: HelperCommand.Fault) {
    #expect(throws: fault) { try HelperCommand(parsing: text) }
  }
}
