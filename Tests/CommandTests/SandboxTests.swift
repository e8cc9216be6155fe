import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Videos are decoded by a process of its own behind walls, and nothing else changes.
  @Suite struct SandboxTests {
    /// The walls that this system has, in the tool's own words.
    private static let walls: String =
      (try? run([BuiltTool.path, "--version", "-v"]))?.lines.last { $0.hasPrefix("sandbox: ") } ?? ""
    private static var hasWalls: Bool { walls.contains("Landlock") && walls.contains("seccomp") }

    private static let shim = BuiltTool.shim

    private func framegrab(_ bench: Bench, _ words: [String], _ variables: [String: String]) throws -> RunResult {
      var environment: [String: String?] = ["LD_PRELOAD": Self.shim, "XDG_CACHE_HOME": "/dev/null"]
      for (name, value) in variables { environment[name] = value }
      return try run([BuiltTool.path] + words, environment: environment, in: bench.folder)
    }

    // MARK: The same results

    /// Command lines of every mode; clips are `a.mp4`, `b.ts`, `c.mp4`, `cut.mp4` and `not.mp4`.
    static let commands: [String] = [
      "a.mp4 --at 1s -o x.png", "a.mp4 --at 1s -o x.png --json", "a.mp4 --frame 3..9 -o {index}.png --json -j 2",
      "a.mp4 --every 0.5s --hash -o -", "a.mp4 --at 40% --hash --json", "a.mp4 --frame 7 -o -",
      "a.mp4 --count 3 --into out --mkdir", "a.mp4 --at 1s -o missing/x.png", "a.mp4 --frame 9999",
      "a.mp4 --at 00:00:01:99", "a.mp4 --at 99s --json", "a.mp4 --frame 0 --frame 9999 --frame 1 --json",
      "a.mp4 --all --dry-run", "a.mp4 --info", "a.mp4 --info --json", "a.mp4 --list-frames",
      "a.mp4 --list-frames --json", "b.ts --list-frames", "b.ts --at 0.5s --color srgb --depth 16 -o x.png",
      "b.ts --frame 5 --size 64x -o x.png --json", "cut.mp4 --all -o {index}.png --json", "cut.mp4 --at end --strict",
      "cut.mp4 --list-frames", "not.mp4 --at 0", "empty.mp4 --at 0", "none.mp4 --at 0", "a.mp4 --at 0 -o a.mp4 -y",
      "a.mp4 --at 0 --stream 7", "a.mp4 --at 0 --max-pixels 100", "--gesture drag.json -o g.png --json",
      "--gesture drag.json --trace", "--gesture drag.json --replay --simulate 40",
      "--gesture drag.json --replay --simulate 40 -o frames/ --mkdir", "--gesture drag.json --plot d.svg",
      "--gesture drag.json --replay --simulate 40 --plot d.svg", "a.mp4 --frame 4 --verify -o x.png --json",
      "a.mp4 --frame 2 --deinterlace -o x.png", "a.mp4 --keyframes -o x-{pts}-{label}-{time}-{timecode}.png",
      "c.mp4 --chapters -o {name}.png --json", "c.mp4 --chapters -o {name}-{moment}.png -j 1",
      "a.mp4 --chapters --json",
      "c.mp4 --chapters --hash --json", "a.mp4 --at-list names.txt -o {name}.png --json",
    ]

    private func furnish() throws -> Bench {
      let bench = try Bench()
      let clip = try bench.copy(.h264Faststart, to: "a.mp4")
      try bench.copy(.mpeg2TransportStream, to: "b.ts")
      try bench.copy(.chapters, to: "c.mp4")
      try bench.write("0.2s\t../a\n0.4s\n1s\t.\u{1B}[31mb\n", to: "names.txt")
      try bench.write(clip.prefix(clip.count * 2 / 3), to: "cut.mp4")
      try bench.write("no video at all", to: "not.mp4")
      try bench.write("", to: "empty.mp4")
      try bench.write(
        """
        {"version": 1, "video": "a.mp4",
         "control": {"model": "scrubbing-slider", "frame": {"x": 0, "y": 0, "width": 300, "height": 20}, "value": "25%"},
         "touches": [{"t": 0, "phase": "began", "x": 80, "y": 10}, {"t": 0.1, "phase": "moved", "x": 120, "y": 10},
          {"t": 0.2, "phase": "moved", "x": 160, "y": 80}, {"t": 0.3, "phase": "ended", "x": 160, "y": 80}]}
        """, to: "drag.json")
      return bench
    }

    @Test(.enabled(if: hasWalls, "this system has not all walls"), arguments: commands)
    func `with walls and without a worker, lines and files are the same`(command: String) throws {
      let words = command.split(separator: " ").map(String.init)
      var results: [RunResult] = []
      var files: [[String: Data]] = []
      for sandbox in ["require", "off"] {
        let bench = try furnish()
        results.append(try bench.framegrab(words + ["--sandbox", sandbox]))
        files.append(
          bench.names.reduce(into: [:]) { files, name in files[name] = (try? bench.bytes(name)) ?? Data() })
      }
      #expect(results[0] == results[1])
      #expect(files[0] == files[1])
    }

    @Test func `requests are answered the same`() throws {
      let requests = [
        #"{"video": "a.mp4", "frame": 4, "output": "s4.png"}"#, #"{"video": "b.ts", "at": "0.5s", "hash": true}"#,
        #"{"video": "a.mp4", "frame": 9999}"#, #"{"video": "not.mp4", "at": 0}"#, #"{"video": "none.mp4", "at": 0}"#,
        #"{"gesture": "drag.json", "output": "g.png"}"#, #"{"video": "cut.mp4", "at": "end"}"#, "nonsense",
      ]
      var results: [RunResult] = []
      for sandbox in [["--sandbox", "auto"], ["--sandbox", "off"], ["-j", "3"]] {
        let bench = try furnish()
        results.append(
          try bench.framegrab(["--serve"] + sandbox, input: Data(requests.joined(separator: "\n").utf8)))
        #expect(try bench.number("s4.png") == 4)
      }
      #expect(results[0].lines.count == requests.count)
      #expect(results[0] == results[1])
      #expect(results[0].stdout == results[2].stdout)
    }

    // MARK: The walls

    @Test(.enabled(if: hasWalls, "this system has not all walls"))
    func `no try to escape from inside a decode succeeds`() throws {
      let bench = try furnish()
      let list = bench.url("list").path(percentEncoded: false)
      let result = try framegrab(bench, ["a.mp4", "--frame", "3", "-o", "x.png"], ["SHIM_ESCAPE": list])
      #expect(result.status == 0 && result.stderr == "")
      #expect(try bench.number("x.png") == 3)
      let escapes = EscapeList(try bench.bytes("list"))
      #expect(escapes.isComplete && escapes.escaped == [:])
    }

    @Test(.enabled(if: hasWalls, "this system has not all walls"))
    func `the program tells which walls stand`() throws {
      #expect(Self.walls == "sandbox: a process of its own, Landlock, seccomp")
      let bench = try furnish()
      let result = try bench.framegrab("a.mp4", "--frame", "3", "--hash", "-v")
      #expect(result.complaints.last == "framegrab: sandbox: a process of its own, Landlock, seccomp")
    }

    // MARK: What a worker knows

    /// A word with each letter changed, as the shim wants it: else it would find the list of words.
    private static func masked(_ word: String) -> String {
      String(decoding: word.utf8.map { $0 ^ 0x15 }, as: UTF8.self)
    }

    @Test(arguments: ["single", "service", "batch"])
    func `a worker has no other request and no variable in its memory`(kind: String) throws {
      let bench = try furnish()
      let clip = try bench.bytes("a.mp4") + Data([0, 0, 0, 9]) + Data("free".utf8) + Data([0])
      try bench.write(clip, to: "last.mp4")
      try bench.copy(.h264Faststart, to: "confidential-video.mp4")
      let words = ["confidential-video", "planted-in-a-variable"].map(Self.masked)
      #expect(words.allSatisfy { !$0.contains(":") && !$0.contains("\0") })
      let list = bench.url("found").path(percentEncoded: false)
      let requests = ["confidential-video", "confidential-video", "last"].map {
        "{\"video\": \"\($0).mp4\", \"frame\": 3, \"hash\": true}\n"
      }
      try bench.write(requests.joined(), to: "jobs")
      let call: [String] =
        switch kind {
        case "single": ["last.mp4", "--frame", "3", "--hash"]
        case "service": ["--serve", "-j", "1"]
        default: ["--batch", "jobs", "-j", "1"]
        }
      let result = try run(
        [BuiltTool.path] + call, input: Data(kind == "service" ? requests.joined().utf8 : "".utf8),
        environment: [
          "LD_PRELOAD": Self.shim, "XDG_CACHE_HOME": "/dev/null", "SHIM_SIZE": String(clip.count),
          "SHIM_SEARCH": ([list] + words).joined(separator: ":"), "PLANTED": "planted-in-a-variable",
        ], in: bench.folder)
      #expect(result.status == 0, "\(result.stderr)")
      let found = try bench.bytes("found").prefix { $0 != 0 }
      #expect(String(decoding: found, as: UTF8.self) == "searched\n")
    }

    // MARK: Workers that are lost

    private static let noMemory = "needs more memory than is allowed; --max-allocation and --max-memory allow more"
    private static let losses: [(how: String, status: Int32, words: String)] = [
      ("SEGV", 3, "the decoder crashed (signal 11)"), ("ABRT", 3, "the decoder crashed (signal 6)"),
      ("KILL", 3, "the decoder crashed (signal 9)"), ("EAT", 6, noMemory),
      ("HANG", 6, "made no progress for longer than 0.3 s; --timeout allows more"),
    ]

    @Test(arguments: losses.indices)
    func `a lost worker is one line, and the old file stays`(which: Int) throws {
      let loss = Self.losses[which]
      let bench = try furnish()
      try bench.write("old", to: "x.png")
      let before = bench.names
      for words in [["--frame", "3", "-o", "x.png"], ["--all", "-o", "f{index}.png"]] {
        // The whole clip is read at once.
        let result = try framegrab(
          bench, ["a.mp4", "-y", "--timeout", loss.how == "HANG" ? "300ms" : "30s", "--max-memory", "512M"] + words,
          ["SHIM_CRASH": "pread 1 \(loss.how)"])
        result.expectFailure(loss.status, "a.mp4: \(loss.words)")
        #expect(bench.names == before)
        #expect(try bench.bytes("x.png") == Data("old".utf8))
      }
      let result = try framegrab(
        bench,
        ["a.mp4", "--frame", "3", "--json", "--timeout", loss.how == "HANG" ? "300ms" : "30s", "--max-memory", "512M"],
        ["SHIM_CRASH": "pread 1 \(loss.how)"])
      let object = try #require(try result.objects().first)
      #expect(object["code"] as? Int == Int(loss.status) && object["asked"] as? String == "3")
      #expect((object["error"] as? String)?.contains(loss.words) == true)
    }

    @Test func `memory that is eaten is told without a worker, too`() throws {
      let bench = try furnish()
      try bench.write("old", to: "x.png")
      let words = ["a.mp4", "--frame", "3", "-o", "x.png", "-y", "--max-memory", "512M", "--sandbox", "off"]
      let result = try framegrab(bench, words, ["SHIM_CRASH": "pread 1 EAT"])
      result.expectFailure(6, "framegrab: a.mp4: \(Self.noMemory)")
      #expect(try bench.bytes("x.png") == Data("old".utf8))
    }

    @Test(arguments: losses.indices)
    func `of a hundred requests a bad one costs itself only`(which: Int) throws {
      let more = which % 2 == 0 ? [] : ["-j", "2"]
      let loss = Self.losses[which]
      let bench = try furnish()
      var clip = try Fixture.h264Faststart.bytes()
      // A size of its own tells the shim which video is meant; a free box at the end changes no picture.
      clip += Data([0, 0, 0, 9]) + Data("free".utf8) + Data([0])
      try bench.write(clip, to: "bad.mp4")
      let requests = (0..<100).map { number in
        #"{"id": \#(number), "video": "\#(number == 50 ? "bad" : "a").mp4", "frame": \#(number % 50), "hash": true}"#
      }
      var environment: [String: String?] = ["LD_PRELOAD": Self.shim, "XDG_CACHE_HOME": "/dev/null"]
      environment["SHIM_CRASH"] = "pread 1 \(loss.how)"
      environment["SHIM_SIZE"] = String(clip.count)
      let before = bench.names
      // Eating memory takes its time on a busy machine.
      let patience = loss.how == "HANG" ? "300ms" : "30s"
      let result = try run(
        [BuiltTool.path, "--serve", "--timeout", patience, "--max-memory", "512M"] + more,
        input: Data(requests.joined(separator: "\n").utf8),
        environment: environment, in: bench.folder)
      #expect(result.status == 1 && result.stderr == "")
      let answers = try result.objects()
      try #require(answers.count == 100)
      let alone = try bench.framegrab(["a.mp4", "--frame", "0..49", "--hash", "--json"]).objects()
      for (number, answer) in answers.enumerated() {
        #expect(answer["id"] as? Int == number)
        if number == 50 {
          #expect(answer["code"] as? Int == Int(loss.status))
          #expect((answer["error"] as? String)?.hasPrefix("bad.mp4: \(loss.words)") == true)
        } else {
          #expect(answer["hash"] as? String == alone[number % 50]["hash"] as? String)
        }
      }
      #expect(bench.names == before)
    }

    /// The words before a command that is to see no /proc.
    private static let withoutProc = [
      "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" \"$@\"",
    ]

    /// Whether the user may hide /proc.
    private static let mayHideProc =
      (try? run(withoutProc + ["true"], environment: [:], in: FileManager.default.temporaryDirectory).status) == 0

    @Test func `lost workers cost nothing but their own requests, however many they are`() throws {
      try loseWorkers(start: [])
    }

    @Test(.enabled(if: mayHideProc)) func `without the folder proc lost workers are replaced, too`() throws {
      try loseWorkers(start: Self.withoutProc)
    }

    private func loseWorkers(start: [String]) throws {
      let bench = try furnish()
      var clip = try Fixture.h264Faststart.bytes()
      clip += Data([0, 0, 0, 9]) + Data("free".utf8) + Data([0])
      try bench.write(clip, to: "bad.mp4")
      let requests = (0..<12).map { number in
        #"{"video": "\#(number % 2 == 0 ? "bad" : "a").mp4", "frame": \#(number), "output": "\#(number).png"}"#
      }
      let result = try run(
        start + [BuiltTool.path, "--serve"], input: Data(requests.joined(separator: "\n").utf8),
        environment: [
          "LD_PRELOAD": Self.shim, "XDG_CACHE_HOME": "/dev/null", "SHIM_CRASH": "pread 1 SEGV",
          "SHIM_SIZE": String(clip.count),
        ], in: bench.folder)
      let answers = try result.objects()
      try #require(answers.count == 12)
      for (number, answer) in answers.enumerated() {
        #expect(answer["code"] as? Int == (number % 2 == 0 ? 3 : nil))
        if number % 2 == 1 { #expect(try bench.number("\(number).png") == number) }
      }
    }
  }
#endif
