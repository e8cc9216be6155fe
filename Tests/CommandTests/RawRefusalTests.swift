import Foundation
import TestSupport
import Testing

/// What is refused and what fails with `--raw` and `.npy`: no file is ever incomplete.
@Suite struct RawRefusalTests {
  private let clip = Fixture.h264BFrames.path

  @Test func `a name that promises a PNG is refused`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "1", "--raw", "gray", "-o", "x.png").expectFailure(2, "x.png", ".gray", ".npy")
    #expect(bench.names == [])
  }

  @Test func `options that do not fit are refused`() throws {
    let bench = try Bench()
    let words = [clip, "--frame", "1", "-o", "x.rgb", "--raw"]
    try bench.framegrab(words + ["rgb24", "--depth", "16"]).expectFailure(2, "8 bits", "--raw rgb48")
    try bench.framegrab(words + ["rgb48", "--depth", "8"]).expectFailure(2, "16 bits", "--raw rgb24")
    try bench.framegrab(words + ["gray", "--metadata", "none"]).expectFailure(2, "--raw and --metadata exclude")
    try bench.framegrab(words + ["gray", "--compression", "fast"]).expectFailure(2, "--raw and --compression exclude")
    try bench.framegrab(words + ["yuv"]).expectFailure(2, "rgb24")
    #expect(bench.names == [])
  }

  @Test func `a replay writes no arrays`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "--replay", "--simulate", "1", "-o", "x.npy")
      .expectFailure(2, ".npy")
  }

  @Test func `a name that a gesture file chooses is that of a PNG`() throws {
    let bench = try Bench()
    var gesture = GestureCommandTests.drag(points: 51)
    gesture = gesture.replacing("{", with: #"{"output": "g.png", "#, maxReplacements: 1)
    try bench.write(gesture, to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "--raw", "gray").expectFailure(2, "--raw", "-o")
    #expect(bench.names == ["drag.json"])
  }

  @Test(arguments: ["all.npy", "all.rgb", "-"]) func `another size within a video is an error that says what to do`(
    _ output: String
  ) throws {
    let bench = try Bench()
    for jobs in ["1", "3"] {
      let result = try bench.framegrab(
        Fixture.h264SizeChange.path, "--frame", "6..20", "--raw", "rgb24", "-o", output, "-j", jobs)
      #expect(result.status == 4 && result.stderr.contains("--size") && result.stderr.contains("frame "))
      #expect(bench.names == [])
      // Standard output has only whole pictures.
      #expect(output == "-" ? result.stdout.count % (160 * 120 * 3) == 0 : result.stdout.isEmpty)
    }
    let result = try bench.framegrab(
      Fixture.h264SizeChange.path, "--frame", "6..20", "--raw", "rgb24", "-o", "{index}.rgb")
    #expect(result.status == 0 && bench.names.count == 15)
  }

  @Test func `a frame that fails leaves the old file`() throws {
    let bench = try Bench()
    try bench.write("old", to: "all.npy")
    let result = try bench.framegrab(clip, "--frame", "0..5", "--frame", "9999", "-y", "-o", "all.npy", "--json")
    // One of several moments.
    #expect(result.status == 1 && result.lines.count == 1 && result.complaints.count == 1)
    let failures = try result.failures()
    #expect(failures.count == 1 && failures.first?["asked"] as? String == "9999")
    #expect(try bench.bytes("all.npy") == Data("old".utf8) && bench.names == ["all.npy"])
    var cut = try Fixture.h264BFrames.bytes()
    let start = try #require(cut.range(of: Data("mdat".utf8))).upperBound
    for place in stride(from: start + 3000, to: cut.count - 20_000, by: 97) { cut[place] ^= 0x5A }
    try bench.write(cut, to: "bad.mp4")
    let damaged = try bench.framegrab("bad.mp4", "--all", "-y", "-o", "all.npy", "--strict", "-j", "2")
    #expect(damaged.status != 0 && damaged.stdout.isEmpty)
    #expect(try bench.bytes("all.npy") == Data("old".utf8) && bench.names == ["all.npy", "bad.mp4"])
  }

  @Test func `what exists is refused, replaced or skipped as a whole`() throws {
    let bench = try Bench()
    try bench.write("old", to: "all.npy")
    let words = [clip, "--frame", "0..5", "-o", "all.npy"]
    try bench.framegrab(words).expectFailure(5, "already exists")
    let skipped = try bench.framegrab(words + ["-n", "--json"])
    #expect(skipped.status == 0 && skipped.lines.count == 1 && skipped.complaints.count == 1)
    #expect(try skipped.objects().first?["outcome"] as? String == "skipped")
    #expect(try bench.bytes("all.npy") == Data("old".utf8))
    // Nothing is decoded for it: the video need not even be one.
    try bench.write("no video", to: "v.mp4")
    #expect(try bench.framegrab("v.mp4", "--all", "-o", "all.npy", "-n").status == 0)
    // A hash is wanted all the same.
    let hashes = try bench.framegrab(words + ["-n", "--hash"])
    #expect(hashes.status == 0 && hashes.lines.count == 6)
    #expect(try bench.bytes("all.npy") == Data("old".utf8))
    let replaced = try bench.framegrab(words + ["-y", "--json"])
    #expect(try replaced.objects().allSatisfy { $0["outcome"] as? String == "replaced" })
    #expect(try NumPyArray(bench.bytes("all.npy")).shape == [6, 120, 160, 3])
    let dry = try bench.framegrab(words + ["-y", "--dry-run"])
    dry.expectSuccess("all.npy")
  }

  @Test func `a missing folder is an error, or made`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "0..2", "-o", "a/all.npy").expectFailure(5, "--mkdir")
    try bench.framegrab(clip, "--frame", "0..2", "-o", "a/all.npy", "--mkdir").expectSuccess("a/all.npy")
    let failed = try bench.framegrab(
      Fixture.h264SizeChange.path, "--frame", "6..20", "-o", "b/all.npy", "--mkdir", "-j", "1")
    #expect(failed.status == 4 && bench.names == ["a", "a/all.npy"])
  }

  @Test func `limits hold`() throws {
    let bench = try Bench()
    let words = [clip, "--frame", "0..2", "--raw", "rgba", "-o", "x.rgba"]
    try bench.framegrab(words + ["--max-pixels", "100"]).expectFailure(6, "--max-pixels")
    // Frame, planes and bitmap take 160 × 120 × 6 = 115 200 bytes at least; and 4 bytes a pixel more in this layout.
    try bench.framegrab(words + ["--max-picture", "100000"]).expectFailure(6, "--max-picture")
    #expect(bench.names == [])
  }

  #if os(Linux)
    @Test(arguments: ["auto", "off"]) func `a full disk leaves nothing`(sandbox: String) throws {
      let bench = try Bench()
      // The shell's limit counts blocks of 512 bytes: seven frames have 403 200 bytes.
      let result = try bench.shell(
        "ulimit -f 400; framegrab \"$1\" --frame 0..9 -o all.npy --sandbox \(sandbox) -j 2", clip)
      #expect(result.status == 5 && result.stderr.contains("all.npy: cannot be written"), "\(result.stderr)")
      #expect(bench.names == [])
    }

    @Test func `a device that is full is an error`() throws {
      let bench = try Bench()
      let result = try bench.shell("framegrab \"$1\" --frame 0..9 --raw gray -o - > /dev/full", clip)
      #expect(result.status == 5 && result.stderr.contains("standard output: cannot be written"))
      let closed = try bench.shell("framegrab \"$1\" --all --raw rgb24 -o - | head -c 100 > x; wc -c < x", clip)
      #expect(closed.status == 0 && closed.text.contains("100"))
    }
  #endif
}
