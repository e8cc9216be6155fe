import Files
import Foundation
import FrameGrabbing
import Packing
import TestSupport
import Testing

@testable import Broker

#if os(Linux)
  /// A worker that was taken over harms nothing but the results of its own video.
  ///
  /// `make attacks` tries all attacks in each kind of run; here each is tried in one of them.
  @Suite struct AttackTests {
    /// A kind of run.
    enum Run: String, CaseIterable {
      case single, service, batch, screen
    }

    /// An attack and the run in which it is tried.
    struct Case: CustomTestStringConvertible {
      let attack: Attack
      let run: Run

      var testDescription: String { "\(run.rawValue): \(attack)" }
    }

    private static let triesAll = ProcessInfo.processInfo.environment["FRAMEGRAB_ATTACKS"] == "all"

    /// Runs on a screen take longest, and attacks that last until the second time limit longer still.
    static let cases: [Case] = Attack.all.enumerated().flatMap { place, attack in
      if triesAll { return Run.allCases.map { Case(attack: attack, run: $0) } }
      return [Case(attack: attack, run: attack.isEndless ? .service : [.single, .service, .batch][place % 3])]
    }

    private static let codes: Set<Int32> = [3, 4, 5, 6]

    private let bench: Bench
    private let environment: [String: String?]

    init() throws {
      bench = try Bench()
      environment = try bench.furnishForTakenOver().merging([
        "SHIM_SCRIPT": bench.url("script").path(percentEncoded: false)
      ]) { $1 }
    }

    /// Runs the tool, at most for a minute: one that an attack holds up is a failure.
    private func framegrab(_ words: [String], input: String = "") throws -> RunResult {
      let result = try run(
        [BuiltTool.path, "--timeout", "200ms", "--cache", "cache"] + words, input: Data(input.utf8),
        environment: environment, in: bench.folder, timeLimit: 60)
      // One line for each of a hundred messages, one about the rest, and one about each failure.
      #expect(result.complaints.count <= 210 && result.stderr.utf8.count <= 4 << 20)
      #expect(result.complaints.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{202E}") })
      return result
    }

    /// Makes sure that nothing was left but what was asked for, and that the cache says nothing wrong.
    private func expectOnly(_ outputs: Set<String>) throws {
      let others = bench.names.subtracting(["good.mp4", "evil.mp4", "script", "results", "jobs"])
      let files = others.filter { !$0.hasPrefix("cache") }
      #expect(files.isSubset(of: outputs), "\(files)")
      // The folder, its list, and one index for each of the two videos.
      #expect(others.count - files.count <= 4, "\(others)")
      let honest = try run(
        [BuiltTool.path, "--cache", "cache", "evil.mp4", "--frame", "20", "--hash"],
        environment: ["XDG_CACHE_HOME": "/dev/null"], in: bench.folder)
      #expect(honest.text == (try bench.framegrab("good.mp4", "--frame", "20", "--hash").text), "a spoilt index")
    }

    @Test(arguments: cases) func `an attack costs the results of its own video`(_ one: Case) throws {
      try bench.write(Data(one.attack.script), to: "script")
      switch one.run {
      case .single: try single()
      case .service: try service()
      case .batch: try batch()
      case .screen: try screen()
      }
    }

    @Test func `words about damage are no commands for the terminal`() throws {
      var packing = VarintWriter()
      Attack.report(3, 0, (2, 1), damage: "\u{1B}]0;evil\u{7}\u{202E}")(&packing)
      var bytes = VarintReader(packing.bytes)
      let report = try FrameReport(unpacking: &bytes, input: Path("evil.mp4")) { _ in Path("p3.png") }
      let warning = try #require(report.warning)
      #expect(warning.contains("evil"))
      #expect(!warning.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
    }

    private func single() throws {
      let result = try framegrab(["evil.mp4", "--frame", "3", "-o", "p{index}.png"])
      #expect(Self.codes.contains(result.status), "\(result.status) \(result.stderr.prefix(300))")
      // The name of its one picture is made of a number, which the worker finds.
      #expect(bench.names.count { $0.hasSuffix(".png") } <= 1)
      try expectOnly(bench.names.filter { $0.hasPrefix("p") && $0.hasSuffix(".png") })
      let info = try framegrab(["evil.mp4", "--info"])
      #expect(Self.codes.contains(info.status) || info.text.utf8.count <= 1 << 20)
    }

    private func service() throws {
      let names = ["good", "evil", "good", "evil", "good", "good"]
      let requests = names.enumerated().map { number, name in
        #"{"id": \#(number), "video": "\#(name).mp4", "frame": \#(number), "output": "p\#(number).png"}"#
      }
      let result = try framegrab(["--serve", "-j", "2"], input: requests.joined(separator: "\n"))
      #expect(result.status == 1)
      let answers = try result.objects()
      try #require(answers.count == names.count)
      for (number, answer) in answers.enumerated() {
        #expect(answer["id"] as? Int == number)
        if names[number] == "good" {
          #expect(answer["index"] as? Int == number)
          #expect(try bench.number("p\(number).png") == number)
        } else {
          #expect(Self.codes.contains(Int32(answer["code"] as? Int ?? 0)), "\(answer)")
        }
      }
      try expectOnly(Set(names.indices.map { "p\($0).png" }))
    }

    private func batch() throws {
      let names = ["good", "evil", "good", "good"]
      let jobs = names.enumerated().map { number, name in
        #"{"video": "\#(name).mp4", "frame": \#(number), "output": "p\#(number).png"}"# + "\n"
      }
      try bench.write(jobs.joined(), to: "jobs")
      let result = try framegrab(["--batch", "jobs", "-j", "2", "--results", "results"])
      #expect(result.status == 1)
      let results = try bench.results("results").sorted { $0.job < $1.job }
      try #require(results.map(\.job) == [1, 2, 3, 4])
      for (number, line) in results.enumerated() {
        if names[number] == "good" {
          #expect(line.indices == [number] && line.code == nil)
          #expect(try bench.number("p\(number).png") == number)
        } else {
          let codes = [line.code].compactMap { $0 } + line.frames.compactMap { $0["code"] as? Int }
          #expect(!codes.isEmpty && codes.allSatisfy { Self.codes.contains(Int32($0)) }, "\(line.text.prefix(500))")
        }
      }
      try expectOnly(Set(names.indices.map { "p\($0).png" }))
    }

    // Members of the answer itself, a second line, no object, and more depth than a line of results may have.
    @Test(arguments: [
      #"{"x":1,"id":7,"payload":1000,"error":null}"#, "{\"x\":1,\n\"y\":2}", "evil", #"{"x":[[[[[[[1]]]]]]]}"#,
    ]) func `a description says nothing else in its answer`(_ text: String) throws {
      let attack = Attack(text).asking(FindingMessage(.description(Array((text + "\n").utf8)))).ending()
      try bench.write(Data(attack.script), to: "script")
      let names = ["good", "evil", "good"]
      let requests = names.enumerated().map { #"{"id": \#($0), "video": "\#($1).mp4", "info": true}"# }
      let answers = try framegrab(["--serve", "-j", "1"], input: requests.joined(separator: "\n")).objects()
      try #require(answers.map { $0["id"] as? Int } == [0, 1, 2])
      #expect(answers[0]["codec"] as? String == "h264" && answers[2]["codec"] as? String == "h264")
      #expect(Self.codes.contains(Int32(answers[1]["code"] as? Int ?? 0)) && answers[1]["payload"] == nil)
    }

    @Test func `a picture that comes again does not grow where it was reported`() throws {
      // A small picture is reported fifty times, and then comes again with 90 000 bytes.
      var attack = Attack("a larger picture").publishing(3)
      attack = attack.each(0..<50) { step, _ in step.reporting(3) }
      try bench.write(Data(attack.publishing(3, Attack.png(padding: 90_000)).ending().script), to: "script")
      let request = #"{"video": "evil.mp4", "all": true, "output": "-"}"#
      let result = try framegrab(["--serve", "-j", "1", "--max-payload", "100000"], input: request)
      let end = try #require(result.stdout.firstIndex(of: 0x0A))
      let line = try JSONSerialization.jsonObject(with: result.stdout[..<end]) as? [String: Any]
      let count = try #require(line?["payload"] as? Int)
      #expect(count <= 100_000 && result.stdout.count - end - 1 == count)
    }

    private func screen() throws {
      let driver = try bench.begin(
        ["--timeout", "200ms", "--cache", "cache", "-o", "p.png"], environment: environment, clip: "evil.mp4")
      try driver.type("q")
      let end = try driver.finish()
      #expect(end.remains.isEmpty && end.hasSettings, "\(end.remains)")
      try expectOnly([])
    }
  }

  extension Bench {
    /// Adds good.mp4, and evil.mp4 with the same pictures, whose worker the shim takes over; returns the environment.
    func furnishForTakenOver() throws -> [String: String?] {
      var clip = try copy(.h264Faststart, to: "good.mp4")
      // A size of its own tells the shim which video is meant; a free box at the end changes no picture.
      clip += Data([0, 0, 0, 9]) + Data("free".utf8) + Data([0])
      try write(clip, to: "evil.mp4")
      return [
        "LD_PRELOAD": BuiltTool.shim, "XDG_CACHE_HOME": "/dev/null",
        "SHIM_SIZE": String(clip.count),
      ]
    }
  }
#endif
