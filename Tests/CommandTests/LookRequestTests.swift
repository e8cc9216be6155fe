import Foundation
import TestSupport
import Testing

/// `info` and `list-frames` as requests and jobs.
@Suite struct LookRequestTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.timecode, to: "b.mov")
    try bench.write("no video", to: "c.mp4")
    return bench
  }

  private func object(_ line: String) throws -> NSMutableDictionary {
    try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8), options: .mutableContainers) as? NSMutableDictionary)
  }

  @Test(arguments: ["auto", "off"])
  func `requests are answered by what the command line prints`(_ sandbox: String) throws {
    let bench = try bench()
    let requests = [
      #"{"id": 1, "video": "a.mp4", "info": true}"#, #"{"id": 2, "video": "b.mov", "list-frames": true}"#,
      #"{"id": 3, "video": "c.mp4", "info": true}"#,
      #"{"id": 4, "video": "a.mp4", "frame": 3, "hash": true, "info": false}"#,
      #"{"id": 5, "video": "a.mp4", "info": true, "frame": 3}"#,
      #"{"id": 6, "video": "a.mp4", "info": true, "list-frames": true}"#,
      #"{"id": 7, "video": "a.mp4", "info": false}"#,
      #"{"id": 8, "video": "a.mp4", "info": true, "clock": "player", "output": "a.json"}"#,
      #"{"id": 9, "video": "a.mp4", "list-frames": true, "crop": "9x9+0+0"}"#,
    ]
    let result = try bench.framegrab(
      ["--serve", "--sandbox", sandbox], input: Data((requests.joined(separator: "\n") + "\n").utf8))
    let answers = try result.lines.map(object)
    try #require(result.status == 1 && answers.count == 9, "\(result.stderr)")
    let info = try object(bench.framegrab("a.mp4", "--info", "--json").lines[0])
    info["id"] = 1
    #expect(answers[0] == info)
    let frames = try bench.framegrab("b.mov", "--list-frames", "--json").lines.map(object)
    #expect(!frames.isEmpty && answers[1] == ["id": 2, "frames": frames])
    #expect(answers[2]["code"] as? Int == 3 && answers[2]["frames"] == nil)
    #expect(answers[3]["index"] as? Int == 3)
    for answer in answers[4...5] {
      #expect(answer["code"] as? Int == 2)
      #expect((answer["error"] as? String)?.contains("ask for one of them, without moments") == true)
    }
    #expect((answers[6]["error"] as? String)?.contains("has a moment") == true)
    for (answer, words) in zip(answers[7...], [#""info" writes no frames"#, #""list-frames" writes no frames"#]) {
      #expect(answer["code"] as? Int == 2 && (answer["error"] as? String)?.hasPrefix(words) == true)
    }
  }

  @Test func `jobs have them in their lines, and are done once`() throws {
    let bench = try bench()
    let jobs = [
      #"{"id": "i", "video": "a.mp4", "info": true}"#, #"{"id": "l", "video": "b.mov", "list-frames": true}"#,
      #"{"id": "g", "video": "a.mp4", "frame": 3, "output": "3.png"}"#, #"{"id": "c", "video": "c.mp4", "info": true}"#,
    ]
    try bench.write(jobs.joined(separator: "\n") + "\n", to: "jobs.ndjson")
    let first = try bench.framegrab("--batch", "jobs.ndjson", "--results", "r.ndjson", "-j", "2")
    #expect(first.status == 1)
    func lines() throws -> [String: NSMutableDictionary] {
      let text = String(decoding: try bench.bytes("r.ndjson"), as: UTF8.self)
      let objects = try text.split(separator: "\n").map { try object(String($0)) }
      return Dictionary(objects.map { ($0["id"] as? String ?? "", $0) }) { $1 }
    }
    let kept = try lines()
    let info = try object(bench.framegrab("a.mp4", "--info", "--json").lines[0])
    #expect(kept["i"]?["info"] as? NSDictionary == info && kept["i"]?["code"] is NSNull)
    let listed = try #require(kept["l"]?["frames"] as? [[String: Any]])
    let frames = try bench.framegrab("b.mov", "--list-frames", "--json").objects()
    #expect(listed.map { $0["pts"] as? Int } == frames.map { $0["pts"] as? Int })
    #expect(listed.allSatisfy { $0["error"] is NSNull && $0["code"] is NSNull && $0["input"] as? String == "b.mov" })
    #expect(kept["g"]?["info"] == nil && kept["c"]?["code"] as? Int == 3)
    #expect(bench.names.contains("3.png"))
    // What was found is printed as of several videos, in the order of the jobs.
    let printed = try bench.framegrab("--batch", "jobs.ndjson", "--json", "-y")
    #expect(try object(printed.lines[0]) == info)
    let several = try bench.framegrab("b.mov", "a.mp4", "--list-frames", "--json")
    #expect(Array(printed.lines[1...frames.count]) == Array(several.lines.prefix(frames.count)))
    // Only what failed is done again.
    let again = try bench.framegrab("--batch", "jobs.ndjson", "--results", "r.ndjson", "--resume", "--json")
    let summary = try #require(try again.lines.last.map(object))
    #expect(summary["summary"] as? Bool == true)
    #expect(try lines() == kept)
  }
}
