import Foundation
import TestSupport
import Testing

/// Differences on a terminal, which `script` of util-linux provides.
@Suite(.enabled(if: hasTerminal)) struct TerminalTests {
  private func watch(_ bench: Bench, _ command: String) throws -> (status: Int32, text: String) {
    let result = try bench.watch(command)
    return (result.status, result.text)
  }

  @Test func `an error in an argument is marked on a terminal`() throws {
    let bench = try Bench()
    let (status, text) = try watch(bench, "framegrab v.mp4 --at 5:75")
    #expect(status == 2)
    let lines = text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(text)")
    #expect(lines[0].hasPrefix("framegrab: ") && lines[0].contains("'5:75'"))
    let column = try #require(lines[1].firstRange(of: "5:75")).lowerBound
    // The seconds are invalid: the two characters after the colon.
    let indent = lines[1].distance(from: lines[1].startIndex, to: column)
    #expect(lines[2] == String(repeating: " ", count: indent + 2) + "^^")
  }

  @Test func `without a terminal there is only the message`() throws {
    try Bench().framegrab("v.mp4", "--at", "5:75").expectFailure(2, "'5:75'")
  }

  @Test func `an unknown option is marked as well`() throws {
    let (status, text) = try watch(try Bench(), "framegrab v.mp4 --att=3s")
    #expect(status == 2)
    #expect(text.contains("--att=3s\n    ^^^^^\n"), "\(text)")
  }

  @Test func `where no single word is at fault nothing is marked`() throws {
    let (status, text) = try watch(try Bench(), "framegrab v.mp4 -y -n --at 3s")
    #expect(status == 2)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2 && !text.contains("^"), "\(text)")
  }

  @Test func `a picture never goes to a terminal`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    let (status, text) = try watch(bench, "framegrab v.mp4 --at 0 -o -")
    #expect(status == 5)
    #expect(text.hasPrefix("framegrab: ") && text.contains("terminal"))
    #expect(!text.contains("PNG"))
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `control characters do not reach the terminal`() throws {
    let bench = try Bench()
    let (status, text) = try watch(bench, "framegrab \"$(printf 'a\\033[31mb.mp4')\" --at 0")
    #expect(status == 3)
    #expect(text.contains("a\\x1B[31mb.mp4"))
    #expect(!text.unicodeScalars.contains("\u{1B}"))
  }
}
