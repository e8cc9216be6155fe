import Screen
import Testing

struct KeyTests {
  /// The keys of the scrubbing screen as xterm, kitty, tmux, screen and Linux's console send them.
  static let sent: [(String, Key)] = [
    ("\u{1B}[D", .left(isShifted: false)), ("\u{1B}OD", .left(isShifted: false)),
    ("\u{1B}[1;1D", .left(isShifted: false)), ("\u{1B}[1;2D", .left(isShifted: true)),
    ("\u{1B}O2D", .left(isShifted: true)),
    ("\u{1B}[C", .right(isShifted: false)), ("\u{1B}OC", .right(isShifted: false)),
    ("\u{1B}[1;2C", .right(isShifted: true)),
    ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[3~", .delete), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\t", .tab),
    ("\r", .enter), ("\n", .enter), ("\u{1B}OM", .enter),
  ]

  @Test(arguments: sent)
  func `a key is read as what it is`(_ bytes: String, _ key: Key) {
    #expect(keys(bytes) == [key])
    // And twice, because nothing of a sequence may stay behind.
    #expect(keys(bytes + bytes) == [key, key])
  }

  @Test(arguments: Array(",.hl<>HL[]0123456789gsrmzZv?q ~!ä→🎞\u{E000}".unicodeScalars))
  func `a character is itself`(_ scalar: Unicode.Scalar) {
    #expect(keys(String(scalar)) == [.character(scalar)])
  }

  @Test func `controls are letters with Ctrl but for those that are keys of their own`() {
    for byte in UInt8(0)...0x1F {
      let expected: [Key]
      switch byte {
      case 0x08: expected = [.backspace]
      case 0x09: expected = [.tab]
      case 0x0A, 0x0D: expected = [.enter]
      // NUL is Ctrl-@, and 0x1C to 0x1F are no letters; ESC waits.
      case 0x00, 0x1B...0x1F: expected = []
      default: expected = [.control(Unicode.Scalar(byte + 0x60))]
      }
      #expect(events([byte]) == expected.map(InputEvent.key), "byte \(byte)")
    }
    #expect(keys("\u{3}\u{1A}\u{C}") == [.control("c"), .control("z"), .control("l")])
  }

  @Test(arguments: [
    // With Ctrl, with Alt, with Shift where nothing is bound to it, Insert, F1 to F5, F12, Shift-Tab.
    "\u{1B}[1;5D", "\u{1B}[1;3C", "\u{1B}[1;2A", "\u{1B}[5;2~", "\u{1B}[2~", "\u{1B}OP", "\u{1B}[11~", "\u{1B}[15~",
    "\u{1B}[24~", "\u{1B}[Z", "\u{1B}[[A", "\u{1B}[[E", "\u{1B}O5A", "\u{1B}Op",
    // Kitty's CSI u, with text and event types; modifyOtherKeys; the release of an arrow.
    "\u{1B}[113u", "\u{1B}[113;5u", "\u{1B}[113:81;2:3;81u", "\u{1B}[27;5;113~", "\u{1B}[1;1:3D", "\u{1B}[57362u",
    // Focus, the end of a paste without a start, the oldest report of the mouse (with q in it), with Alt.
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[201~", "\u{1B}[M q!", "\u{1B}q", "\u{1B}ä", "\u{1B}?",
    // Numbers that are none, not enough or too large.
    "\u{1B}[5D", "\u{1B}[1;2;3D", "\u{1B}[+1~", "\u{1B}[99999999999999999999~", "\u{1B}[<0;1M", "\u{1B}[<0;1;2;3M",
    "\u{1B}[<0;1;2q", "\u{1B}[<256;1;2M", "\u{1B}[<-1;1;2M", "\u{1B}[<1;--1;2M",
    // Replies to questions that nobody asked, and strings that are none.
    "\u{1B}[?1;2R", "\u{1B}[8;24;80t", "\u{1B}[3n", "\u{1B}[>0;276;0c", "\u{1B}[=q", "\u{1B}[?1016$q", "\u{1B}[?1016;y",
    "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;q\u{7}", "\u{1B}P1+r544e=q\u{1B}\\", "\u{1B}_Xq\u{1B}\\",
    "\u{1B}_Gi=x;OK\u{1B}\\", "\u{1B}_Gp=31;OK\u{1B}\\", "\u{1B}_Gi=31\u{1B}\\", "\u{1B}^q\u{1B}\\", "\u{1B}Xq\u{1B}\\",
    "\u{1B}P2$r0m\u{1B}\\", "\u{1B}P\u{1B}\\",
  ])
  func `an unknown sequence is no key, and what follows is one`(_ bytes: String) {
    #expect(events(bytes) == [])
    #expect(keys(bytes + "s") == [.character("s")])
  }

  @Test func `bytes that are no UTF-8 are dropped`() {
    // A lone continuation, an overlong slash, a surrogate, a value beyond U+10FFFF, bytes that never occur, a torn ä; a C1
    // control in UTF-8.
    let bytes: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF], [0xC3],
      [0xE2, 0x96], [0xC2, 0x9B],
    ]
    for bad in bytes {
      #expect(events(bad + Array("s".utf8)) == [.key(.character("s"))], "\(bad)")
      #expect(events(bad + Array("ä".utf8)) == [.key(.character("ä"))], "\(bad)")
    }
  }
}
