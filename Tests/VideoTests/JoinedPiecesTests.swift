import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Pieces with the same clock, one after the other in one file.
  @Suite struct JoinedPiecesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The bytes of pieces of so many frames, 25 a second, and that many frames.
    private func pieces(_ counts: [Int], as ending: String, _ words: [String]) throws -> [UInt8] {
      try counts.flatMap { count in
        let name = "\(count).\(ending)"
        try makeOnce(
          name, ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=\(Double(count) / 25)", "-g", "50"] + words,
          in: scratch.folder)
        return try scratch.bytes(of: name)
      }
    }

    private static let codings: [(ending: String, words: [String])] = [
      ("ts", ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]),
      ("mkv", ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]),
      ("mpg", ["-c:v", "mpeg2video", "-bf", "2"]),
      ("m2ts", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
      // Their pictures are counted.
      ("m4v", ["-c:v", "mpeg4", "-bf", "2", "-f", "m4v"]),
      ("ogv", ["-c:v", "libtheora"]),
    ]

    /// 15 frames are 0.6 s: between others, first, and last.
    @Test(arguments: codings.indices, [[100, 15, 100], [15, 60], [60, 15], [24, 24]])
    func `each frame of a short piece has its own time`(_ number: Int, _ counts: [Int]) throws {
      let (ending, words) = Self.codings[number]
      // FFmpeg reads two segments of a Matroska file.
      let counts = ending == "mkv" ? Array(counts.prefix(2)) : counts
      let name = "joined.\(ending)"
      try scratch.write(Data(pieces(counts, as: ending, words)), to: name)
      let hashes = try linearHashes(of: name, in: scratch.folder)
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      let frames = counts.reduce(0, +)
      try #require(table.count == frames && hashes.count == frames)
      for frame in 0..<frames {
        // Matroska has milliseconds.
        let bounds = [-counts.count, counts.count].compactMap { Rational(Int64(40 * frame + $0), 1000) }
        let time = try #require(table.time(ofFrame: frame))
        #expect(bounds[0] <= time && time <= bounds[1], "frame \(frame)")
      }
      let (pictures, _) = try video.hashes(of: Array(0..<frames), in: .main)
      #expect((0..<frames).allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }

    // The packets at the beginning of the file, which are read first, reach into the second piece, or not.
    @Test(arguments: [20, 34, 50, 66, 80])
    func `at the joint of two Matroska files the second one begins`(_ count: Int) throws {
      try scratch.write(Data(pieces([count, count], as: "mkv", Self.codings[1].words)), to: "joined.mkv")
      let hashes = try linearHashes(of: "joined.mkv", in: scratch.folder)
      try #require(hashes.count == 2 * count)
      for frame in [count - 1, count, count + 1] {
        let time = try #require(Rational(Int64(frame), 25))
        let picture = try VideoFile(opening: scratch.path("joined.mkv")).grab(at: time)
        #expect(picture.hash == hashes[frame], "frame \(frame)")
      }
    }

    // ffmpeg cuts pieces without decoding, and joins them without a new clock: pictures sent before the joint are shown
    // behind its keyframe, and several have one time.
    @Test(arguments: ["1.3", "2.9"])
    func `around a joint of Matroska a moment is that of the whole timeline`(_ start: String) throws {
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=6 -pix_fmt yuv420p -c:v libx264 -g 40 -bf 3 -sc_threshold 0"
      try makeOnce("base.mp4", words.split(separator: " ").map(String.init), in: scratch.folder)
      try ffmpeg(["-ss", start, "-i", "base.mp4", "-c", "copy", "cut.mp4"], in: scratch.folder)
      try scratch.write(Data("file base.mp4\nfile cut.mp4\n".utf8), to: "list.txt")
      try ffmpeg(["-f", "concat", "-i", "list.txt", "-c", "copy", "joined.mkv"], in: scratch.folder)
      let whole = try VideoFile(opening: scratch.path("joined.mkv"))
      let table = try whole.timeline(.everyPacket)
      let shown = try whole.hashes(of: Array(0..<table.count), in: .main).pictures
      // The joint is behind frame 149.
      for frame in 140..<190 {
        let start = try #require(table.time(ofFrame: frame))
        let last = try table.frameIndex(onScreenAt: start, bounds: .refuse)
        guard let expected = shown[last]?.hash else { continue }
        let video = try VideoFile(opening: scratch.path("joined.mkv"))
        let grabbed = try video.grab(at: start)
        #expect(grabbed.hash == expected && grabbed.start == start, "frame \(frame)")
      }
    }

    // The second recording of 60 frames began 0.4 s before the first of 60 ended: both clocks are from one camera.
    @Test(arguments: codings.indices.dropLast(2)) func `recordings that overlap follow each other`(_ number: Int) throws
    {
      let (ending, coding) = Self.codings[number]
      func words(_ filter: String) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2.4" + filter, "-g", "24"] + coding
      }
      try makeOnce("a.\(ending)", words(""), in: scratch.folder)
      try makeOnce("b.\(ending)", words(",hflip") + ["-output_ts_offset", "2"], in: scratch.folder)
      let files = try ["a", "b"].map { try scratch.bytes(of: "\($0).\(ending)") }
      let name = "overlapping.\(ending)"
      try scratch.write(Data(files[0] + files[1]), to: name)
      let expected = try ["a", "b"].flatMap { try linearHashes(of: "\($0).\(ending)", in: scratch.folder) }
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      try #require(table.count == 120 && expected.count == 120)
      let (pictures, _) = try video.hashes(of: Array(0..<120), in: .main)
      #expect((0..<120).map { pictures[$0]?.hash } == expected)
      for frame in 0..<120 {
        // Matroska has milliseconds.
        let bounds = [-2, 2].compactMap { Rational(Int64(40 * frame + $0), 1000) }
        let time = try #require(table.time(ofFrame: frame))
        #expect(bounds[0] <= time && time <= bounds[1], "frame \(frame)")
      }
    }

    // The second part begins 3 ms before the last picture of the first one, as joins by rounded durations do. The decoder
    // shows that picture first.
    @Test(arguments: [
      "mpeg2video", "mpeg2video -bf 2", "mpeg1video", "mpeg4", "mpeg4 -bf 2", "libx264 -bf 0", "libx264 -bf 2",
      "libx265",
      "libvpx -deadline realtime -cpu-used 8 -auto-alt-ref 0", "h263p", "ffv1 -g 12",
    ])
    func `a part that begins before the last picture of the other one loses none`(_ coding: String) throws {
      let words = coding.split(separator: " ").map(String.init)
      for (name, filter) in [("a.mkv", "null"), ("b.mkv", "hflip")] {
        let input = ["-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=0.6,\(filter)", "-pix_fmt", "yuv420p", "-g", "12"]
        try makeOnce(name, input + ["-c:v"] + words, in: scratch.folder)
      }
      try scratch.write(Data("ffconcat version 1.0\nfile a.mkv\nduration 0.557\nfile b.mkv\n".utf8), to: "list")
      try ffmpeg(["-f", "concat", "-i", "list", "-c", "copy", "joined.mkv"], in: scratch.folder)
      let hashes = try ["a.mkv", "b.mkv"].flatMap { try linearHashes(of: $0, in: scratch.folder) }
      let video = try VideoFile(opening: scratch.path("joined.mkv"))
      try #require(try video.timeline(.whole).count == 30 && hashes.count == 30)
      let (pictures, missing) = try video.hashes(of: Array(0..<30), in: .main)
      #expect(missing.isEmpty && (0..<30).map { pictures[$0]?.hash } == hashes)
      #expect(pictures.values.allSatisfy { !$0.isDamaged })
      let table = try video.timeline(.whole)
      // Without reordering, ffmpeg moves the keyframe behind that picture, by up to 4 ms.
      for (frame, time) in ((0..<15).map { 40 * $0 } + (0..<15).map { 557 + 40 * $0 }).sorted().enumerated() {
        let bounds = [-4, 4].compactMap { Rational(Int64(time + $0), 1000) }
        let found = try #require(table.time(ofFrame: frame))
        #expect(bounds[0] <= found && found <= bounds[1], "frame \(frame)")
      }
      for frame in 12..<18 {
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
    }

    // Open groups of 27 frames: some pictures before each keyframe but the first follow it in the file.
    private static let open: [(ending: String, words: String)] = [
      ("ts", "-c:v libx264 -g 27 -bf 3 -x264-params open-gop=1:b-adapt=0:scenecut=0 -pix_fmt yuv420p"),
      ("ts", "-c:v libx265 -x265-params log-level=none:keyint=27:min-keyint=27:open-gop=1:bframes=3:scenecut=0"),
    ]

    /// Makes `whole.ts` of four groups, and returns the hashes of its hundred frames.
    private func openGroups(_ number: Int) throws -> [String] {
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=4 " + Self.open[number].words
      try makeOnce("whole.ts", words.split(separator: " ").map(String.init), in: scratch.folder)
      return try linearHashes(of: "whole.ts", in: scratch.folder)
    }

    /// Each frame, asked for together and alone, from the beginning and from the end.
    private func check(_ name: String, _ hashes: [String], isCounted: Bool) throws {
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      try #require(table.count == hashes.count && video.isCounted == isCounted)
      #expect(table.frames.enumerated().allSatisfy { table.time(ofFrame: $0.offset) == Rational(Int64($0.offset), 25) })
      let (together, missing) = try video.hashes(of: Array(0..<table.count), in: .main)
      #expect(missing.isEmpty && (0..<table.count).allSatisfy { together[$0]?.hash == hashes[$0] })
      for frame in (0..<table.count).reversed() {
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
      let part = try video.lookUp(around: .zero)
      for frame in 0..<table.count {
        let found = try video.picture(next: part.reference(to: frame)) { picture throws(VideoError) in
          let hash = try picture.md5()
          #expect(hash == hashes[frame], "frame \(frame), going on")
        }
        #expect(found)
      }
      #expect(video.isCounted == isCounted)
    }

    // The second piece begins with an open group. What its first keyframe does not need, it lacks: the decoder would
    // take it for pictures of the first piece, and drop those of the second that it takes for earlier ones.
    @Test(arguments: open.indices) func `a piece that begins with an open group is cut there`(_ number: Int) throws {
      let hashes = try openGroups(number)
      try ffmpeg(["-ss", "1.5", "-i", "whole.ts", "-c", "copy", "part.ts"], in: scratch.folder)
      try scratch.write(Data(scratch.bytes(of: "whole.ts") + scratch.bytes(of: "part.ts")), to: "joined.ts")
      let part = try linearHashes(of: "part.ts", in: scratch.folder)
      try #require(part == hashes.suffix(part.count) && part.count > 25)
      try check("joined.ts", hashes + part, isCounted: false)
    }

    // A stream in segments that each begin at 0: the first pictures of a group need the segment before.
    @Test(arguments: open.indices) func `a stream goes on where only its clock starts anew`(_ number: Int) throws {
      let hashes = try openGroups(number)
      let words = "-i whole.ts -c copy -f segment -segment_time 2 -reset_timestamps 1 part%d.ts"
      try ffmpeg(words.split(separator: " ").map(String.init), in: scratch.folder)
      try scratch.write(Data(scratch.bytes(of: "part0.ts") + scratch.bytes(of: "part1.ts")), to: "joined.ts")
      try check("joined.ts", hashes, isCounted: true)
    }

    @Test(arguments: open.indices) func `no picture is lost before a joint with an open group behind it`(
      _ number: Int
    ) throws {
      let hashes = try openGroups(number)
      let bytes = try scratch.bytes(of: "whole.ts")
      try scratch.write(Data(bytes + bytes + bytes), to: "joined.ts")
      try check("joined.ts", hashes + hashes + hashes, isCounted: false)
    }
  }
}
