import Foundation
import TestSupport
import Testing

/// The terminal of the tests: what it shows, and what it does not put up with.
@Suite struct TerminalEmulatorTests {
  /// A terminal of 10 × 4 cells that was sent this.
  private func screen(_ text: String, wide: Bool = false) -> TerminalEmulator {
    var screen = TerminalEmulator(size: TerminalSize(10, 4), ambiguousIsWide: wide)
    _ = screen.feed(Array(text.utf8))
    return screen
  }

  @Test func `text is written where the cursor is`() {
    let screen = screen("ab\r\ncd\u{1B}[4;9Hé≈\u{1B}[Hx")
    #expect(screen.page.text == "xb\ncd\n\n        é≈")
    #expect(screen.page.row == 1 && screen.page.column == 2)
    #expect(screen.faults.isEmpty && screen.isAtRest && !screen.isAlternate)
  }

  @Test func `lines scroll on the main screen, and long ones go on in the next row`() {
    #expect(screen("1\r\n2\r\n3\r\n4\r\n5").page.text == "2\n3\n4\n5")
    #expect(screen("0123456789ab").page.text == "0123456789\nab")
    #expect(screen("0123456789\r\nab").page.text == "0123456789\nab")
  }

  @Test func `characters have their width`() {
    #expect(screen("日本x").page[1, 5].glyph == "x")
    #expect(screen("e\u{301}x").page[1, 2].glyph == "x")
    #expect(screen("▀x").page[1, 2].glyph == "x")
    #expect(screen("▀x", wide: true).page[1, 3].glyph == "x")
  }

  @Test func `colours and reverse are kept per cell`() {
    let screen = screen("\u{1B}[38;2;1;2;3;48;5;196;7ma\u{1B}[27;39mb\u{1B}[0mc")
    #expect(screen.page[1, 1].pen.foreground == .rgb(1, 2, 3))
    #expect(screen.page[1, 1].pen.background == .indexed(196) && screen.page[1, 1].pen.isReversed)
    #expect(screen.page[1, 2].pen.foreground == .standard && !screen.page[1, 2].pen.isReversed)
    #expect(screen.page[1, 3].pen == TerminalPen())
    // Colour 196 is 16 + 36 · 5: red 255, no green, no blue. 244 is the 13th grey: 8 + 10 · 12.
    #expect(EmulatedColor.indexed(196).samples.map { [$0.red, $0.green, $0.blue] } == [255, 0, 0])
    #expect(EmulatedColor.indexed(244).samples.map { [$0.red, $0.green, $0.blue] } == [128, 128, 128])
    #expect(EmulatedColor.indexed(15).samples == nil && EmulatedColor.standard.samples == nil)
  }

  @Test func `the alternate screen leaves the main one as it was`() {
    let text = "$ \u{1B}[?1049h\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hpicture"
    let inside = screen(text)
    #expect(inside.isAlternate && inside.page.text == "picture" && inside.modes == [1049])
    let after = screen(text + "\u{1B}[?25h\u{1B}[?1049l")
    #expect(after.page.text == "$" && after.page.column == 3 && after.modes == [25] && after.faults.isEmpty)
    #expect(after.changes == ["?1049h": 1, "?1049l": 1, "?25h": 1, "?25l": 1])
  }

  @Test func `cells can be told to be written anew`() {
    let once = screen("ab")
    let twice = screen("ab\u{1B}[Ha")
    #expect(once.page[1, 1].serial < twice.page[1, 1].serial && once.page[1, 2].serial == twice.page[1, 2].serial)
    #expect(screen("ab\u{1B}[1;2H\u{1B}[K").page.text == "a")
  }

  @Test func `an update is complete only at its end`() {
    #expect(!screen("\u{1B}[?2026hab").isAtRest)
    #expect(screen("\u{1B}[?2026hab\u{1B}[?2026l").updates == 1)
    #expect(!screen("a\u{1B}[").isAtRest)
  }

  @Test func `questions are handed out in order`() {
    var screen = TerminalEmulator(size: TerminalSize(10, 4))
    let text =
      "\u{1B}[>0q\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[?1016$p\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m"
      + "\u{1B}[1;1H▀\u{1B}[6n\u{1B}[16t\u{1B}[?2;1;0S\u{1B}[c\u{1B}[5n"
    let queries = screen.feed(Array(text.utf8))
    var pen = TerminalPen()
    pen.background = .rgb(1, 2, 3)
    #expect(
      queries == [
        .name, .kitty(id: 31), .pixelMouse, .setting(pen), .cursor(row: 1, column: 2), .cellSize, .graphicsSize,
        .attributes, .ready,
      ])
    #expect(screen.faults.isEmpty)
  }

  @Test(arguments: [
    "\u{7}", "\u{1B}[1m", "\u{1B}[31m", "\u{1B}[m", "\u{1B}[38;2;1;2m", "\u{1B}[38;5;256m", "\u{1B}[?47h", "\u{1B}[J",
    "\u{1B}[3J", "\u{1B}[1K", "\u{1B}[A", "\u{1B}[18t", "\u{1B}7", "\u{1B}c", "\u{1B}]0;title\u{1B}\\", "\u{1B}[5;1H",
    "\u{1B}[1;11H", "\u{1B}[0;1H", "\u{1B}P+q\u{1B}\\", "\u{1B}[?1049l", "\u{80}", "\u{1B}[1\u{1B}[1;1H",
    "\u{1B}[?1049h\r\n", "\u{1B}[?1049h\t", "\u{1B}[?1049h0123456789a", "\u{1B}[?25$p", "\u{1B}[?1003;1006h",
  ]) func `everything else is a fault`(text: String) {
    #expect(!screen(text).faults.isEmpty, "\(text.debugDescription)")
  }

  @Test func `bytes that are no UTF-8 are a fault`() {
    for bytes: [UInt8] in [
      [0xFF], [0xC3, 0x41], [0xE2, 0x82, 0x41], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC2, 0x85],
    ] {
      var screen = TerminalEmulator(size: TerminalSize(10, 4))
      _ = screen.feed(bytes)
      #expect(!screen.faults.isEmpty, "\(bytes)")
    }
  }

  @Test func `a torn output is the same as a whole one`() {
    let text = Array("\u{1B}[?1049h\u{1B}[38;2;200;3;4m▀\u{1B}[2;3H日\u{1B}[?2026l\u{1B}[5n".utf8)
    var whole = TerminalEmulator(size: TerminalSize(10, 4))
    let queries = whole.feed(text)
    for cut in 1..<text.count {
      var torn = TerminalEmulator(size: TerminalSize(10, 4))
      let first = torn.feed(text[..<cut])
      #expect(first + torn.feed(text[cut...]) == queries && torn.page == whole.page && torn.faults.isEmpty)
    }
  }

  @Test func `a smaller screen keeps its upper left part`() {
    var screen = screen("abcdefgh\r\nij")
    screen.resize(to: TerminalSize(3, 1))
    #expect(screen.page.text == "abc")
    screen.resize(to: TerminalSize(5, 3))
    #expect(screen.page.text == "abc" && screen.page.rows == 3)
  }
}
