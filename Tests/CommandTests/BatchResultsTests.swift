import Foundation
import TestSupport
import Testing

/// The lines of a file of results, and what is promised of them.
@Suite struct BatchResultsTests {
  // MARK: Members

  @Test func `a line has its members in order, what differs from run to run last`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    let result = try bench.batch(
      [
        #"{"video": "a.mp4", "frame": [3, 4], "output": "{index}.png", "id": 7.50}"#,
        #"{"video": "none.mp4", "frame": 3, "id": "n\u00e9"}"#, #"{"video": "a.mp4", "frame": 9, "hash": true}"#,
        #"{"video": "a.mp4", "frame": 9999, "id": false}"#,
      ], ["--results", "r.ndjson"])
    #expect(result.status == 1)
    let lines = try bench.results().sorted { $0.job < $1.job }
    try #require(lines.map(\.job) == [1, 2, 3, 4])
    for line in lines {
      var rest = line.text[...]
      let failure = line.code == nil ? [#","error":null"#, #","code":null"#] : [#","error":""#, #","code":"#]
      for key in [#"{"job":"#, #","key":""#, #","id":"#, #","video":{"path":"#, #","size":"#, #","mtime":"#]
        + [#","frames":["#] + failure + [#","attempts":1,"#, #""seconds":"#, #","worker":"#]
      {
        let range = try #require(rest.range(of: key), "\(key) in \(line.text)")
        rest = rest[range.upperBound...]
      }
      let known = ["job", "key", "id", "video", "frames", "error", "code", "attempts", "seconds", "worker"]
      #expect(Set(line.object.keys) == Set(known))
      #expect(line.object["seconds"] as? Double != nil)
      #expect(try #require(line.key).wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }
    #expect(Set(lines.map(\.key)).count == 4)
    // The id as it was written.
    #expect(lines[0].text.contains(#","id":7.50,"#) && lines[2].object["id"] is NSNull)
    #expect(lines[1].object["id"] as? String == "né" && lines[3].object["id"] as? Bool == false)
    #expect(lines.map(\.code) == [nil, 3, nil, 4])
    #expect((lines[1].object["error"] as? String)?.contains("none.mp4: no such file") == true)
    #expect((lines[3].object["error"] as? String)?.contains("9999") == true)
    for place in [0, 2, 3] {
      #expect(lines[place].video["path"] as? String == "a.mp4")
      #expect(lines[place].video["size"] as? Int == (try Fixture.h264Faststart.bytes().count))
      #expect(lines[place].text.contains(#""mtime":1700000000.000000000}"#))
    }
    #expect(lines[1].video["size"] is NSNull && lines[1].video["mtime"] is NSNull)
  }

  @Test func `frames are what --json prints, and the size and sum of their files`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    let words = ["a.mp4", "--frame", "3", "--frame", "40", "-o", "{index}.png"]
    let alone = try bench.framegrab(words + ["--json"])
    try #require(alone.lines.count == 2)
    let result = try bench.framegrab(["--batch"] + words + ["--results", "r.ndjson", "-y"])
    #expect(result.status == 0, "\(result.stderr)")
    let line = try #require(try bench.results().first)
    let frames = try alone.lines.zip([3, 40]).map { text, index in
      let bytes = try bench.bytes("\(index).png")
      let sum = String(crc32(bytes), radix: 16)
      let digits = String(repeating: "0", count: 8 - sum.count) + sum
      return text.replacing(#""outcome":"written""#, with: #""outcome":"replaced""#).dropLast()
        + #","bytes":\#(bytes.count),"crc32":"\#(digits)","error":null,"code":null}"#
    }
    #expect(line.text.contains(#","frames":[\#(frames.joined(separator: ","))],"#), "\(line.text)")
    // Without a file there is nothing to measure.
    #expect(try bench.framegrab("--batch", "a.mp4", "--frame", "3", "--hash", "--results", "h").status == 0)
    let frame = try #require(try bench.results("h").first?.frames.first)
    #expect(frame["crc32"] == nil && frame["outcome"] is NSNull)
    #expect(frame["hash"] as? String == (try Fixture.h264Faststart.expectedFrames()[3].md5))
  }

  @Test func `a name that is no text is told by its bytes`() throws {
    let bench = try Bench()
    try bench.copy(.oneFrame, to: "a.mp4")
    let result = try bench.shell(
      """
      name=$(printf 'v\\377.mp4'); cp a.mp4 "$name" || exit 9
      framegrab "$name" a.mp4 --frame 0 -o '{stem}.png' --results r.ndjson || exit 8
      rm "$(printf 'v\\377.png')"
      framegrab "$name" a.mp4 --frame 0 -o '{stem}.png' --results r.ndjson --resume
      """)
    #expect(result.status == 0, "\(result.stderr)")
    let lines = try bench.results()
    // Only the one whose picture is missing was done again, and has its new line only.
    #expect(lines.map(\.job) == [2, 1])
    let first = try #require(lines.first { $0.job == 1 })
    #expect(first.video["pathBytes"] as? String == Data([0x76, 0xFF] + Array(".mp4".utf8)).base64EncodedString())
    #expect(
      first.frames.first?["outputBytes"] as? String == Data([0x76, 0xFF] + Array(".png".utf8)).base64EncodedString())
  }

  // MARK: Keys

  private func keys(_ bench: Bench, _ jobs: [String], _ words: [String] = []) throws -> [String] {
    _ = try bench.shell("rm -f k.ndjson")
    let result = try bench.batch(jobs, words + ["--results", "k.ndjson"])
    #expect(result.status == 0, "\(result.stderr)")
    return try bench.results("k.ndjson").sorted { $0.job < $1.job }.map { try #require($0.key) }
  }

  @Test func `a job has one key however it is spelled`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    let same = try keys(
      bench,
      [
        #"{"video": "a.mp4", "frame": 3, "width": 40, "depth": 16, "hash": true}"#,
        #"{"hash": true, "depth": "16", "id": "x", "weight": 9, "width": 40, "frame": "3", "video": "a.mp4"}"#,
        #"{"frame": 3, "video": "a.mp4", "hash": true, "clamp": false, "width": 40, "depth": 16}"#,
      ])
    #expect(Set(same).count == 1)
    // It does not matter whether the job says it or the command line, nor how many work on it.
    let job = #"{"video": "a.mp4", "frame": 3, "hash": true, "depth": 16}"#
    #expect(try keys(bench, [job], ["--width", "40", "-j", "1", "--sandbox", "off"]) == [same[0]])
    #expect(try keys(bench, [job], ["--width", "40", "--skip-existing", "--sync", "--timeout", "50s"]) == [same[0]])
  }

  @Test func `another option, moment, name or video is another key`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4", "b.mp4"])
    let jobs = [
      #"{"video": "a.mp4", "frame": 3, "hash": true}"#, #"{"video": "a.mp4", "frame": 4, "hash": true}"#,
      #"{"video": "a.mp4", "at": 3, "clamp": true, "hash": true}"#,
      #"{"video": "a.mp4", "at": 3, "clamp": true, "nearest": true, "hash": true}"#,
      #"{"video": "a.mp4", "frame": 3, "width": 40, "hash": true}"#,
      #"{"video": "a.mp4", "frame": 3, "width": 41, "hash": true}"#,
      #"{"video": "a.mp4", "frame": 3, "output": "x.png"}"#, #"{"video": "a.mp4", "frame": 3, "output": "y.png"}"#,
      #"{"video": "b.mp4", "frame": 3, "hash": true}"#, #"{"video": "a.mp4", "frame": [3, 4], "hash": true}"#,
      #"{"video": "a.mp4", "frame": [4, 3], "hash": true}"#,
    ]
    let before = try keys(bench, jobs, ["-y"])
    #expect(Set(before).count == jobs.count)
    #expect(try keys(bench, jobs.reversed(), ["-y"]) == before.reversed())
    // The time of one video, and the size of the other.
    try bench.setTime(of: "a.mp4", to: 1_700_000_001)
    let touched = try keys(bench, jobs, ["-y"])
    #expect(zip(before, touched).map { $0 == $1 } == jobs.map { $0.contains("b.mp4") })
    try bench.write(try bench.bytes("b.mp4") + Data([0, 0, 0, 9]) + Data("free".utf8) + Data([0]), to: "b.mp4")
    try bench.setTime(of: "b.mp4")
    let longer = try keys(bench, jobs, ["-y"])
    #expect(zip(touched, longer).map { $0 != $1 } == jobs.map { $0.contains("b.mp4") })
  }

  @Test func `the key has the number of the job only if a name has it`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    let jobs = (3...4).map { #"{"video": "a.mp4", "frame": \#($0)}"# }
    let (numbered, reversed) = (
      try keys(bench, jobs, ["-o", "{n}.png"]), try keys(bench, jobs.reversed(), ["-o", "{n}.png", "-y"])
    )
    #expect(Set(numbered + reversed).count == 4)
  }

  @Test func `the key knows what a gesture and a list of moments say`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4"])
    var keys: [String] = []
    for text in ["0.2s\n", "0.4s\n", "0.2s\n"] {
      try bench.write(text, to: "list")
      keys += try self.keys(bench, [#"{"video": "a.mp4"}"#], ["--at-list", "list", "--hash"])
    }
    #expect(keys[0] != keys[1] && keys[0] == keys[2])
    let gesture = try bench.framegrab("--example-gesture").text
    for text in [gesture, gesture.replacing("25%", with: "30%"), gesture] {
      try bench.write(text, to: "g.json")
      keys += try self.keys(bench, [#"{"video": "a.mp4", "gesture": "g.json", "hash": true}"#])
    }
    #expect(keys[3] != keys[4] && keys[3] == keys[5])
  }
}

extension Sequence {
  fileprivate func zip<Other: Sequence>(_ other: Other) -> Zip2Sequence<Self, Other> { Swift.zip(self, other) }
}
