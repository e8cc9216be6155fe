#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Workers that crash, hang or are killed cost no job; a video that always crashes costs its own.
  @Suite struct BatchLossTests {
    private static let names = (10..<22).map { "v\($0).mp4" }
    private static let words = [
      "--frame", "1", "--frame", "20", "--frame", "40", "--compression", "fast", "-o", "{stem}-{index}.png",
    ]

    private func furnish() throws -> Bench {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: Self.names)
      return bench
    }

    private struct Undisturbed {
      let lines: [String]
      let pictures: [String: Data]
    }

    /// The undisturbed run, which is the same for all.
    private static let undisturbed = Result {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: names)
      #expect(try bench.framegrab(names + words + ["--results", "r.ndjson"]).status == 0)
      return Undisturbed(lines: try bench.promised("r.ndjson"), pictures: try bench.files(".png"))
    }

    private func reference() throws -> (lines: [String], pictures: [String: Data]) {
      let run = try Self.undisturbed.get()
      return (run.lines, run.pictures)
    }

    private func clipSize() throws -> String { "\(try Fixture.h264Faststart.bytes().count)" }

    // MARK: A bad video

    @Test(arguments: [("SEGV", 3), ("KILL", 3), ("ABRT", 3), ("HANG", 6)])
    func `a video that always loses its worker costs its own job, after all others`(_ how: String, _ code: Int) throws {
      let bench = try furnish()
      try bench.copy(.vp9, to: ["bad.webm"])
      let size = "\(try bench.bytes("bad.webm").count)"
      let result = try bench.shimmed(
        ["bad.webm"] + Self.names.prefix(5) + Self.words
          + ["--results", "r.ndjson", "--timeout", "300ms", "-j", "2", "--json"],
        ["SHIM_CRASH": "pread 1 \(how)", "SHIM_SIZE": size])
      #expect(result.status == 1)
      let object = try #require(try result.objects().first)
      #expect(object["failed"] as? Int == 1 && object["done"] as? Int == 5)
      #expect(result.stderr.contains("job 1: bad.webm: "))
      let lines = try bench.results()
      #expect(lines.map(\.job).sorted() == [1, 2, 3, 4, 5, 6] && lines.last?.job == 1)
      #expect(lines.last?.attempts == 2 && lines.last?.code == code && lines.last?.indices == [])
      for line in lines.dropLast() {
        #expect(line.attempts == 1 && line.code == nil && line.outcomes == ["written", "written", "written"])
      }
      #expect(try bench.files(".png").count == 15)
      // Final or not, as the code says.
      let again = try bench.framegrab(
        ["bad.webm"] + Self.names.prefix(5) + Self.words + ["--results", "r.ndjson", "--resume"])
      #expect(again.status == (code == 3 ? 1 : 0), "\(again.stderr)")
      #expect(try bench.results().count == 6)
    }

    // MARK: Workers that are lost

    // Reads are counted over all processes, so one worker is lost, and the one that does its job again is not.
    @Test func `workers lost at some read cost no job, and no result differs`() throws {
      let (lines, pictures) = try reference()
      for (read, workers) in [(4, 2), (5, 2), (6, 2), (4, 1), (9, 1)] {
        let bench = try furnish()
        let result = try bench.shimmed(
          Self.names + Self.words + ["--results", "r.ndjson", "-j", "\(workers)"],
          ["SHIM_CRASH": "pread \(read) KILL", "SHIM_ALL": "1", "SHIM_SIZE": try clipSize()])
        #expect(result.status == 0, "\(read): \(result.stderr)")
        #expect(result.lines.sorted() == pictures.keys.sorted())
        #expect(try bench.promised("r.ndjson") == lines, "\(read)")
        #expect(try bench.files(".png") == pictures, "\(read)")
        let attempts = try bench.results().compactMap(\.attempts)
        #expect(attempts.count { $0 == 2 } == 1, "\(read)")
        // Those that were tried again come after all others.
        #expect(attempts == attempts.sorted() && attempts.allSatisfy { $0 == 1 || $0 == 2 })
      }
    }

    @Test func `outputs that were replaced before the worker was lost count as replaced`() throws {
      let bench = try furnish()
      for name in Self.names {
        for index in [1, 20, 40] { try bench.write("old", to: name.dropLast(4) + "-\(index).png") }
      }
      let result = try bench.shimmed(
        Self.names + Self.words + ["--results", "r.ndjson", "-y"],
        ["SHIM_CRASH": "pread 5 KILL", "SHIM_ALL": "1", "SHIM_SIZE": try clipSize()])
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.results().contains { $0.attempts == 2 })
      #expect(try Set(bench.results().flatMap(\.outcomes)) == ["replaced"])
      #expect(try bench.files(".png") == reference().pictures)
    }

    // One kill a run: a job is given up only when its worker is lost twice.
    @Test(arguments: [1, 2, 4, 7])
    func `a worker killed while it runs costs no job`(_ done: Int) throws {
      let (lines, pictures) = try reference()
      let bench = try furnish()
      let result = try bench.shell(
        Self.background + """
          wait_for \(done)
          kill -9 "$(worker)" 2> /dev/null
          wait $run
          """, BuiltTool.shim, Self.names.joined(separator: " "))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.promised("r.ndjson") == lines)
      #expect(try bench.files(".png") == pictures)
      #expect(bench.names == Set(Self.names).union(pictures.keys).union(["r.ndjson"]))
    }

    @Test func `a worker that was killed between two jobs is replaced`() throws {
      let bench = try furnish()
      let result = try bench.shell(
        Self.findsWorker + """
          mkfifo in
          framegrab --batch in --results r.ndjson -j 1 > out 2>&1 & run=$!
          exec 3> in
          echo '{"video":"v10.mp4","frame":3,"hash":true}' >&3
          tries=0
          until [ -f r.ndjson ] && [ "$(wc -l < r.ndjson)" -ge 1 ]; do
            tries=$((tries + 1)); [ $tries -gt 3000 ] && exit 9
            sleep 0.02
          done
          worker=$(worker)
          kill -9 $worker || exit 8
          # It is dead when it is a zombie.
          until grep -q '^State:.Z' /proc/$worker/status 2> /dev/null || [ ! -d /proc/$worker ]; do sleep 0.02; done
          echo '{"video":"v10.mp4","frame":4,"hash":true}' >&3
          exec 3>&-
          wait $run
          """)
      #expect(result.status == 0, "\(result.stderr)")
      let lines = try bench.results()
      #expect(lines.map(\.job) == [1, 2] && lines.map(\.code) == [nil, nil])
      #expect(lines.map(\.indices) == [[3], [4]])
    }

    @Test func `a worker that was stopped is replaced, and its job is done`() throws {
      let (lines, pictures) = try reference()
      let bench = try furnish()
      let result = try bench.shell(
        Self.background.replacing("--timeout 30s", with: "--timeout 1s") + """
          wait_for 2
          kill -STOP "$(worker)" 2> /dev/null
          wait $run
          """, BuiltTool.shim, Self.names.joined(separator: " "))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.promised("r.ndjson") == lines)
      #expect(try bench.files(".png") == pictures)
    }

    @Test(arguments: [26, 40, 64])
    func `there are no more workers than open files allow`(_ most: Int) throws {
      let (lines, pictures) = try reference()
      let bench = try furnish()
      let words = (Self.names + Self.words).map { "'\($0)'" }.joined(separator: " ")
      let result = try bench.shell("ulimit -n \(most); framegrab \(words) --results r.ndjson -j 32")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.promised("r.ndjson").sorted() == lines.sorted())
      #expect(try bench.files(".png") == pictures)
    }

    // MARK: The end of the run

    /// `worker` finds a worker of the run: the child of its child.
    private static let findsWorker = """
      worker() {
        read -r child rest < /proc/$run/task/$run/children
        cut -d' ' -f1 < "/proc/$child/task/$child/children"
      }

      """

    /// Starts a run whose reads are slow; `wait_for N` waits until N jobs are done.
    private static let background =
      findsWorker + """
        SHIM_PREAD_MS=10 LD_PRELOAD="$1" framegrab $2 \(words.map { "'\($0)'" }.joined(separator: " ")) \
          --results r.ndjson -j 2 --timeout 30s > /dev/null 2>&1 & run=$!
        wait_for() {
          tries=0
          until [ -f r.ndjson ] && [ "$(wc -l < r.ndjson)" -ge "$1" ]; do
            tries=$((tries + 1)); [ $tries -gt 3000 ] && exit 9
            sleep 0.01
          done
        }

        """

    @Test(arguments: [0, 1, 3, 6])
    func `a run that was killed is completed by another one`(_ done: Int) throws {
      let (lines, pictures) = try reference()
      let bench = try furnish()
      let result = try bench.shell(
        Self.background + """
          wait_for \(done)
          kill -9 $run
          wait $run
          shift; framegrab $1 \(Self.words.map { "'\($0)'" }.joined(separator: " ")) --results r.ndjson --resume
          """, BuiltTool.shim, Self.names.joined(separator: " "))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try bench.promised("r.ndjson") == lines)
      #expect(try bench.files(".png") == pictures)
      #expect(bench.names == Set(Self.names).union(pictures.keys).union(["r.ndjson"]))
    }

    @Test func `SIGTERM lets what was begun end, and a later run does the rest`() throws {
      let (lines, pictures) = try reference()
      let bench = try furnish()
      let result = try bench.shell(
        Self.background + """
          wait_for 2
          kill -TERM $run
          wait $run
          """, BuiltTool.shim, Self.names.joined(separator: " "))
      #expect(result.status == 128 + 15, "\(result.stderr)")
      // Only whole jobs: every picture has its line.
      let outputs = try bench.results().flatMap(\.outputs)
      #expect(try Set(outputs) == Set(bench.files(".png").keys))
      #expect(try bench.results().count < Self.names.count)
      #expect(try bench.framegrab(Self.names + Self.words + ["--results", "r.ndjson", "--resume"]).status == 0)
      #expect(try bench.promised("r.ndjson") == lines)
      #expect(try bench.files(".png") == pictures)
    }

    @Test(arguments: [("", true), ("-q", false)])
    func `the end by a signal, when nothing is left to do, is no failure`(_ quiet: String, isTold: Bool) throws {
      let bench = try furnish()
      let result = try bench.shell(
        """
        mkfifo jobs; framegrab --batch - --results r.ndjson \(quiet) < jobs > out & run=$!
        exec 7> jobs
        echo '{"video":"v10.mp4","frame":3,"output":"a.png"}' >&7
        until [ -s r.ndjson ]; do sleep 0.01; done
        kill -TERM $run
        wait $run
        """)
      #expect(result.status == 128 + 15, "\(result.stderr)")
      #expect(result.stderr.contains("1 job in ") == isTold && result.stderr.isEmpty != isTold, "\(result.stderr)")
      #expect(try bench.number("a.png") == 3)
    }

    @Test func `a second signal does not wait`() throws {
      let bench = try furnish()
      // The workers sleep for ever at their first read, and the time limit is far away.
      let result = try bench.shell(
        Bench.endsTwice + """
          LD_PRELOAD="$1" SHIM_CRASH="pread 1 HANG" SHIM_SIZE="$2" \
            framegrab v10.mp4 v11.mp4 --frame 3 --hash --timeout 1h --results r.ndjson > out 2>&1 &
          end_twice $!
          """, BuiltTool.shim, clipSize())
      #expect(result.status == 128 + 15, "\(result.stderr)")
      #expect(try bench.results().isEmpty)
    }

    @Test func `a second signal between link and rename leaves no temporary file`() throws {
      let bench = try furnish()
      for name in Self.names { try bench.write("old", to: name.replacing(".mp4", with: ".png")) }
      // The first signal comes with the first picture, and the second with the next one that has a temporary name.
      let script = """
        LD_PRELOAD="$1" SHIM_SIGNAL="linkat TERM 0" framegrab \(Self.names.joined(separator: " ")) \
          --frame 3 -o '{stem}.png' -y -j 2
        """
      let result = try bench.shell(script, BuiltTool.shim)
      #expect(result.status == 128 + 15, "\(result.stderr)")
      #expect(bench.names.allSatisfy { !$0.hasSuffix(".tmp") }, "\(bench.names)")
      // Each picture is the old one or the new one.
      let changed = try bench.files(".png").filter { $0.value != Data("old".utf8) }.keys
      #expect(!changed.isEmpty && changed.count < Self.names.count)
      for name in changed { #expect(try bench.number(name) == 3) }
    }
  }
#endif
