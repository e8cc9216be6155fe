import Arguments
import Foundation
import TestSupport
import Testing

@Suite struct `Words of the command line` {
  @Test func `a text keeps its bytes`() {
    #expect(Word("é-1").bytes == [0xC3, 0xA9, 0x2D, 0x31])
    #expect(Word("é-1").text == "é-1")
    #expect(Word("").bytes.isEmpty)
    #expect(Word("").text == "")
  }

  @Test func `bytes that are not UTF-8 are kept, and shown in hexadecimal`() {
    let word = Word(bytes: [0x61, 0xFF, 0x62, 0x80])
    #expect(word.bytes == [0x61, 0xFF, 0x62, 0x80])
    #expect(word.text == "a\\xffb\\x80")
  }

  @Test(arguments: [
    // A sequence cut short, a surrogate half, an overlong slash: no byte of them is valid UTF-8.
    ([0xE2, 0x82] as [UInt8], "\\xe2\\x82"),
    ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
    ([0xC0, 0xAF, 0x2F], "\\xc0\\xaf/"),
    ([0xF0, 0x9F, 0x8E, 0xE2, 0x82, 0xAC], "\\xf0\\x9f\\x8e€"),
  ])
  func `invalid sequences do not swallow the next characters`(bytes: [UInt8], text: String) {
    #expect(Word(bytes: bytes).text == text)
  }

  @Test func `every single byte has a text, and only ASCII is not escaped`() {
    for byte in UInt8.min...UInt8.max {
      let text = Word(bytes: [byte]).text
      if byte < 0x80 {
        #expect(Array(text.utf8) == [byte])
      } else {
        #expect(text.hasPrefix("\\x") && text.count == 4)
        #expect(UInt8(text.dropFirst(2), radix: 16) == byte)
      }
    }
  }

  // Bash has what POSIX took from it; NUL cannot be in a word.
  @Test(arguments: ["plain.mp4", "a b.mp4", "it's", "new\nline.mp4", "a\tb'c\\d\u{1B}1\u{7F}é.mp4", "{a,b}", ""])
  func `what is written for a shell is the same word there`(text: String) throws {
    let result = try run(["bash", "-c", "printf %s \(text.shellWord)"])
    #expect(result.status == 0 && result.stdout == Data(text.utf8), "\(text.shellWord)")
    #expect(!text.shellWord.unicodeScalars.contains { $0.value < 0x20 })
  }
}
