import Screen
import Testing

struct PasteTests {
  private static func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test(arguments: [
    "", "q\rs", "12.5s", "\u{3}", "ä→", "\u{1B}", "\u{1B}[A", "\u{1B}[201", "\u{1B}[20\u{1B}[2", "\u{1B}[200~",
  ])
  func `pasted text is text whatever is in it`(_ text: String) {
    #expect(events(Self.pasted(text) + "s") == [.paste(text), .key(.character("s"))])
  }

  @Test func `bytes that are no UTF-8 are left out`() {
    let bytes = Array("\u{1B}[200~a".utf8) + [0xFF, 0xC3] + Array("b\u{1B}[201~".utf8)
    #expect(events(bytes) == [.paste("ab")])
  }

  @Test func `a paste does not end by waiting`() {
    var reader = InputReader()
    #expect(reader.read("\u{1B}[200~q".utf8) == [])
    #expect(!reader.isWaiting)
    #expect(reader.expire() == [])
    #expect(reader.read("\rs\u{1B}[201~".utf8) == [.paste("q\rs")])
  }

  @Test func `64 KiB are pasted, and more is dropped to its end`() {
    let most = String(repeating: "x", count: 65_536)
    #expect(events(Self.pasted(most)) == [.paste(most)])
    #expect(events(Self.pasted(most + "y") + "s") == [.key(.character("s"))])
    #expect(events(Self.pasted(most + "\u{1B}[20" + most) + "s") == [.key(.character("s"))])
    // The next one is read again.
    #expect(events(Self.pasted(most + "y") + Self.pasted("z")) == [.paste("z")])
  }
}
