import Foundation
import TestSupport
import Testing

/// Each limit has an option, a message that names it, and exit code 6.
@Suite struct LimitTests {
  private let clip = Fixture.h264Faststart.path

  private func expectLimit(
    _ clip: String, _ words: [String], _ option: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bench = try Bench()
    for moment in [["--at", "0.5s"], ["--frame", "40"]] {
      try bench.framegrab([clip] + moment + words).expectFailure(6, option, sourceLocation: sourceLocation)
    }
    #expect(bench.names == [], sourceLocation: sourceLocation)
  }

  @Test func `pixels`() throws {
    try expectLimit(clip, ["--max-pixels", "100"], "--max-pixels")
    // 160 by 120 are 19200 pixels, which may equal the limit.
    try expectLimit(clip, ["--max-pixels", "19199"], "--max-pixels")
    #expect(try Bench().framegrab(clip, "--at", "0", "--max-pixels", "19200").status == 0)
  }

  @Test func `pixels of a picture that becomes larger in mid-stream`() throws {
    let bench = try Bench()
    let clip = Fixture.h264SizeChange.path
    // From frame 12 on 240 by 180, which are 43200.
    #expect(try bench.framegrab(clip, "--frame", "10", "--max-pixels", "30000", "-o", "a").status == 0)
    try bench.framegrab(clip, "--frame", "12", "--max-pixels", "30000", "-o", "b").expectFailure(6, "--max-pixels")
    #expect(try bench.framegrab(clip, "--frame", "12", "--max-pixels", "43200", "-o", "c").status == 0)
    #expect(bench.names == ["a", "c"])
  }

  @Test func `memory of a picture`() throws {
    // A frame of 160 by 120 in 4:2:0, and its pixels three times: as they are, compressed and as a file.
    let bytes = 28_800 + 3 * 57_600
    try expectLimit(clip, ["--max-picture", "1K"], "--max-picture")
    try expectLimit(clip, ["--max-picture", "\(bytes - 1)"], "--max-picture")
    #expect(try Bench().framegrab(clip, "--at", "0", "--max-picture", "\(bytes)").status == 0)
    // In 16 bits the pixels are twice as large, and an output of its own size counts as such.
    try expectLimit(clip, ["--max-picture", "\(bytes)", "--depth", "16"], "--max-picture")
    try expectLimit(clip, ["--max-picture", "\(bytes)", "--width", "161"], "--max-picture")
    #expect(try Bench().framegrab(clip, "--at", "0", "--max-picture", "\(bytes)", "--width", "100").status == 0)
    // A hash needs the frame and a copy of it.
    #expect(try Bench().framegrab(clip, "--at", "0", "--hash", "--max-picture", "57600").status == 0)
    try expectLimit(clip, ["--hash", "--max-picture", "57599"], "--max-picture")
  }

  @Test func `memory of a picture that becomes larger in mid-stream`() throws {
    let bench = try Bench()
    let clip = Fixture.h264SizeChange.path
    // From frame 12 on 240 by 180.
    let bytes = 64_800 + 3 * 129_600
    let words = ["--max-picture", "\(bytes - 1)"]
    #expect(try bench.framegrab([clip, "--frame", "10", "-o", "a"] + words).status == 0)
    try bench.framegrab([clip, "--frame", "12", "-o", "b"] + words).expectFailure(6, "--max-picture", "240×180")
    #expect(try bench.framegrab([clip, "--all", "-o", "{index}.png", "-j", "2"] + words).status == 1)
    #expect(try bench.framegrab(clip, "--frame", "12", "--max-picture", "\(bytes)", "-o", "c").status == 0)
    #expect(bench.names.count { $0.hasSuffix(".png") } == 12)
  }

  @Test func `a service refuses such pictures one by one`() throws {
    let bench = try Bench()
    let requests = [
      #"{"video": "a.mp4", "frame": 3, "output": "a.png"}"#, #"{"video": "b.mp4", "frame": 3, "hash": true}"#,
    ]
    try bench.copy(.h264BFrames, to: "a.mp4")
    try bench.copy(.h264BFrames, to: "b.mp4")
    // 160 × 120: a frame of 28 800 bytes, copies of as many and 57 600 bytes of pixels are 115 200 for a report. With the
    // compressed pixels and a file, in place of the copies, it is 28 800 + 3 × 57 600 = 201 600.
    let result = try bench.framegrab(
      ["--serve", "--max-picture", "150000"], input: Data((requests.joined(separator: "\n") + "\n").utf8))
    let answers = try result.objects()
    #expect(answers.first?["code"] as? Int == 6)
    #expect((answers.first?["error"] as? String)?.contains("--max-picture") == true)
    #expect(answers.last?["hash"] is String && bench.names == ["a.mp4", "b.mp4"])
  }

  @Test func `time of resampling and coding`() throws {
    // Decoding takes milliseconds, 64 megapixels of output take seconds.
    let bench = try Bench()
    let words = ["--size", "8000x8000", "--compression", "small", "--timeout", "400ms", "-o", "a.png"]
    try bench.framegrab([clip, "--frame", "0"] + words).expectFailure(6, "--timeout")
    #expect(bench.names == [])
  }

  /// Whatever memory is allowed, a run says and writes what it does with all memory, or tells what it has too little for.
  @Test func `any address space`() throws {
    let bench = try Bench()
    let runs: [[String]] = [
      ["--frame", "3", "-y", "-o", "a.png"], ["--all", "--hash", "-j", "2"], ["--info"], ["--list-frames"],
      ["--frame", "3", "-y", "-o", "a.png", "--size", "1500x1500", "--compression", "small"],
    ]
    for (number, words) in runs.enumerated() {
      let whole = try bench.framegrab([clip] + words)
      let picture = words.contains("a.png") ? try bench.bytes("a.png") : nil
      let lines = whole.stdout.split(separator: UInt8(ascii: "\n"))
      // The libraries take some 200 MiB of address space; the steps are close where the rest gets little.
      let close = stride(from: 180_000 + 2_400 * number, through: 270_000, by: 12_000)
      for memory in [60_000] + close + [900_000] {
        let result = try bench.framegrab([clip] + words + ["--max-memory", "\(memory)K", "--no-cache"])
        let name = Comment(rawValue: "\(memory) KiB, \(words): \(result.status) \(result.stderr)")
        switch result.status {
        case 0:
          #expect(result.stdout == whole.stdout && result.complaints.isEmpty, name)
          if let picture { #expect(try bench.bytes("a.png") == picture, name) }
        case 1:
          // Some of several pictures.
          #expect(words.contains("--all") && result.stderr.contains("--max-memory"), name)
          #expect(result.stdout.split(separator: UInt8(ascii: "\n")).allSatisfy(lines.contains), name)
        default: #expect(result.status == 6 && result.complaints.count == 1, name)
        }
      }
    }
  }

  @Test func `time`() throws {
    try expectLimit(clip, ["--timeout", "1us"], "--timeout")
    #expect(try Bench().framegrab(clip, "--at", "0", "--timeout", "1m").status == 0)
  }

  @Test func `a short time is named as it was given`() throws {
    let result = try Bench().framegrab(clip, "--at", "0", "--timeout", "1us")
    #expect(!result.stderr.contains("longer than 0 s"))
  }

  @Test func `streams`() throws {
    // One video stream and one sound stream.
    try expectLimit(Fixture.h264BFrames.path, ["--max-streams", "1"], "--max-streams")
    #expect(try Bench().framegrab(Fixture.h264BFrames.path, "--at", "0", "--max-streams", "2").status == 0)
  }

  @Test func `one allocation`() throws {
    try expectLimit(clip, ["--max-allocation", "1K"], "--max-allocation")
  }

  @Test func `address space`() throws {
    try expectLimit(clip, ["--max-memory", "1M"], "--max-memory")
  }

  @Test func `bytes without a picture`() throws {
    let bench = try Bench()
    // Two mebibytes of null packets (PID 0x1FFF) between the packets of a transport stream.
    let clip = try Fixture.h264OpenGOPTransportStream.bytes()
    let middle = clip.count / 2 / 188 * 188
    var nothing = Data([0x47, 0x1F, 0xFF, 0x10])
    nothing.append(Data(repeating: 0xFF, count: 184))
    let hole = (0..<(2 << 20) / 188).reduce(into: Data()) { hole, _ in hole.append(nothing) }
    try bench.write(clip.prefix(middle) + hole + clip.suffix(from: middle), to: "hole.ts")
    let last = try #require(Fixture.h264OpenGOPTransportStream.expectedFrames().last)
    try bench.framegrab("hole.ts", "--frame", "-1", "--max-gap", "1M").expectFailure(6, "--max-gap")
    try bench.framegrab("hole.ts", "--at", "\(last.clock)s", "--max-gap=1MiB").expectFailure(6, "--max-gap")
    try bench.framegrab("hole.ts", "--frame", "-1", "--max-gap", "4M", "-o", "a.png").expectSuccess("a.png")
    #expect(try bench.number("a.png") == last.number)
    #expect(bench.names == ["hole.ts", "a.png"])
  }
}
