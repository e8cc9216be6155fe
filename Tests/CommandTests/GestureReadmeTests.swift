import Foundation
import TestSupport
import Testing

/// The part of the page about gestures that are made, as it is typed there.
@Suite struct GestureReadmeTests {
  @Test func `the commands of the page do what it says`() throws {
    let lines = try Page.command("Gestures").section("Gestures without writing JSON").split(separator: "\n").filter {
      $0.hasPrefix("    framegrab")
    }
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "clip.mp4")
    // The clip has 50 frames, so that the numbers are those of the page divided by ten.
    let commands = lines.filter { !$0.hasPrefix("    framegrab:") }.map { line in
      line.dropFirst(4).replacing("360f", with: "36f").replacing("375f", with: "37f").replacing("380f", with: "38f")
        .components(separatedBy: "  ")[0]
    }
    #expect(commands.count == 6)
    var printed: [String] = []
    for command in commands {
      let result = try bench.shell(command)
      #expect(result.status == 0, "\(command): \(result.stderr)")
      printed += result.lines
    }
    #expect(printed == ["drag.json", "clip-f000037.png", "slow.json", "back.json", "drag-solved.json", "mine.json"])
    #expect(try bench.number("clip-f000037.png") == 37)
    for (file, frame) in [("slow.json", 37), ("back.json", 37), ("drag-solved.json", 38)] {
      try bench.framegrab("--gesture", file, "-o", "p.png", "-y").expectSuccess("p.png")
      #expect(try bench.number("p.png") == frame)
    }
    // The refusal of the page has other numbers of frames.
    let refused = try bench.framegrab("clip.mp4", "--new-gesture", "fast.json", "--reach", "37f", "--away", "170")
    let words = try #require(lines.first { $0.hasPrefix("    framegrab:") }).dropFirst(4)
      .replacing("375", with: "37", maxReplacements: 1)
    let figures = try #require(words.range(of: "points of travel"))
    #expect(refused.status == 4 && refused.stderr.hasPrefix(words[..<figures.upperBound]), "\(refused.stderr)")
  }
}
