import Testing
import Timeline

@testable import Roads

struct JudgeTests {
  private func seen(
    _ road: String, code: Int32? = 0, index: Int? = nil, pts: Int64? = nil, hash: String? = nil, damaged: Bool? = nil
  ) -> Observation {
    var seen = Observation(.frame(3), road: road, show: Show(command: [road]))
    (seen.code, seen.index, seen.pts, seen.hash, seen.isDamaged) = (code, index, pts, hash, damaged)
    return seen
  }

  @Test func `what a road does not say agrees with everything`() {
    let all = [seen("a", hash: "x"), seen("b", index: 3, pts: 9, hash: "x"), seen("c", code: nil, index: 3, pts: 9)]
    #expect(Judge.findings(all).isEmpty)
    // A limit says nothing about the frame.
    #expect(Judge.findings(all + [seen("d", code: 6)]).isEmpty)
  }

  @Test func `the road that is alone is named, and the worst difference counts`() {
    let found = Judge.findings([
      seen("a", pts: 9, hash: "x"), seen("b", pts: 8, hash: "y"), seen("c", pts: 9, hash: "x"),
    ])
    #expect(found.map(\.kind) == [.picture] && found.first?.roads == ["b"])
    #expect(found.first?.seen.map(\.road) == ["a", "b"])
    #expect(Judge.findings([seen("a", hash: "x"), seen("b", code: 4)]).map(\.kind) == [.code])
    #expect(Judge.findings([seen("a", pts: 1), seen("b", pts: 2)]).map(\.kind) == [.time])
    #expect(Judge.findings([seen("a", damaged: true), seen("b", damaged: false)]).map(\.kind) == [.damage])
  }

  @Test func `damaged pictures that differ are of their own kind if all are marked`() {
    let (one, other) = (seen("a", hash: "x", damaged: true), seen("b", hash: "y", damaged: true))
    #expect(Judge.findings([one, other]).map(\.kind) == [.marked])
    #expect(Judge.findings([one, seen("b", hash: "y", damaged: false)]).map(\.kind) == [.picture])
    #expect(Judge.findings([one, seen(Roads.verifying, code: 4)]).map(\.kind) == [.marked])
    #expect(Judge.findings([one, seen("b", code: 4)]).map(\.kind) == [.code])
  }

  @Test func `exit codes go with the answers`() {
    #expect(Legitimate.isExitCode(0, of: [0, 0], isSingle: false))
    #expect(!Legitimate.isExitCode(0, of: [0, 4], isSingle: false))
    #expect(Legitimate.isExitCode(1, of: [0, 4], isSingle: false))
    #expect(Legitimate.isExitCode(3, of: [3, 3], isSingle: false))
    #expect(Legitimate.isExitCode(4, of: [4], isSingle: true) && !Legitimate.isExitCode(1, of: [4], isSingle: true))
  }

  @Test func `frames without a time of their own are not asked for by it`() {
    let frames = [0, 5, 5, 3].map {
      ListedFrame(index: nil, pts: $0, time: Rational($0), isDecodable: true, isCutOff: false)
    }
    #expect((0..<3).map { Legitimate.hasOwnTime($0, in: frames) } == [true, false, false])
    #expect((0..<4).map { Legitimate.hasOwnTimestamp($0, in: frames) } == [true, false, false, false])
  }
}
