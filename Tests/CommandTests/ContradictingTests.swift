import Foundation
import TestSupport
import Testing

/// Files whose timestamps contradict the order of their pictures: one timeline in every mode, and the pictures in the
/// decoder's order.
@Suite struct ContradictingTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// 60 pictures, 25 a second.
  private static let pictures = [
    "-f", "lavfi", "-i", "testsrc2=r=25:s=96x64", "-frames:v", "60", "-pix_fmt", "yuv420p",
  ]
  private static let encoders: [String: [String]] = [
    "h264": ["-c:v", "libx264", "-bf", "2", "-g", "20"],
    "pyramid": ["-c:v", "libx264", "-bf", "3", "-x264-params", "b-pyramid=normal:keyint=25"],
    "hevc": ["-c:v", "libx265", "-x265-params", "log-level=error:bframes=3:keyint=20"],
    "mpeg2": ["-c:v", "mpeg2video", "-bf", "2", "-g", "15"], "mpeg4": ["-c:v", "mpeg4", "-bf", "2", "-g", "15"],
    "plain": ["-c:v", "libx264", "-bf", "0", "-g", "20"], "mjpeg": ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"],
  ]

  /// The hashes of a linear decode, in its order.
  private func truth(_ name: String) throws -> [String] { try linearHashes(of: name, in: bench.folder) }

  // Decode timestamps as presentation timestamps; and those of neighbours swapped, all of them two pictures later,
  // since no picture may be due before it is decoded.
  @Test(arguments: ["h264", "pyramid", "hevc", "mpeg2", "mpeg4", "plain", "mjpeg"], ["unordered", "swapped"])
  func `every mode has the same timeline, and the pictures in their order`(codec: String, way: String) throws {
    let isPlain = codec == "plain" || codec == "mjpeg"
    if isPlain, way == "unordered" { return }
    try bench.ffmpeg(Self.pictures + (Self.encoders[codec] ?? []) + ["whole.mkv"])
    let swap = "setts=pts=PTS+80+40*eq(mod(round(PTS/40)\\,5)\\,2)-40*eq(mod(round(PTS/40)\\,5)\\,3):dts=DTS"
    let filter = way == "swapped" ? swap : "setts=pts=DTS-STARTDTS:dts=DTS-STARTDTS"
    try bench.ffmpeg(["-i", "whole.mkv", "-c", "copy", "-bsf:v", filter, "a.mkv"])
    let truth = try truth("whole.mkv")
    try #require(truth.count == 60)

    let listed = try bench.framegrab("a.mkv", "--list-frames", "--json").objects()
    #expect(listed.count == 60 && listed.compactMap { $0["index"] as? Int } == Array(0..<60))
    let starts = try listed.map { try #require(($0["time"] as? [String: String])?["exact"]) }
    #expect(Set(starts).count == 60)
    for object in listed {
      #expect((object["until"] as? [String: String])?["exact"] != (object["time"] as? [String: String])?["exact"])
    }
    func times(_ words: String...) throws -> [String?] {
      try bench.framegrab(["a.mkv", "--json"] + words).objects().map { ($0["time"] as? [String: String])?["exact"] }
    }
    #expect(try times("--all", "--dry-run") == starts && times("--all", "--hash") == starts)
    for words in [["--all"], ["--all", "--verify"], ["--all", "-j", "2"], ["--frame", "0..59"]] {
      #expect(try bench.framegrab(["a.mkv", "--hash"] + words).lines == truth, "\(words)")
    }
    // --at gives every frame as the list prints it, alone and in any order.
    for index in [31, 2, 3] {
      let printed = try #require((listed[index]["time"] as? [String: String])?["decimal"])
      #expect(try bench.framegrab("a.mkv", "--at", printed + "s", "--hash").lines == [truth[index]], "at \(printed)")
      #expect(try bench.framegrab("a.mkv", "--frame", "\(index)", "--hash").lines == [truth[index]], "\(index)")
    }
  }
}
