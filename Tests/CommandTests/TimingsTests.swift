import Foundation
import TestSupport
import Testing

/// --timings: the stages and where they are printed; the durations are not tested.
@Suite struct TimingsTests {
  private let clip = Fixture.h264Faststart.path
  private let stages = ["load", "open", "index", "seek", "decode", "color", "png", "write", "other"]

  @Test func `people get a line for each stage on standard error, and the picture as always`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--frame", "30", "-o", "p.png", "--timings")
    #expect(result.status == 0)
    #expect(result.text == "p.png\n")
    #expect(try bench.number("p.png") == 30)
    let names = ["load", "open", "index", "seek", "decode", "colour", "PNG", "write", "other", "in all"]
    #expect(result.complaints.count == 1 + names.count)
    #expect(result.complaints.first == "framegrab: milliseconds      wall       CPU")
    for (line, name) in zip(result.complaints.dropFirst(), names) {
      let shape = try Regex("framegrab: \(name) +[0-9]+\\.[0-9]{3} +[0-9]+\\.[0-9]{3}")
      #expect(try shape.wholeMatch(in: line) != nil, "\(line)")
    }
  }

  @Test func `machines get one object on standard error, whose stages add up`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--frame", "30", "-o", "p.png", "--json", "--timings")
    #expect(result.status == 0)
    #expect(try result.objects().count == 1)
    #expect(result.complaints.count == 1)
    let times = try times(of: result)
    #expect(Set(times.keys) == Set(stages + ["total"]))
    for key in ["wall", "cpu"] {
      let parts = try stages.map { try #require(times[$0]?[key]) }
      #expect(parts.allSatisfy { $0 >= 0 })
      // Ten numbers, each truncated to a thousandth.
      #expect(abs(parts.reduce(0, +) - (try #require(times["total"]?[key]))) < 0.0101)
    }
    // Stages that ran took some time; how much is not checked.
    for stage in ["load", "open", "index", "decode", "color", "png", "write"] {
      #expect(try #require(times[stage]?["wall"]) > 0, "\(stage)")
    }
  }

  @Test func `stages that do not run take no time`() throws {
    let times = try times(of: try Bench().framegrab(clip, "--frame", "3", "--dry-run", "--json", "--timings"))
    for stage in ["decode", "color", "png", "write"] { #expect(times[stage] == ["wall": 0, "cpu": 0], "\(stage)") }
  }

  @Test func `it is printed for a run that fails, for one that writes nothing, and with -q`() throws {
    let bench = try Bench()
    let failed = try bench.framegrab("missing.mp4", "--at", "0", "--json", "--timings")
    #expect(failed.status == 3)
    #expect(failed.complaints.count == 2)
    #expect(try times(of: failed).count == 10)
    #expect(try times(of: try bench.framegrab(clip, "--info", "--json", "--timings")).count == 10)
    #expect(try bench.framegrab(clip, "--list-frames", "-q", "--timings").complaints.count == 11)
  }

  @Test func `without the option nothing is printed`() throws {
    try Bench().framegrab(clip, "--frame", "3", "-o", "p.png").expectSuccess("p.png")
  }

  private func times(of result: RunResult) throws -> [String: [String: Double]] {
    let line = try #require(result.complaints.last)
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    #expect(Array(object.keys) == ["timings"])
    return try #require(object["timings"] as? [String: [String: Double]])
  }
}
