import Foundation
import TestSupport
import Testing

/// Several decoders in parallel: all outputs are the same.
@Suite struct JobsTests {
  /// All outputs of a run: its messages and its files.
  private struct Outcome: Equatable {
    let result: RunResult
    let files: [String: Data]
  }

  private func outcome(_ clip: Data, _ words: [String], jobs: String) throws -> Outcome {
    let bench = try Bench()
    try bench.write(clip, to: "clip")
    let result = try bench.framegrab(["clip"] + words + ["-j", jobs])
    var files: [String: Data] = [:]
    for name in bench.names where name != "clip" { files[name] = try bench.bytes(name) }
    return Outcome(result: result, files: files)
  }

  @Test(arguments: [
    Fixture.h264BFrames, .h264OpenGOP, .h264OpenGOPTransportStream, .h264Fields, .h264Wrap, .h264Discontinuity,
    .h264SizeChange, .hevc10Bit, .mpeg2TransportStream, .vp9, .mpeg4AVI, .h264EditList, .rgba,
  ])
  func `any number of decoders gives the same files and messages`(_ fixture: Fixture) throws {
    let clip = try fixture.bytes()
    for words in [
      ["--all", "--json", "--hash"], ["--every", "0.1s", "--compression", "fast", "-o", "{index}.png"],
      ["--count", "40", "--compression", "fast", "-o", "{pts}.png"],
    ] {
      let alone = try outcome(clip, words, jobs: "1")
      // After a discontinuity the timestamps repeat, and names made of them would be the same.
      #expect(alone.result.lines.count > 1 || fixture == .h264Discontinuity && alone.result.status == 2)
      for jobs in words.contains("--all") ? ["2", "5"] : ["3"] {
        #expect(try outcome(clip, words, jobs: jobs) == alone, "\(fixture.name), \(words), \(jobs) decoders")
      }
    }
  }

  @Test func `every frame is the one in its name`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(Fixture.h264BFrames.path, "--all", "-o", "{index}.png", "-j", "3")
    #expect(result.status == 0)
    let frames = try Fixture.h264BFrames.expectedFrames()
    #expect(result.lines == frames.map { "\($0.index).png" })
    for frame in frames { #expect(try bench.number("\(frame.index).png") == frame.number) }
  }

  @Test func `a frame requested twice is written once and reported twice`() throws {
    let clip = try Fixture.h264BFrames.bytes()
    let words = ["--frame", "0..119", "--frame", "0..119:7", "--frame", "50..70", "--at", "1s", "-o", "{index}.png"]
    let alone = try outcome(clip, words, jobs: "1")
    #expect(try outcome(clip, words, jobs: "4") == alone)
  }

  @Test func `moments far apart are shared among decoders, too`() throws {
    // Five frames a second with a keyframe every ten seconds: the moments are looked up where they are, and each of the
    // 39 takes up to fifty packets.
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=400", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "50",
      "-keyint_min", "50", "-sc_threshold", "0", "long.mp4",
    ])
    let clip = try bench.bytes("long.mp4")
    let words = ["--every", "10.3s", "-o", "{moment}.png"]
    let alone = try outcome(clip, words, jobs: "1")
    // 0, 10.3, … 38 × 10.3 = 391.4 s
    #expect(alone.result.lines.count == 39 && alone.result.lines.last == "00.06.31.400.png")
    #expect(try outcome(clip, words, jobs: "4") == alone)
    // Number 29 is at 298.7 s: frame 1493 starts at 298.6 s.
    let hashes = try linearHashes(of: "long.mp4", in: bench.folder)
    let result = try bench.framegrab("long.mp4", "--every", "10.3s", "--hash", "-j", "4")
    #expect(result.lines.count == 39 && result.lines[29].hasPrefix(hashes[1493]))
  }

  @Test func `the messages about damage are the same`() throws {
    var clip = try Fixture.h264BFrames.bytes()
    let start = try #require(clip.range(of: Data("mdat".utf8))).upperBound
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<10 { clip[start + 3000 + numbers.below(clip.count / 2)] ^= 0x5A }
    for words in [
      ["--all", "--hash"], ["--all", "--hash", "--strict"], ["--all", "--hash", "--strict", "--fail-fast"],
    ] {
      let alone = try outcome(clip, words, jobs: "1")
      let several = try outcome(clip, words, jobs: "3")
      #expect(several.result.lines == alone.result.lines || words.contains("--fail-fast"), "\(words)")
      #expect(several.result.status == alone.result.status, "\(words)")
      if !words.contains("--fail-fast") { #expect(several.result.complaints == alone.result.complaints, "\(words)") }
    }
  }

  @Test func `a failure among many frames is one line, and the others are written`() throws {
    let bench = try Bench()
    try bench.write("mine", to: "100.png")
    let result = try bench.framegrab(Fixture.h264BFrames.path, "--frame", "0..119", "-o", "{index}.png", "-j", "3")
    #expect(result.status == 1 && result.lines.count == 119)
    #expect(result.complaints.count == 1 && result.complaints.allSatisfy { $0.contains("100.png: already exists") })
    #expect(try bench.bytes("100.png") == Data("mine".utf8))
  }

  @Test(arguments: ["0", "x", "-1", "1.5", ""]) func `the number of decoders must be 1 or more`(_ jobs: String) throws {
    try Bench().framegrab(Fixture.h264BFrames.path, "--all", "--hash", "--jobs=\(jobs)").expectFailure(2, "--jobs")
  }
}
