import Foundation
import TestSupport
import Testing

/// Frames and times of streams whose packets say little of them.
@Suite struct StreamClockTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// The hash, the index and the time of each frame.
  private func frames(of name: String) throws -> [(hash: String?, time: String?)] {
    try bench.framegrab([name, "--no-cache", "--all", "--hash", "--json", "--index"]).objects().map {
      ($0["hash"] as? String, ($0["time"] as? [String: Any])?["exact"] as? String)
    }
  }

  @Test func `pictures of a slide show in MPEG-TS, with more than ten seconds between two`() throws {
    // A group of 50 pictures, each predicted from the one before; no packet has a duration.
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x112:r=1/12:d=96", "-c:v", "libx264", "-g", "50", "-bf", "0", "-fps_mode",
      "passthrough", "slides.ts",
    ])
    let truth = try linearHashes(of: "slides.ts", in: bench.folder)
    try #require(truth.count == 8)
    let all = try frames(of: "slides.ts")
    #expect(all.map(\.hash) == truth)
    #expect(all.map(\.time) == (0..<8).map { "\(12 * $0)" })
    for frame in 0..<8 {
      // Two seconds into its twelve; the last one has no end but its own.
      let moment = frame == 7 ? ["--frame", "7"] : ["--at", "\(12 * frame + 2)s"]
      let answer = try bench.framegrab(["slides.ts", "--no-cache", "--hash"] + moment)
      #expect(answer.text.hasPrefix(truth[frame]), "\(frame): \(answer.stderr)")
    }
  }

  @Test func `pictures of raw Dirac have the times of its rate`() throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-c:v", "vc2", "-pix_fmt", "yuv422p", "raw.drc",
    ])
    let truth = try linearHashes(of: "raw.drc", in: bench.folder)
    try #require(truth.count == 25)
    let all = try frames(of: "raw.drc")
    #expect(all.map(\.hash) == truth)
    // Frame 5 starts at 5/25 s, frame 12 at 12/25 s.
    #expect(all.count == 25 && all[5].time == "1/5" && all[12].time == "12/25")
    #expect(try bench.framegrab("raw.drc", "--no-cache", "--at", "0.5s", "--hash").text.hasPrefix(truth[12]))
  }

  @Test func `pictures of H.264 in ASF have the times of its packets, whose order they do not have`() throws {
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=96x64:r=60:d=2", "-c:v", "libx264", "-bf", "2", "a.wmv"])
    let truth = try linearHashes(of: "a.wmv", in: bench.folder)
    try #require(truth.count == 120)
    let all = try frames(of: "a.wmv")
    #expect(all.map(\.hash) == truth)
    // Milliseconds, rounded and moved by the rounded time of two frames: frame 60 starts at 1 s or a little before it.
    for (number, frame) in all.enumerated() {
      let start = try seconds(frame.time)
      #expect(abs(start - Double(number) / 60) <= 0.001, "frame \(number): \(start)")
    }
    #expect(try bench.framegrab("a.wmv", "--no-cache", "--at", "1.525s", "--hash").text.hasPrefix(truth[91]))
    let facts = try #require(try bench.framegrab("a.wmv", "--no-cache", "--info", "--json").objects().first)
    #expect(facts["frames"] as? Int == 120 && facts["rate"] as? String == "60")
  }

  /// Seconds of an exact time.
  private func seconds(_ time: String?) throws -> Double {
    let parts = try #require(time).split(separator: "/").compactMap { Double($0) }
    return parts[0] / (parts.count > 1 ? parts[1] : 1)
  }

  @Test(arguments: ["-bf 2", "-bf 1", "-bf 2 -flags +qpel"])
  func `pictures of MPEG-4 in ASF have the times of its packets`(coding: String) throws {
    let words = coding.split(separator: " ").map(String.init)
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=160x96:r=30000/1001:d=2", "-c:v", "mpeg4"] + words + ["a.wmv"])
    let truth = try linearHashes(of: "a.wmv", in: bench.folder)
    let all = try frames(of: "a.wmv")
    #expect(truth.count == 60 && all.map(\.hash) == truth)
    for (number, frame) in all.enumerated() {
      let start = try seconds(frame.time)
      #expect(abs(start - Double(number) * 1001 / 30_000) <= 0.001, "frame \(number): \(start)")
    }
  }

  @Test(arguments: ["mpeg2video -bf 2", "mpeg1video -bf 2", "mpeg2video -bf 0"])
  func `program streams that were joined go on where the one before ends`(coding: String) throws {
    let words = ["-c:v"] + coding.split(separator: " ").map(String.init) + ["-g", "12"]
    func make(_ name: String, _ seconds: Int, _ more: [String] = []) throws -> Data {
      try bench.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=160x112:r=25:d=\(seconds)"] + words + more + ["-f", "vob", name])
      return try bench.bytes(name)
    }
    let (short, long) = (try make("short.mpg", 2), try make("long.mpg", 3))
    // From 100 s on: the clock rises by more than ten seconds.
    let late = try make("late.mpg", 3, ["-output_ts_offset", "100"])
    for (name, bytes, count) in [
      ("a.mpg", long + long, 150), ("b.mpg", short + long, 125), ("c.mpg", long + short, 125),
      ("d.mpg", short + late, 125),
    ] {
      try bench.write(bytes, to: name)
      let truth = try linearHashes(of: name, in: bench.folder)
      let all = try frames(of: name)
      #expect(truth.count == count && all.map(\.hash) == truth, "\(name)")
      for (number, frame) in all.enumerated() {
        #expect(abs(try seconds(frame.time) - Double(number) / 25) < 0.0001, "\(name) \(number): \(frame.time ?? "-")")
      }
      let answer = try bench.framegrab(name, "--no-cache", "--at", "4.02s", "--hash")
      #expect(answer.text.hasPrefix(truth[100]), "\(name): \(answer.text)\(answer.stderr)")
    }
  }

  // GXF stores the number of a field: the pictures of 25 a second are two apart.
  @Test(arguments: ["mpeg2video -g 10 -bf 2", "mpeg2video -g 10", "mpeg1video -g 10 -bf 2", "dvvideo"])
  func `pictures of GXF have the times of its rate, and its end is known`(coder: String) throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=720x576:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v"]
        + coder.split(separator: " ").map(String.init) + ["a.gxf"])
    let truth = try linearHashes(of: "a.gxf", in: bench.folder, isFirstVideo: true)
    try #require(truth.count == 25)
    let all = try frames(of: "a.gxf")
    #expect(all.map(\.hash) == truth)
    // Frame 5 starts at 5/25 s, frame 12 at 12/25 s.
    #expect(all.count == 25 && all[5].time == "1/5" && all[12].time == "12/25")
    let alone = try bench.framegrab("a.gxf", "--no-cache", "--at", "0.5s", "--hash")
    #expect(alone.text.hasPrefix(truth[12]))
    #expect(try bench.framegrab("a.gxf", "--no-cache", "--list-frames").stderr == "")
    // Without the packet that ends the stream.
    try bench.write(bench.bytes("a.gxf").dropLast(16), to: "cut.gxf")
    #expect(try bench.framegrab("cut.gxf", "--list-frames").stderr.contains("the file is cut off"))
  }

  @Test func `pictures before a keyframe of HEVC at which the clock jumps are there`() throws {
    let open = "log-level=none:keyint=12:min-keyint=12:open-gop=1:bframes=3:scenecut=0"
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x112:r=25:d=3", "-c:v", "libx265", "-preset", "fast", "-x265-params", open,
      "plain.ts",
    ])
    let flags = try run(
      ["ffprobe", "-v", "error", "-show_entries", "packet=flags", "-of", "csv=p=0", "plain.ts"], in: bench.folder)
    let packets = String(decoding: flags.stdout, as: UTF8.self).split(separator: "\n").filter { $0.contains("_") }
    try #require(packets.count == 75)
    // From the fourth keyframe on, everything is twelve hours later.
    let fourth = packets.indices.filter { packets[$0].hasPrefix("K") }[3]
    let late = "if(gte(N\\,\(fourth))\\,43200*90000\\,0)"
    try bench.ffmpeg([
      "-i", "plain.ts", "-c", "copy", "-bsf:v", "setts=pts=PTS+\(late):dts=DTS+\(late)", "jump.ts",
    ])
    let truth = try linearHashes(of: "jump.ts", in: bench.folder)
    try #require(truth.count == 75)
    #expect(try frames(of: "jump.ts").map(\.hash) == truth)
    for frame in 30..<45 {
      let answer = try bench.framegrab("jump.ts", "--no-cache", "--hash", "--frame", "\(frame)")
      #expect(answer.text.hasPrefix(truth[frame]), "\(frame): \(answer.stderr)")
    }
  }
}
