import Foundation
import TestSupport
import Testing

@testable import Roads

struct RoadCheckTests {
  @Test(arguments: [(Fixture.gif, false), (.h264VFR, true)])
  func `the tool answers alike along every road`(_ clip: Fixture, isBrief: Bool) throws {
    let scratch = try Scratch()
    let tool = Tool(path: BuiltTool.path, timeLimit: 300)
    let result = RoadCheck(try .small(tool), scratch: scratch.folder).run(clip.path, isBrief: isBrief)
    #expect(result.isFine && result.isVideo, "\(result.text(Evidence(in: scratch.folder)) ?? "")")
    #expect(result.roads.count > (isBrief ? 5 : 10) && result.pictures > 10)
  }

  @Test func `a spoilt file, and one that is no video, have one answer too`() throws {
    let scratch = try Scratch()
    let options = try RunOptions.small(Tool(path: BuiltTool.path, timeLimit: 300))
    let check = RoadCheck(options, scratch: scratch.folder)
    let evidence = Evidence(in: scratch.folder.appending(component: "kept", directoryHint: .isDirectory))
    let results = SpoiltRun(check, seed: 1, most: 1, evidence: evidence).run(Fixture.h264Cropped.path)
    #expect(results.count == 1 && results.allSatisfy { $0.result.isFine })
    let text = check.run(#filePath, isBrief: true)
    #expect(text.isFine && !text.isVideo && text.text(evidence) == nil)
  }

  @Test func `a picture that one road gives otherwise is found`() throws {
    let fake = try FakeTool(
      "*' -j 3 '*", #"said=$("$TOOL" "$@"); code=$?; echo "$said" | sed 's/"hash":"[0-9a-f]/"hash":"x/'; exit $code"#)
    let scratch = try Scratch()
    let result = RoadCheck(try .small(fake.tool), scratch: scratch.folder).run(Fixture.oneFrame.path, isBrief: true)
    #expect(result.findings.map(\.kind) == [.picture])
    #expect(result.findings.first?.roads == ["several moments with -j 3"])
    let text = try #require(result.text(Evidence(in: scratch.folder)))
    // Both commands.
    #expect(text.contains("other pictures: frame 0") && text.contains("-j 3"))
    #expect(text.split(separator: "\n").count { $0.contains(fake.tool.path) } == 2)
  }

  @Test func `a crash, and answers that are missing, are found`() throws {
    let scratch = try Scratch()
    let crashing = try FakeTool("*' --verify '*", "kill -SEGV $$")
    let crashed = RoadCheck(try .small(crashing.tool), scratch: scratch.folder)
      .run(Fixture.oneFrame.path, isBrief: true)
    #expect(crashed.findings.map(\.kind) == [.crash])
    let silent = try FakeTool("*' --serve '*", "cat > /dev/null")
    let missing = RoadCheck(try .small(silent.tool), scratch: scratch.folder)
      .run(Fixture.oneFrame.path, isBrief: true)
    #expect(missing.findings.map(\.kind) == [.missing])
  }
}
