import Foundation
import TestSupport
import Testing

/// What a run over many videos prints, its exit code, and jobs that come through a pipe.
@Suite struct BatchReportTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a.mp4")
    try bench.copy(.vp9, to: "b.webm")
    return bench
  }

  // MARK: What is printed

  @Test func `paths, objects and planned names are printed as for one video`() throws {
    for words in [
      ["-o", "{stem}-{index}.png"], ["-o", "{stem}-{index}.png", "-0"], ["--dry-run"],
      ["-o", "{stem}-{index}.png", "--json"], ["--hash", "--json"],
      ["-o", "{stem}-{index}.png", "-n"],
    ] {
      let (alone, many) = (try furnish(), try furnish())
      var text = Data()
      if words.contains("-n") { for bench in [alone, many] { try bench.write("old", to: "a-3.png") } }
      for video in ["a.mp4", "b.webm"] {
        text += try alone.framegrab([video, "--frame", "3..5"] + words).stdout
      }
      // In the order of the jobs, although the second one is done first.
      let result = try many.batch(
        [#"{"video": "a.mp4", "weight": 1}"#, #"{"video": "b.webm", "weight": 9}"#],
        ["--frame", "3..5", "-j", "1"] + words)
      let printed = words.contains("--json") ? result.stdout[..<result.stdout.summaryStart] : result.stdout
      #expect(result.status == 0 && printed == text && !text.isEmpty, "\(words)")
      #expect(try many.files(".png") == alone.files(".png"))
    }
  }

  @Test func `with --json one object sums up the run`() throws {
    let bench = try furnish()
    try bench.write("old", to: "2-2.png")
    let jobs = [
      #"{"video": "a.mp4", "frame": 1}"#, #"{"video": "a.mp4", "frame": 2}"#, #"{"video": "none.mp4", "frame": 1}"#,
      #"{"video": "b.webm", "frame": 4}"#, #"{"video": "b.webm", "frame": [1, 4000]}"#,
    ]
    let result = try bench.batch(jobs, ["-o", "{n}-{index}.png", "-n", "--json", "--results", "r.ndjson"])
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect(result.lines.count == 1)
    #expect(object["jobs"] as? Int == 5 && object["done"] as? Int == 3 && object["failed"] as? Int == 2)
    #expect(object["skipped"] as? Int == 1)
    #expect(object["notBegun"] as? Int == 0 && object["results"] as? String == "r.ndjson")
    #expect(try bench.results().count == 5)
  }

  @Test func `the end says how many failed, and why the first ten did`() throws {
    let bench = try furnish()
    let names = (1...12).map { "missing\($0).mp4" }
    let result = try bench.framegrab(names + ["a.mp4", "--frame", "3", "-o", "{stem}.png", "--results", "r.ndjson"])
    #expect(result.status == 1 && result.lines == ["a.png"])
    #expect(result.complaints.count == 12, "\(result.stderr)")
    #expect(result.complaints[0].contains("13 jobs") && result.complaints[0].contains("1 done, 12 failed"))
    for line in result.complaints { #expect(line.hasPrefix("framegrab: ")) }
    for line in result.complaints[1...10] { #expect(line.contains("no such file")) }
    #expect(result.complaints[11].contains("2 more"))
    #expect(try bench.results().filter { $0.code == 3 }.count == 12)
  }

  @Test func `a quiet run is silent unless something failed`() throws {
    let bench = try furnish()
    let words = ["--frame", "3", "-o", "{stem}.png", "-j", "1", "-q"]
    // The larger one is done first.
    try bench.framegrab(["b.webm", "a.mp4"] + words).expectSuccess("b.png", "a.png")
    let failed = try bench.framegrab(["b.webm", "none.mp4"] + words + ["-y"])
    #expect(failed.status == 1 && failed.lines == ["b.png"] && failed.stderr.contains("none.mp4: no such file"))
  }

  // MARK: Exit codes

  @Test func `existing outputs are failures, skipped or replaced`() throws {
    let bench = try furnish()
    try bench.write("old", to: "a.png")
    let words = ["a.mp4", "b.webm", "--frame", "3", "-o", "{stem}.png", "--json", "--results"]
    func counts(_ result: RunResult) throws -> [Int?] {
      let object = try #require(try result.objects().first)
      return ["done", "skipped", "failed"].map { object[$0] as? Int }
    }
    let refused = try bench.framegrab(words + ["r1"])
    #expect(try refused.status == 1 && counts(refused) == [1, 0, 1] && bench.bytes("a.png") == Data("old".utf8))
    #expect(refused.stderr.contains("a.png: already exists"))
    #expect(try bench.results("r1").first { $0.job == 1 }?.code == 5)
    let skipped = try bench.framegrab(words + ["r2", "-n"])
    #expect(try skipped.status == 0 && counts(skipped) == [2, 2, 0] && bench.bytes("a.png") == Data("old".utf8))
    #expect(try bench.results("r2").flatMap(\.outcomes) == ["skipped", "skipped"])
    let replaced = try bench.framegrab(words + ["r3", "-y"])
    #expect(try replaced.status == 0 && counts(replaced) == [2, 0, 0] && bench.number("a.png") == 3)
    #expect(try bench.results("r3").flatMap(\.outcomes) == ["replaced", "replaced"])
  }

  @Test func `the first failure ends the run with --fail-fast`() throws {
    let bench = try furnish()
    let jobs = [
      #"{"video": "b.webm", "frame": 1, "output": "1.png", "weight": 1}"#,
      #"{"video": "none.mp4", "frame": 1, "output": "2.png", "weight": 1000}"#,
      #"{"video": "a.mp4", "frame": 1, "output": "3.png", "weight": 100000}"#,
    ]
    let result = try bench.batch(jobs, ["--fail-fast", "-j", "1", "--json", "--results", "r.ndjson"])
    #expect(result.status == 1)
    let object = try #require(try result.objects().first)
    #expect(object["failed"] as? Int == 1 && object["done"] as? Int == 1 && object["notBegun"] as? Int == 1)
    // The most work first: of these the third, then the second.
    #expect(try bench.results().map(\.job) == [3, 2])
    #expect(try Set(bench.files(".png").keys) == ["3.png"])
  }

  /// Of several moments any failure is 1, also if all fail, and if a whole is given up at the first one; a single moment's
  /// code is its own. It is the same alone, as the only job, and when that is not tried again.
  @Test(arguments: [
    (["0", "99s"], "{index}.png", "", 1), (["98s", "99s"], "{index}.png", "", 1), (["99s"], "a.png", "", 4),
    (["0", "99s"], "a.npy", "", 1), (["0", "1"], "a.npy", "500x500+0+0", 1), (["0"], "a.npy", "500x500+0+0", 4),
    (["0", "1"], "a.vtt", "500x500+0+0", 1), (["0"], "a.vtt", "500x500+0+0", 4),
  ])
  func `a call and a job have the same exit code`(times: [String], output: String, crop: String, code: Int32) throws {
    let bench = try furnish()
    let options = ["-o", output] + (crop.isEmpty ? [] : ["--crop", crop])
    #expect(try bench.framegrab(["a.mp4"] + times.flatMap { ["--at", $0] } + options + ["-y"]).status == code)
    let names = times.map { "\"\($0)\"" }.joined(separator: ", ")
    let part = crop.isEmpty ? "" : #", "crop": "\#(crop)""#
    let job = #"{"video": "a.mp4", "at": [\#(names)], "output": "\#(output)", "overwrite": true\#(part)}"#
    for words in [["--results", "r.ndjson"], ["--results", "r.ndjson", "--resume"]] {
      #expect(try bench.batch([job], words).status == code, "\(words)")
    }
  }

  @Test func `a frame that fails is a failed job, whose other frames are there`() throws {
    let bench = try furnish()
    let result = try bench.batch(
      [#"{"video": "a.mp4", "frame": [1, 5000, 2], "output": "{index}.png"}"#], ["--results", "r.ndjson"])
    #expect(result.status == 1)
    let line = try #require(try bench.results().first)
    #expect(line.frames.map { $0["code"] as? Int } == [nil, 4, nil] && line.indices == [1, nil, 2])
    #expect(line.object["code"] != nil)
    #expect(try bench.number("1.png") == 1 && bench.number("2.png") == 2)
  }

  // MARK: Pipes

  @Test(arguments: ["-", "in", "/dev/fd/3"])
  func `jobs may come through a pipe, whose bad lines are failed jobs`(_ name: String) throws {
    let bench = try furnish()
    // The second part is written when the first one was worked on.
    let result = try bench.shell(
      """
      mkfifo in
      case "$1" in
        -) framegrab --batch - -o '{n}.png' --results r.ndjson < in > out 2> err & ;;
        in) framegrab --batch in -o '{n}.png' --results r.ndjson > out 2> err & ;;
        *) framegrab --batch "$1" -o '{n}.png' --results r.ndjson 3< in > out 2> err & ;;
      esac
      exec 4> in
      printf '{"video":"a.mp4","frame":4}\\nnonsense\\n\\n{"video":"b.webm","frame":5,"id":"b"}\\n' >&4
      tries=0
      while [ ! -f r.ndjson ] || [ "$(wc -l < r.ndjson)" -lt 4 ]; do
        tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
        sleep 0.05
      done
      printf '{"video":"a.mp4","fr' >&4
      sleep 0.2
      printf 'ame":6}\\n{"video":"none.mp4","frame":1}' >&4
      exec 4>&-
      wait $!
      """, name)
    #expect(result.status == 1)
    let lines = try bench.results().sorted { $0.job < $1.job }
    #expect(lines.map(\.job) == [1, 2, 3, 4, 5, 6])
    #expect(lines.map(\.code) == [nil, 2, 2, nil, nil, 3])
    #expect(lines[3].object["id"] as? String == "b")
    #expect(try [1, 4, 5].map { try bench.number("\($0).png") } == [4, 5, 6])
    #expect(try Set(bench.files(".png").keys) == ["1.png", "4.png", "5.png"])
  }
}

extension Data {
  /// Where the last line starts.
  fileprivate var summaryStart: Int {
    dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }
}
