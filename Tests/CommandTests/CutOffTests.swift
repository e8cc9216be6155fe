import Foundation
import TestSupport
import Testing

/// Moments relative to the end of files that are cut off: the full length is used if the container declares it, else
/// there is a warning.
@Suite struct CutOffTests {
  private let bench: Bench

  /// 24 s of 25 pictures a second, of which less than half is in the file.
  init() throws {
    bench = try Bench()
    try makeOnce(
      "whole.mp4",
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=24", "-c:v", "libx264", "-bf", "2", "-g", "50"]
        + ["-pix_fmt", "yuv420p", "-movflags", "+faststart"], in: bench.folder)
  }

  private func cut(_ name: String, _ options: String...) throws {
    if name != "whole.mp4" { try bench.ffmpeg(["-i", "whole.mp4", "-c", "copy"] + options + ["whole-" + name]) }
    let bytes = try bench.bytes(name == "whole.mp4" ? name : "whole-" + name)
    // AVI's index is at the end; its length depends on FFmpeg's version.
    let length = name == "a.avi" ? try #require(bytes.range(of: Data("idx1".utf8))).lowerBound : bytes.count
    // An odd number, so that a transport stream ends within a packet.
    try bench.write(bytes.prefix(length * 45 / 100 / 188 * 188 + 7), to: name == "whole.mp4" ? "cut.mp4" : name)
  }

  private static let gesture = """
    {"version": 1, "touches": [{"t": 0, "phase": "began", "x": 15.5, "y": 15.5},
    {"t": 0.1, "phase": "moved", "x": 300.5, "y": 15.5}, {"t": 0.9, "phase": "ended", "x": 300.5, "y": 15.5}]}
    """

  /// Moments that are not in the first half, each alone.
  private static let late = [
    ["--at", "50%"], ["--at", "end"], ["--at", "-1s"], ["--frame", "-1"], ["--at", "100%"], ["--at", "20s"],
    ["--at", "20s", "--clamp"], ["--at", "1h", "--clamp"], ["--at", "20s", "--nearest"], ["--gesture", "drag.json"],
  ]

  // In ASF the header has the length of the presentation and its preroll.
  @Test(arguments: ["whole.mp4", "a.mkv", "a.avi", "a.asf"])
  func `the full length is used if the container declares it`(name: String) throws {
    switch name {
    case "a.avi": try cut(name, "-bsf:v", "h264_mp4toannexb")
    case "a.asf": try cut(name, "-c:v", "wmv2")
    default: try cut(name)
    }
    let file = name == "whole.mp4" ? "cut.mp4" : name
    try bench.write(Self.gesture, to: "drag.json")
    for words in Self.late {
      try bench.framegrab([file] + words + ["-o", "x.png"]).expectFailure(4, "\(file): is cut off after frame ")
    }
    #expect(!bench.names.contains("x.png"))
    // A quarter of 24 s is 6 s: frame 150, or the one before where timestamps are milliseconds.
    let quarter = try bench.framegrab(file, "--at", "25%", "--json", "--index", "--dry-run")
    #expect(quarter.status == 0 && quarter.stderr == "")
    let object = try #require(try quarter.objects().first)
    #expect([149, 150, 151].contains(object["index"] as? Int ?? 0) && object["cutOff"] as? Bool == true)
    // The middles of thirds: 4 s, 12 s, 20 s.
    let thirds = try bench.framegrab(file, "--count", "3", "--dry-run", "--json")
    #expect(try thirds.pictures().count == 1 && thirds.status == 1 && thirds.complaints.count == 1)
    for words in [["--all"], ["--every", "1s"], ["--keyframes"]] {
      let result = try bench.framegrab([file, "--dry-run"] + words)
      #expect(result.status == 1 && result.stderr.contains("is cut off after frame "), "\(words): \(result.stderr)")
    }
  }

  // How many pictures the missing part has is unknown, but not how long it is.
  @Test(arguments: [("a.avi", "msvideo1"), ("a.mov", "qtrle")])
  func `the full length is used where pictures are decoded and counted`(name: String, codec: String) throws {
    try cut(name, "-c:v", codec, "-movflags", "+faststart")
    try bench.write(Self.gesture, to: "drag.json")
    for words in Self.late {
      try bench.framegrab([name] + words + ["-o", "x.png"]).expectFailure(4, "\(name): is cut off after frame ")
    }
    #expect(!bench.names.contains("x.png"))
    // A quarter of 24 s is 6 s, frame 150.
    let quarter = try bench.framegrab(name, "--at", "25%", "--json", "--index", "--dry-run")
    let object = try #require(try quarter.objects().first)
    #expect(quarter.status == 0 && object["index"] as? Int == 150 && object["cutOff"] as? Bool == true)
  }

  @Test func `the last packet that is there is not the end of a NUT file`() throws {
    try cut("a.nut", "-c:v", "msvideo1")
    let words = ["a.nut", "--at", "50%", "--dry-run"]
    let result = try bench.framegrab(words)
    #expect(result.status == 0 && result.stderr.contains("warning: the file is cut off after frame "))
    try bench.framegrab(words + ["--strict"]).expectFailure(4, "a.nut: the file is cut off after frame ")
  }

  @Test(arguments: ["a.ts", "frag.mp4"])
  func `there is a warning if the full length is unknown`(name: String) throws {
    if name == "frag.mp4" { try cut(name, "-movflags", "+frag_keyframe+empty_moov") } else { try cut(name) }
    try bench.write(Self.gesture, to: "drag.json")
    let words = [
      ["--at", "50%"], ["--at", "end"], ["--at", "-1s"], ["--frame", "-1"], ["--count", "3"], ["--every", "1s"],
      ["--all"],
      ["--gesture", "drag.json"],
    ]
    for words in words {
      let result = try bench.framegrab([name, "--dry-run", "--json"] + words)
      // The cut may remove a picture that is shown before another one that is in the file.
      let holes = result.complaints.filter { $0.contains("could not be decoded (frame ") }
      #expect(result.status == (holes.isEmpty ? 0 : 1) && holes.count <= 1, "\(words): \(result.stderr)")
      let warnings = result.complaints.filter {
        $0.hasPrefix("framegrab: \(name): warning: the file is cut off after frame ")
      }
      #expect(warnings.count == 1 && result.complaints.count == 1 + holes.count, "\(words): \(result.stderr)")
      // Those behind a hole, too.
      #expect(
        try result.pictures().allSatisfy { $0["cutOff"] as? Bool == true && $0["outcome"] as? String == "planned" })
      try bench.framegrab([name, "--strict", "--hash"] + words).expectFailure(4, "the file is cut off after frame ")
    }
    try bench.framegrab(name, "--at", "20s", "--clamp", "-o", "x.png").expectFailure(4, "is cut off after frame ")
    // Moments that do not depend on the end are as in any file.
    #expect(try bench.framegrab(name, "--at", "2s", "--strict", "--hash").status == 0)
    #expect(try bench.framegrab(name, "--list-frames").stderr.contains("the file is cut off after frame "))
  }

  // The last packet that is there is shown behind others that were sent after it.
  @Test func `a picture that is missing before the last one is named`() throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=2", "-c:v", "mpeg2video", "-bf", "2", "-g", "12", "gap.mkv"])
    let listed = try run(
      ["ffprobe", "-v", "error", "-show_entries", "packet=pts,pos", "-of", "csv=p=0", "gap.mkv"], in: bench.folder)
    let packets = String(decoding: listed.stdout, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Int($0) }
    }
    // In milliseconds; frame 30 is a picture that two before it are predicted from, 12 · 2 + 3 · 2.
    let last = try #require(packets.firstIndex { $0[0] == 1200 })
    try bench.write(bench.bytes("gap.mkv").prefix(packets[last + 1][1]), to: "gap-cut.mkv")
    #expect(try bench.framegrab("gap-cut.mkv", "--at", "1.1s", "--hash").status == 0)
    try bench.framegrab("gap-cut.mkv", "--at", "1.16s", "--hash").expectFailure(
      4, "gap-cut.mkv: lacks a picture behind frame 27, and is cut off after frame 28: ")
    try bench.framegrab("gap-cut.mkv", "--at", "1.3s", "--hash").expectFailure(
      4, "gap-cut.mkv: is cut off after frame 28: ")
  }

  // The header of IVF counts pictures, here those of the first of two files that were joined; written to a pipe, it has
  // only ones there.
  @Test(arguments: [[10, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func `a header that does not count all pictures does not tell the end`(count: [UInt8]) throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=1", "-c:v", "libvpx", "-deadline", "realtime", "whole.ivf"])
    var bytes = try bench.bytes("whole.ivf")
    bytes.replaceSubrange(24..<28, with: count)
    try bench.write(bytes.dropLast(20), to: "cut.ivf")
    // Frame 24 is cut, so 24 frames are there: 50 % is 0.48 s, frame 12.
    let half = try bench.framegrab("cut.ivf", "--at", "50%", "--json", "--dry-run")
    #expect(half.stderr.contains("warning: the file is cut off after frame "))
    #expect(try half.objects().first?["index"] as? Int == 12)
    for words in [["--at", "end"], ["--frame", "-1"], ["--all"]] {
      let result = try bench.framegrab(["cut.ivf", "--dry-run"] + words)
      #expect(result.stderr.contains("warning: the file is cut off after frame "), "\(words): \(result.stderr)")
      try bench.framegrab(["cut.ivf", "--strict", "--hash"] + words).expectFailure(
        4, "the file is cut off after frame ")
    }
  }

  // FFmpeg completes the last picture of raw DV with bytes of another one, and says nothing.
  @Test func `a DV file that ends within a picture is cut off before it`() throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=r=25:s=720x576:d=0.2", "-pix_fmt", "yuv420p", "-c:v", "dvvideo", "whole.dv",
    ])
    let bytes = try bench.bytes("whole.dv")
    // Each picture has 12 · 150 · 80 bytes (IEC 61834-2, 625 lines).
    try #require(bytes.count == 5 * 144_000)
    try bench.write(bytes.prefix(2 * 144_000 + 100_000), to: "cut.dv")
    let hashes = try bench.framegrab("whole.dv", "--all", "--hash").stdout
    let result = try bench.framegrab("cut.dv", "--all", "--json", "--hash")
    let pictures = try result.pictures()
    #expect(pictures.compactMap { $0["index"] as? Int } == [0, 1])
    #expect(pictures.allSatisfy { $0["cutOff"] as? Bool == true && $0["damaged"] as? Bool == false })
    #expect(pictures.allSatisfy { String(decoding: hashes, as: UTF8.self).contains($0["hash"] as? String ?? "none") })
    try bench.framegrab("cut.dv", "--frame", "2", "--hash").expectFailure(4, "cut.dv: ")
    try bench.framegrab("cut.dv", "--frame", "-1", "--strict", "--hash").expectFailure(
      4, "the file is cut off after frame 1")
    #expect(try bench.framegrab("whole.dv", "--frame", "-1", "--strict", "--hash").status == 0)
  }

  @Test func `a complete file has no such warning`() throws {
    for words in [["--at", "50%"], ["--frame", "-1"], ["--all"]] {
      let result = try bench.framegrab(["whole.mp4", "--dry-run", "--json", "--strict"] + words)
      #expect(result.status == 0 && result.stderr == "")
      #expect(try result.objects().allSatisfy { $0["cutOff"] as? Bool == false })
    }
  }

  // The only keyframe is in the file; the missing frames are reported, and do not count as a second picture.
  @Test func `one picture goes to standard output although the file ends early`() throws {
    try bench.ffmpeg(["-i", "whole.mp4", "-c:v", "libx264", "-g", "1000", "-sc_threshold", "0", "whole-one.mkv"])
    let bytes = try bench.bytes("whole-one.mkv")
    try bench.write(bytes.prefix(bytes.count / 2), to: "one.mkv")
    let result = try bench.framegrab("one.mkv", "--keyframes", "-o", "-")
    #expect(result.status == 1 && result.stderr.contains("is cut off after frame "), "\(result.stderr)")
    #expect(result.stdout.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }
}
