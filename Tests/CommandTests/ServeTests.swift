import Foundation
import TestSupport
import Testing

/// Requests on standard input, answers on standard output.
@Suite struct ServeTests {
  private func serve(_ bench: Bench, _ requests: [String], _ words: [String] = []) throws -> RunResult {
    try bench.framegrab(["--serve"] + words, input: Data((requests.joined(separator: "\n") + "\n").utf8))
  }

  private func objects(_ result: RunResult) throws -> [[String: Any]] { try result.objects() }

  @Test func `each request is answered by its frame, in order`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.mpeg2TransportStream, to: "b.ts")
    let frames = [0, 77, 12, 119, 60, 61, 3]
    var requests: [String] = []
    for (number, frame) in frames.enumerated() {
      requests.append(#"{"id": \#(number), "video": "a.mp4", "frame": \#(frame), "output": "a\#(number).png"}"#)
      requests.append(
        #"{"video": "b.ts", "frame": "\#(frame % 20)", "output": "b\#(number).png", "id": "b\#(number)"}"#)
    }
    let result = try serve(bench, requests)
    #expect(result.status == 0 && result.stderr == "")
    let answers = try objects(result)
    try #require(answers.count == 2 * frames.count)
    for (number, frame) in frames.enumerated() {
      let (first, second) = (answers[2 * number], answers[2 * number + 1])
      #expect(first["id"] as? Int == number && second["id"] as? String == "b\(number)")
      #expect(first["index"] as? Int == frame && second["index"] as? Int == frame % 20)
      #expect(first["output"] as? String == "a\(number).png" && first["error"] == nil)
      #expect(try bench.number("a\(number).png") == frame)
      #expect(try bench.number("b\(number).png") == frame % 20)
    }
    // Exactly the files and reports of separate runs.
    let alone = try bench.framegrab("a.mp4", "--frame", "77", "-o", "alone.png", "--json")
    #expect(try bench.bytes("alone.png") == bench.bytes("a1.png"))
    let own = try #require(try objects(alone).first)
    #expect(Set(own.keys).union(["id"]) == Set(answers[2].keys))
    for key in ["index", "pts", "timeBase", "keyframe", "width", "bitDepth"] {
      #expect("\(own[key] ?? "")" == "\(answers[2][key] ?? "")", "\(key)")
    }
  }

  @Test func `numbers may have exponents`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = ["1e-05", "1.0E0"].map { #"{"video": "a.mp4", "at": \#($0), "hash": true}"# }
    #expect(try objects(try serve(bench, requests)).map { $0["index"] as? Int } == [0, 25])
  }

  @Test func `a range is answered by frames, also if it has one`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = ["9..9", "9..10", "9..9:3", "9"].map { #"{"video": "a.mp4", "frame": "\#($0)", "hash": true}"# }
    let answers = try objects(try serve(bench, requests))
    #expect(answers.map { ($0["frames"] as? [[String: Any]])?.count } == [1, 2, 1, nil])
  }

  @Test func `lines that were read while answers waited are answered, too`() throws {
    let bench = try Bench()
    // More lines than may wait, in one piece: at the end of the input, and while more may come.
    let lines = Array(repeating: "{}", count: 2300)
    #expect(try objects(try serve(bench, lines)).count == 2300)
    let result = try bench.shell(
      """
      mkfifo in; : > out
      framegrab --serve < in > out & exec 3> in
      yes '{}' | head -2300 >&3
      tries=0
      while [ "$(wc -l < out)" -lt 2300 ]; do
        tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
        sleep 0.05
      done
      exec 3>&-
      wait $!
      """)
    #expect(result.status == 1, "\(result.stderr)")
  }

  @Test func `an answer comes before the next request is read`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let result = try bench.shell(
      """
      mkfifo in; : > out
      framegrab --serve < in > out & exec 3> in
      for n in 1 2 3; do
        echo "{\\"video\\":\\"a.mp4\\",\\"frame\\":$n,\\"hash\\":true}" >&3
        tries=0
        while [ "$(wc -l < out)" -lt $n ]; do
          tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
          sleep 0.05
        done
      done
      exec 3>&-; wait $!; cat out
      """)
    #expect(result.status == 0)
    #expect(try objects(result).map { $0["index"] as? Int } == [1, 2, 3])
  }

  @Test func `a failure is one answer, and the other requests are answered`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let cases: [(request: String, code: Int, words: String)] = [
      (#"{"video": "none.mp4", "at": "1s"}"#, 3, "none.mp4: no such file"),
      (#"{"video": "a.mp4", "at": "99s", "id": 7}"#, 4, "past the end"),
      (#"{"video": "a.mp4", "at": "soon"}"#, 2, "soon"),
      (#"{"video": "a.mp4"}"#, 2, "has a moment"), (#"{"video": "a.mp4", "all": false}"#, 2, "has a moment"),
      (#"{"video": "a.mp4", "frame": [1, 3], "output": "x.png"}"#, 2, "x.png"),
      (#"{"video": "a.mp4", "at": 1, "from": 0}"#, 2, "--from"), ("", 2, "empty"), (" \t", 2, "empty"),
      (#"{"at": "1s"}"#, 2, #"names its "video""#),
      (#"{"video": "a.mp4", "at": "1s", "output": true}"#, 2, "is a string"),
      (#"{"video": "a.mp4", "gesture": "-"}"#, 2, "standard input has the requests"),
      (#"{"video": "a.mp4", "at": "1s", "outputs": "x"}"#, 2, #"did you mean "output"?"#),
      (#"{"video": "a.mp4", "at": "1s", "at-list": "x"}"#, 2, "no part of a request"),
      (#"{"video": "a.mp4", "at": "1s", "hash": 1}"#, 2, "true or false"),
      (#"{"video": "a.mp4", "at": [["1s"]]}"#, 2, "a string or a number"),
      (#"{"video": "a.mp4", "at": []}"#, 2, "a string or a number"),
      (#"{"video": 3, "at": "1s"}"#, 2, "name of a file"),
      (#"{"video": "a.mp4", "at": "1s", "id": [1]}"#, 2, "\"id\""),
      ("nonsense", 2, "not valid JSON"), ("[1]", 2, "a JSON object"), (#"{"video": "a.mp4", "#, 2, "not valid JSON"),
    ]
    let good = #"{"video": "a.mp4", "at": 1.5, "hash": true}"#
    let result = try serve(bench, cases.flatMap { [$0.request, good] })
    #expect(result.status == 1)
    let answers = try objects(result)
    try #require(answers.count == 2 * cases.count)
    for (number, expected) in cases.enumerated() {
      let answer = answers[2 * number]
      let error = try #require(answer["error"] as? String, "\(expected.request)")
      #expect(
        error.contains(expected.words) && answer["code"] as? Int == expected.code, "\(expected.request): \(answer)")
      #expect(answers[2 * number + 1]["error"] == nil && answers[2 * number + 1]["index"] as? Int != nil)
      // A line that is no request is known by its number.
      if answer["id"] == nil, let line = answer["line"] { #expect(line as? Int == 2 * number + 1) }
    }
    #expect(answers[2]["id"] as? Int == 7)
    #expect(cases.indices.count { answers[2 * $0]["line"] != nil } == cases.count - 5)
    #expect(bench.names == ["a.mp4"])
  }

  @Test func `an id has 256 bytes at most`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let ids = [256, 257].map { String(repeating: "x", count: $0) }
    let answers = try objects(serve(bench, ids.map { #"{"video": "a.mp4", "frame": 1, "id": "\#($0)"}"# }))
    try #require(answers.count == 2)
    #expect(answers[0]["id"] as? String == ids[0] && answers[0]["index"] as? Int == 1)
    #expect(answers[1]["id"] == nil && answers[1]["code"] as? Int == 2)
  }

  @Test func `a file that was replaced is opened again`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.hevc10Bit, to: "b.mp4")
    let result = try bench.shell(
      """
      mkfifo in; : > out
      framegrab --serve < in > out & exec 3> in
      ask() {
        echo '{"video":"a.mp4","frame":5,"hash":true}' >&3
        tries=0
        while [ "$(wc -l < out)" -lt $1 ]; do
          tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
          sleep 0.05
        done
      }
      ask 1; ask 2; mv b.mp4 a.mp4; ask 3
      exec 3>&-; wait $!; cat out
      """)
    let hashes = try objects(result).compactMap { $0["hash"] as? String }
    let (old, new) = (try Fixture.h264BFrames.expectedFrames()[5].md5, try Fixture.hevc10Bit.expectedFrames()[5].md5)
    #expect(hashes == [old, old, new])
  }

  @Test func `more videos than the limit of open ones`() throws {
    let bench = try Bench()
    for number in 0..<20 { try bench.copy(.h264Faststart, to: "\(number).mp4") }
    let requests = (0..<60).map { #"{"video": "\#($0 * 7 % 20).mp4", "frame": \#($0 % 50), "output": "\#($0).png"}"# }
    let result = try serve(bench, requests)
    #expect(result.status == 0)
    for number in 0..<60 { #expect(try bench.number("\(number).png") == number % 50) }
  }

  @Test func `options given with --serve apply to every request, but a request's own take precedence`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = [
      #"{"video": "a.mp4", "frame": 3, "output": "1.png"}"#,
      #"{"video": "a.mp4", "frame": 3, "output": "2.png", "width": 40}"#,
    ]
    #expect(try serve(bench, requests, ["--width", "80", "--metadata", "none"]).status == 0)
    #expect(try bench.picture("1.png").width == 80 && bench.picture("2.png").width == 40)
    let again = try serve(bench, requests, ["--width", "80"])
    #expect(again.status == 1)
    #expect(try objects(again).map { $0["code"] as? Int } == [5, 5])
    #expect(try serve(bench, requests, ["--width", "80", "-y"]).status == 0)
  }

  @Test func `a request that is too long is refused, and the next one is answered`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let long = #"{"video": ""# + String(repeating: "x", count: 1 << 20) + #"", "at": "1s"}"#
    let result = try serve(bench, [long, #"{"video": "a.mp4", "frame": 2, "hash": true}"#])
    let answers = try objects(result)
    #expect(answers.count == 2 && answers[0]["code"] as? Int == 2 && answers[1]["index"] as? Int == 2)
  }

  @Test(arguments: [
    (["a.mp4"], "a.mp4"), (["--at", "1s"], "--at"), (["--all"], "--all"), (["--json"], "--json"),
    (["-o", "x.png"], "--output"),
    (["--depth", "9"], "--depth"), (["--hash", "--size", "1"], "--size"),
  ])
  func `options of a single run are refused with --serve`(_ words: [String], _ named: String) throws {
    let bench = try Bench()
    let result = try serve(bench, [], words)
    #expect(result.status == 2 && result.stderr.contains(named) && result.stdout.isEmpty, "\(result.stderr)")
  }

  @Test func `without a request there is no answer`() throws {
    let result = try Bench().framegrab(["--serve"], input: Data())
    #expect(result.status == 0 && result.stdout.isEmpty && result.stderr == "")
  }
}
