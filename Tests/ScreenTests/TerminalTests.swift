import Screen
import TestSupport
import Testing

struct TerminalTests {
  @Test func `what is turned on is turned off, in reverse`() throws {
    #expect(
      TerminalModes.enter == Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1003h\u{1B}[?1006h\u{1B}[2J".utf8))
    let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?1016l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
    #expect(TerminalModes.leave == Array(leave.utf8))
    var screen = ModelScreen(columns: 80, rows: 24)
    try screen.write(TerminalModes.enter + TerminalModes.pixelMouse(true) + TerminalModes.beginUpdate)
    #expect(screen.modes == [1049, 2004, 1003, 1006, 1016, 2026])
    try screen.write(TerminalModes.leave)
    #expect(screen.modes == [25])
  }

  @Test func `single sequences are these`() {
    #expect(TerminalModes.pixelMouse(true) == Array("\u{1B}[?1016h".utf8))
    #expect(TerminalModes.pixelMouse(false) == Array("\u{1B}[?1016l\u{1B}[?1006h".utf8))
    #expect(TerminalModes.beginUpdate == Array("\u{1B}[?2026h".utf8))
    #expect(TerminalModes.endUpdate == Array("\u{1B}[?2026l".utf8))
    #expect(TerminalModes.askReady == Array("\u{1B}[5n".utf8))
    #expect(TerminalModes.clear == Array("\u{1B}[0m\u{1B}[2J".utf8))
    #expect(TerminalModes.cursor(row: 23, column: 3) == Array("\u{1B}[23;3H".utf8))
    #expect(TerminalModes.cursor(row: 0, column: Int.min) == Array("\u{1B}[1;1H".utf8))
  }

  @Test func `queries come in this order`() throws {
    let queries = [
      "\u{1B}[>0q", "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[?1016$p", "\u{1B}[48;2;1;2;3m",
      "\u{1B}P$qm\u{1B}\\", "\u{1B}[0m", "\u{1B}[1;1H▀\u{1B}[6n", "\u{1B}[16t", "\u{1B}[?2;1;0S", "\u{1B}[c",
    ]
    #expect(TerminalQueries.all == Array(queries.joined().utf8))
    var screen = ModelScreen(columns: 80, rows: 24)
    try screen.write(TerminalQueries.all)
    #expect(screen.drawn == 1)
  }

  /// All replies of a terminal, as text.
  private static func facts(_ text: String, _ variables: [String: String] = [:]) -> TerminalFacts {
    var facts = TerminalFacts { variables[$0] }
    for reply in replies(text) ?? [] { facts.learn(from: reply) }
    return facts
  }

  private static let kitty =
    "\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?1016;2$y"
    + "\u{1B}P1$r48:2:1:2:3m\u{1B}\\\u{1B}[1;2R\u{1B}[6;18;9t\u{1B}[?62;c"
  private static let xterm =
    "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?1016;2$y\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[1;2R"
    + "\u{1B}[6;13;6t\u{1B}[?2;0;1000;800S\u{1B}[?64;1;2;4;22c"
  private static let tmux = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1016;0$y\u{1B}[1;2R\u{1B}[?1;2;4c"

  @Test func `kitty's replies give its graphics and pixels`() {
    let facts = Self.facts(Self.kitty)
    #expect(facts.name == "kitty(0.26.5)" && !facts.multiplexer && facts.hasKitty && !facts.hasSixel)
    #expect(facts.hasPixelMouse && facts.hasFullColor && !facts.isWide && facts.isComplete)
    #expect(facts.cellSize?.width == 9 && facts.cellSize?.height == 18)
    #expect(facts.view(asked: .auto) == .kitty)
  }

  @Test func `xterm's replies give sixels and their size`() {
    let facts = Self.facts(Self.xterm)
    #expect(facts.hasSixel && !facts.hasKitty && facts.hasFullColor && facts.hasPixelMouse)
    #expect(facts.sixelSize?.width == 1000 && facts.sixelSize?.height == 800)
    #expect(facts.view(asked: .auto) == .sixel)
  }

  @Test func `a multiplexer gets blocks, known by its name or by a variable`() {
    #expect(Self.facts(Self.tmux).view(asked: .auto, isSizeKnown: true) == .blocks)
    for (name, kind) in [
      ("TMUX", TerminalFacts.Multiplexer.tmux), ("STY", .screen), ("ZELLIJ", .zellij),
    ] {
      let facts = Self.facts(Self.kitty + Self.xterm, [name: "0"])
      #expect(facts.multiplexerKind == kind && facts.multiplexer && facts.view(asked: .auto) == .blocks)
      #expect(!Self.facts(Self.kitty, [name: ""]).multiplexer)
    }
    #expect(Self.facts("\u{1B}P>|GNU Screen 5.0\u{1B}\\").multiplexerKind == .screen)
    #expect(Self.facts("\u{1B}P>|Zellij(0.40)\u{1B}\\").multiplexerKind == .zellij)
  }

  @Test func `colours have 24 bits unless the terminal gives another one back`() {
    #expect(TerminalFacts().hasFullColor)
    #expect(!Self.facts("\u{1B}P1$r0;48;5;16m\u{1B}\\").hasFullColor)
    #expect(!Self.facts("\u{1B}P1$r0m\u{1B}\\").hasFullColor)
    #expect(!Self.facts("\u{1B}P1$r48:2:1:2:4m\u{1B}\\").hasFullColor)
    #expect(Self.facts("\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\").hasFullColor)
    #expect(Self.facts("\u{1B}P1$r48:2:0:1:2:3m\u{1B}\\").hasFullColor)
    // It does not know the question.
    #expect(Self.facts("\u{1B}P0$r\u{1B}\\").hasFullColor)
    #expect(Self.facts("\u{1B}P1$r0m\u{1B}\\", ["TMUX": "x"]).hasFullColor)
    #expect(!Self.facts("\u{1B}P1$r48:2:1:2:3m\u{1B}\\", ["STY": "x"]).hasFullColor)
  }

  @Test func `the width of the block is the first cursor's`() {
    #expect(Self.facts("\u{1B}[1;3R").isWide)
    #expect(!Self.facts("\u{1B}[1;2R\u{1B}[1;3R").isWide)
    #expect(Self.facts("\u{1B}[5;5R\u{1B}[1;3R\u{1B}[1;2R").isWide)
  }

  @Test func `facts are the same in any order of replies`() {
    var numbers = SeededNumbers(seed: 5)
    for terminal in [Self.kitty, Self.xterm, Self.tmux] {
      let all = replies(terminal) ?? []
      let facts = Self.facts(terminal)
      for _ in 0..<50 {
        var other = TerminalFacts()
        for reply in all.shuffled(using: &numbers) { other.learn(from: reply) }
        #expect(other == facts)
      }
    }
  }

  @Test func `a view that is asked for is taken`() {
    let facts = Self.facts(Self.tmux)
    for view in PictureView.allCases where view != .auto {
      #expect(facts.view(asked: view) == view)
      #expect(facts.view(asked: view, isSizeKnown: true, isDumb: true) == view)
    }
    #expect(Self.facts(Self.kitty).view(asked: .auto, isDumb: true) == .text)
    #expect(TerminalFacts().view(asked: .auto) == .blocks)
  }

  @Test(arguments: [
    ("kitty(0.26.5)", true), ("kitty(0.19.3)", false), ("kitty(1.0)", true), ("foot(1.13.1)", true),
    ("foot(1.7)", false),
    ("WezTerm 20240203-110809-5046fc22", true), ("WezTerm 20210502-154244-3f7122cb", false), ("ghostty 1.1.3", true),
    ("contour 0.5.1.7247", true), ("VTE(7006)", true), ("VTE(6003)", false), ("XTerm(379)", false),
    ("Konsole 23.08.1", false), ("kitty", false), ("kitty(q", false), ("", false),
  ])
  func `sextants are drawn where they are known to be`(name: String, areKnown: Bool) {
    let reply = "\u{1B}P>|\(name)\u{1B}\\"
    let best = areKnown ? PictureView.sextants : .blocks
    #expect(Self.facts(reply).view(asked: .blocks) == best && Self.facts(reply).view(asked: .auto) == best)
    // Neither where ▀ is wide, nor behind a multiplexer.
    #expect(Self.facts(reply + "\u{1B}[1;3R").view(asked: .blocks) == .blocks)
    #expect(Self.facts(reply, ["TMUX": "x"]).view(asked: .blocks) == .blocks)
  }

  @Test func `Alacritty draws quadrants and does not tell its name`() {
    #expect(Self.facts("", ["TERM": "alacritty"]).view(asked: .auto) == .quadrants)
    #expect(Self.facts("", ["TERM": "alacritty-direct"]).view(asked: .blocks) == .quadrants)
    #expect(Self.facts("", ["TERM": "alacritty", "TMUX": "x"]).view(asked: .blocks) == .blocks)
  }

  @Test func `sixels need a size`() {
    let facts = Self.facts("\u{1B}[?64;4c")
    #expect(facts.view(asked: .auto) == .blocks && facts.view(asked: .auto, isSizeKnown: true) == .sixel)
    // 4 as the first number is a VT132, not an attribute.
    #expect(!Self.facts("\u{1B}[?4;6c").hasSixel)
  }

  @Test func `replies that make no sense change nothing`() {
    var facts = TerminalFacts()
    for reply: Reply in [
      .kitty(id: 1, isOK: true), .mode(1016, state: 0), .mode(1016, state: 4), .mode(1006, state: 1),
      .cellSize(height: 0, width: 9), .cellSize(height: -1, width: Int.max), .cursor(row: 1, column: Int.max),
      .graphics(item: 2, status: 0, values: [0, 5]), .graphics(item: 2, status: 3, values: [5, 5]),
      .graphics(item: 1, status: 0, values: [256]), .setting(isValid: false, ""), .ready,
    ] { facts.learn(from: reply) }
    #expect(facts == TerminalFacts())
  }
}
