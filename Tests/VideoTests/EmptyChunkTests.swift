import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Empty chunks at the end of an AVI: the last picture is shown on, as with those in the middle.
  @Suite struct EmptyChunkTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A clip of 25 pictures of 1/25 s, behind which so many empty chunks follow.
    private func clip(_ codec: String, empty count: Int) throws -> [UInt8] {
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=1 -pix_fmt yuv420p -c:v \(codec)".split(separator: " ")
      let name = "\(codec.prefix { $0 != " " }).avi"
      try makeOnce(name, words.map(String.init), in: scratch.folder)
      var bytes = [UInt8](try scratch.bytes(of: name))
      func place(_ type: String) throws -> Int {
        try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(type.utf8) })
      }
      func add(_ more: Int, at place: Int) {
        let number = UInt32(more) + bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        bytes.replaceSubrange(place..<place + 4, with: littleEndian(number))
      }
      // Each in the index, 16 bytes, which ends the file, and in the list, 8 bytes, which the index follows.
      let (index, movie) = (try place("idx1"), try place("movi"))
      let entry = Array("00dc".utf8) + [UInt8](repeating: 0, count: 12)
      bytes += Array(repeating: entry, count: count).joined()
      add(16 * count, at: index + 4)
      let chunk = Array("00dc".utf8) + [0, 0, 0, 0]
      bytes.insert(contentsOf: Array(repeating: chunk, count: count).joined(), at: index)
      add(8 * count, at: movie - 4)
      add(24 * count, at: 4)
      // The number of chunks, in the file's header and in the stream's.
      add(count, at: try place("avih") + 24)
      add(count, at: try place("strh") + 40)
      return bytes
    }

    private func littleEndian(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    // Of H.264 with B pictures, pictures are counted. One empty chunk more than before the last picture is enough.
    @Test(arguments: ["mpeg4", "mjpeg", "libx264 -bf 2", "libx264 -bf 0"], [1, 3])
    func `the last picture is shown until the file's end`(_ codec: String, _ count: Int) throws {
      let bytes = try clip(codec, empty: count)
      let path = try scratch.write(Data(bytes), to: "empty.avi")
      let end = try #require(Rational(25 + Int64(count), 25))
      for extent in [TimelineExtent.whole, .everyPacket, .throughTime(Rational(1))] {
        let video = try VideoFile(opening: path)
        let table = try video.timeline(extent)
        #expect(table.count == 25 && table.lastFrameEnd == end && table.end == end && !video.isCutOff)
        #expect(try table.frameIndex(onScreenAt: Rational(1), bounds: .refuse) == 24)
      }
    }

    // Where a source has no pictures for a while, ffmpeg's encoder sends its packets at the times of pictures that are
    // shown earlier by its delay, and the container fills the gaps with empty chunks.
    @Test(arguments: [
      "mpeg4 -bf 2 -g 10", "mpeg4 -bf 0", "libx264 -bf 2", "libx264 -bf 3 -x264-params b-pyramid=normal",
    ])
    func `behind a gap pictures are shown at the times of the source`(_ codec: String) throws {
      let gaps = [10...14, 40...40, 60...75]
      let shown = (0..<80).filter { number in !gaps.contains { $0 ~= number } }
      let filter = "select='not(\(gaps.map { "between(n,\($0.lowerBound),\($0.upperBound))" }.joined(separator: "+")))'"
      let words =
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3.2", "-pix_fmt", "yuv420p", "-vf", filter, "-fps_mode", "vfr"]
        + "-c:v \(codec)".split(separator: " ").map(String.init)
      try makeOnce("gaps.avi", words, in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("gaps.avi"))
      let table = try video.timeline(.whole)
      #expect((0..<table.count).map { table.time(ofFrame: $0) } == shown.map { Rational(Int64($0), 25) })
    }

    @Test func `a gap behind the first picture does not move the last ones`() throws {
      let words =
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3.2", "-pix_fmt", "yuv420p", "-vf", "select='eq(n,0)+gt(n,9)'"]
        + ["-fps_mode", "passthrough", "-enc_time_base", "1/25", "-c:v", "libx264", "-bf", "2"]
      try makeOnce("late.avi", words, in: scratch.folder)
      let table = try VideoFile(opening: scratch.path("late.avi")).timeline(.whole)
      let times = (0..<table.count).map { table.time(ofFrame: $0) }
      #expect(times.count == 71 && times.suffix(20) == (60..<80).map { Rational($0, 25) }[...])
    }

    // ffmpeg writes MPEG-2 with two positions for each picture, one for each field.
    @Test(arguments: [0, 2]) func `pictures of two positions each have the times of both`(_ between: Int) throws {
      let words =
        "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -pix_fmt yuv420p -c:v mpeg2video -g 12 -bf \(between)"
      try makeOnce("fields.avi", words.split(separator: " ").map(String.init), in: scratch.folder)
      let table = try VideoFile(opening: scratch.path("fields.avi")).timeline(.whole)
      #expect((0..<table.count).map { table.time(ofFrame: $0) } == (0..<50).map { Rational($0, 25) })
    }

    @Test func `of a file that is cut off they do not make a whole one`() throws {
      var bytes = try clip("mpeg4", empty: 3)
      // The index with 28 entries, and the last empty chunk.
      bytes.removeLast(8 + 28 * 16 + 8)
      let video = try VideoFile(opening: scratch.write(Data(bytes), to: "cut.avi"))
      let table = try video.timeline(.whole)
      #expect(video.isCutOff && table.lacksEnd && table.end == Rational(28, 25))
    }
  }
}
