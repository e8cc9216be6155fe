import Foundation
import TestSupport
import Testing

/// `--info` and `--list-frames` of several videos.
@Suite struct SeveralInfoTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.oneFrame, to: "a.mp4")
    try bench.copy(.vp9, to: "b.webm")
    return bench
  }

  @Test(arguments: ["--info", "--list-frames"])
  func `each video has a block, and a broken one a line`(_ look: String) throws {
    let bench = try furnish()
    let blocks = try ["a.mp4", "b.webm"].map { video in
      let block = try bench.framegrab(video, look).text
      return look == "--info" ? block : "==> \(video) <==\n" + block
    }
    let result = try bench.framegrab("none.mp4", "a.mp4", "b.webm", look)
    #expect(result.status == 1 && result.text == blocks.joined(separator: "\n"))
    #expect(result.stderr == "framegrab: none.mp4: no such file\n")
    #expect(try bench.framegrab("a.mp4", "b.webm", look).status == 0)
    let first = try bench.framegrab("none.mp4", "a.mp4", look, "--fail-fast")
    #expect(first.status == 1 && first.stdout.isEmpty)
  }

  @Test func `with --json each video is a line, and a broken one an object with error and code`() throws {
    let bench = try furnish()
    let result = try bench.framegrab("a.mp4", "none.mp4", "b.webm", "--info", "--json")
    #expect(result.status == 1 && result.lines.count == 3)
    #expect(try result.lines[0] + "\n" == bench.framegrab("a.mp4", "--info", "--json").text)
    #expect(try result.lines[2] + "\n" == bench.framegrab("b.webm", "--info", "--json").text)
    let broken = try result.objects()[1]
    #expect(broken["input"] as? String == "none.mp4" && broken["code"] as? Int == 3)
    #expect(broken["error"] as? String == "none.mp4: no such file")
    // A pattern may fit one video only.
    let alone = try bench.framegrab("none.mp4", "--info", "--json")
    #expect(alone.status == 3 && alone.text == result.lines[1] + "\n")
  }

  @Test func `with --json each frame names its video`() throws {
    let bench = try furnish()
    let alone = try bench.framegrab("b.webm", "--list-frames", "--json").lines
    let result = try bench.framegrab("none.mp4", "b.webm", "--list-frames", "--json")
    #expect(result.status == 1 && result.lines.count == alone.count + 1)
    #expect(result.lines.dropFirst() == alone.map { #"{"input":"b.webm","# + $0.dropFirst() }[...])
    #expect(try result.objects()[0]["code"] as? Int == 3)
  }

  @Test func `words that are no videos are refused`() throws {
    try furnish().framegrab("a.mp4", "2", "--info").expectFailure(2, "not all of these words are videos")
  }
}
