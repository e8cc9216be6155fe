import Screen
import TestSupport
import Testing

struct ReplyTests {
  /// Replies as xterm, kitty, foot, tmux and screen send them.
  static let sent: [(String, Reply)] = [
    ("\u{1B}P>|XTerm(379)\u{1B}\\", .name("XTerm(379)")), ("\u{1B}P>|kitty(0.26.5)\u{1B}\\", .name("kitty(0.26.5)")),
    ("\u{1B}P>|tmux 3.3a\u{1B}\\", .name("tmux 3.3a")), ("\u{1B}P>|\u{1B}\\", .name("")),
    ("\u{1B}_Gi=31;OK\u{1B}\\", .kitty(id: 31, isOK: true)),
    ("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\", .kitty(id: 31, isOK: false)),
    ("\u{1B}_Gi=1,p=1;OK\u{1B}\\", .kitty(id: 1, isOK: true)),
    ("\u{1B}[?1016;2$y", .mode(1016, state: 2)), ("\u{1B}[?1016;0$y", .mode(1016, state: 0)),
    ("\u{1B}P1$r48:2::1:2:3m\u{1B}\\", .setting(isValid: true, "48:2::1:2:3m")),
    ("\u{1B}P0$r\u{1B}\\", .setting(isValid: false, "")), ("\u{1B}P1$r0m\u{7}", .setting(isValid: true, "0m")),
    ("\u{1B}[1;2R", .cursor(row: 1, column: 2)), ("\u{1B}[24;80R", .cursor(row: 24, column: 80)),
    ("\u{1B}[6;18;9t", .cellSize(height: 18, width: 9)),
    ("\u{1B}[?64;1;2;4;6;9;15;22c", .attributes([64, 1, 2, 4, 6, 9, 15, 22])), ("\u{1B}[?6c", .attributes([6])),
    ("\u{1B}[?2;0;1000;800S", .graphics(item: 2, status: 0, values: [1000, 800])),
    ("\u{1B}[?2;1S", .graphics(item: 2, status: 1, values: [])), ("\u{1B}[0n", .ready),
  ]

  @Test(arguments: sent)
  func `a reply is read as what it is`(_ bytes: String, _ reply: Reply) {
    #expect(replies(bytes) == [reply])
  }

  @Test func `replies come in any order, between keys and reports`() {
    var numbers = SeededNumbers(seed: 1)
    let press = MouseReport(column: 3, row: -4, button: .left, kind: .press)
    var parts = Self.sent.map { (bytes: $0.0, event: InputEvent.reply($0.1)) }
    parts += KeyTests.sent.map { (bytes: $0.0, event: InputEvent.key($0.1)) }
    parts.append(("\u{1B}[<0;3;-4M", .mouse(press)))
    parts.append(("\u{1B}[200~q\rs\u{1B}[201~", .paste("q\rs")))
    for _ in 0..<200 {
      parts.shuffle(using: &numbers)
      #expect(events(parts.map(\.bytes).joined()) == parts.map(\.event))
    }
  }

  @Test func `input is read alike wherever it is cut`() {
    let bytes = Array(
      (Self.sent.map(\.0) + KeyTests.sent.map(\.0) + [
        "\u{1B}[<35;10;-5M", "ä→🎞", "\u{1B}[200~q\u{1B}[20\rs\u{1B}[201~", "\u{1B}[27;5;113~", "\u{1B}[[A",
        "\u{1B}[M q!",
        "\u{1B}]11;q\u{7}", "\u{1B}q", "\u{1B}P1$r\u{3}", "\u{1B}\u{1B}[A", "\u{1B}[1\u{1B}[B", "\u{1B}P1\u{1B}[C",
      ]).joined().utf8)
    let whole = events(bytes)
    #expect(whole.count > Self.sent.count + KeyTests.sent.count)
    for cut in 0...bytes.count {
      var reader = InputReader()
      let first = reader.read(bytes[..<cut])
      #expect(first + reader.read(bytes[cut...]) == whole, "cut before byte \(cut)")
    }
    var reader = InputReader()
    #expect(bytes.flatMap { reader.read([$0]) } == whole)
  }
}
