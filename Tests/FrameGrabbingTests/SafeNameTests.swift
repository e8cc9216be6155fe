import Testing
@testable import FrameGrabbing

/// Titles of strangers as parts of file names.
struct SafeNameTests {
  private func name(_ text: String) -> String? {
    SafeName(text).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [
    "Opening", "Été № 4", "第一章", "a.b", "a..b", "100%", "{index}%d", "~", "a\\b", "C:x", "🎬 cut", "e\u{301}", "_", "a-",
    "a.",
  ])
  func `an ordinary title stays as it is`(text: String) {
    #expect(name(text) == text)
    #expect(SafeName(text).map { $0.bytes } == Array(text.utf8))
  }

  @Test func `no title chooses a folder or hides a file`() {
    #expect(name("../../etc/passwd") == "_._.._etc_passwd")
    #expect(name("/etc/passwd") == "_etc_passwd" && name("/") == "_" && name("a/b/") == "a_b_")
    #expect(name(".") == "_" && name("..") == "_." && name("...") == "_..")
    #expect(name(".hidden") == "_hidden" && name(" .hidden") == "_hidden" && name("\u{200B}.hidden") == "_hidden")
    // A mark that combines with the full stop hides it from a search by characters, and not from the system.
    #expect(name(".\u{301}x")?.utf8.first == UInt8(ascii: "_"))
    #expect(name("-rf") == "_rf" && name("--help") == "_-help" && name("-") == "_")
  }

  @Test func `control characters become underscores, and invisible ones go`() {
    #expect(name("a\u{0}b") == "a_b" && name("a\nb\r\nc\td") == "a_b__c_d" && name("\u{1B}[31mred") == "_[31mred")
    #expect(name("a\u{7F}\u{85}\u{9B}b") == "a___b" && name("a\u{2028}b\u{2029}c") == "a_b_c")
    #expect(name("a\u{202E}gnp.exe") == "agnp.exe" && name("\u{FEFF}a\u{200D}b\u{2066}\u{AD}") == "ab")
    #expect(name("❤\u{FE0F}") == "❤")
  }

  @Test func `blanks at both ends go, and what is left of nothing is no name`() {
    #expect(name("  a  b \u{A0}\u{3000}") == "a  b")
    for text in ["", " ", "\u{3000} ", "\u{200B}\u{202E}", "\u{FEFF}"] { #expect(name(text) == nil, "\(text.utf8)") }
  }

  @Test func `at most 200 bytes are kept, and no part of a character`() {
    #expect(name(String(repeating: "a", count: 200))?.utf8.count == 200)
    #expect(name(String(repeating: "a", count: 201))?.utf8.count == 200)
    #expect(name(String(repeating: "é", count: 150)) == String(repeating: "é", count: 100))
    #expect(name("a" + String(repeating: "é", count: 150)) == "a" + String(repeating: "é", count: 99))
    // A flag is two scalars of four bytes each.
    #expect(name(String(repeating: "🇫🇷", count: 30)) == String(repeating: "🇫🇷", count: 25))
    // Cut after a blank, which then goes, too.
    #expect(name(String(repeating: "a", count: 199) + " b") == String(repeating: "a", count: 199))
    // A letter with marks of more than 200 bytes: nothing of it is left.
    #expect(name("a" + String(repeating: "\u{301}", count: 200)) == nil)
  }

  @Test func `a safe name is safe again, and only a safe one is taken from elsewhere`() throws {
    let long = String(repeating: "é ", count: 99)
    for text in ["Opening", "../x", " .\u{301}\u{200D}-", "a\u{0}\u{1F1EB}", long, "-\u{3000}b\n"] {
      let safe = try #require(SafeName(text))
      #expect(SafeName(bytes: safe.bytes) == safe)
    }
    for text in ["", "a/b", ".a", "-a", " a", "a ", "a\n", "a\u{202E}", String(repeating: "a", count: 201)] {
      #expect(SafeName(bytes: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(SafeName(bytes: [0xFF]) == nil && SafeName(bytes: [0xC3]) == nil && SafeName(bytes: [0x61, 0]) == nil)
  }

  @Test func `names with the same look and different bytes are different`() {
    #expect(SafeName("\u{E9}") != SafeName("e\u{301}"))
  }
}
