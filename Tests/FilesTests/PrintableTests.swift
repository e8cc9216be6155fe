import Files
import Testing

struct PrintableTests {
  // The bytes are the UTF-8 of each character, by the bit layout of Unicode's table 3-6.
  @Test(arguments: [
    ("\u{0}", #"\x00"#), ("\n", #"\x0A"#), ("\r\n", #"\x0D\x0A"#), ("\u{1B}[31m", #"\x1B[31m"#), ("\u{7F}", #"\x7F"#),
    ("\u{85}", #"\xC2\x85"#), ("\u{9B}", #"\xC2\x9B"#), ("\u{AD}", #"\xC2\xAD"#), ("\u{61C}", #"\xD8\x9C"#),
    ("\u{200B}", #"\xE2\x80\x8B"#), ("\u{200E}", #"\xE2\x80\x8E"#), ("\u{200F}", #"\xE2\x80\x8F"#),
    ("\u{2028}", #"\xE2\x80\xA8"#), ("\u{2029}", #"\xE2\x80\xA9"#), ("\u{202A}", #"\xE2\x80\xAA"#),
    ("\u{202E}", #"\xE2\x80\xAE"#), ("\u{2060}", #"\xE2\x81\xA0"#), ("\u{2066}", #"\xE2\x81\xA6"#),
    ("\u{2069}", #"\xE2\x81\xA9"#), ("\u{FEFF}", #"\xEF\xBB\xBF"#), ("\u{E0041}", #"\xF3\xA0\x81\x81"#),
    ("\u{3164}", #"\xE3\x85\xA4"#),
  ])
  func `invisible characters are escaped byte by byte`(_ text: String, _ shown: String) {
    #expect(printable("a" + text + "b") == "a" + shown + "b")
  }

  @Test(arguments: ["a\\b", "é ü 漢字 🎬 e\u{301}", #"\x41"#, "", "~ {}", "\u{A0}\u{3000}", "\u{FFFD}", "\u{10FFFD}"])
  func `ordinary text is unchanged`(_ text: String) {
    #expect(printable(text) == text)
    #expect(printable(Array(text.utf8)) == text)
  }

  // Unicode's table 3-7 lists the well-formed sequences; each of these violates it in one place.
  @Test(
    arguments: [
      ([0xFF], #"\xFF"#), ([0x80], #"\x80"#), ([0xC0, 0x80], #"\xC0\x80"#), ([0xC1, 0xBF], #"\xC1\xBF"#),
      ([0xE0, 0x9F, 0xBF], #"\xE0\x9F\xBF"#), ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
      ([0xF0, 0x8F, 0xBF, 0xBF], #"\xF0\x8F\xBF\xBF"#), ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#),
      ([0xF5, 0x80, 0x80, 0x80], #"\xF5\x80\x80\x80"#), ([0xE2, 0x82], #"\xE2\x82"#), ([0xE2, 0x41], #"\xE2A"#),
      ([0xC3, 0xC3, 0xA9], #"\xC3é"#), ([0xE2, 0x82, 0xAC], "€"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are escaped one by one`(_ bytes: [UInt8], _ shown: String) {
    #expect(printable(bytes) == shown)
  }

  @Test func `no control or format character of Unicode is left`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let shown = printable(String(scalar))
        #expect(shown.utf8.count == 4 * UTF8.width(scalar), "U+\(String(value, radix: 16))")
      default: continue
      }
    }
  }

  @Test func `text is truncated at two hundred characters`() {
    let whole = String(repeating: "é", count: 200)
    #expect(printable(whole) == whole)
    #expect(printable(whole + "x") == whole + "…")
    #expect(printable(whole + "\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}\u{FF}") == whole + "…")
    let cinema = String(repeating: "🎬", count: 200)
    #expect(printable(cinema) == cinema)
    #expect(printable(cinema + "🎬") == cinema + "…")
    // Combining marks count too: one grapheme may have any number of them.
    #expect(printable("a" + String(repeating: "\u{301}", count: 5000)).unicodeScalars.count == 201)
  }

  @Test func `an escape is never cut`() {
    let start = String(repeating: "a", count: 196)
    #expect(printable(start + "\n") == start + #"\x0A"#)
    #expect(printable(start + "a\n") == start + "a…")
    #expect(printable(start + "\u{85}") == start + #"\xC2…"#)
  }

  @Test func `an endless sequence is cut too`() {
    #expect(printable(sequence(first: UInt8(0x41)) { $0 }) == String(repeating: "A", count: 200) + "…")
  }
}
