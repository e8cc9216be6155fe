#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Roots that have less than a running system: chroots, build roots, the first moments after a boot.
  @Suite struct BareRootTests {
    /// What gives a process folders of its own in place of the system's; nil where that is forbidden.
    private static let own: [String]? = [["unshare", "-m"], ["unshare", "-rm"]].first { words in
      (try? run(words + ["sh", "-c", "mount -t tmpfs none /mnt"], timeLimit: 30))?.status == 0
    }

    @Test(
      .enabled(if: own != nil, "nothing can be mounted here"),
      arguments: [["/proc"], ["/dev"], ["/proc", "/dev"]], ["auto", "off"])
    func `grabs work in a root without these folders`(_ missing: [String], _ walls: String) throws {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: "a.mp4")
      // The descriptors of the shell are open already.
      let script = missing.map { "mount -t tmpfs none \($0) && " }.joined() + #"exec "$@""#
      func bare(_ words: String...) throws -> RunResult {
        try run(
          try #require(Self.own) + ["sh", "-c", script, "sh", BuiltTool.path] + words + ["--sandbox", walls],
          environment: ["XDG_CACHE_HOME": "/none"], in: bench.folder)
      }
      let frames = try Fixture.h264Faststart.expectedFrames()
      let hash = try bare("a.mp4", "--frame", "7", "--hash")
      #expect(hash.status == 0 && hash.text.hasPrefix(frames[7].md5), "\(hash.stderr)")
      let picture = try bare("a.mp4", "--frame", "9", "-o", "x.png")
      #expect(picture.status == 0, "\(picture.stderr)")
      #expect(try bench.number("x.png") == 9)
      #expect(bench.names == ["a.mp4", "x.png"])
      // The exit code of a file that is missing, so that the words of the command line have arrived.
      #expect(try bare("none.mp4", "--frame", "0").status == 3)
    }
  }
#endif
