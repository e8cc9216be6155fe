import Foundation
import TestSupport
import Testing

/// Frames that are counted or searched beyond what is there of a file that is cut off: none of those before the cut is
/// one of them.
@Suite struct BehindTheCutTests {
  private let bench: Bench

  /// 300 frames, a keyframe every 25, 12 s; something like the first half is there.
  init() throws {
    bench = try Bench()
    try makeOnce(
      "w.mkv",
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=12", "-c:v", "libx264", "-g", "25", "-sc_threshold", "0"]
        + ["-bf", "0", "-pix_fmt", "yuv420p"], in: bench.folder)
  }

  private static let words = ["avi": ["-bsf:v", "h264_mp4toannexb"], "mp4": ["-movflags", "+faststart"]]

  /// Makes `whole.NAME` and `cut.NAME`; returns the last frame that is there.
  private func make(_ name: String) throws -> Int {
    try bench.ffmpeg(["-i", "w.mkv", "-c", "copy"] + Self.words[name, default: []] + ["whole.\(name)"])
    let bytes = try bench.bytes("whole.\(name)")
    // AVI's index is at the end; FFmpeg 7 puts an empty chunk into it for each millisecond.
    let length = name == "avi" ? try #require(bytes.range(of: Data("idx1".utf8))).lowerBound : bytes.count
    try bench.write(bytes.prefix(length * 55 / 100 / 188 * 188 + 7), to: "cut.\(name)")
    let lines = try bench.framegrab("cut.\(name)", "--list-frames", "--json").objects()
    return try #require(lines.filter { $0["decodable"] as? Bool != false }.compactMap { $0["index"] as? Int }.max())
  }

  @Test(arguments: ["mkv", "avi", "mp4", "ts"])
  func `a step, a keyframe and a count behind the cut are refused`(_ name: String) throws {
    let last = try make(name)
    try #require((100..<200).contains(last) && last % 25 > 1)
    // The keyframe before the cut, and the one behind it.
    let (before, time) = (last / 25 * 25, { (frame: Int) in "\(Double(frame) / 25 + 0.01)s" })
    let beyond: [[String]] = [
      ["--frame", "\(last - 3)", "--step", "20"], ["--at", "1s", "--step", "1000"],
      ["--frame", "\(last)", "--step", "1", "--strict"], ["--frame", "\(before + 1)", "--snap", "next-keyframe"],
      ["--at", time(before + 1), "--snap", "next-keyframe", "--strict"],
    ]
    for words in beyond {
      try bench.framegrab(["cut.\(name)", "--hash"] + words).expectFailure(4, "is cut off after frame \(last)")
    }
    // What is there is as in the whole.
    let known: [[String]] = [
      ["--frame", "\(last - 4)", "--step", "3"], ["--frame", "90", "--step", "-1000"],
      ["--frame", "\(before - 1)", "--snap", "next-keyframe"], ["--frame", "\(last)", "--snap", "previous-keyframe"],
      ["--at", time(before + 1), "--snap", "nearest-keyframe"],
    ]
    for words in known where last - before > 3 || words.last != "nearest-keyframe" {
      let (cut, whole) = (
        try bench.framegrab(["cut.\(name)", "--hash"] + words),
        try bench.framegrab(["whole.\(name)", "--hash"] + words)
      )
      #expect(cut.status == 0 && cut.stdout == whole.stdout, "\(words): \(cut.stderr)")
    }
  }

  @Test func `the nearest keyframe may be behind the cut`() throws {
    let last = try make("mkv")
    // Of two keyframes 25 frames apart, the second is nearer from the 13th on; without it the cut is the limit.
    let before = last / 25 * 25
    for frame in before...last {
      let result = try bench.framegrab("cut.mkv", "--frame", "\(frame)", "--snap", "nearest-keyframe", "--hash")
      // The frame's start is at most as far from the keyframe as from the end of the last frame.
      let isSure = frame - before <= last + 1 - frame
      #expect(result.status == (isSure ? 0 : 4), "\(frame) of \(before) to \(last): \(result.stderr)")
    }
    // A time in the last frame that is nearer to the first missing one.
    let end = Double(last + 1) / 25
    try bench.framegrab("cut.mkv", "--at", "\(end - 0.008)s", "--nearest", "--hash")
      .expectFailure(4, "is cut off after frame \(last)")
    #expect(try bench.framegrab("cut.mkv", "--at", "\(end - 0.03)s", "--nearest", "--hash").status == 0)
  }

  @Test(arguments: ["mkv", "avi"])
  func `spans, gestures and drags count nothing from an end that is missing`(_ name: String) throws {
    let last = try make(name)
    let (file, cut) = ("cut.\(name)", "is cut off after frame \(last)")
    for words in [
      ["--count", "4", "--to", "-1f"], ["--count", "4", "--to", "\(last + 20)f"], ["--every", "1s", "--from", "-90f"],
      ["--all", "--from", "\(last - 5)f", "--to", "-1f"], ["--at", "-1f"],
    ] {
      try bench.framegrab([file, "--dry-run"] + words).expectFailure(4, cut)
    }
    // What is there before the end of a span by time comes, with one failure.
    let part = try bench.framegrab(file, "--dry-run", "--all", "--from", "\(last - 5)f", "--to", "11s")
    #expect(part.status == 1 && part.lines.count == 6 && part.stderr.contains(cut))
    for (event, number) in [("\"step\": 1000", 1), ("\"step\": 3", 0)] {
      try bench.write(
        """
        {"version": 1, "control": {"value": "\(last - 3)f"}, "touches": [{"t": 0, \(event)}]}
        """, to: "step.json")
      let result = try bench.framegrab(file, "--gesture", "step.json", "--hash")
      #expect(result.status == (number == 0 ? 0 : 4), "\(event): \(result.stderr)")
    }
    try bench.write(
      "{\"version\": 1, \"control\": {\"value\": \"-1f\"}, \"touches\": [{\"t\": 0, \"step\": 0}]}", to: "end.json")
    let ended = try bench.framegrab(file, "--gesture", "end.json", "--hash")
    #expect(ended.status != 0 && ended.stdout.isEmpty && ended.stderr.contains("the end of the video is missing"))
    let made = try bench.framegrab(file, "--new-gesture", "n.json", "--reach", "-1f")
    #expect(made.status != 0 && !bench.names.contains("n.json"), "\(made.stderr)")
  }

  @Test func `tiles behind the cut are one line`() throws {
    let last = try make("mkv")
    let result = try bench.framegrab("cut.mkv", "--count", "12", "--sheet", "4x", "-o", "s.png", "--json")
    #expect(result.status == 1 && result.complaints.count == 1, "\(result.stderr)")
    // Each has an object: the middles of 12 parts of 12 s are 0.5 s, 1.5 s …
    let behind = try result.objects().filter { $0["error"] is String }
    #expect(behind.count == (0..<12).count { 25 * $0 + 12 > last })
  }

  @Test func `a timecode behind the cut is not outside the video`() throws {
    _ = try make("mkv")
    try bench.framegrab("cut.mkv", "--at", "00:00:10:00", "--hash").expectFailure(4, "is cut off after frame ")
  }

  // H.264 in mp4, whose table lists the missing frames, too.
  @Test func `keyframes that the table lists behind the cut are one failure`() throws {
    let last = try make("mp4")
    let result = try bench.framegrab("cut.mp4", "--keyframes", "--dry-run")
    #expect(
      result.status == 1 && result.lines.count == last / 25 + 1
        && result.stderr.contains("is cut off after frame \(last)"))
    let late = try bench.framegrab("cut.mp4", "--keyframes", "--from", "9.5s", "--to", "10.5s", "--dry-run")
    #expect(late.status == 4 || late.status == 1)
    #expect(late.stdout.isEmpty && late.stderr.contains("is cut off after frame \(last)"), "\(late.stderr)")
  }

  @Test func `a file that ends within its first picture is one line`() throws {
    _ = try make("mp4")
    let bytes = try bench.bytes("whole.mp4")
    let samples = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
    try bench.write(bytes.prefix(samples + 60), to: "first.mp4")
    for words in [["--at", "0s"], ["--all"], ["--frame", "3..5"]] {
      let result = try bench.framegrab(["first.mp4", "--hash"] + words)
      #expect(result.status != 0 && result.complaints.count == 1 && result.stdout.isEmpty, "\(words): \(result.stderr)")
    }
  }

  @Test func `a picture that is not blank may be behind the cut`() throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=black:s=96x64:r=25:d=4", "-c:v", "mpeg2video", "-b:v", "1M", "black.ts",
    ])
    let bytes = try bench.bytes("black.ts")
    try bench.write(bytes.prefix(bytes.count / 2 / 188 * 188 + 7), to: "part.ts")
    let whole = try bench.framegrab("black.ts", "--at", "0s", "--skip-blank", "-o", "whole.png")
    #expect(whole.status == 0 && whole.stderr.contains("nothing but blank pictures"))
    try bench.framegrab("part.ts", "--at", "0s", "--skip-blank", "-o", "part.png")
      .expectFailure(4, "part.ts: is cut off after frame ")
    #expect(!bench.names.contains("part.png"))
    // Up to half a second everything is there.
    #expect(try bench.framegrab("part.ts", "--at", "0s", "--skip-blank=0.5s", "-o", "near.png").status == 0)
  }

  @Test func `the end that a message names is not past itself`() throws {
    // Two thirds of a frame's 40 ms are no whole millisecond at 30000/1001.
    try makeOnce(
      "ntsc.mp4",
      ["-f", "lavfi", "-i", "testsrc2=r=30000/1001:s=96x64:d=8", "-c:v", "libx264", "-bf", "0", "-g", "30", "-pix_fmt"]
        + ["yuv420p", "-movflags", "+faststart"], in: bench.folder)
    for share in stride(from: 40, to: 60, by: 3) {
      let bytes = try bench.bytes("ntsc.mp4")
      try bench.write(bytes.prefix(bytes.count * share / 100), to: "part.mp4")
      let refused = try bench.framegrab("part.mp4", "--at", "7.9s", "--hash").stderr
      let (_, frame, end) = try #require(refused.firstMatch(of: /frame (\d+): ([0-9.]+) s of/)?.output)
      // 30 frames last exactly 1.001 s: that end is no time of a frame.
      if (try #require(Int(frame)) + 1) % 30 == 0 { continue }
      #expect(try bench.framegrab("part.mp4", "--at", "\(end)s", "--hash").status == 0, "\(refused)")
    }
  }
}

// FFmpeg's decoder of RealVideo starts at the first packet only, so that all pictures are counted.
@Suite struct CutRealMediaTests {
  @Test func `RealMedia that ends before its data does is cut off`() throws {
    let bench = try Bench()
    try makeOnce(
      "v.rm", ["-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=4", "-c:v", "rv20", "-g", "12"], in: bench.folder)
    let bytes = try bench.bytes("v.rm")
    try bench.write(bytes.prefix(bytes.count / 3), to: "cut.rm")
    #expect(try bench.framegrab("v.rm", "--at", "3s", "--strict", "--hash").status == 0)
    for words in [["--at", "3s"], ["--at", "3s", "--clamp"], ["--at", "50%"], ["--frame", "-1"]] {
      try bench.framegrab(["cut.rm", "--hash"] + words).expectFailure(4, "cut.rm: is cut off after frame ")
    }
    let (cut, whole) = (
      try bench.framegrab("cut.rm", "--frame", "9", "--hash", "--strict"),
      try bench.framegrab("v.rm", "--frame", "9", "--hash")
    )
    #expect(cut.status == 0 && cut.stdout == whole.stdout)
  }
}
