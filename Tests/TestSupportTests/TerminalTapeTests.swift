import TestSupport
import Testing

/// What a program wrote, with times.
@Suite struct TerminalTapeTests {
  private func text(_ tape: TerminalTape) -> String {
    String(decoding: tape.pieces.flatMap(\.bytes), as: UTF8.self)
  }

  @Test func `inputs are sent, everything is kept, and the one question is answered`() throws {
    // It asks whether the terminal is there, once in two pieces, and prints what it gets: two answers and two inputs.
    let script = """
      stty raw -echo; printf go; head -c 1 >/dev/null
      printf 'a\\033[5nb\\033[5'; sleep 0.1; printf 'n\\033[c'; od -An -v -tx1 -N10; echo end; sleep 100
      """
    let driver = try TerminalDriver(["/bin/sh", "-c", script])
    // What is sent before the terminal is raw comes back as an echo.
    var started = ""
    for _ in 0..<2000 where started != "go" { started += text(try driver.record([], milliseconds: 10)) }
    try driver.send(Array("\r".utf8))
    let tape = try driver.record([.init(time: 10, text: "x"), .init(time: 20, text: "y")], milliseconds: 1500)
    #expect(tape.sent.count == 2)
    #expect(zip(tape.sent, tape.sent.dropFirst()).allSatisfy { $0 < $1 })
    #expect(tape.pieces.map(\.time) == tape.pieces.map(\.time).sorted())
    // On a busy machine the program may take longer.
    var output = text(tape)
    for _ in 0..<40 where !output.contains("end") { output += text(try driver.record([], milliseconds: 500)) }
    #expect(output.hasPrefix("a\u{1B}[5nb\u{1B}[5n\u{1B}[c"))
    let bytes = output.split(whereSeparator: \.isWhitespace).filter { $0.count == 2 }.compactMap {
      UInt8($0, radix: 16)
    }
    // The answers, and x and y, which may come before or between them.
    #expect(bytes.count == 10)
    #expect(bytes.filter { $0 != 0x78 && $0 != 0x79 } == [0x1B, 0x5B, 0x30, 0x6E, 0x1B, 0x5B, 0x30, 0x6E])
  }

  @Test func `a program that ends is a fault`() throws {
    let driver = try TerminalDriver(["/bin/sh", "-c", "exit 3"])
    #expect(throws: RunFault.self) { try driver.record([], milliseconds: 60_000) }
  }
}
