import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Indexes that are cached between runs: they make runs shorter and change nothing else.
@Suite struct CacheTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    // 2 500 frames; the number of each is its time.
    try makeOnce(
      "long.ts",
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-t", "100", "-c:v", "mpeg2video", "-bf", "2", "-g", "12"]
        + ["-muxdelay", "0"], in: bench.folder)
    // Before that, another change of the file could have the same timestamp.
    usleep(40_000)
  }

  private func attributes(_ name: String) throws -> Int {
    let path = bench.url(name).path(percentEncoded: false)
    return try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private var indexes: [String] {
    bench.names.filter { $0.hasPrefix("cache/") && $0.hasSuffix(".index") }.sorted()
  }

  /// Runs the tool with the cache of the test, and without any.
  private func both(_ words: String...) throws -> (RunResult, RunResult) {
    (
      try bench.framegrab(["long.ts", "--cache", "cache"] + words),
      try bench.framegrab(["long.ts", "--no-cache"] + words)
    )
  }

  @Test func `the second run uses the index that the first one cached`() throws {
    let first = try bench.framegrab("long.ts", "--frame", "2400", "-o", "1.png", "--cache", "cache", "-v")
    #expect(first.status == 0 && first.stderr.contains("its index was kept, in "))
    #expect(try attributes("cache") == 0o700 && indexes.count == 1 && attributes(indexes[0]) == 0o600)
    let second = try bench.framegrab("long.ts", "--frame", "2390", "-o", "2.png", "--cache", "cache", "-v")
    #expect(second.status == 0 && second.stderr.contains("the index that an earlier run kept was used"))
    #expect(!second.stderr.contains("was kept, in"))
    try bench.framegrab("long.ts", "--frame", "2390", "-o", "3.png", "--no-cache").expectSuccess("3.png")
    #expect(try bench.bytes("2.png") == bench.bytes("3.png"))
    // Without -v there is no message about it.
    try bench.framegrab("long.ts", "--frame", "2390", "-o", "4.png", "--cache", "cache").expectSuccess("4.png")
  }

  @Test func `every command has the same result with an index and without`() throws {
    for _ in 0..<2 {
      for words in [
        ["--list-frames"], ["--list-frames", "--json"], ["--info"], ["--info", "--json"], ["--at", "90s", "--hash"],
        ["--frame", "-1", "--hash"], ["--frame", "2000..2010", "--hash"], ["--at", "50%", "--hash", "--json"],
        ["--frame", "2500"], ["--at", "101s"], ["--at", "00:01:30:10", "--hash"],
        ["--frame", "7", "--step", "2000", "--hash"],
      ] {
        let cached = try bench.framegrab(["long.ts", "--cache", "cache"] + words)
        let plain = try bench.framegrab(["long.ts", "--no-cache"] + words)
        #expect(cached == plain, "\(words)")
      }
    }
    #expect(!indexes.isEmpty)
  }

  @Test func `a damaged video that starts in the middle has the same results, too`() throws {
    var bytes = try bench.bytes("long.ts")
    // Packets of 188 bytes; those whose second byte has its high bit (the error flag) set are dropped.
    bytes = Data(bytes.dropFirst(188 * 37))
    for packet in [300, 301, 1200, 2000] { bytes[188 * packet + 1] |= 0x80 }
    try bench.write(bytes, to: "long.ts")
    usleep(40_000)
    for round in 0..<2 {
      for words in [["--frame", "2300"], ["--frame", "0..200:20"], ["--at", "90s"], ["--frame", "-1"], ["--info"]] {
        let cached = try bench.framegrab(
          ["long.ts", "--cache", "cache"] + words + (words == ["--info"] ? [] : ["--hash", "--json"]))
        let plain = try bench.framegrab(
          ["long.ts", "--no-cache"] + words + (words == ["--info"] ? [] : ["--hash", "--json"]))
        #expect(cached == plain && plain.status == 0, "\(words), round \(round)")
      }
    }
    let last = try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache", "-v")
    #expect(last.stderr.contains("was used") && !last.stderr.contains("removed"))
  }

  @Test func `a damaged, truncated or foreign index changes no result`() throws {
    let plain = try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--no-cache")
    try #require(plain.status == 0)
    try #require(bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache") == plain)
    let name = try #require(indexes.first)
    let sound = try bench.bytes(name)
    var flipped = sound
    flipped[flipped.count / 2] ^= 1
    let spoiled = [
      flipped, Data(), sound.prefix(sound.count / 2), sound.dropLast(), sound + [0], Data(count: sound.count),
      try bench.bytes("long.ts").prefix(4000), Data("framegrab index 1\n".utf8),
    ]
    for bytes in spoiled {
      try bench.write(bytes, to: name)
      #expect(try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache") == plain)
      #expect(try bench.bytes(name).count == sound.count)
    }
    // Another video's index, under the right name.
    try bench.write(try bench.bytes("long.ts").dropLast(188 * 40), to: "other.ts")
    usleep(40_000)
    try #require(bench.framegrab("other.ts", "--frame", "2300", "--hash", "--cache", "other").status == 0)
    let foreign = try #require(bench.names.first { $0.hasPrefix("other/") && $0.hasSuffix(".index") })
    try bench.write(try bench.bytes(foreign), to: name)
    let after = try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache", "-v")
    #expect(after.lines == plain.lines && !after.stderr.contains("was used"))
  }

  @Test func `an unusable cache folder is not an error`() throws {
    try bench.makeFolder("open")
    let path = bench.url("open").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    try bench.write("x", to: "file")
    try FileManager.default.createSymbolicLink(atPath: bench.url("link").path(), withDestinationPath: "open")
    for (folder, reason) in [
      ("open", "belongs to another user, or others may write to it"), ("file", "a part of its path is not a folder"),
      ("file/below", "a part of its path is not a folder"), ("/dev/null/x", "a part of its path is not a folder"),
      ("link", "is a symbolic link; name the folder that it points to"),
    ] {
      let words = ["long.ts", "--frame", "2300", "--hash", "--strict", "--cache", folder]
      // If the user named the folder there is a warning; the result is the same.
      let result = try bench.framegrab(words)
      #expect(result.status == 0 && result.stderr.contains("its index was not kept"), "\(folder): \(result.stderr)")
      #expect(result.stderr.contains(reason), "\(folder): \(result.stderr)")
      #expect(try bench.framegrab(words + ["-q"]).stderr == "")
      // This one was not named.
      let unnamed = try run(
        [BuiltTool.path] + words.dropLast(2), environment: ["XDG_CACHE_HOME": bench.url(folder).path()],
        in: bench.folder)
      #expect(unnamed.status == 0 && unnamed.stderr == "", "\(folder): \(unnamed.stderr)")
    }
    #expect(try bench.framegrab("long.ts", "--frame", "1", "--cache", "open", "-v").stderr.contains("index") == false)
  }

  #if os(Linux)
    @Test(arguments: ["0x4d44", "0x2011bab0", "0xff534d42", "0xfe534d42", "0x01021997", "0x65735546"])
    func `nothing is kept on a file system without owners`(_ kind: String) throws {
      func grab(_ words: String...) throws -> RunResult {
        try run(
          [BuiltTool.path, "long.ts", "--frame", "2300", "--hash"] + words,
          environment: ["LD_PRELOAD": BuiltTool.shim, "SHIM_FILE_SYSTEM": kind],
          in: bench.folder)
      }
      let named = try grab("--cache", "cache")
      #expect(named.status == 0 && named.stderr.contains("cache: is on a file system on which files have no owners"))
      // Nor is an index believed that lies there.
      try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache").expectSuccess(named.lines[0])
      #expect(indexes.count == 1)
      #expect(try !grab("--cache", "cache", "-v").stderr.contains("was used"))
    }
  #endif

  @Test func `the folder is the one named by the environment`() throws {
    func grab(_ environment: [String: String?]) throws {
      let result = try run(
        [BuiltTool.path, "long.ts", "--frame", "2300", "--hash"], environment: environment, in: bench.folder)
      #expect(result.status == 0 && result.stderr == "")
    }
    func path(_ name: String) -> String { bench.url(name).path(percentEncoded: false) }
    try grab(["XDG_CACHE_HOME": path("xdg"), "HOME": path("home")])
    func indexes(in folder: String) -> Int {
      bench.names.filter { $0.hasPrefix(folder) && $0.hasSuffix(".index") }.count
    }
    #expect(indexes(in: "xdg/framegrab/") == 1 && !bench.names.contains("home"))
    // Relative names are ignored.
    for name: String? in [nil, "relative", ""] {
      // A HOME that does not exist is not made.
      try grab(["XDG_CACHE_HOME": name, "HOME": path("home")])
      #expect(!bench.names.contains("home"))
      try bench.makeFolder("home")
      try grab(["XDG_CACHE_HOME": name, "HOME": path("home")])
      #expect(indexes(in: "home/.cache/framegrab/") == 1 && !bench.names.contains("relative"))
      try FileManager.default.removeItem(at: bench.url("home"))
    }
    try grab(["XDG_CACHE_HOME": nil, "HOME": nil])
    #expect(indexes(in: "") == 1)
  }

  @Test(.enabled(if: geteuid() == 0)) func `a superuser makes no folder in another user's home`() throws {
    // As with sudo, which may keep HOME.
    try bench.makeFolder("home")
    let home = bench.url("home").path(percentEncoded: false)
    #expect(chown(home, 65534, 65534) == 0)
    for variables: [String: String?] in [
      ["XDG_CACHE_HOME": nil, "HOME": home], ["XDG_CACHE_HOME": home + "/deep/er", "HOME": nil],
    ] {
      let result = try run(
        [BuiltTool.path, "long.ts", "--frame", "2300", "--hash"], environment: variables, in: bench.folder)
      #expect(result.status == 0 && result.stderr == "")
    }
    #expect(bench.names.filter { $0.hasPrefix("home") } == ["home"])
  }

  @Test func `without the cache, and with --verify, no index is read or written`() throws {
    func grab(_ words: String...) throws -> RunResult {
      try run(
        [BuiltTool.path, "long.ts", "--frame", "2300", "--hash", "-v"] + words,
        environment: ["XDG_CACHE_HOME": bench.folder.path(percentEncoded: false) + "/cache"], in: bench.folder)
    }
    for word in ["--no-cache", "--verify"] {
      #expect(try !grab(word).stderr.contains("index"))
      #expect(!bench.names.contains("cache"))
    }
    #expect(try grab().stderr.contains("was kept, in"))
    #expect(try !grab("--no-cache").stderr.contains("index"))
    #expect(try !grab("--verify").stderr.contains("index"))
    #expect(try grab().stderr.contains("was used"))
  }

  @Test func `a moment outside the video caches the index, too, and short videos cache nothing`() throws {
    try bench.framegrab("long.ts", "--frame", "9999", "--cache", "cache").expectFailure(4, "2499")
    #expect(indexes.count == 1)
    try bench.copy(.h264BFrames, to: "short.mp4")
    try bench.framegrab("short.mp4", "--frame", "100", "--cache", "none").expectSuccess("short-f000100.png")
    #expect(!bench.names.contains("none"))
  }

  @Test func `a video that was modified is indexed again`() throws {
    try #require(bench.framegrab("long.ts", "--frame", "-1", "--hash", "--cache", "cache").status == 0)
    // The last seconds are missing.
    let bytes = try bench.bytes("long.ts")
    try bench.write(Data(bytes.prefix(bytes.count / 2 / 188 * 188)), to: "long.ts")
    usleep(40_000)
    let (cached, plain) = try both("--frame", "-1", "--hash", "--json")
    #expect(cached == plain)
  }

  @Test func `a gesture finds the same frame`() throws {
    let gesture = """
      { "version": 1, "control": { "model": "uislider", "frame": { "x": 0, "y": 0, "width": 300, "height": 30 },
        "value": "50%" }, "touches": [ { "t": 0, "phase": "began", "x": 150, "y": 15 },
        { "t": 0.1, "phase": "moved", "x": 250, "y": 15 }, { "t": 0.2, "phase": "ended", "x": 250, "y": 15 } ] }
      """
    try bench.write(gesture, to: "drag.json")
    for _ in 0..<2 {
      let (cached, plain) = try both("--gesture", "drag.json", "--hash", "--json")
      #expect(cached == plain && cached.status == 0)
    }
    let (cached, plain) = try both("--gesture", "drag.json", "--trace")
    #expect(cached == plain && cached.status == 0)
  }

  @Test func `runs at the same time do not get in each other's way`() throws {
    let result = try bench.shell(
      """
      for i in 1 2 3 4 5 6; do framegrab long.ts --frame 2300 --hash --cache cache & done
      wait
      """)
    #expect(result.status == 0 && result.stderr == "" && Set(result.lines).count == 1 && result.lines.count == 6)
    #expect(indexes.count == 1 && bench.names.filter { $0.hasPrefix("cache/") }.count == 1)
    let after = try bench.framegrab("long.ts", "--frame", "2300", "--hash", "--cache", "cache", "-v")
    #expect(after.stderr.contains("was used") && after.lines == [result.lines[0]])
  }

  @Test func `a cache folder and --no-cache exclude each other`() throws {
    try bench.framegrab("long.ts", "--frame", "1", "--cache", "a", "--no-cache")
      .expectFailure(2, "--cache and --no-cache exclude each other")
    try bench.framegrab("long.ts", "--frame", "1", "--cache", "").expectFailure(2, "--cache")
  }

  // The index at the start lists 4 000 frames, of which 2 000 are in the file. Uncompressed pictures can be decoded
  // from any bytes, also from the zeros after the end.
  @Test func `missing frames are also missing in the second run`() throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=16x16:r=25", "-frames:v", "4000", "-c:v", "rawvideo", "-pix_fmt", "uyvy422",
      "-movflags", "+faststart", "raw.mov",
    ])
    let bytes = try bench.bytes("raw.mov")
    let content = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
    // 16 by 16 pixels of two bytes each.
    try bench.write(bytes.prefix(content + 2000 * 16 * 16 * 2), to: "cut.mov")
    usleep(40_000)
    for _ in 0..<2 {
      try bench.framegrab("cut.mov", "--cache", "cache", "--frame", "3000", "-o", "x.png")
        .expectFailure(4, "is cut off after frame 1999")
      #expect(try bench.framegrab("cut.mov", "--cache", "cache", "--list-frames").lines.count == 4000)
      try bench.framegrab("cut.mov", "--cache", "cache", "--frame", "1999", "-o", "y.png", "-y").expectSuccess("y.png")
    }
    #expect(!bench.names.contains("x.png"))
  }
}
