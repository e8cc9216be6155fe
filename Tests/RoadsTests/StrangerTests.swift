import Roads
import TestSupport
import Testing

@testable import Strangers

struct StrangerTests {
  @Test(arguments: [Fixture.h264OpenGOP, .gif])
  func `a clip is what FFmpeg decodes`(_ clip: Fixture) {
    let tool = Tool(path: BuiltTool.path, timeLimit: 300)
    let result = StrangerCheck(tool, seed: 1, most: 2).run(clip.path)
    #expect(result.wrong == 0 && result.text == nil, "\(result.text ?? "")")
    var table = StrangerTable()
    table.add(result)
    #expect(table.wrong == 0 && table.text.contains("1 files: 1 compared (1 all equal)"), "\(table.text)")
  }

  @Test func `another picture is found, and the text has both commands`() throws {
    let fake = try FakeTool("*' --all '*", #""$TOOL" "$@" | sed '3s/"hash":"[0-9a-f]/"hash":"x/'"#)
    let result = StrangerCheck(fake.tool, seed: 1, most: 0).run(Fixture.h264Cropped.path)
    let text = try #require(result.text)
    #expect(result.wrong == 1 && text.contains("1 same place, another picture: 2"), "\(text)")
    #expect(text.contains("--all") && text.contains("framemd5"))
  }

  @Test(arguments: ["--at", "--frame"])
  func `another picture for a call without a report is found`(option: String) throws {
    let fake = try FakeTool("*' \(option) '*", #""$TOOL" "$@" | sed 's/^./x/'"#)
    let result = StrangerCheck(fake.tool, seed: 1, most: 2).run(Fixture.h264Cropped.path)
    #expect(result.text?.contains("alone is") == true, "\(result.text ?? "")")
  }

  @Test func `what is no video and what is refused are told apart`() {
    let check = StrangerCheck(Tool(path: BuiltTool.path, timeLimit: 300), seed: 1, most: 0)
    #expect(check.run(#filePath).text == nil)
    #expect(check.run(Fixture.playlist.path).text?.hasPrefix("refused") == true)
  }

  // MARK: Verdicts

  private func answers(_ frames: [(pts: Int64, hash: String)]) -> [Answer] {
    frames.enumerated().map { number, frame in
      var answer = Answer()
      (answer.index, answer.pts, answer.timeBase, answer.hash) = (number, frame.pts, "1/25", frame.hash)
      return answer
    }
  }

  private func frames(_ list: [(pts: Int64, hash: String)], told: Bool = true) -> [Reference.Frame] {
    list.map {
      Reference.Frame(
        pts: $0.pts, sortedPts: $0.pts, isTimeTold: told, md5: $0.hash, isKeyframe: false, isComparable: true)
    }
  }

  private func counts(
    _ here: [(pts: Int64, hash: String)], _ there: [(pts: Int64, hash: String)], told: Bool = true
  ) -> [Verdict: Int] {
    Comparison(answers(here), frames(there, told: told), timeBase: "1/25", isEndAnnounced: false).counts
  }

  @Test func `frames that only one has are found by place`() {
    let all: [(pts: Int64, hash: String)] = [(0, "a"), (1, "b"), (2, "c"), (3, "d")]
    #expect(counts(all, all) == [.right: 4])
    #expect(counts(Array(all.dropFirst()), all) == [.beforeStart: 1, .right: 3])
    #expect(counts(Array(all.dropLast()), all) == [.missingAtEnd: 1, .right: 3])
    #expect(counts([all[0], all[2], all[3]], all) == [.missingInside: 1, .right: 3])
    #expect(counts(all, Array(all.dropLast())) == [.more: 1, .right: 3])
  }

  @Test func `other times are wrong only where the file gives times`() {
    let here: [(pts: Int64, hash: String)] = [(0, "a"), (1, "b")]
    #expect(counts(here, [(0, "a"), (7, "b")]) == [.right: 1, .otherTime: 1])
    #expect(counts(here, [(0, "a"), (7, "b")], told: false) == [.right: 1, .rightWithOtherMadeUpTime: 1])
    #expect(counts(here, [(0, "a"), (1, "x")]) == [.right: 1, .otherPicture: 1])
  }
}
