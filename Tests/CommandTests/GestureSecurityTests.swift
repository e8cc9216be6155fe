import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A gesture file is the work of someone else: it chooses a gesture, and as little else as possible.
///
/// Beside each attack lies a canary, a file that must not change.
@Suite struct GestureSecurityTests {
  /// A folder to run in, `here`, next to a canary and a folder `other` with one more.
  private struct Yard {
    let bench: Bench
    let canaries = ["canary.png", "other/canary.png", "here/.profile", "here/.ssh/canary.png"]

    init() throws {
      bench = try Bench()
      for folder in ["here/.ssh", "here/real", "other"] { try bench.makeFolder(folder) }
      try bench.copy(.h264Faststart, to: "here/v.mp4")
      for name in canaries { try bench.write("canary", to: name) }
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: bench.url(name).path(), withDestinationPath: target)
    }

    /// Runs the tool in `here`.
    func framegrab(_ words: String..., input: String = "") throws -> RunResult {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      return try bench.shell("cd here && exec framegrab \(quoted)", input: Data(input.utf8))
    }

    func write(_ output: String, video: String = "v.mp4", to name: String = "here/drag.json") throws {
      let extra = try JSONSerialization.data(withJSONObject: ["output": output, "video": video])
      let members = String(decoding: extra.dropFirst().dropLast(), as: UTF8.self) + ","
      try bench.write(GestureCommandTests.drag(points: 51, extra: members), to: name)
    }

    func expectWhole(_ before: Set<String>, _ comment: String = "") throws {
      #expect(bench.names == before, "\(comment)")
      for name in canaries { #expect(try bench.bytes(name) == Data("canary".utf8), "\(comment) \(name)") }
    }
  }

  private static let attacks = [
    ("/tmp/framegrab-canary.png", "may not start with '/'"), ("../canary.png", "may not have '..'"),
    ("real/../../canary.png", "may not have '..'"), ("../other/canary.png", "may not have '..'"),
    (".profile", "starts with a dot"), (".ssh/canary.png", "starts with a dot"), ("./x.png", "starts with a dot"),
    ("-rf.png", "starts with a dash"), ("real/-x.png", "starts with a dash"), ("-", "starts with a dash"),
    ("x", "must end in .png"), ("x.png.sh", "must end in .png"), ("real/", "must end in .png"),
    ("a\u{1B}[31m.png", "control characters"), ("a\nb.png", "control characters"),
    ("a\u{202E}gnp.png", "control characters"),
  ]

  @Test(arguments: attacks)
  func `an output that a file names stays tame`(output: String, reason: String) throws {
    let yard = try Yard()
    try yard.write(output)
    let before = yard.bench.names
    for more in [[], ["-y"], ["-y", "--mkdir"], ["-n"], ["--trust-paths"]] {
      let words = (["--gesture", "drag.json"] + more).map { "'\($0)'" }.joined(separator: " ")
      let result = try yard.bench.shell("cd here && exec framegrab \(words)")
      result.expectFailure(2, "drag.json:", "/output: ", reason, "-o")
      try yard.expectWhole(before, "\(output) \(more)")
    }
    let served = try yard.framegrab(
      "--serve", "-y", "--mkdir", input: #"{"gesture": "drag.json", "overwrite": true, "mkdir": true}"#)
    #expect(try served.objects().first?["code"] as? Int == 2)
    try yard.expectWhole(before, "served \(output)")
  }

  @Test(arguments: ["", "-y", "--mkdir", "-y --mkdir"])
  func `no component of such an output is a symbolic link`(more: String) throws {
    let yard = try Yard()
    try yard.link("here/out", to: "../other")
    try yard.link("here/real/deep", to: "../../other")
    try yard.link("here/file.png", to: "../canary.png")
    try yard.link("here/dangling", to: "../new")
    for output in ["out/canary.png", "out/new.png", "real/deep/x.png", "file.png", "out/sub/x.png", "dangling/x.png"] {
      try yard.write(output)
      let before = yard.bench.names
      let result = try yard.bench.shell("cd here && exec framegrab --gesture drag.json \(more)")
      result.expectFailure(5, "symbolic link")
      try yard.expectWhole(before, output)
    }
  }

  @Test func `fields cannot make the name a wild one`() throws {
    let yard = try Yard()
    try yard.bench.copy(.h264Faststart, to: "here/.hidden.mp4")
    try yard.bench.copy(.h264Faststart, to: "here/-y.mp4")
    try yard.write("{stem}.png", video: ".hidden.mp4")
    try yard.framegrab("--gesture", "drag.json").expectFailure(5, "starts with a dot")
    try yard.write("{stem}.png", video: "./-y.mp4")
    try yard.framegrab("--gesture", "drag.json").expectFailure(5, "starts with a dash")
    #expect(!yard.bench.names.contains { $0.hasSuffix(".hidden.png") || $0.hasSuffix("-y.png") })
  }

  @Test func `-y replaces only what the command line names`() throws {
    let yard = try Yard()
    try yard.write("mine.png")
    try yard.bench.write("mine", to: "here/mine.png")
    try yard.framegrab("--gesture", "drag.json", "-y").expectFailure(5, "mine.png", "already exists", "-o")
    let served = try yard.framegrab("--serve", "-y", input: #"{"gesture": "drag.json", "overwrite": true}"#)
    #expect(try served.objects().first?["code"] as? Int == 5)
    #expect(try yard.bench.bytes("here/mine.png") == Data("mine".utf8))
    let skipped = try yard.framegrab("--gesture", "drag.json", "-n")
    #expect(skipped.status == 0 && skipped.stdout.isEmpty)
    try yard.framegrab("--gesture", "drag.json", "-y", "-o", "mine.png").expectSuccess("mine.png")
    #expect(try yard.bench.number("here/mine.png") == 25)
  }

  @Test func `a tame output is written, in a new folder with --mkdir`() throws {
    let yard = try Yard()
    try yard.write("frames/a b/{index:03}.png")
    try yard.framegrab("--gesture", "drag.json").expectFailure(5, "no such folder")
    try yard.framegrab("--gesture", "drag.json", "--mkdir", "-y", "--sync").expectSuccess("frames/a b/025.png")
    #expect(try yard.bench.number("here/frames/a b/025.png") == 25)
  }

  // MARK: The video

  @Test func `a gesture's video lies below its folder or the current one`() throws {
    let yard = try Yard()
    try yard.bench.makeFolder("here/gestures")
    try yard.bench.makeFolder("here/clips")
    try yard.bench.copy(.h264Faststart, to: "here/clips/c.mp4")
    try yard.bench.copy(.h264Faststart, to: "secret.mp4")
    try yard.link("here/gestures/link.mp4", to: "../../secret.mp4")
    let top = yard.bench.url("").path(percentEncoded: false)
    func grab(_ video: String, _ more: String = "") throws -> RunResult {
      try yard.write("x-{index}.png", video: video, to: "here/gestures/drag.json")
      return try yard.bench.shell("cd here && exec framegrab --gesture gestures/drag.json -y -o x.png \(more)")
    }
    // From the top of a project, and by an absolute name below it.
    try grab("../clips/c.mp4").expectSuccess("x.png")
    try grab("\(top)here/clips/c.mp4").expectSuccess("x.png")
    for video in [
      "../../secret.mp4", "\(top)secret.mp4", "link.mp4", "/etc/passwd", "../../missing.mp4", "/nowhere/missing.mp4",
    ] {
      try grab(video).expectFailure(2, "gestures/drag.json:", "/video: ", "--trust-paths", "command line")
      // The same words, whether the file exists or not.
      #expect(try grab(video).stderr.contains("neither below the gesture file's folder nor below the current one"))
    }
    try grab("../../secret.mp4", "--trust-paths").expectSuccess("x.png")
    try grab("../../secret.mp4", "v.mp4").expectSuccess("x.png")
    try grab("../../missing.mp4", "--trust-paths").expectFailure(3, "no such file")
    let request = #"{"gesture": "gestures/drag.json", "dry-run": true}"#
    try yard.write("x.png", video: "../../secret.mp4", to: "here/gestures/drag.json")
    #expect(try yard.framegrab("--serve", input: request).objects().first?["code"] as? Int == 2)
    #expect(try yard.framegrab("--serve", "--trust-paths", input: request).objects().first?["code"] == nil)
    let key = try yard.framegrab("--serve", input: #"{"gesture": "gestures/drag.json", "trust-paths": true}"#)
    #expect(try key.objects().first?["code"] as? Int == 2)
  }

  @Test func `nothing tells which files are behind a link`() throws {
    let yard = try Yard()
    try yard.bench.copy(.h264Faststart, to: "other/o.mp4")
    try yard.link("here/link", to: "../other")
    try yard.link("here/dangling.mp4", to: "../other/none.mp4")
    for video in ["link/o.mp4", "link/p.mp4", "link/none.mp4", "link/", "link", "dangling.mp4", "link/../x.mp4"] {
      try yard.write("x.png", video: video)
      let result = try yard.framegrab("--gesture", "drag.json")
      result.expectFailure(2, "neither below the gesture file's folder nor below the current one")
      #expect(!result.stderr.contains("o.mp4") || video == "link/o.mp4")
    }
    // Below the folder, a name that is nearly right is no reason to list the folder either.
    try yard.write("x.png", video: "w.mp4")
    let near = try yard.framegrab("--gesture", "drag.json")
    near.expectFailure(3, "w.mp4: no such file")
    #expect(!near.stderr.contains("did you mean"))
  }

  @Test(arguments: ["-x.mp4", ".h.mp4", "a\nb.mp4"])
  func `a video of a gesture file gives no wild default name`(video: String) throws {
    let yard = try Yard()
    try yard.bench.copy(.h264Faststart, to: "here/\(video)")
    let name = video.replacing("\n", with: "\\n")
    try yard.bench.write(GestureCommandTests.drag(points: 51, extra: #""video": "\#(name)","#), to: "here/drag.json")
    let before = yard.bench.names
    for more in [[], ["-y"]] {
      let words = (["--gesture", "drag.json"] + more).joined(separator: " ")
      try yard.bench.shell("cd here && exec framegrab \(words)").expectFailure(2, "drag.json:", "/video: ", "-o")
    }
    #expect(yard.bench.names == before)
  }

  @Test func `a wrong field is reported where it is`() throws {
    let yard = try Yard()
    try yard.write("{foo}.png")
    try yard.framegrab("--gesture", "drag.json").expectFailure(2, "drag.json:", "/output: ", "unknown field '{foo}'")
  }

  @Test func `from standard input the current folder counts`() throws {
    let yard = try Yard()
    try yard.bench.copy(.h264Faststart, to: "secret.mp4")
    func grab(_ video: String) throws -> RunResult {
      try yard.framegrab(
        "--gesture", "-", "-y", "-o", "x.png",
        input: GestureCommandTests.drag(points: 51, extra: #""video": "\#(video)","#))
    }
    try grab("v.mp4").expectSuccess("x.png")
    try grab("../secret.mp4").expectFailure(2, "standard input:", "--trust-paths")
  }

  // MARK: Reading

  @Test func `limits hold while a gesture is read`() throws {
    let bench = try Bench()
    let clip = Fixture.h264Faststart.path
    // A pipe that never gives anything, since the reader keeps it open for writing, too.
    let result = try bench.shell("mkfifo pipe; framegrab \"$1\" --gesture - --timeout 200ms <> pipe; echo $?", clip)
    #expect(
      result.lines.last == "6" && result.stderr.contains("standard input: ") && result.stderr.contains("--timeout"))
  }

  // MARK: Signals

  #if os(Linux)
    @Test(arguments: ["linkat TERM", "linkat INT", "linkat HUP"], [[], ["--sync"]])
    func `a signal between link and rename leaves no temporary file`(signal: String, more: [String]) throws {
      let bench = try Bench()
      try bench.write("old", to: "x.png")
      let words = [Fixture.h264Faststart.path, "--frame", "3", "-y", "-o", "x.png"] + more
      let shim = BuiltTool.shim
      let result = try run(
        [BuiltTool.path] + words,
        environment: ["LD_PRELOAD": shim, "SHIM_SIGNAL": signal, "XDG_CACHE_HOME": "/dev/null"], in: bench.folder)
      let number: [String: Int32] = ["linkat TERM": SIGTERM, "linkat INT": SIGINT, "linkat HUP": SIGHUP]
      #expect(result.status == 128 + (number[signal] ?? 0))
      // The signal waited until the picture was in its place.
      #expect(bench.names == ["x.png"])
      #expect(try bench.number("x.png") == 3)
    }

    @Test func `a slow disk that delivers is no reason to give up`() throws {
      let bench = try Bench()
      // Hundreds of reads, each 10 ms late: longer than the time limit in all, and each far from it.
      var bytes = try Fixture.h264OpenGOPTransportStream.bytes()
      while bytes.count < 512 << 10 { bytes += try Fixture.h264OpenGOPTransportStream.bytes() }
      try bench.write(bytes, to: "slow.ts")
      func list(_ milliseconds: String, _ limit: String) throws -> RunResult {
        try run(
          [BuiltTool.path, "slow.ts", "--list-frames", "--no-cache", "--timeout", limit],
          environment: ["LD_PRELOAD": BuiltTool.shim, "SHIM_PREAD_MS": milliseconds],
          in: bench.folder)
      }
      #expect(try list("10", "1500ms").status == 0)
      // One read that takes longer than the limit, and a second more, is given up.
      try list("3000", "200ms").expectFailure(6, "slow.ts: made no progress for longer than 0.2 s", "--timeout")
    }
  #endif
}
