import Screen
import Testing

struct WaitingTests {
  @Test func `an ESC without more is Esc`() {
    var reader = InputReader()
    #expect(!reader.isWaiting)
    #expect(reader.read([0x1B]) == [])
    #expect(reader.isWaiting)
    #expect(reader.expire() == [.key(.escape)])
    #expect(!reader.isWaiting)
    #expect(reader.expire() == [])
    #expect(reader.read("q".utf8) == [.key(.character("q"))])
  }

  @Test func `Esc is told from a report of the mouse right behind it`() {
    let press = MouseReport(column: 4, row: 2, button: .left, kind: .press)
    #expect(events("\u{1B}\u{1B}[<0;4;2M") == [.key(.escape), .mouse(press)])
  }

  @Test func `Esc twice is two keys`() {
    var reader = InputReader()
    #expect(reader.read([0x1B, 0x1B]) == [.key(.escape)])
    #expect(reader.expire() == [.key(.escape)])
  }

  @Test(arguments: [
    "\u{1B}[", "\u{1B}O", "\u{1B}P", "\u{1B}_", "\u{1B}]", "\u{1B}[M", "\u{1B}[[", "\u{1B}P1$r0m\u{1B}",
  ])
  func `what looks like a key with Alt is dropped after the wait`(_ start: String) {
    var reader = InputReader()
    #expect(reader.read(start.utf8) == [])
    #expect(reader.isWaiting)
    #expect(reader.expire() == [])
    #expect(!reader.isWaiting)
    #expect(reader.read("q".utf8) == [.key(.character("q"))])
  }

  @Test(arguments: [
    ("\u{1B}[?10", "16;2$y"), ("\u{1B}[1;", "2D"), ("\u{1B}[<35;4", "0;20M"), ("\u{1B}P>|xterm(", "384)\u{1B}\\"),
    ("\u{1B}P1$r48;2", ";1;2;3m\u{1B}\\"), ("\u{1B}_Gi=31", ";OK\u{1B}\\"), ("\u{1B}O2", "D"),
  ])
  func `the rest of a sequence that a slow line tore is no key`(_ start: String, _ rest: String) {
    var reader = InputReader()
    #expect(reader.read(start.utf8) == [])
    #expect(reader.expire() == [])
    // Nobody has to be woken for it.
    #expect(!reader.isWaiting)
    #expect(reader.read(rest.utf8) == [])
    #expect(reader.read("q\u{1B}[A".utf8) == [.key(.character("q")), .key(.up)])
  }

  @Test(arguments: [
    "\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}[<0;3", "\u{1B}O", "\u{1B}P1$r", "\u{1B}_Gi=", "\u{1B}[M", "\u{1B}[[",
  ])
  func `Ctrl-C comes through whatever stands open`(_ start: String) {
    #expect(events(start + "\u{3}") == [.key(.control("c"))])
    #expect(events(start + "\u{1B}[A").last == .key(.up))
  }

  @Test func `Ctrl-C comes through what is only read to its end`() {
    var reader = InputReader()
    _ = reader.read("\u{1B}P1$r".utf8)
    _ = reader.expire()
    #expect(reader.read([0x3]) == [.key(.control("c"))])
  }

  @Test func `a sequence of 4096 bytes is read and a longer one dropped to its end`() {
    // DCS > | text ST: 4 bytes before the text and 2 behind it.
    let text = String(repeating: "x", count: 4096 - 6)
    #expect(events("\u{1B}P>|\(text)\u{1B}\\q") == [.reply(.name(text)), .key(.character("q"))])
    var reader = InputReader()
    #expect(reader.read("\u{1B}P>|x\(text)".utf8) == [])
    #expect(!reader.isWaiting)
    #expect(reader.read("yz\u{1B}\\q".utf8) == [.key(.character("q"))])

    // CSI numbers c: 2 bytes before the numbers and 1 behind them.
    let numbers = "?" + String(repeating: "0;", count: 2046)
    #expect((numbers + "c").utf8.count + 2 == 4096)
    #expect(
      events("\u{1B}[\(numbers)cq") == [.reply(.attributes(Array(repeating: 0, count: 2047))), .key(.character("q"))])
    #expect(events("\u{1B}[\(numbers)4cq") == [.key(.character("q"))])
  }
}
