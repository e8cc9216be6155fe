import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Pictures that are left out do not change others.
  @Suite struct PictureSkipTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    private static let codings: [(name: String, words: [String], leavesOut: Bool)] = [
      ("pyramid.mp4", ["-c:v", "libx264", "-bf", "3", "-g", "30"], true),
      ("weighted.mkv", ["-c:v", "libx264", "-bf", "5", "-refs", "6", "-g", "250", "-preset", "slow"], true),
      ("open.ts", ["-c:v", "libx264", "-bf", "3", "-g", "15", "-x264-params", "open-gop=1"], true),
      ("mbaff.ts", ["-c:v", "libx264", "-bf", "3", "-g", "20", "-flags", "+ildct+ilme"], true),
      ("slices.mp4", ["-c:v", "libx264", "-bf", "2", "-g", "40", "-x264-params", "slices=4"], true),
      ("hevc.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=30:bframes=4"], true),
      (
        "layers.mkv",
        ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=30:bframes=4:temporal-layers=1"], false
      ),
      ("mpeg2.ts", ["-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-q:v", "3"], true),
      ("mpeg2.mkv", ["-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-flags", "+ildct+ilme"], true),
      ("mpeg1.mkv", ["-c:v", "mpeg1video", "-bf", "2", "-g", "15"], true),
      ("mpeg4.mp4", ["-c:v", "mpeg4", "-bf", "2", "-g", "12"], false),
    ]

    @Test(arguments: codings.indices) func `every frame decoded alone equals a linear decode`(_ number: Int) throws {
      let (name, words, leavesOut) = Self.codings[number]
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=192x112:r=25:d=2", "-pix_fmt", "yuv420p"] + words + [name],
        in: scratch.folder)
      let truth = try linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == 50)
      let video = try VideoFile(opening: scratch.path(name))
      #expect(try video.timeline(.whole).count == 50)
      var numbers = SeededNumbers(seed: 5)
      for index in truth.indices {
        let (alone, _) = try video.hashes(of: [index], in: .main)
        #expect(alone[index]?.hash == truth[index] && alone[index]?.isDamaged == false, "\(name), frame \(index)")
      }
      // Some of them together, leaving out the pictures between.
      for _ in 0..<20 {
        let some = Set((0..<4).map { _ in numbers.below(50) }).sorted()
        let (pictures, _) = try video.hashes(of: some, in: .main)
        for index in some { #expect(pictures[index]?.hash == truth[index], "\(name), frame \(index) of \(some)") }
      }
      #expect(!video.isCounted)
      let packets = try #require(video.frames.packets(of: .main))
      let last = packets.records.count - 1
      let codec = try #require(video.finder.reader.stream).pointee.codecpar.pointee.codec_id
      let leftOut = PictureSkip(except: [last], in: 0...last, of: packets, codec: codec)
      let count = (0...last).count { leftOut.contains($0, of: packets) }
      // Newer versions of x265 interpret the option for two layers differently, and make one layer.
      let isExpected =
        leavesOut || name == "layers.mkv" && !packets.records.contains { $0.traits.contains(.layered) }
      // B-frames in their runs of two and more, less those that others refer to, are at least a quarter of all.
      #expect(isExpected ? 4 * count >= 50 && count < 50 : count == 0, "\(name): \(count)")
      #expect(!leftOut.contains(last, of: packets))
    }

    /// Joins two streams of 24 pictures whose clocks start at these seconds.
    private func join(offsets: [String], distance: Int) throws {
      var joined = Data()
      for (number, offset) in offsets.enumerated() {
        let name = "part\(number).ts"
        let made = try run(
          ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x112:r=25:d=0.96", "-pix_fmt", "yuv420p"]
            + ["-c:v", "libx264", "-x264-params"]
            + ["keyint=\(distance):min-keyint=\(distance):bframes=3:open-gop=1:scenecut=0"]
            + ["-output_ts_offset", offset, name], in: scratch.folder)
        try #require(made.status == 0, "\(made.stderr)")
        joined += Data(try scratch.bytes(of: name))
      }
      try scratch.write(joined, to: "joined.ts")
    }

    // What comes out first depends on how many pictures wait: of a part that has the jump nothing is left out. Forwards,
    // only the jump itself says so, since the times go on rising.
    @Test func `nothing is left out across a jump forwards`() throws {
      try join(offsets: ["0", "20"], distance: 12)
      let video = try VideoFile(opening: scratch.path("joined.ts"))
      #expect(try video.timeline(.whole).count == 48 && video.hasJump && !video.isCounted)
      let packets = try #require(video.frames.packets(of: .main))
      func leftOut(_ part: ClosedRange<Int>) -> Int {
        let skip = PictureSkip(except: [], in: part, of: packets, codec: AV_CODEC_ID_H264)
        return part.count { skip.contains($0, of: packets) }
      }
      #expect(leftOut(0...47) == 0 && leftOut(0...23) > 0)
    }

    /// Concatenated streams, the second with earlier timestamps: decoding that starts at an open GOP continues across
    /// the jump, where the order of pictures starts anew.
    @Test(arguments: [7, 8, 11, 12, 15])
    func `across a jump every frame equals a linear decode`(_ distance: Int) throws {
      try join(offsets: ["20", "0"], distance: distance)
      let truth = try linearHashes(of: "joined.ts", in: scratch.folder)
      try #require(truth.count == 48)
      let video = try VideoFile(opening: scratch.path("joined.ts"))
      #expect(try video.timeline(.whole).count == 48 && video.hasJump && !video.isCounted)
      for index in truth.indices {
        let (alone, _) = try video.hashes(of: [index], in: .main)
        #expect(alone[index]?.hash == truth[index], "frame \(index)")
      }
    }

    @Test func `no pictures in two fields are left out`() throws {
      let video = try VideoFile.open(.h264Fields)
      _ = try video.timeline(.whole)
      let packets = try #require(video.frames.packets(of: .main))
      let last = packets.records.count - 1
      let leftOut = PictureSkip(except: [], in: 0...last, of: packets, codec: AV_CODEC_ID_H264)
      #expect((0...last).allSatisfy { !leftOut.contains($0, of: packets) })
    }
  }
}
