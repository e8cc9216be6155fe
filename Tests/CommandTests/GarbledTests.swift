import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// What a real worker says is changed on its way: nothing is harmed but the results of its own video.
  ///
  /// `make attacks` tries a hundred sequences of changes for each kind of job; here it is a few.
  @Suite struct GarbledTests {
    private static let seeds = 1...(ProcessInfo.processInfo.environment["FRAMEGRAB_ATTACKS"] == "all" ? 100 : 3)

    /// Jobs of one video, and the names of the files that each may write.
    private static let jobs: [(words: [String], mayWrite: String)] = [
      (["--frame", "20", "-o", "a.png"], "a.png"),
      (["--all", "--to", "6f", "-o", "p{index}.png", "--json", "-j", "2"], "p[0-9]+.png"),
      (["--frame", "20", "--raw", "gray", "-o", "-"], ""),
      (["--all", "--to", "6f", "-o", "a.npy"], "a.npy"),
      (["--info"], ""), (["--info", "--json"], ""), (["--list-frames"], ""), (["--list-frames", "--json"], ""),
      (["--gesture", "drag.json", "--trace"], ""), (["--gesture", "drag.json", "--replay"], ""),
      (["--gesture", "drag.json", "--plot", "a.svg"], "a.svg"),
      (["--gesture", "drag.json", "--hash", "--json"], ""),
      (["--gesture", "drag.json", "--solve", "0.5s"], "drag[^/]+json"), (["--new-gesture", "n.json"], "n.json"),
    ]

    private let bench: Bench
    private let environment: [String: String?]

    init() throws {
      bench = try Bench()
      environment = try bench.furnishForTakenOver()
      try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    }

    private func framegrab(_ words: [String], seed: Int, input: String = "") throws -> RunResult {
      let result = try run(
        [BuiltTool.path, "--timeout", "200ms", "--cache", "cache"] + words, input: Data(input.utf8),
        environment: environment.merging(["SHIM_GARBLE": String(seed)]) { $1 }, in: bench.folder, timeLimit: 60)
      let name = Comment(rawValue: "seed \(seed): \(words) \(result.status) \(result.stderr.prefix(300))")
      #expect(result.complaints.count <= 210 && result.stderr.utf8.count <= 4 << 20, name)
      #expect(result.complaints.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{202E}") }, name)
      #expect([0, 1, 3, 4, 5, 6].contains(result.status), name)
      return result
    }

    /// Removes what a run may write, and expects nothing else.
    private func clear(_ mayWrite: String, _ name: Comment) throws {
      for file in bench.names.subtracting(["good.mp4", "evil.mp4", "drag.json"]) where !file.hasPrefix("cache") {
        let pattern = try Regex(mayWrite)
        let isAllowed = !mayWrite.isEmpty && file.wholeMatch(of: pattern) != nil
        #expect(isAllowed, "\(file) \(name)")
        try FileManager.default.removeItem(at: bench.url(file))
      }
    }

    @Test(arguments: jobs.indices) func `a job of one video`(_ place: Int) throws {
      let job = Self.jobs[place]
      var failures = 0
      for seed in Self.seeds {
        let result = try framegrab(["evil.mp4"] + job.words, seed: 100 * seed + place)
        failures += result.status == 0 ? 0 : 1
        try clear(job.mayWrite, "seed \(seed): \(job.words)")
      }
      #expect(failures > 0 || Self.seeds.count < 10, "nothing was changed")
      // What was told of its frames is kept for its own video, and does not outlast the file.
      try clear("", "at the end")
    }

    @Test func `a service and a batch`() throws {
      for seed in Self.seeds {
        let names = ["good", "evil", "good", "evil", "good"]
        let requests = names.enumerated().map { number, name in
          #"{"video": "\#(name).mp4", "frame": \#(number), "output": "p\#(number).png"}"#
        }.joined(separator: "\n")
        for words in [["--serve", "-j", "2"], ["--batch", "-", "-j", "2", "--results", "results"]] {
          let result = try framegrab(words, seed: seed, input: requests + "\n")
          if words[0] == "--serve" {
            let answers = try result.objects()
            try #require(answers.count == names.count, "seed \(seed)")
          } else {
            #expect(try bench.results("results").map(\.job).sorted() == Array(1...names.count), "seed \(seed)")
          }
          for number in names.indices where names[number] == "good" {
            #expect(try bench.number("p\(number).png") == number, "seed \(seed): \(words)")
          }
          try clear("p[0-4].png|results", "seed \(seed): \(words)")
        }
      }
    }

    @Test func `a screen`() throws {
      for seed in Self.seeds where seed % 4 == 1 {
        let driver = try bench.begin(
          ["--timeout", "200ms", "--cache", "cache", "-o", "p.png"],
          environment: environment.merging(["SHIM_GARBLE": String(seed)]) { $1 }, clip: "evil.mp4")
        for key in ["l", "l", "j", "q"] { try driver.type(key) }
        let end = try driver.finish()
        #expect(end.remains.isEmpty && end.hasSettings, "\(end.remains)")
        try clear("", "seed \(seed)")
      }
    }
  }
#endif
