import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Undamaged files with wrong claims about their packets: every picture still equals that of FFmpeg's decode from the
  /// beginning, in any order of access, and none is reported as damaged.
  @Suite struct ClaimTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    private static let moving = ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=3", "-pix_fmt", "yuv420p"]

    private func ffmpeg(_ words: [String]) throws { try TestSupport.ffmpeg(words, in: scratch.folder) }

    private func check(_ name: String) throws {
      let path = scratch.path(name)
      let truth = try linearHashes(of: name, in: scratch.folder, isFirstVideo: true)
      try #require(truth.count > 60)
      // Alone first: then only the beginning of the file is known.
      for index in [0, 1, 7, truth.count / 2, truth.count - 2] {
        let (_, pictures) = try ask([index], of: path)
        #expect(pictures[index]?.hash == truth[index], "\(name), frame \(index) alone")
        #expect(pictures[index]?.isDamaged == false, "\(name), frame \(index) alone")
      }
      let (count, pictures) = try ask(Array(truth.indices), of: path)
      #expect(count == truth.count, "\(name)")
      #expect(truth.indices.filter { pictures[$0]?.hash != truth[$0] } == [], "\(name)")
      #expect(pictures.filter(\.value.isDamaged).keys.sorted() == [], "\(name)")
    }

    /// As in a grab: when the timeline changes, the frames are looked up again.
    private func ask(
      _ frames: [Int], of path: Path
    ) throws -> (count: Int, pictures: [Int: (hash: String, isDamaged: Bool)]) {
      let video = try VideoFile(opening: path)
      while true {
        let revision = video.revision
        _ = try video.timeline(.throughFrame(frames.last ?? 0))
        let (pictures, _) = try video.hashes(of: frames, in: .main)
        if video.revision == revision { return (try video.timeline(.whole).count, pictures) }
      }
    }

    @Test func `presentation timestamps that are really decode timestamps`() throws {
      try ffmpeg(Self.moving + ["-c:v", "libx264", "-bf", "3", "-g", "20", "a.h264"])
      try ffmpeg(["-i", "a.h264", "-c", "copy", "a.mp4"])
      try check("a.mp4")
      try ffmpeg(["-i", "a.mp4", "-c", "copy", "-bsf:v", "setts=pts=DTS", "a.mkv"])
      try check("a.mkv")
    }

    @Test(arguments: [
      ("h263", "a.h263"), ("h263", "a.avi"), ("h261", "a.mkv"), ("wmv2", "b.avi"), ("cinepak", "c.avi"),
    ])
    func `packets that are all marked as keyframes`(_ codec: String, _ name: String) throws {
      // That coder searches long.
      let briefly = codec == "cinepak" ? ["-min_strips", "3", "-max_extra_cb_iterations", "0"] : []
      let size = codec == "cinepak" ? "64x48" : "176x144"
      try ffmpeg(Self.moving + ["-s", size, "-c:v", codec, "-g", "25"] + briefly + ["whole." + name])
      var bytes = Data(try scratch.bytes(of: "whole." + name))
      // An AVI that has lost its index.
      if name.hasSuffix(".avi"), let index = bytes.range(of: Data("idx1".utf8), options: .backwards) {
        bytes.removeSubrange(index.lowerBound...)
      }
      try scratch.write(bytes, to: name)
      try check(name)
    }

    // Their clock has 30000/1001 pictures a second (ITU-T H.261, 3.1; H.263, 4.1.1); FFmpeg shows the first one for 1/25 s.
    @Test(arguments: ["h261", "h263"]) func `pictures of raw H.261 and H.263 are counted by their clock`(
      codec: String
    ) throws {
      try ffmpeg(Self.moving + ["-s", "176x144", "-r", "30000/1001", "-c:v", codec, "a.\(codec)"])
      try check("a.\(codec)")
      let timeline = try VideoFile(opening: scratch.path("a.\(codec)")).timeline(.whole)
      for index in 0..<timeline.count {
        #expect(timeline.time(ofFrame: index) == Rational(Int64(1001 * index), 30_000))
      }
    }

    // FFmpeg's encoders give picture n the number ⌊30000 n / (1001 rate)⌋ of that clock, in 5 or 8 bits; that of H.263's
    // second version a clock of the rate itself.
    @Test(arguments: [
      ("h261", Int64(25), Int64(1)), ("h263", 25, 1), ("h263", 15_000, 1001), ("h261", 10_000, 1001), ("h263", 2, 1),
      ("h263p", 25, 1), ("h263p", 50, 1),
    ])
    func `pictures of raw H.261 and H.263 last for several periods`(_ codec: String, _ rate: Int64, _ per: Int64) throws
    {
      let name = codec == "h261" ? "a.h261" : "a.h263"
      let source = "testsrc2=s=176x144:r=\(rate)/\(per)"
      try ffmpeg(
        [
          "-f", "lavfi", "-i", source, "-frames:v", "61", "-c:v", codec, "-f", codec == "h261" ? "h261" : "rawvideo",
          name,
        ])
      try check(name)
      let video = try VideoFile(opening: scratch.path(name))
      let timeline = try video.timeline(.whole)
      try #require(timeline.count == 61)
      func start(_ index: Int64) throws -> Rational {
        codec == "h263p"
          ? try #require(Rational(index * per, rate))
          : try #require(Rational(30_000 * index * per / (1001 * rate) * 1001, 30_000))
      }
      for index in 0..<61 { #expect(try timeline.time(ofFrame: index) == start(Int64(index)), "\(index)") }
      // The last one lasts as long as the one before it.
      let last = try start(60).subtracting(start(59))
      #expect(try timeline.end == last.flatMap { try start(60).adding($0) })
      if per == 1001 { #expect(timeline.averageRate == Rational(rate, per)) }
    }

    @Test func `references from before an open start`() throws {
      let open = ["-c:v", "libx264", "-bf", "3", "-g", "20", "-x264-params", "open-gop=1"]
      try ffmpeg(Self.moving + open + ["a.mkv"])
      try ffmpeg(["-i", "a.mkv", "-c", "copy", "a.h264"])
      try check("a.mkv")
      try check("a.h264")
    }

    @Test func `concatenated raw MPEG-4`() throws {
      for (name, source) in [("a", "mandelbrot=s=128x96:r=25"), ("b", "testsrc2=s=128x96:r=25")] {
        try ffmpeg(
          ["-f", "lavfi", "-i", source, "-t", "2", "-pix_fmt", "yuv420p", "-c:v", "mpeg4", "-bf", "2", "-g", "12"]
            + ["-f", "m4v", name + ".m4v"])
      }
      let bytes = Data(try scratch.bytes(of: "a.m4v") + scratch.bytes(of: "b.m4v"))
      try scratch.write(bytes, to: "joined.m4v")
      try check("joined.m4v")
    }
  }
}
