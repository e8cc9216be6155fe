import Arguments
import Testing

@Suite struct `Errors of a command line` {
  /// Command line, description, text, carets.
  static let faults: [([String], String, String, String)] = [
    (["--ta"], "unknown option '--ta'; did you mean '--at'?", "--ta", "^^^^"),
    (["--ta=3s"], "unknown option '--ta'; did you mean '--at'?", "--ta=3s", "^^^^"),
    (["a.mp4", "--jsn"], "unknown option '--jsn'; did you mean '--json'?", "--jsn", "^^^^^"),
    (["--JSON"], "unknown option '--JSON'; did you mean '--json'?", "--JSON", "^^^^^^"),
    (["--overwri"], "unknown option '--overwri'; did you mean '--overwrite'?", "--overwri", "^^^^^^^^^"),
    (["--o=x"], "unknown option '--o'; did you mean '-o'?", "--o=x", "^^^"),
    (["--h"], "unknown option '--h'; did you mean '-h'?", "--h", "^^^"),
    (["---at"], "unknown option '---at'; did you mean '--at'?", "---at", "^^^^^"),
    (["--elephant"], "unknown option '--elephant'; framegrab -h lists the options", "--elephant", "^^^^^^^^^^"),
    (["--=x"], "unknown option '--=x'; framegrab -h lists the options", "--=x", "^^^^"),
    // A missing dash.
    (["-at", "3s"], "unknown option '-at'; did you mean '--at'?", "-at", "^^^"),
    (["-at=3s"], "unknown option '-at'; did you mean '--at'?", "-at=3s", "^^^"),
    (["-output", "x"], "unknown option '-output'; did you mean '--output'?", "-output", "^^^^^^^"),
    (["-version"], "unknown option '-version'; did you mean '--version'?", "-version", "^^^^^^^^"),
    (["-verson"], "unknown option '-verson'; did you mean '--version'?", "-verson", "^^^^^^^"),
    (["-dpeth"], "unknown option '-dpeth'; did you mean '--depth'?", "-dpeth", "^^^^^^"),
    // Letters.
    (["-x"], "unknown option '-x'; framegrab -h lists the options", "-x", "^^"),
    (["-Q"], "unknown option '-Q'; did you mean '-q'?", "-Q", "^^"),
    (["-yx"], "unknown option '-x' in '-yx'", "-yx", "  ^"),
    (["-yxq"], "unknown option '-x' in '-yxq'", "-yxq", "  ^"),
    (["-nt"], "unknown option '-t' in '-nt'", "-nt", "  ^"),
    (["-y3"], "unknown option '-3' in '-y3'", "-y3", "  ^"),
    (["-yé"], "unknown option '-é' in '-yé'", "-yé", "  ^"),
    (["-é"], "unknown option '-é'; framegrab -h lists the options", "-é", "^^"),
    (["-=3"], "unknown option '-=' in '-=3'", "-=3", " ^"),
    // Values that are missing.
    (["--at"], "missing value: '--at' needs one (--at TIME)", "--at", "^^^^"),
    (
      ["--at", "--help"], "missing value: '--at' needs one (--at TIME), but the option '--help' follows", "--at",
      "^^^^"
    ),
    (["-o", "-y"], "missing value: '-o' needs one (-o OUTPUT), but the option '-y' follows", "-o", "^^"),
    (["-yo"], "missing value: '-o' needs one (-o OUTPUT)", "-yo", "  ^"),
    (["--depth"], "missing value: '--depth' needs one (--depth auto|8|16)", "--depth", "^^^^^^^"),
    // Unexpected values.
    (["--json=x"], "unexpected value: '--json' takes none", "--json=x", "      ^^"),
    (["--json="], "unexpected value: '--json' takes none", "--json=", "      ^"),
    (["-y=1"], "unexpected value: '-y' takes none", "-y=1", "  ^^"),
    (["-qy="], "unexpected value: '-y' takes none", "-qy=", "   ^"),
    (["-o=x.png"], "unexpected '=' after '-o'; write '-o x.png'", "-o=x.png", "  ^"),
    (["-yo=x"], "unexpected '=' after '-o'; write '-o x'", "-yo=x", "   ^"),
    // Values that are not among the choices.
    (["--depth", "10"], "unknown value '10' for '--depth' (auto, 8, 16); did you mean '16'?", "10", "^^"),
    (["--depth=9"], "unknown value '9' for '--depth' (auto, 8, 16)", "--depth=9", "        ^"),
    (["--depth="], "unknown value '' for '--depth' (auto, 8, 16)", "--depth=", "        "),
    (
      ["--clock", "first"], "unknown value 'first' for '--clock' (player, first-frame); did you mean 'first-frame'?",
      "first", "^^^^^"
    ),
    (
      ["--metadata=colour"], "unknown value 'colour' for '--metadata' (full, color, none); did you mean 'color'?",
      "--metadata=colour", "           ^^^^^^"
    ),
    (
      ["--completions", "zhs"], "unknown value 'zhs' for '--completions' (bash, zsh, fish); did you mean 'zsh'?", "zhs",
      "^^^"
    ),
    // Repeated options.
    (["--json", "--json"], "repeated option '--json'; give it only once", "--json", "^^^^^^"),
    (["--output=a", "-ob"], "repeated option '-o' (--output); give it only once", "-ob", " ^"),
    (["-o", "a", "--output=b"], "repeated option '--output'; give it only once", "--output=b", "^^^^^^^^"),
    (["-yvy"], "repeated option '-y' (--overwrite); give it only once", "-yvy", "   ^"),
    (["-h", "-h"], "repeated option '-h'; give it only once", "-h", "^^"),
  ]

  @Test(arguments: faults)
  func `errors have a message and position`(words: [String], description: String, text: String, carets: String) throws {
    let error = try #require(throws: ArgumentError.self) {
      try OptionTable.framegrab.parse(words.map { Word($0) })
    }
    #expect(error.description == description)
    #expect(error.text == text)
    #expect(error.carets == carets)
  }

  @Test func `the first error of the line is reported`() throws {
    #expect(try fault("-x", "--ta").description == "unknown option '-x'; framegrab -h lists the options")
    #expect(try fault("--json", "--depth=9", "--json").description.hasPrefix("unknown value '9'"))
  }

  @Test func `an empty value is marked at its position`() throws {
    let error = try fault("--depth=")
    #expect(error.faultRange == 8..<8)
    #expect(try fault("--depth", "").faultRange == 0..<0)
  }

  @Test func `invalid bytes are shown escaped, and marked completely`() throws {
    let error = try #require(throws: ArgumentError.self) {
      try OptionTable.framegrab.parse([Word(bytes: Array("-y".utf8) + [0xFF, 0x71])])
    }
    #expect(error.description == "unknown option '-\\xff' in '-y\\xffq'")
    #expect(error.text == "-y\\xffq")
    #expect(error.carets == "  ^^^^")
    let alone = try #require(throws: ArgumentError.self) {
      try OptionTable.framegrab.parse([Word(bytes: [0x2D, 0xFF])])
    }
    #expect(alone.description == "unknown option '-\\xff'; framegrab -h lists the options")
    #expect(alone.carets == "^^^^^")
    let long = try #require(throws: ArgumentError.self) {
      try OptionTable.framegrab.parse([Word(bytes: Array("--depth=".utf8) + [0x80, 0x38])])
    }
    #expect(long.carets == "        ^^^^^")
  }

  @Test func `canonically equal letters in other bytes are not the option`() {
    // U+212A, the Kelvin sign, is canonically equal to K; the e with U+301 to é.
    for name in ["--at\u{301}", "--\u{212A}", "--strict\u{0}"] {
      #expect(throws: ArgumentError.self) { try parse(name, "1") }
    }
  }

  @Test func `a very long word is refused quickly`() throws {
    let error = try fault("--" + String(repeating: "at", count: 500_000))
    #expect(error.faultRange == 0..<1_000_002)
  }
}
