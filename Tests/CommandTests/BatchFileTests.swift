import Foundation
import TestSupport
import Testing

/// A file of jobs is read twice: checked whole, then worked on; of each job only its place is kept.
@Suite struct BatchFileTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.oneFrame, to: ["a.mp4"])
    return bench
  }

  private func line(_ output: String, video: String = "a.mp4") -> String {
    #"{"video": "\#(video)", "frame": 0, "output": "\#(output)"}"#
  }

  /// A job of so many bytes.
  private func line(_ output: String, bytes count: Int) -> String {
    let job = line(output)
    return job + String(repeating: " ", count: count - job.utf8.count)
  }

  // MARK: The first reading

  @Test func `one output of two jobs is found however far they are apart`() throws {
    let bench = try furnish()
    let jobs = (0..<5000).map { line("\($0).png") }
    let result = try bench.batch([line("twice.png")] + jobs + [line("twice.png")])
    result.expectFailure(2, "jobs.ndjson: line 5002", "twice.png", "job 1,")
    #expect(bench.names == ["a.mp4", "jobs.ndjson"])
  }

  @Test func `a fault in the last line is found before anything is done`() throws {
    let bench = try furnish()
    let jobs = (0..<1000).map { line("\($0).png") }
    let result = try bench.batch(jobs + ["nonsense"], ["--results", "r.ndjson"])
    result.expectFailure(2, "jobs.ndjson: line 1001")
    #expect(bench.names == ["a.mp4", "jobs.ndjson"])
  }

  @Test func `outputs of several jobs are named up to the tenth`() throws {
    let bench = try furnish()
    let result = try bench.batch((1...30).map { line("\(($0 - 1) % 15).png") } + ["nonsense", "nonsense"])
    #expect(result.status == 2 && result.complaints.count == 11)
    for (number, complaint) in result.complaints.prefix(10).enumerated() {
      #expect(complaint.contains("line \(number + 16): \(number).png is the output of job \(number + 1), too"))
    }
    #expect(result.complaints.last?.contains("2 more") ?? false)
  }

  @Test func `a line has a mebibyte at most, and no more of it is kept`() throws {
    let bench = try furnish()
    let whole = try bench.batch([line("1.png", bytes: 1 << 20), line("2.png")])
    #expect(whole.status == 0 && Set(whole.lines) == ["1.png", "2.png"], "\(whole.stderr)")
    let result = try bench.batch([line("3.png"), line("4.png", bytes: 1 << 20 + 1), line("5.png"), "nonsense"])
    #expect(result.status == 2 && result.complaints.count == 2)
    #expect(result.complaints.first?.contains("line 2: the line has more than 1048576 bytes") ?? false)
    #expect(result.complaints.last?.contains("line 4") ?? false)
    #expect(try bench.files(".png").count == 2)
  }

  @Test func `a line through a pipe that is too long is the failure of its job`() throws {
    let bench = try furnish()
    let jobs = [line("1.png"), line("2.png", bytes: 5 << 20), line("3.png")].map { $0 + "\n" }.joined()
    let result = try bench.framegrab(["--batch", "-", "--results", "r.ndjson"], input: Data(jobs.utf8))
    #expect(result.status == 1 && Set(result.lines) == ["1.png", "3.png"])
    #expect(try bench.results().sorted { $0.job < $1.job }.map(\.code) == [nil, 2, nil])
  }

  @Test func `names in a list that are too long are refused`() throws {
    let bench = try furnish()
    try bench.write("a.mp4\n\n" + String(repeating: "x", count: 2 << 20) + "\n", to: "list")
    try bench.framegrab("--videos", "list", "--at", "0").expectFailure(2, "list: name 2", "1048576")
    #expect(bench.names == ["a.mp4", "list"])
  }

  @Test func `what is between names is no name`() throws {
    let bench = try furnish()
    try bench.copy(.oneFrame, to: ["b.mp4"])
    let gap = String(repeating: "\n", count: 300_000)
    try bench.write("\n\na.mp4" + gap + "b.mp4" + gap, to: "list")
    let result = try bench.framegrab("--videos", "list", "--frame", "0", "-o", "{n}-{stem}.png")
    #expect(result.status == 0 && Set(result.lines) == ["1-a.png", "2-b.png"], "\(result.stderr)")
    // As an editor on Windows writes a list: U+FEFF first, lines that end with CR and LF; in a file and through a pipe.
    let windows = Data([0xEF, 0xBB, 0xBF]) + Data("a.mp4\r\n\r\nb.mp4\r\n".utf8)
    try bench.write(windows, to: "list")
    for list in ["list", "-"] {
      let read = try bench.framegrab(["--videos", list, "--frame", "0", "-o", "{n}-{stem}.png", "-y"], input: windows)
      #expect(read.status == 0 && Set(read.lines) == ["1-a.png", "2-b.png"], "\(list): \(read.stderr)")
    }
    // A name that is ended with NUL is taken as it is.
    try bench.copy(.oneFrame, to: ["c.mp4\r"])
    let odd = try bench.framegrab(["--videos", "-", "--frame", "0", "-o", "c.png"], input: Data("c.mp4\r\0".utf8))
    #expect(odd.lines == ["c.png"], "\(odd.stderr)")
  }

  @Test func `an empty file that -n leaves is as done as any other`() throws {
    let bench = try furnish()
    try bench.write("", to: "1.png")
    let words = ["--batch", "-", "--results", "r.ndjson"]
    let jobs = Data((line("1.png") + "\n").utf8)
    #expect(try bench.framegrab(words + ["-n"], input: jobs).status == 0)
    let again = try bench.framegrab(words + ["--resume"], input: jobs)
    #expect(again.status == 0 && again.lines == [], "\(again.stderr)")
    #expect(try bench.bytes("1.png") == Data())
  }

  #if os(Linux)
    @Test func `a long line costs no more memory than its limit`() throws {
      let bench = try furnish()
      func peak(_ mebibytes: Int) throws -> Int {
        let result = try bench.shell(
          """
          { printf '"'; head -c "$1" /dev/zero | tr '\\0' x; printf '"\\nnonsense\\n'; } > jobs.ndjson
          peak-memory framegrab --batch jobs.ndjson
          """, "\(mebibytes << 20)")
        #expect(result.status == 2 && result.complaints.count == 3)
        return try #require(result.complaints.last.flatMap { Int($0) })
      }
      // A line, a copy of it, and the pieces that are read.
      #expect(try peak(64) < peak(0) + (8 << 20))
    }

    // MARK: The second reading

    /// Starts a run whose reads are slow, changes the file of jobs when one of them is done, and returns its exit code.
    private func change(_ bench: Bench, _ change: String) throws -> RunResult {
      let names = (10..<22).map { "v\($0).mp4" }
      try bench.copy(.h264Faststart, to: names)
      try bench.write(names.map { line("\($0).png", video: $0) + "\n" }.joined(), to: "jobs.ndjson")
      return try bench.shell(
        """
        SHIM_PREAD_MS=20 LD_PRELOAD="$1" framegrab --batch jobs.ndjson --results r.ndjson -j 2 --timeout 60s > out & run=$!
        tries=0
        until [ -f r.ndjson ] && [ "$(wc -l < r.ndjson)" -ge 1 ]; do
          tries=$((tries + 1)); [ $tries -gt 3000 ] && exit 9
          sleep 0.01
        done
        \(change)
        wait $run
        """, BuiltTool.shim)
    }

    @Test(arguments: [
      "echo >> jobs.ndjson", "touch jobs.ndjson", ": > jobs.ndjson",
      // The same size and time, but no jobs.
      "touch -r jobs.ndjson ref; tr a-z '#' < jobs.ndjson > n; cat n > jobs.ndjson; touch -r ref jobs.ndjson",
    ])
    func `a file that is changed while its jobs are worked on ends the run`(_ how: String) throws {
      let bench = try Bench()
      let result = try change(bench, how)
      #expect(result.status == 2, "\(result.stderr)")
      #expect(result.stderr.contains("jobs.ndjson: was changed"))
      // What was begun has its line and its picture, and nothing else.
      let outputs = try bench.results().flatMap(\.outputs)
      #expect(try Set(outputs) == Set(bench.files(".png").keys) && !outputs.isEmpty && outputs.count < 12)
      let names = (10..<22).map { "v\($0).mp4" }
      let rest = try bench.batch(names.map { line("\($0).png", video: $0) }, ["--results", "r.ndjson", "--resume"])
      #expect(try rest.status == 0 && bench.files(".png").count == 12, "\(rest.stderr)")
    }

    @Test func `a file that is replaced by another of its name is read on as it was`() throws {
      let bench = try Bench()
      let result = try change(bench, "echo nonsense > n; mv n jobs.ndjson")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.files(".png").count == 12)
    }
  #endif
}
