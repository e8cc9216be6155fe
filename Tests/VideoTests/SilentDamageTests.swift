import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Damage that a decoder does not report: a picture whose data ends too early keeps the previous content of its
  /// buffer, so that it differs between starting points.
  @Suite struct SilentDamageTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// A copy of the clip with a few wrong bytes, all of them within coded pictures.
    private func spoil(_ clip: Fixture, faults: Int, _ numbers: inout SeededNumbers) throws -> Path {
      var bytes = try clip.bytes()
      let start = (bytes.range(of: Data("mdat".utf8))?.upperBound ?? 3000) + 800
      let end = bytes.range(of: Data("moov".utf8), in: min(start, bytes.count)..<bytes.count)?.lowerBound ?? bytes.count
      for _ in 0..<faults where start < end - 8 {
        let place = Int.random(in: start..<end - 8, using: &numbers)
        bytes[bytes.startIndex + place] = UInt8.random(in: 0...255, using: &numbers)
      }
      return try scratch.write(bytes, to: "spoilt")
    }

    // Sectors of 2048 bytes carry parts of several pictures. Behind a seek FFmpeg gives the end of one picture the times of
    // the keyframe that follows.
    @Test func `what depends on a lost sector of a program stream is damaged`() throws {
      let words = "-f lavfi -i testsrc2=s=352x288:r=25:d=1.6 -c:v mpeg2video -g 12 -bf 2 "
      let sizes = "-b:v 3M -maxrate 4M -bufsize 1835k"
      try makeOnce("whole.vob", (words + sizes).split(separator: " ").map(String.init), in: scratch.folder)
      let bytes = try scratch.bytes(of: "whole.vob")
      func pictures(_ file: [UInt8]) throws -> [Rational: (hash: String, isDamaged: Bool)] {
        let video = try VideoFile(opening: scratch.write(Data(file), to: "lost.vob"))
        let table = try video.timeline(.whole)
        let (found, _) = try video.hashes(of: Array(0..<table.count), in: .main)
        return try Dictionary(
          uniqueKeysWithValues: found.map { (try #require(table.time(ofFrame: $0.key)), $0.value) })
      }
      let whole = try pictures(bytes)
      #expect(whole.count == 40 && !whole.values.contains { $0.isDamaged })
      var damaged = 0
      for sector in stride(from: 40, to: bytes.count / 2048 - 20, by: 11) {
        let left = try pictures(Array(bytes[..<(2048 * sector)] + bytes[(2048 * (sector + 1))...]))
        damaged += left.values.count { $0.isDamaged }
        for (time, picture) in left where !picture.isDamaged {
          #expect(picture.hash == whole[time]?.hash, "without sector \(sector): \(time)")
        }
      }
      #expect(damaged > 40)
    }

    // ITU-T T.800, A.4.4: a marker, FF D9, ends each picture. The decoder only warns where it is missing.
    @Test func `JPEG 2000 without its end is damaged`() throws {
      let words = "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -c:v jpeg2000 -pix_fmt yuv420p"
      try makeOnce("v.mov", words.split(separator: " ").map(String.init), in: scratch.folder)
      var bytes = Data(try scratch.bytes(of: "v.mov"))
      func damaged() throws -> [Bool] {
        let video = try VideoFile(opening: scratch.write(bytes, to: "spoilt.mov"))
        let count = try video.timeline(.whole).count
        let (pictures, missing) = try video.hashes(of: Array(0..<count), in: .main)
        try #require(missing.isEmpty)
        return (0..<count).map { pictures[$0]?.isDamaged ?? false }
      }
      #expect(try damaged() == [false, false, false, false, false])
      // The end of the second picture: what starts the third (FF 4F, FF 51) follows it, behind the size of its box and "jp2c".
      let starts = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4] == Data([0xFF, 0x4F, 0xFF, 0x51]) }
      try #require(starts.count == 5)
      let end = try #require(bytes.range(of: Data([0xFF, 0xD9]), options: .backwards, in: starts[1]..<starts[2]))
      bytes.replaceSubrange(end, with: [0, 0])
      #expect(try damaged() == [false, true, false, false, false])
    }

    @Test(arguments: [Fixture.hevc10Bit, .rgba, .h264Faststart, .h264OpenGOPTransportStream, .h264IntraRefresh])
    func `a picture that differs from another starting point is marked as damaged`(_ clip: Fixture) throws {
      var numbers = SeededNumbers(seed: 2026)
      // Without a damaged non-reference picture, one may come out undamaged.
      let whole = Set(try clip.expectedFrames().map(\.md5))
      for round in 0..<9 {
        let path = try spoil(clip, faults: 1 + round / 3, &numbers)
        let video = try VideoFile(opening: path)
        guard let count = try? video.timeline(.whole).count else { continue }
        let wasCounted = video.isCounted
        let (linear, _) = try video.hashes(of: Array(0..<count), in: .main)
        // Packets that contradict the decoder: then every picture comes from a decode from the beginning.
        if video.isCounted != wasCounted || wasCounted { continue }
        let again = try VideoFile(opening: path)
        _ = try again.timeline(.whole)
        for place in stride(from: count - 1, through: 0, by: -1) {
          let (alone, _) = try again.hashes(of: [place], in: .main)
          if again.isCounted { break }
          guard let first = linear[place], let second = alone[place] else { continue }
          #expect(
            first.isDamaged == second.isDamaged,
            "the mark depends on what else is wanted: \(clip.name), round \(round), frame \(place)")
          guard first.hash != second.hash else { continue }
          #expect(second.isDamaged || whole.contains(second.hash), "\(clip.name), round \(round), frame \(place)")
        }
        let scrubbed = try VideoFile(opening: path)
        _ = try scrubbed.timeline(.whole)
        for place in stride(from: 1, to: count, by: 2) {
          var picture: (hash: String, isDamaged: Bool)?
          _ = try scrubbed.picture(next: scrubbed.references([place])[0]) { shown throws(VideoError) in
            picture = (try shown.md5(), shown.isDamaged)
          }
          if scrubbed.isCounted { break }
          guard let first = linear[place], let picture, first.hash != picture.hash else { continue }
          #expect(
            picture.isDamaged || whole.contains(picture.hash), "\(clip.name), round \(round), scrubbing, frame \(place)"
          )
        }
      }
    }

    // Three of four slices of a keyframe are left out. FFmpeg's decoder says nothing, and shows what the memory held.
    @Test func `slices that are missing are noticed`() throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=r=25:s=320x256", "-frames:v", "30", "-pix_fmt", "yuv420p", "-c:v", "libx265"]
          + ["-x265-params", "log-level=none:slices=4:ctu=16:keyint=10:bframes=0:pools=2", "-f", "hevc", "whole.hevc"],
        in: scratch.folder)
      let whole = try scratch.bytes(of: "whole.hevc")
      var (spoilt, picture, leftOut) = ([UInt8](), -1, 0)
      // A unit begins behind 0 0 1; its kind is in the upper bits (ITU-T H.265, 7.3.1.2), below 32 that of a slice, whose
      // first bit is set in the first one of a picture.
      for unit in whole.split(separator: [0, 0, 1]) where unit.count > 3 {
        let bytes = Array(unit.prefix(3))
        let (isSlice, isFirst) = (bytes[0] >> 1 < 32, bytes[2] & 0x80 != 0)
        if isSlice, isFirst { picture += 1 }
        if isSlice, !isFirst, picture == 10 {
          leftOut += 1
        } else {
          spoilt += [0, 0, 1] + unit
        }
      }
      try #require(leftOut == 3 && picture == 29)
      let video = try VideoFile(opening: try scratch.write(Data(spoilt), to: "spoilt.hevc"))
      try #require(try video.timeline(.whole).count == 30)
      let (pictures, _) = try video.hashes(of: Array(0..<30), in: .main)
      #expect((0..<30).filter { pictures[$0]?.isDamaged == true } == Array(10..<20))
    }

    // A hundred frames from an open keyframe to the next: far ones are decoded with two threads, and the packets behind
    // the keyframe are leading pictures.
    @Test func `damage in the keyframe of a long open GOP is marked in all its pictures`() throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=r=25:s=320x180", "-frames:v", "250", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
          + ["-x264-params", "open-gop=1:keyint=100:min-keyint=100:scenecut=0:bframes=3", "open.mkv"],
        in: scratch.folder)
      let path = scratch.path("open.mkv")
      let source = ByteSource(
        file: try InputFile(opening: path), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
      let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
      while try #require(try reader.next()).presentation != 4000 {}
      let packet = Data(reader.packet.bytes)
      var bytes = try Data(contentsOf: URL(filePath: path.text))
      let place = try #require(bytes.range(of: packet))
      let half = place.lowerBound + packet.count / 2..<place.upperBound
      bytes.replaceSubrange(half, with: Data(repeating: 0x55, count: half.count))
      let video = try VideoFile(opening: try scratch.write(bytes, to: "spoilt.mkv"))
      for frame in [199, 150, 170, 190, 110] {
        _ = try video.timeline(.whole)
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.isDamaged == true, "frame \(frame)")
      }
      #expect(try video.hashes(of: [99, 200], in: .main).pictures.values.map(\.isDamaged) == [false, false])
    }
  }
}
