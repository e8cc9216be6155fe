import Foundation
import TestSupport
import Testing

/// The keys of the scrubbing screen.
@Suite struct ScrubKeyTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  @Test func `keys step by one frame and by ten`() throws {
    let driver = try bench.scrub("--frame", "25")
    for (back, on) in [("\u{1B}[D", "\u{1B}[C"), (",", "."), ("h", "l")] {
      try driver.expect(24, after: back)
      try driver.expect(25, after: on)
    }
    for (back, on) in [("\u{1B}[1;2D", "\u{1B}[1;2C"), ("<", ">"), ("H", "L")] {
      try driver.expect(15, after: back)
      try driver.expect(25, after: on)
    }
    try driver.leave()
  }

  @Test func `the ends are not passed`() throws {
    let driver = try bench.scrub("--frame", "5")
    try driver.expect(0, after: "H")
    try driver.expect(0, after: "h")
    try driver.expect(49, after: TerminalKey.end.rawValue)
    try driver.expect(49, after: "lL")
    try driver.expect(0, after: TerminalKey.home.rawValue)
    try driver.leave()
  }

  @Test func `keys step by seconds, by shares and by keyframes`() throws {
    let driver = try bench.scrub("--frame", "20")
    // 25 frames a second.
    try driver.expect(45, after: TerminalKey.up.rawValue)
    try driver.expect(20, after: TerminalKey.down.rawValue)
    // 20 of 50 is 0.4 of the way; 0.45 is 22.5 frames.
    try driver.expect(22, after: TerminalKey.pageUp.rawValue)
    try driver.expect(20, after: TerminalKey.pageDown.rawValue)
    // Keyframes are 0, 12, 24, 36 and 48.
    for frame in [12, 0, 0] { try driver.expect(frame, after: "[") }
    for frame in [12, 24, 36, 48] { try driver.expect(frame, after: "]") }
    for (digit, frame) in [("5", 25), ("0", 0), ("9", 45), ("1", 5)] { try driver.expect(frame, after: digit) }
    try driver.leave()
  }

  @Test func `many keys at once are all counted`() throws {
    let driver = try bench.scrub("--frame", "0")
    try driver.expect(37, after: String(repeating: "l", count: 40) + "hhh")
    try driver.leave()
  }

  @Test func `a time can be typed`() throws {
    let driver = try bench.scrub()
    for (text, frame) in [
      ("30f", 30), ("50%", 25), ("1.2s", 30), ("0:01", 25), ("end", 49), ("start", 0), ("00:00:01:10", 35),
      ("1200ms", 30), ("-1s", 25),
    ] {
      try driver.expect(frame, after: "g\(text)\r", text)
    }
    // What is typed can be taken back; Esc goes back without moving.
    try driver.expect(13, after: "g29\u{7F}\u{7F}13f\r")
    try driver.type("g20f")
    try driver.wait("the prompt") { ScrubView($0).hint.contains("20f") }
    try driver.escape()
    #expect(!driver.view.hint.contains("20f"))
    try driver.expect(13)
    try driver.leave()
  }

  @Test(arguments: ["5:75", "abc", "12q"]) func `a time that is none is marked, and nothing moves`(
    wrong: String
  ) throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.type("g\(wrong)\r")
    // The place of the fault stands in reverse video.
    let place = 10..<10 + wrong.count
    try driver.wait("a refusal of \(wrong)") { screen in
      ScrubView(screen).hint.contains("cannot read '\(wrong)'")
        && (1...80).contains { place.contains($0) && screen.page[24, $0].pen.isReversed }
    }
    try driver.escape()
    try driver.expect(7)
    try driver.leave()
  }

  @Test(arguments: ["99s", "50f", "-60f"]) func `a time outside the video moves nothing`(wrong: String) throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.type("g\(wrong)\r")
    try driver.escape()
    try driver.escape()
    try driver.expect(7)
    try driver.leave()
  }

  @Test func `help covers the picture until Esc, which never leaves`() throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.type("?")
    try driver.wait("the help") { ScrubView($0).hasHelp }
    try driver.escape()
    try driver.wait("the picture") { !ScrubView($0).hasHelp && ScrubView($0).number == 7 }
    try driver.escape()
    try driver.escape()
    try driver.expect(7)
    try driver.leave()
  }

  @Test func `a paste reaches the prompt only`() throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.expect(7, after: "\u{1B}[200~q\rs\u{1B}[201~")
    try driver.expect(7, after: "\u{1B}[200~lllg9f\r\u{3}\u{1B}[201~")
    #expect(bench.names == ["v.mp4"])
    try driver.expect(21, after: "g\u{1B}[200~21f\u{1B}[201~\r")
    try driver.leave()
  }

  @Test func `Enter saves the frame of the label and leaves`() throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.type("lll")
    let end = try driver.save()
    #expect(end.paths == ["v-f000010.png"] && end.stderr == "")
    try bench.framegrab("v.mp4", "--frame", "10", "-o", "ten.png").expectSuccess("ten.png")
    #expect(try bench.bytes("ten.png") == bench.bytes("v-f000010.png"))
  }

  @Test func `s saves and goes on`() throws {
    let driver = try bench.scrub("--frame", "7", "-o", "{index}.png")
    try driver.type("slls")
    try driver.wait("both pictures") { _ in bench.names.isSuperset(of: ["7.png", "9.png"]) }
    try driver.wait("word of it") { ScrubView($0).hint.contains("9.png") }
    // The message makes way for the hints, by itself.
    try driver.wait("the hints") { ScrubView($0).hint.contains("? help") }
    try driver.expect(9)
    let end = try driver.leave(0)
    #expect(end.paths == ["7.png", "9.png"] && end.stderr == "")
    #expect(try bench.number("7.png") == 7 && bench.number("9.png") == 9)
  }

  @Test func `Enter on the frame that was saved last leaves`() throws {
    let driver = try bench.scrub("--frame", "7", "-o", "{index}.png")
    try driver.type("s")
    try driver.wait("word of it") { ScrubView($0).hint.contains("7.png") && bench.names.contains("7.png") }
    // Without -y a second save would be refused.
    let end = try driver.save()
    #expect(end.status == 0 && end.paths == ["7.png"] && end.stderr == "")
  }

  @Test func `a picture that cannot be saved is a line, and the session goes on`() throws {
    try bench.write("old", to: "7.png")
    let driver = try bench.scrub("--frame", "7", "-o", "{index}.png")
    for key in ["s", "\r"] {
      try driver.type(key)
      try driver.wait("the refusal") { ScrubView($0).hint.contains("7.png") }
      try driver.expect(7)
    }
    #expect(try bench.bytes("7.png") == Data("old".utf8))
    try driver.expect(8, after: "l")
    #expect(try driver.save().paths == ["8.png"])
  }

  @Test func `unknown keys do nothing, and name the one that helps`() throws {
    let driver = try bench.scrub("--frame", "7")
    try driver.expect(7, after: "\u{1B}[15~\u{1B}OP\u{1B}[1;5C\u{1B}[27;5;113~\u{1B}[113;5u\u{1}x~\u{E9}日")
    try driver.wait("the way out") { ScrubView($0).hint.contains("? help (no such key)") }
    #expect(bench.names == ["v.mp4"])
    try driver.leave()
  }

  @Test func `a key in pieces is one key`() throws {
    let driver = try bench.scrub("--frame", "7")
    for byte in Array("\u{1B}[1;2C".utf8) { try driver.send([byte]) }
    try driver.expect(17)
    try driver.leave()
  }
}
