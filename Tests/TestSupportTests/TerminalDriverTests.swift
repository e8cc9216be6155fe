import Foundation
import TestSupport
import Testing

/// Programs in a terminal of the tests' own.
@Suite struct TerminalDriverTests {
  private func shell(
    _ script: String, as personality: TerminalPersonality = .xterm, size: TerminalSize = TerminalSize(80, 24),
    input: TerminalDriver.Stream = .terminal, output: TerminalDriver.Stream = .terminal,
    errors: TerminalDriver.Stream = .terminal, in folder: URL? = nil
  ) throws -> TerminalDriver {
    try TerminalDriver(
      ["/bin/sh", "-c", script], in: folder, size: size, as: personality, input: input, output: output, errors: errors)
  }

  @Test func `the terminal is the program's own, whatever its streams are`() throws {
    let script = "exec 3</dev/tty && echo has one >&3; test -t 0 || echo null >/dev/tty; echo out; echo err >&2; exit 3"
    let end = try shell(script.replacing(">&3", with: ">/dev/tty"), input: .null, output: .pipe, errors: .pipe).finish()
    #expect(end.status == 3 && end.stdout == Data("out\n".utf8) && end.stderr == "err\n")
    #expect(end.lines == ["has one", "null"])
    let all = try shell("test -t 0 && test -t 1 && test -t 2 && tty").finish()
    #expect(all.status == 0 && all.lines.count == 1 && all.lines.first?.hasPrefix("/dev/") == true)
  }

  @Test func `what is typed arrives, and what is written is shown`() throws {
    let driver = try shell("read line; echo \"<$line>\"")
    try driver.type("abc\n")
    try driver.wait("the answer") { $0.page.text.contains("<abc>") }
    let end = try driver.finish()
    #expect(end.status == 0 && end.remains.isEmpty && end.lines == ["abc", "<abc>"])
  }

  @Test func `an input that is a pipe is empty`() throws {
    #expect(try shell("wc -c", input: .pipe).finish().lines == ["0"])
  }

  @Test func `the size is told, and its changes`() throws {
    let script = "stty size; trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.01; done"
    let driver = try shell(script, size: TerminalSize(40, 9))
    try driver.wait("the trap") { $0.page.text.contains("ready") }
    driver.resize(to: TerminalSize(100, 30))
    #expect(try driver.finish().lines == ["9 40", "ready", "30 100"])
  }

  @Test func `signals and exit codes are told apart`() throws {
    #expect(try shell("kill -TERM $$").finish().status == 143)
    let driver = try shell("echo ready; sleep 100")
    try driver.wait("the start") { $0.page.text.contains("ready") }
    driver.sendSignal(SIGHUP)
    #expect(try driver.finish().status == 129)
  }

  @Test func `a closed terminal is a hang-up`() throws {
    let scratch = try Scratch()
    let driver = try shell(
      "trap 'echo gone >gone; exit 4' HUP; echo ready; while :; do sleep 0.01; done", in: scratch.folder)
    try driver.wait("the start") { $0.page.text.contains("ready") }
    driver.line.close()
    #expect(try driver.finish().status == 4)
    #expect(try scratch.names == ["gone"])
  }

  @Test func `the program has to ask for the mouse`() throws {
    let driver = try shell("stty raw -echo; echo ready; head -c 1")
    try driver.wait("the start") { $0.page.text.contains("ready") }
    #expect(throws: RunFault.self) { try driver.mouse(.press, column: 1, row: 1) }
    try driver.type("x")
    let remains = try driver.finish().remains
    #expect(remains == ["the settings of the line are changed"], "\(remains)")
  }

  @Test func `remains are the modes, the pen and unread input`() throws {
    let script = "stty raw -echo; printf '\\033[?1003h\\033[?1006h\\033[?1016h\\033[38;5;100m'; head -c 1; stty sane"
    let driver = try shell(script)
    try driver.wait("the modes") { $0.modes.contains(1016) }
    // Cells of 10 × 20 pixels: the middle of column 3 is pixel 25, that of row 2 pixel 30.
    try driver.mouse(.press, column: 3, row: 2)
    let end = try driver.finish()
    #expect(end.unread == Array("[<0;25;30M".utf8))
    #expect(end.remains.contains("modes: [25, 1003, 1006, 1016]"))
    #expect(end.remains.contains { $0.hasPrefix("the pen") } && end.remains.contains { $0.hasPrefix("unread input") })
  }

  @Test func `waiting in vain shows the screen`() throws {
    let driver = try shell("echo here I am; sleep 100")
    #expect {
      try driver.wait("a miracle", seconds: 0.3) { _ in false }
    } throws: {
      "\($0)".contains("a miracle") && "\($0)".contains("here I am")
    }
    #expect(throws: RunFault.self) { try shell("exit 0").wait("a miracle") { _ in false } }
  }

  /// What a program reads that asks all questions and then reads until nothing came for half a second.
  private func answers(_ personality: TerminalPersonality) throws -> String {
    let ask =
      #"printf '\033[>0q\033_Gi=31,a=q,s=1,v=1,f=24;AAAA\033\\\033[?1016$p\033[48;2;1;2;3m\033P$qm\033\\\033[0m\033[6n\033[16t\033[c'"#
    let script = "old=$(stty -g); stty raw -echo min 0 time 7; \(ask); cat >answers; stty \"$old\""
    let scratch = try Scratch()
    let end = try shell(script, as: personality, in: scratch.folder).finish()
    #expect(end.remains.isEmpty, "\(end.remains)")
    return String(decoding: try scratch.bytes(of: "answers"), as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `terminals answer as they are known to`() throws {
    let xterm =
      #"^P>|XTerm(379)^\^[?1016;2$y^P1$r0;48:2::1:2:3m^\^[4;1R^[6;20;10t^[?64;1;2;6;9;15;16;17;18;21;22;28c"#
    #expect(try answers(.xterm) == xterm)
    #expect(try answers(.mute).isEmpty)
    #expect(try answers(.tmux) == #"^P>|tmux 3.3a^\^[4;1R^[?1;2c"#)
    #expect(try answers(.tmux.disordered) == #"^[?1;2c^[4;1R^P>|tmux 3.3a^\"#)
    #expect(try answers(.tmux.late(0.3)) == #"^P>|tmux 3.3a^\^[4;1R^[?1;2c"#)
    #expect(
      try answers(.kitty).contains(#"^_Gi=31;OK^\"#) && answers(.xtermVT340).hasSuffix("^[?63;1;2;4;6;9;15;16;22;29c"))
  }

  @Test func `a program that writes without end waits while nobody reads`() throws {
    let driver = try shell("yes | head -c 600000; echo; echo done")
    try driver.wait("the end") { $0.page.text.contains("done") }
    #expect(driver.screen.byteCount > 600_000)
  }

  @Test func `every completed update is seen`() throws {
    let driver = try shell(#"for i in 1 2 3; do printf '\033[?2026h'$i'\r\033[?2026l'; done"#)
    var seen: [String] = []
    driver.watch = { seen.append($0.page.text(row: 4)) }
    #expect(try driver.finish().status == 0)
    #expect(seen == ["1", "2", "3"])
  }
}
