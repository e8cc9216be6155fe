import Foundation
import TestSupport
import Testing

/// --progress. A list that arrives late makes the run take longer than half a second.
@Suite struct ProgressTests {
  private let clip = Fixture.h264Faststart.path

  private func late(_ bench: Bench, _ options: String) throws -> RunResult {
    try bench.shell("printf '1s\\n0.2s\\n' | framegrab \"$1\" --at-list - --hash \(options)", clip)
  }

  @Test func `a line says how many frames are done`() throws {
    let result = try late(Bench(), "--progress always")
    #expect(result.status == 0 && result.lines.count == 2)
    // The file is smaller than a block of reading, so that opening it is all of it.
    #expect(
      result.complaints.starts(with: ["framegrab: reading h264-faststart.mp4: 100 %", "framegrab: 1 of 2 frames"]),
      "\(result.stderr)")
  }

  @Test(arguments: ["", "--progress auto", "--progress never", "-q"])
  func `without a terminal there is no progress line`(options: String) throws {
    let result = try late(Bench(), options)
    #expect(result.status == 0 && result.stderr == "")
  }

  @Test func `an unknown choice is refused`() throws {
    try Bench().framegrab(clip, "--all", "--progress", "yes").expectFailure(2, "auto", "always", "never")
  }

  @Test(.enabled(if: hasTerminal)) func `on a terminal the line is shown, and erased`() throws {
    let bench = try Bench()
    func watch(_ options: String) throws -> String {
      let command = "printf '0.2s\\n99s\\n1s\\n' | framegrab '\(clip)' --at-list - --hash \(options)"
      let result = try bench.shell("script -qec \"$1\" /dev/null", command)
      return String(decoding: result.stdout, as: UTF8.self)
    }
    let text = try watch("--progress always")
    #expect(text.contains(/\rframegrab: [12] of 3 frames/), "\(text)")
    // Every line that stays starts at the margin: the text before it was overwritten with blanks.
    let settled = text.replacing("\r\n", with: "\n").split(separator: "\n").map { line in
      line.split(separator: "\r").last.map(String.init) ?? ""
    }
    let hashes = try Fixture.h264Faststart.expectedFrames().map(\.md5)
    #expect(settled.first == hashes[5] && settled.contains(hashes[25]), "\(text)")
    #expect(settled.contains { $0.hasPrefix("framegrab: ") && $0.contains("99 s is past the end") }, "\(text)")
    #expect(try !watch("-q").contains("of 3 frames") && !watch("--progress never").contains("of 3 frames"))
  }

  @Test(.enabled(if: hasTerminal)) func `on a terminal the line is cut to its width`() throws {
    let bench = try Bench()
    let command = "stty cols 24; printf '0.2s\\n1s\\n' | framegrab '\(clip)' --at-list - --hash --progress always"
    let text = String(decoding: try bench.shell("script -qec \"$1\" /dev/null", command).stdout, as: UTF8.self)
    let shown = text.replacing("\r\n", with: "\n").split { $0 == "\r" || $0 == "\n" }
      .filter { $0.hasPrefix("framegrab: ") }
    // "framegrab: reading h264-faststart.mp4: 100 %" has more columns than fit, so its first 23 are shown.
    #expect(shown.contains("framegrab: reading h264"), "\(text)")
    #expect(!shown.isEmpty && shown.allSatisfy { $0.count <= 23 })
  }

  @Test(.enabled(if: hasTerminal)) func `on a terminal that moves no cursor there are lines`() throws {
    let bench = try Bench()
    func watch(_ options: String) throws -> String {
      let command = "printf '0.2s\n1s\n' | framegrab '\(clip)' --at-list - --hash \(options)"
      let result = try bench.shell("TERM=dumb script -qec \"$1\" /dev/null", command)
      return String(decoding: result.stdout, as: UTF8.self).replacing("\r\n", with: "\n")
    }
    let text = try watch("--progress always")
    #expect(!text.contains("\r") && text.contains("framegrab: 1 of 2 frames\n"), "\(text)")
    #expect(try !watch("--progress auto").contains("framegrab: "))
  }

  @Test(.enabled(if: hasTerminal)) func `on a terminal paths have escapes, in a pipe they are bytes`() throws {
    let bench = try Bench()
    let seen = try bench.watch("framegrab '\(clip)' --frame 3 -y -o \"$(printf 'a\\033[2Jb.png')\"")
    #expect(seen.text == "a\\x1B[2Jb.png\n")
    let piped = try bench.framegrab(clip, "--frame", "3", "-y", "-o", "a\u{1B}[2Jb.png")
    #expect(piped.text == "a\u{1B}[2Jb.png\n")
  }
}
