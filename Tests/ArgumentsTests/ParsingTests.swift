import Arguments
import TestSupport
import Testing

@Suite struct `Reading a command line` {
  @Test func `an empty command line is valid`() throws {
    let parsed = try parse()
    #expect(parsed.occurrences.isEmpty)
    #expect(parsed.operands.isEmpty)
  }

  @Test func `a value follows in the next word or after an equals sign`() throws {
    #expect(try parse("--at", "3s").story == ["--at 3s"])
    #expect(try parse("--at=3s").story == ["--at 3s"])
    #expect(try parse("--output", "a=b").story == ["--output a=b"])
    #expect(try parse("--output=a=b").story == ["--output a=b"])
    #expect(try parse("--output==").story == ["--output ="])
  }

  @Test func `a value may be empty`() throws {
    #expect(try parse("--at=").last(.at) == Word(""))
    #expect(try parse("--at", "").last(.at) == Word(""))
    #expect(try parse("-o", "").last(.output) == Word(""))
  }

  @Test func `short flags are bundled`() throws {
    #expect(try parse("-yq").story == ["--overwrite", "--quiet"])
    #expect(try parse("-vv").story == ["--verbose", "--verbose"])
    #expect(try parse("-vnhv").story == ["--verbose", "--skip-existing", "-h", "--verbose"])
  }

  @Test func `a short option takes the rest of its word or the next word`() throws {
    #expect(try parse("-ofile").story == ["--output file"])
    #expect(try parse("-o", "file").story == ["--output file"])
    #expect(try parse("-yofile").story == ["--overwrite", "--output file"])
    #expect(try parse("-yo", "file").story == ["--overwrite", "--output file"])
    #expect(try parse("-oy").story == ["--output y"])
    #expect(try parse("-o-").story == ["--output -"])
    #expect(try parse("-o-n").story == ["--output -n"])
    #expect(try parse("-oa=b").story == ["--output a=b"])
    #expect(try parse("-o", "=b").story == ["--output =b"])
  }

  @Test func `options may be anywhere and keep their order`() throws {
    let parsed = try parse("--json", "a.mp4", "--at", "1s", "b.mp4", "--frame", "2", "--at", "3s", "-y")
    #expect(parsed.story == ["--json", "--at 1s", "--frame 2", "--at 3s", "--overwrite"])
    #expect(parsed.operandTexts == ["a.mp4", "b.mp4"])
    #expect(parsed.all(.at).map(\.value) == [Word("1s"), Word("3s")])
    #expect(parsed.last(.at) == Word("3s"))
    #expect(parsed.has(.frame))
    #expect(!parsed.has(.gesture))
    #expect(parsed.last(.gesture) == nil)
    #expect(parsed.last(.json) == nil)
    #expect(parsed.all(.gesture).isEmpty)
  }

  @Test func `positions count every word, and are those of the option`() throws {
    //                      0        1       2     3      4        5     6    7        8
    let parsed = try parse("a.mp4", "--at", "1s", "-vy", "--at=2", "-v", "-o", "b.png", "--json")
    #expect(parsed.occurrences.map(\.position) == [1, 3, 3, 4, 5, 6, 8])
  }

  @Test func `two dashes end the options`() throws {
    let parsed = try parse("-y", "--", "--at", "-v", "--", "-", "--nonsense")
    #expect(parsed.story == ["--overwrite"])
    #expect(parsed.operandTexts == ["--at", "-v", "--", "-", "--nonsense"])
    #expect(try parse("a", "--").operandTexts == ["a"])
  }

  @Test func `a dash alone is an operand or a value`() throws {
    #expect(try parse("-").operandTexts == ["-"])
    #expect(try parse("--gesture", "-").story == ["--gesture -"])
    #expect(try parse("-o", "-").story == ["--output -"])
    #expect(try parse("-yo", "-", "-").operandTexts == ["-"])
  }

  @Test func `a dash with a digit is an operand or a value`() throws {
    #expect(try parse("--at", "-3s").story == ["--at -3s"])
    #expect(try parse("--frame", "-1").story == ["--frame -1"])
    #expect(try parse("--frame", "-0..-9").story == ["--frame -0..-9"])
    #expect(try parse("-3s", "-9").operandTexts == ["-3s", "-9"])
    #expect(try parse("-o", "-7.png").story == ["--output -7.png"])
    // The characters next to the digits in ASCII are not digits.
    #expect(throws: ArgumentError.self) { try parse("--at", "-/") }
    #expect(throws: ArgumentError.self) { try parse("--at", "-:") }
  }

  @Test(arguments: ["--help", "--", "--3", "--anything", "-y", "-.5s", "-vv", "---"])
  func `no other word with a dash is a value`(word: String) throws {
    let error = try fault("--at", word)
    #expect(error.fault == .missingValue(spelling: "--at", syntax: "TIME", follower: word))
    #expect(try parse("--at=" + word).story == ["--at " + word])
  }

  @Test func `values keep bytes that are not UTF-8`() throws {
    let bytes: [UInt8] = [0x66, 0xFF, 0xFE, 0x3D, 0x80]
    let name = Word(bytes: bytes)
    let words = [
      name, Word("-o"), name, Word("--gesture"), name, Word(bytes: Array("--at=".utf8) + bytes),
      Word(bytes: Array("--at=".utf8) + [0x80]),
    ]
    let parsed = try OptionTable.framegrab.parse(words)
    #expect(parsed.operands == [name])
    #expect(parsed.last(.output) == name)
    #expect(parsed.last(.gesture) == name)
    #expect(parsed.all(.at).map(\.value) == [name, Word(bytes: [0x80])])
    let attached = try OptionTable.framegrab.parse([Word(bytes: Array("-yo".utf8) + bytes)])
    #expect(attached.last(.output) == name)
  }

  @Test func `choices must match exactly`() throws {
    for depth in ["auto", "8", "16"] { #expect(try parse("--depth", depth).last(.depth) == Word(depth)) }
    for clock in ["player", "first-frame"] { #expect(try parse("--clock=" + clock).last(.clock) == Word(clock)) }
    for kind in ["full", "color", "none"] { #expect(try parse("--metadata", kind).last(.metadata) == Word(kind)) }
    for shell in ["bash", "zsh", "fish"] { #expect(try parse("--completions", shell).has(.completions)) }
    for wrong in ["", "AUTO", "auto ", "8\u{0}", "32"] {
      #expect(throws: ArgumentError.self) { try parse("--depth", wrong) }
    }
  }

  @Test func `help is found even if other arguments are missing`() throws {
    for (word, name) in [
      ("--help", Option.help), ("-h", .usage), ("--version", .version), ("--man", .man),
    ] {
      #expect(try parse(word).has(name))
      #expect(try parse("--stream", "0", word, "a", "b").has(name))
    }
    #expect(try parse("-h").story == ["-h"])
    #expect(try !parse("-h").has(.help))
    #expect(try parse("--completions", "fish").last(.completions) == Word("fish"))
  }

  @Test func `times, lists, frames and verbosity repeat, nothing else does`() throws {
    #expect(try parse("--at", "1s", "--at", "1s", "--frame", "0", "--frame", "0", "-v", "--verbose").story.count == 6)
    for option in OptionTable.framegrab.options {
      let value: [String] = option.value == .none ? [] : [option.value.choices.first ?? "1"]
      let once = (option.spellings.prefix(1) + value).map { Word($0) }
      let again = (option.spellings.suffix(1) + value).map { Word($0) }
      #expect(try OptionTable.framegrab.parse(once).has(option))
      if [.at, .atList, .frame, .gestures, .verbose].contains(option) {
        #expect(try OptionTable.framegrab.parse(once + again).all(option).count == 2)
      } else {
        let error = #expect(throws: ArgumentError.self) { try OptionTable.framegrab.parse(once + again) }
        #expect(error?.description.contains(option.spellings.last ?? "?") == true)
        #expect(error?.description.hasPrefix("repeated option") == true)
      }
    }
  }

  @Test func `every spelling of every option is accepted with every form of value`() throws {
    for option in OptionTable.framegrab.options {
      let value = option.value.choices.last ?? "-7"
      for spelling in option.spellings {
        var forms = [[spelling]]
        if case .optional = option.value {
          forms = [[spelling + "=" + value]]
        } else if option.value != .none {
          forms = [[spelling, value], [spelling.hasPrefix("--") ? spelling + "=" + value : spelling + value]]
        }
        for form in forms {
          let parsed = try OptionTable.framegrab.parse((["a"] + form + ["b"]).map { Word($0) })
          let expected = Occurrence(
            option: option, value: option.value == .none ? nil : Word(value), position: 1)
          // The word behind a list is its own.
          let isList = option == .gestures
          #expect(Array(parsed.occurrences.prefix(1)) == [expected])
          #expect(parsed.occurrences.count == (isList ? 2 : 1))
          #expect(parsed.operandTexts == (isList ? ["a"] : ["a", "b"]))
        }
      }
    }
  }

  @Test func `a list takes all words up to the next option`() throws {
    let parsed = try parse("v.mp4", "--gestures", "a", "b", "c", "--json", "d")
    #expect(parsed.all(.gestures).compactMap(\.value) == [Word("a"), Word("b"), Word("c")])
    #expect(parsed.operandTexts == ["v.mp4", "d"])
    #expect(try parse("--gestures", "a", "--", "b").operandTexts == ["b"])
  }

  @Test func `any words are parsed or refused, and an error's range is within its text`() {
    var numbers = SeededNumbers(seed: 2026)
    let pieces: [[UInt8]] =
      ["-", "-", "--", "=", "o", "y", "q", "v", "at", "json", "depth", "3", "\\", "e\u{301}", "\u{301}", "\r\n"]
      .map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82], [0], [0xC3]]
    for _ in 0..<20_000 {
      let words = (0..<numbers.below(4)).map { _ in
        Word(bytes: (0..<numbers.below(6)).flatMap { _ in pieces[numbers.below(pieces.count)] })
      }
      do throws(ArgumentError) {
        let parsed = try OptionTable.framegrab.parse(words)
        #expect(parsed.operands.allSatisfy { words.contains($0) })
      } catch {
        #expect(error.faultRange.lowerBound >= 0 && error.faultRange.upperBound <= error.text.count)
        #expect(words.contains { $0.text == error.text })
        #expect(!error.description.isEmpty)
      }
    }
  }
}
