import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Requests for several frames, answers as they come, and the end of a service.
@Suite struct SeriesRequestTests {
  private func serve(_ bench: Bench, _ requests: [String], _ words: [String] = []) throws -> RunResult {
    try bench.framegrab(["--serve"] + words, input: Data((requests.joined(separator: "\n") + "\n").utf8))
  }

  private func frames(_ answer: [String: Any]) throws -> [[String: Any]] {
    try #require(answer["frames"] as? [[String: Any]])
  }

  @Test(arguments: ["auto", "off"])
  func `one answer has all frames of its request, in their order`(_ sandbox: String) throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    // The middle of the part i of 4 is the frame (2 i + 1) / 8 of the way.
    let table = try Fixture.h264BFrames.expectedFrames()
    let middles = (0..<4).map { ($0 * 2 + 1) * table.count / 8 }
    let requests = [
      #"{"id": 1, "video": "a.mp4", "frame": [7, "3", -1], "output": "f{index}.png"}"#,
      #"{"id": 2, "video": "a.mp4", "frame": "10..14:2", "hash": true}"#,
      #"{"id": 3, "video": "a.mp4", "count": 4, "hash": true}"#,
      #"{"id": 4, "video": "a.mp4", "all": true, "dry-run": true}"#,
      #"{"id": 5, "video": "a.mp4", "frame": [9], "hash": true}"#,
      #"{"id": 6, "video": "a.mp4", "all": true, "from": "0s", "to": "3f", "hash": true}"#,
    ]
    let result = try serve(bench, requests, ["--sandbox", sandbox])
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    let answers = try result.objects()
    try #require(answers.count == requests.count)
    #expect(answers.map { $0["id"] as? Int } == [1, 2, 3, 4, 5, 6])
    let indices = try answers.map { try frames($0).compactMap { $0["index"] as? Int } }
    #expect(indices == [[7, 3, table.count - 1], [10, 12, 14], middles, Array(0..<table.count), [9], [0, 1, 2]])
    for frame in try frames(answers[0]) { #expect(frame["outcome"] as? String == "written") }
    for answer in [1, 2, 4, 5] {
      for frame in try frames(answers[answer]) {
        #expect(frame["hash"] as? String == table[try #require(frame["index"] as? Int)].md5)
      }
    }
    for index in [7, 3, table.count - 1] { #expect(try bench.number("f\(index).png") == index) }
  }

  @Test func `a frame that fails is one element, and the others are there`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.write("old", to: "3.png")
    let request = #"{"video": "a.mp4", "frame": [2, 5000, 3, 4], "output": "{index}.png""#
    let result = try serve(bench, [request + "}", request + #", "skip-existing": true}"#], ["-j", "1"])
    #expect(result.status == 1)
    let answers = try result.objects()
    try #require(answers.count == 2)
    let first = try frames(answers[0])
    try #require(first.count == 4)
    #expect(answers[0]["error"] == nil)
    #expect(first.map { $0["code"] as? Int } == [nil, 4, 5, nil])
    #expect(first[1]["asked"] as? String == "5000" && (first[1]["error"] as? String)?.contains("5000") == true)
    #expect(first[2]["error"] as? String == "3.png: already exists; use -y to overwrite or -n to skip")
    let second = try frames(answers[1])
    #expect(second.map { $0["outcome"] as? String } == ["skipped", nil, "skipped", "skipped"])
    #expect(try bench.bytes("3.png") == Data("old".utf8))
  }

  @Test func `failures make no other exit code with --exit-zero`() throws {
    let bench = try Bench()
    let result = try serve(bench, ["", "nonsense", #"{"video": "none.mp4", "at": 1}"#], ["--exit-zero"])
    #expect(result.status == 0)
    #expect(try result.objects().map { $0["code"] as? Int } == [2, 2, 3])
    #expect(try result.objects().map { $0["line"] as? Int } == [1, 2, nil])
  }

  @Test func `answers without an order tell the lines of their requests`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let requests = (0..<30).map { #"{"id": "\#($0)", "video": "a.mp4", "frame": \#($0 * 4), "hash": true}"# } + [""]
    let result = try serve(bench, requests, ["--unordered", "-j", "3"])
    let answers = try result.objects()
    try #require(answers.count == 31)
    #expect(Set(answers.compactMap { $0["line"] as? Int }) == Set(1...31))
    let table = try Fixture.h264BFrames.expectedFrames()
    for answer in answers where answer["error"] == nil {
      let line = try #require(answer["line"] as? Int)
      #expect(answer["id"] as? String == "\(line - 1)" && answer["hash"] as? String == table[(line - 1) * 4].md5)
    }
  }

  #if os(Linux)
    @Test func `a lost worker costs its own request`() throws {
      let bench = try Bench()
      try bench.copy(.h264BFrames, to: "a.mp4")
      try bench.copy(.hevc10Bit, to: "crash.mp4")
      let lines = (0..<3).map { #"{"id": \#($0), "video": "a.mp4", "frame": [\#($0), 40], "hash": true}"# }
      let requests = lines + [#"{"id": 9, "video": "crash.mp4", "frame": [1, 2], "hash": true}"#, lines[0]]
      let result = try run(
        [BuiltTool.path, "--serve", "-j", "2"], input: Data((requests.joined(separator: "\n") + "\n").utf8),
        environment: [
          "LD_PRELOAD": BuiltTool.shim, "SHIM_CRASH": "pread 1 SEGV",
          "SHIM_SIZE": "\(try bench.bytes("crash.mp4").count)", "XDG_CACHE_HOME": "/dev/null",
        ], in: bench.folder)
      let answers = try result.objects()
      #expect(answers.map { $0["code"] as? Int } == [nil, nil, nil, 3, nil], "\(result.text)")
      #expect(answers.map { $0["id"] as? Int } == [0, 1, 2, 9, 0])
    }
  #endif

  // MARK: Signals

  // SIGINT is ignored where these tests run in the background of a shell, and only GNU's env can change that.
  #if os(Linux)
    private static let signals = [SIGTERM, SIGINT]
    private static let start = "env --default-signal=INT framegrab"
  #else
    private static let signals = [SIGTERM]
    private static let start = "framegrab"
  #endif

  @Test(arguments: signals)
  func `a signal ends the reading, and what was begun is answered`(_ signal: Int32) throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let name = signal == SIGTERM ? "TERM" : "INT"
    let result = try bench.shell(
      """
      mkfifo in
      \(Self.start) --serve -j 2 < in > out & service=$!
      (sleep 60; kill -9 $service) > guard 2>&1 & guard=$!
      exec 3> in
      for n in $(seq 40); do
        echo "{\\"id\\":$n,\\"video\\":\\"a.mp4\\",\\"all\\":true,\\"output\\":\\"$n-{index}.png\\"}" >&3
      done
      tries=0
      while [ "$(ls | grep -c png)" -lt 3 ]; do
        tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
        sleep 0.02
      done
      kill -\(name) $service
      wait $service; code=$?
      kill $guard
      cat out; ls -A | grep -v png >&2
      exit $code
      """)
    #expect(result.status == 128 + signal, "\(result.text)")
    // Those that were begun, two or more on a slow machine, have all their frames; the others were not answered.
    let answers = try result.objects()
    #expect(answers.map { $0["id"] as? Int } == Array(1...max(1, answers.count)))
    #expect(answers.count >= 2 && answers.count < 40)
    let count = try Fixture.h264BFrames.expectedFrames().count
    for answer in answers { #expect(try frames(answer).count == count) }
    #expect(bench.names.count { $0.hasSuffix(".png") } == answers.count * count)
    #expect(result.stderr.split(whereSeparator: \.isNewline).sorted() == ["a.mp4", "guard", "in", "out"])
  }

  #if os(Linux)
    @Test func `a second signal does not wait for what was begun`() throws {
      let bench = try Bench()
      try bench.copy(.h264BFrames, to: "a.mp4")
      // The worker sleeps for ever at its first read, and the time limit is far away.
      let result = try bench.shell(
        Bench.endsTwice + """
          mkfifo in
          LD_PRELOAD="$1" SHIM_CRASH="pread 1 HANG" SHIM_SIZE="$2" framegrab --serve --timeout 1h < in > out & service=$!
          exec 3> in
          echo '{"video":"a.mp4","frame":3,"hash":true}' >&3
          end_twice $service
          """, BuiltTool.shim, "\(bench.bytes("a.mp4").count)")
      #expect(result.status == 128 + SIGTERM, "\(result.stderr)")
      #expect(try bench.bytes("out").isEmpty)
    }
  #endif

  // MARK: Open videos

  @Test func `videos are closed and opened again when only one may stay open`() throws {
    let bench = try Bench()
    for name in ["a", "b", "c"] { try bench.copy(.h264Faststart, to: "\(name).mp4") }
    let requests = (0..<12).map { number in
      #"{"video": "\#(["a", "b", "c"][number % 3]).mp4", "frame": \#(number), "output": "\#(number).png"}"#
    }
    #expect(try serve(bench, requests, ["--max-open", "1"]).status == 0)
    for number in 0..<12 { #expect(try bench.number("\(number).png") == number) }
    let result = try serve(bench, requests, ["--max-open", "0"])
    #expect(result.status == 2 && result.stderr.contains("--max-open") && result.stdout.isEmpty)
  }
}
