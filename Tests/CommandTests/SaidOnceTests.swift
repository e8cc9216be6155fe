import Foundation
import TestSupport
import Testing

/// What is said of damage and of files that are cut off: once, in times, and to programs, too.
@Suite struct SaidOnceTests {
  /// 50 frames of 1/25 s, listed at its start; the bytes of the last ones are missing.
  private func furnish() throws -> (bench: Bench, last: Int) {
    let bench = try Bench()
    let bytes = try Fixture.h264Faststart.bytes()
    try bench.write(bytes.prefix(bytes.count * 7 / 10), to: "cut.mp4")
    let list = try bench.framegrab("cut.mp4", "--list-frames", "--json").objects()
    let last = try #require(list.lastIndex { $0["decodable"] as? Bool != false })
    try #require(last > 10 && last < 40)
    return (bench, last)
  }

  /// The end of a frame in seconds, as short as it can be written with three digits.
  private func end(of frame: Int) -> String {
    // A 25th of a second has two digits at most.
    let hundredths = (frame + 1) * 4
    let text = String(format: "%d.%02d", hundredths / 100, hundredths % 100)
    return text.replacing(#/\.?0+$/#, with: "")
  }

  @Test func `a moment that is cut off names times, and its frame`() throws {
    let (bench, last) = try furnish()
    let words = "cut.mp4: is cut off after frame \(last): \(end(of: last)) s of 2 s are there"
    // 90 % of 2 s is 1.8 s, frame 45.
    try bench.framegrab("cut.mp4", "--at", "90%", "--hash").expectFailure(4, words + "; 90% is frame 45")
    let byIndex = try bench.framegrab("cut.mp4", "--frame", "45", "--hash")
    #expect(byIndex.stderr == "framegrab: \(words)\n")
  }

  @Test func `each moment that is cut off has an object that says so`() throws {
    let (bench, _) = try furnish()
    let moments = ["1.8s", "90%", "1.9s", "end"]
    let objects = try bench.framegrab(["cut.mp4", "--hash", "--json"] + moments.flatMap { ["--at", $0] }).objects()
    #expect(objects.map { $0["asked"] as? String } == moments && objects.allSatisfy { $0["cutOff"] as? Bool == true })
    // A service's single answer, and its series.
    let requests = #"{"video": "cut.mp4", "at": "90%"}"# + "\n" + #"{"video": "cut.mp4", "at": ["90%"]}"# + "\n"
    let answers = try bench.framegrab(["--serve", "--hash"], input: Data(requests.utf8)).objects()
    #expect(answers[0]["cutOff"] as? Bool == true)
    #expect((answers[1]["frames"] as? [[String: Any]])?.map { $0["cutOff"] as? Bool } == [true])
    // What is missing for another reason does not say it.
    let other = try bench.framegrab("none.mp4", "--at", "0", "--json").objects()
    #expect(other.count == 1 && other[0]["cutOff"] == nil)
  }

  @Test func `--info of a file that is cut off counts what is there`() throws {
    let (bench, last) = try furnish()
    let info = try #require(try bench.framegrab("cut.mp4", "--info", "--json").objects().first)
    let size = try #require(info["fileSize"] as? Int)
    // Bits of all bytes, by a 25th of a second a frame.
    let rate = (Double(size) * 8 * 25 / Double(last + 1)).rounded()
    #expect(info["bitRate"] as? Double == rate && info["frames"] as? Int == 50)
    let text = try bench.framegrab("cut.mp4", "--info").text
    #expect(text.contains("cut off after \(last + 1) of them") && text.contains("; \(end(of: last))"))
  }

  @Test func `a damaged video of a batch is one line and a count`() throws {
    let bench = try Bench()
    try bench.copy(.vp9, to: "good.webm")
    var bytes = try Fixture.h264Faststart.bytes()
    let start = bytes.count / 3
    // Changed bytes in the middle of pictures.
    for place in stride(from: start, to: bytes.count, by: 211) { bytes[place] ^= 0x55 }
    try bench.write(bytes, to: "bad.mp4")
    let alone = try bench.framegrab("bad.mp4", "--all", "--hash", "--json").objects()
    let damaged = alone.count { $0["damaged"] as? Bool == true }
    let failed = alone.count { $0["code"] != nil }
    try #require(damaged > 1)
    // Alone, each names its frame.
    let lines = try bench.framegrab("bad.mp4", "--all", "--hash").complaints.filter { $0.contains("warning") }
    for object in alone where object["damaged"] as? Bool == true {
      let index = try #require(object["index"] as? Int)
      #expect(lines.count { $0.contains("this picture comes from (frame \(index) at ") } == 1)
    }
    let jobs = [#"{"video": "bad.mp4"}"#, #"{"video": "good.webm"}"#, #"{"video": "bad.mp4", "all": true}"#]
    let result = try bench.batch(jobs, ["--all", "--hash", "--json"])
    let warnings = result.complaints.filter { $0.contains("warning") }
    #expect(warnings == ["framegrab: bad.mp4: warning: the file is damaged where some of its pictures come from"])
    #expect(result.status == (failed > 0 ? 1 : 0))
    #expect(try result.objects().last?["damaged"] as? Int == 2 * damaged)
  }
}
