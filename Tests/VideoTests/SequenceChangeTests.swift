import ColorCodes
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Sequences of MPEG-2 and MPEG-4 part 2, one behind the other, that differ in what their headers say.
  @Suite struct SequenceChangeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// FFmpeg's options for each part. A decoder of FFmpeg that goes on from one to the next loses the last picture before
    /// a change of size or shape, and decodes 4:2:2 as 4:2:0; where pictures stop to be reordered, it gives one twice.
    private static let changes: [(name: String, parts: [String])] = [
      (
        "size", ["-c:v mpeg2video -bf 2 -s 64x48", "-c:v mpeg2video -bf 2 -s 112x48", "-c:v mpeg2video -bf 2 -s 64x48"]
      ),
      ("shape", ["-c:v mpeg2video -bf 2 -aspect 4:3", "-c:v mpeg2video -bf 2 -aspect 16:9"]),
      ("sampling", ["-c:v mpeg2video -bf 2", "-c:v mpeg2video -bf 2 -pix_fmt yuv422p", "-c:v mpeg2video -bf 2"]),
      ("order", ["-c:v mpeg2video -bf 2", "-c:v mpeg2video -bf 0 -flags low_delay", "-c:v mpeg2video -bf 2"]),
      ("order of MPEG-4", ["-c:v mpeg4", "-c:v mpeg4 -bf 2", "-c:v mpeg4", "-c:v mpeg4 -bf 1"]),
      ("size of MPEG-4", ["-c:v mpeg4 -bf 2 -s 64x48", "-c:v mpeg4 -bf 2 -s 112x48"]),
      ("size of MPEG-1", ["-c:v mpeg1video -bf 2 -s 64x48", "-c:v mpeg1video -bf 2 -s 112x48"]),
    ]

    @Test(arguments: changes.indices, ["ts", "mkv"])
    func `each frame is that of its own sequence`(_ number: Int, _ ending: String) throws {
      var (bytes, hashes): ([UInt8], [String]) = ([], [])
      for (place, options) in Self.changes[number].parts.enumerated() {
        // 19 pictures each, and five without between two parts: how late the first is shown depends on the options.
        let words = "-f lavfi -i testsrc2=s=128x96:r=25:d=0.76,hue=h=\(40 * place) -g 9 -b:v 2M \(options) -muxdelay 0"
        let start = ["-output_ts_offset", "\(Double(24 * place) / 25)"]
        try makeOnce("\(number)-\(place).ts", words.split(separator: " ").map(String.init) + start, in: scratch.folder)
        bytes += try scratch.bytes(of: "\(number)-\(place).ts")
        hashes += try linearHashes(of: "\(number)-\(place).ts", in: scratch.folder)
      }
      let count = 19 * Self.changes[number].parts.count
      try #require(hashes.count == count && Set(hashes).count == count)
      try scratch.write(Data(bytes), to: "joined.ts")
      if ending == "mkv" { try ffmpeg(["-i", "joined.ts", "-c", "copy", "joined.mkv"], in: scratch.folder) }

      let video = try VideoFile(opening: scratch.path("joined.\(ending)"))
      let table = try video.timeline(.whole)
      let times = (0..<table.count).compactMap { table.time(ofFrame: $0) }
      #expect(times.count == count && times.first == .zero && !zip(times, times.dropFirst()).contains { $0 >= $1 })
      // Where two files of TS meet, the counter of packets jumps: what is before it is called damaged there.
      let (together, missing) = try video.hashes(of: Array(0..<count), in: .main)
      #expect(missing.isEmpty && (ending == "ts" || !together.values.contains { $0.isDamaged }))
      let wrong = (0..<count).filter { together[$0]?.hash != hashes[$0] }
      #expect(wrong.isEmpty)
      // Each by itself, back and forth through the sequences, by one decoder, and by one that is opened for it.
      for frame in (0..<count).map({ $0 * 23 % count }) {
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
      for frame in stride(from: 0, to: count, by: 6) + [18, 19, count - 1] {
        let alone = try VideoFile(opening: scratch.path("joined.\(ending)"))
        _ = try alone.timeline(.whole)
        #expect(try alone.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
    }

    /// What the second of three parts says of its colors, and the others do not: FFmpeg's options.
    private static let tagged: [(coder: String, words: String)] = [
      ("-c:v libx264 -preset ultrafast -g 6", "-color_primaries bt709 -color_trc bt709 -colorspace bt709"),
      ("-c:v mpeg2video -bf 2 -g 6", "-color_primaries bt709 -color_trc bt709 -colorspace bt709"),
      ("-c:v libx265 -preset ultrafast -g 6", ":max-cll=800,300"),
    ]

    @Test(arguments: tagged.indices, ["ts", "mkv", "mp4"])
    func `colors are those of a picture's own sequence, however it is reached`(_ number: Int, _ ending: String) throws {
      let (coder, words) = Self.tagged[number]
      let coded = coder.split(separator: " ").map(String.init)
      var bytes: [UInt8] = []
      for part in 0..<3 {
        let extra =
          coder.contains("x265")
          ? ["-x265-params", "log-level=none:pools=none:repeat-headers=1:open-gop=0\(part == 1 ? words : "")"]
          : part == 1 ? words.split(separator: " ").map(String.init) : []
        try makeOnce(
          "\(part).ts",
          ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.48"] + coded + extra
            + ["-muxdelay", "0", "-output_ts_offset", "\(part)"], in: scratch.folder)
        bytes += try scratch.bytes(of: "\(part).ts")
      }
      try scratch.write(Data(bytes), to: "joined.ts")
      if ending != "ts" {
        try ffmpeg(["-i", "joined.ts", "-c", "copy", "joined.\(ending)"], in: scratch.folder)
      }
      let path = scratch.path("joined.\(ending)")
      func tagged(_ frames: [Int], _ video: VideoFile) throws -> Set<Int> {
        _ = try video.timeline(.whole)
        var found: Set<Int> = []
        _ = try video.pictures(of: video.references(frames, in: .main)) { frame, picture throws(VideoError) in
          if picture.tags.matrix == .bt709 || picture.hdr.contentLight != nil { found.insert(frame.place) }
        }
        return found
      }
      // 12 pictures each.
      let expected = Set(12..<24)
      #expect(try tagged(Array(0..<36), VideoFile(opening: path)) == expected)
      let video = try VideoFile(opening: path)
      let backAndForth = (0..<36).map { $0 * 23 % 36 }
      #expect(try Set(backAndForth.filter { try tagged([$0], video).contains($0) }) == expected)
      #expect(
        try Set([0, 11, 12, 23, 24, 35].filter { try !tagged([$0], VideoFile(opening: path)).isEmpty }) == [12, 23])
    }
  }
}
