import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Inputs that are not videos.
@Suite struct RefusalTests {
  /// Grabs from the input and expects one line with its name, and nothing written.
  private func expectRefusal(
    _ bench: Bench, _ name: String, _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = bench.names
    for mode in [["--at", "0"], ["--frame", "0"], ["--info"], ["--list-frames"]] {
      let result = try bench.framegrab([name] + mode)
      result.expectFailure(status, "framegrab: \(name): ", words, sourceLocation: sourceLocation)
    }
    #expect(bench.names == before, sourceLocation: sourceLocation)
  }

  @Test func `anything but a regular file with content is refused`() throws {
    let bench = try Bench()
    try bench.makeFolder("folder.mp4")
    try bench.write("", to: "empty.mp4")
    try #require(mkfifo(bench.url("fifo.mp4").path(percentEncoded: false), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("link.mp4").path(percentEncoded: false), withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: bench.url("loop.mp4").path(percentEncoded: false), withDestinationPath: "loop.mp4")
    try expectRefusal(bench, "missing.mp4", 3, "no such file")
    try expectRefusal(bench, "folder.mp4", 3, "folder")
    try expectRefusal(bench, "empty.mp4", 3, "empty")
    try expectRefusal(bench, "fifo.mp4", 3, "FIFO")
    try expectRefusal(bench, "link.mp4", 3, "no such file")
    try expectRefusal(bench, "loop.mp4", 3, "symbolic links")
    try expectRefusal(bench, "/dev/null", 3, "device")
    try expectRefusal(bench, "/dev/zero", 3, "device")
    try expectRefusal(bench, "empty.mp4/inside.mp4", 3, "not a folder")
    #expect(try bench.framegrab("", "--at", "0").status == 3)
  }

  @Test func `a link to a video is a video`() throws {
    let bench = try Bench()
    try FileManager.default.createSymbolicLink(at: bench.url("link.mp4"), withDestinationURL: Fixture.h264Faststart.url)
    try bench.framegrab("link.mp4", "--frame", "3").expectSuccess("link-f000003.png")
    #expect(try bench.number("link-f000003.png") == 3)
  }

  @Test func `text is not a video under any name`() throws {
    let bench = try Bench()
    let text = String(repeating: "The quick brown fox jumps over the lazy dog.\n", count: 200)
    for name in ["text.mp4", "text.txt", "text.ans", "text.gif"] {
      try bench.write(text, to: name)
      try expectRefusal(bench, name, 3, "is not a video")
    }
  }

  @Test(arguments: 1...12) func `random bytes are not a video`(seed: UInt64) throws {
    let bench = try Bench()
    var numbers = SeededNumbers(seed: seed)
    let bytes = (0..<50_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    try bench.write(Data(bytes), to: "random.mp4")
    try bench.framegrab("random.mp4", "--at", "0").expectFailure(3, "random.mp4")
    #expect(bench.names == ["random.mp4"])
  }

  @Test func `sound has no pictures`() throws {
    let bench = try Bench()
    try bench.copy(.audioOnly, to: "sound.m4a")
    try expectRefusal(bench, "sound.m4a", 4, "no video")
  }

  @Test func `a stream that its decoder does not accept is refused`() throws {
    // The first NAL unit in the decoder configuration (ISO/IEC 14496-15, 8.3.3.1: 22 bytes, the number of arrays, then
    // type and number of units of the first array, and the unit's length) declares more bytes than the configuration
    // has.
    let bench = try Bench()
    var clip = try Fixture.hevc10Bit.bytes()
    let record = try #require(clip.firstRange(of: Data("hvcC".utf8))).upperBound
    clip.replaceSubrange(record + 26..<record + 28, with: [0xFF, 0xFF])
    try bench.write(clip, to: "v.mp4")
    try bench.framegrab("v.mp4", "--at", "0").expectFailure(4, "framegrab: v.mp4: codec hevc cannot be decoded as")
    try bench.framegrab("v.mp4", "--frame", "3").expectFailure(4, "framegrab: v.mp4: codec hevc")
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `pictures whose size is nowhere cannot be decoded, which is not for want of memory`() throws {
    // MPEG-4 (part 2) keeps its headers in the mp4's description only, and MPEG-TS has no place for them.
    let bench = try Bench()
    try makeOnce(
      "v.mp4", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "mpeg4"], in: bench.folder)
    try makeOnce("v.ts", ["-i", "v.mp4", "-c", "copy"], in: bench.folder)
    for mode in [["--frame", "3"], ["--at", "0.3s"]] {
      try bench.framegrab(["v.ts"] + mode).expectFailure(4, "framegrab: v.ts: the picture could not be decoded (frame ")
    }
  }

  @Test(arguments: ["list.m3u8", "list.mp4", "list"]) func `a playlist opens nothing`(name: String) throws {
    let bench = try Bench()
    try bench.copy(.playlist, to: name)
    // The file that it refers to is in the same folder.
    try bench.copy(.h264Faststart, to: "h264-faststart.mp4")
    try expectRefusal(bench, name, 3, "format hls is not on the list")
  }

  @Test(arguments: [
    ("ffconcat version 1.0\nfile h264-faststart.mp4\n", "concat"),
    ("#!/bin/sh\n# not a video either\necho framegrab\n", "is not"),
    ("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>\n", "is not"),
    ("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n", "is not"),
    ("<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\"></MPD>\n", "is not"),
    ("1\n00:00:00,000 --> 00:00:01,000\nHello\n\n2\n00:00:01,000 --> 00:00:02,000\nWorld\n", "is not"),
  ])
  func `texts that refer to other files open nothing`(text: String, format: String) throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "h264-faststart.mp4")
    try bench.write(text, to: "v.mp4")
    // The self-contained binary has no code for this format, so it cannot name it.
    let isPortable = try bench.framegrab("--version", "-v").text.contains("licence of dav1d")
    try expectRefusal(bench, "v.mp4", 3, isPortable && format == "concat" ? "no known format" : format)
  }

  @Test func `the first bytes of a file give a one-line error`() throws {
    let bench = try Bench()
    let clip = try Fixture.h264Faststart.bytes()
    // The cut is within the sample table: no frame can be read.
    for count in [1, 8, 100, 400] {
      try bench.write(clip.prefix(count), to: "v.mp4")
      let result = try bench.framegrab("v.mp4", "--at", "0")
      result.expectFailure(result.status, "framegrab: v.mp4: ")
      #expect([3, 4].contains(result.status), "\(count)")
    }
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `control characters are printed as escapes`() throws {
    let bench = try Bench()
    try bench.framegrab("a\u{1B}[31m\u{7F}\n\u{202E}b.mp4", "--at", "0")
      .expectFailure(3, "framegrab: a\\x1B[31m\\x7F\\x0A\\xE2\\x80\\xAEb.mp4: ")
    try bench.framegrab("v.mp4", "--at=1\u{1B}s").expectFailure(2, "\\x1B")
    try bench.framegrab("v.mp4", "--a\u{9B}t").expectFailure(2, "\\xC2\\x9B")
    try bench.framegrab(Fixture.oneFrame.path, "--at", "0", "-o", "\u{7}/a.png").expectFailure(5, "\\x07/a.png")
    try bench.framegrab(Fixture.oneFrame.path, "--at", "0", "-o", "{\u{7}}").expectFailure(2, "\\x07")
    let bytes = try bench.shell("framegrab \"$(printf 'a\\377\\302.mp4')\" --at 0")
    bytes.expectFailure(3, "framegrab: a\\xFF\\xC2.mp4: no such file")
  }

  @Test func `a long name is shortened`() throws {
    let name = String(repeating: "n", count: 240)
    let result = try Bench().framegrab(name, "--at", "0")
    result.expectFailure(3, "framegrab: " + String(repeating: "n", count: 200))
    #expect(!result.stderr.contains(String(repeating: "n", count: 201)))
  }
}
