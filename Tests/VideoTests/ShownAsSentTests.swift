import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// H.264 in AVI, for which FFmpeg gives no presentation times.
  @Suite struct ShownAsSentTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 100 frames, of which every seventh is kept where places are to be empty.
    private func make(_ coding: [String], keepingSevenths: Bool = false) throws -> VideoFile {
      let filter = keepingSevenths ? ["-vf", "select=not(mod(n\\,7))"] : []
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=4"] + filter
          + ["-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-c:v", "libx264"] + coding + ["a.avi"],
        in: scratch.folder)
      return try VideoFile(opening: scratch.path("a.avi"))
    }

    // Without B pictures x264's parameters say that none is reordered; the baseline profile has none.
    @Test(arguments: [
      ["-bf", "0"], ["-bf", "0", "-g", "10"], ["-profile:v", "baseline"], ["-bf", "0", "-refs", "4"],
    ])
    func `pictures that cannot be reordered are not counted`(_ coding: [String]) throws {
      let video = try make(coding)
      let truth = try linearHashes(of: "a.avi", in: scratch.folder, isFirstVideo: true)
      let table = try video.timeline(.whole)
      #expect(!video.frames.isCounted && table.count == 100 && truth.count == 100)
      let (hashes, _) = try video.hashes(of: Array(0..<100), in: .main)
      for frame in 0..<100 {
        #expect(hashes[frame]?.hash == truth[frame])
        #expect(table.time(ofFrame: frame) == Rational(Int64(frame), 25))
      }
      #expect(table.end == Rational(4))
    }

    @Test func `empty chunks leave their places empty`() throws {
      let video = try make(["-bf", "0"], keepingSevenths: true)
      let table = try video.timeline(.whole)
      // Frames 0, 7, … 98, in places of 1/25 s; the last one is in the last place.
      #expect(!video.frames.isCounted)
      let times = (0..<table.count).map { table.time(ofFrame: $0) }
      let expected = (0..<15).map { (place: Int64) -> Rational? in Rational(7 * place, 25) }
      #expect(times == expected)
      #expect(table.end == Rational(99, 25))
    }

    // FFmpeg counts places by the index, from where it starts to read.
    @Test func `with an index that lacks a frame, moments are those of reading the file`() throws {
      let coding = "-c:v libx264 -bf 0 -g 25 -pix_fmt yuv420p -bsf:v dump_extra a.h264"
      try ffmpeg(
        "-f lavfi -i testsrc2=s=96x64:r=25:d=16 \(coding)".split(separator: " ").map(String.init), in: scratch.folder)
      try ffmpeg("-r 25 -i a.h264 -c copy a.avi".split(separator: " ").map(String.init), in: scratch.folder)
      let truth = try linearHashes(of: "a.avi", in: scratch.folder, isFirstVideo: true)
      var bytes = try Data(scratch.bytes(of: "a.avi"))
      // `idx1`, its size, and sixteen bytes for each of 400 frames (AVI RIFF, AVIOLDINDEX); without the one of number 100.
      let index = try #require(bytes.range(of: Data("idx1".utf8), options: .backwards)).upperBound
      #expect(bytes[index..<index + 4] == Data([0, 25, 0, 0]))
      bytes.removeSubrange(index + 4 + 16 * 100..<index + 4 + 16 * 101)
      bytes.replaceSubrange(index..<index + 2, with: [0xF0, 24])
      let path = try scratch.write(bytes, to: "lacks.avi")
      for frame in truth.indices {
        let picture = try VideoFile(opening: path).grab(at: #require(Rational(Int64(frame), 25)))
        #expect(picture.hash == truth[frame], "\(frame)")
      }
    }

    @Test func `pictures that may be reordered are counted`() throws {
      let video = try make(["-bf", "2"])
      #expect(try video.timeline(.whole).count == 100)
      #expect(video.frames.isCounted)
    }

    /// Joins two encodes of the same pictures as they are, and compares the whole with a decode from the beginning.
    private func expectCounted(_ codings: [[String]], filtering second: [String] = []) throws {
      var joined = Data()
      for (number, coding) in codings.enumerated() {
        _ = try make(coding)
        try ffmpeg(
          ["-i", "a.avi", "-c", "copy"] + (number == 1 ? second : []) + ["-f", "h264", "part.h264"], in: scratch.folder)
        joined += try Data(scratch.bytes(of: "part.h264"))
      }
      _ = try scratch.write(joined, to: "all.h264")
      try ffmpeg(["-r", "25", "-i", "all.h264", "-c", "copy", "all.avi"], in: scratch.folder)
      let truth = try linearHashes(of: "all.avi", in: scratch.folder, isFirstVideo: true)
      for frames in [Array(0..<truth.count), [150], [truth.count - 1]] {
        let video = try VideoFile(opening: scratch.path("all.avi"))
        #expect(try video.timeline(.whole).count == truth.count && truth.count == 200)
        #expect(video.frames.isCounted)
        let (hashes, _) = try video.hashes(of: frames, in: .main)
        #expect(frames.allSatisfy { hashes[$0]?.hash == truth[$0] })
      }
    }

    @Test func `pictures are counted where other sets follow`() throws {
      try expectCounted([["-bf", "0"], ["-bf", "2", "-x264-params", "open-gop=1"]])
      try expectCounted([["-bf", "0"], ["-bf", "0", "-colorspace", "bt709"]])
    }

    @Test func `pictures are counted where keyframes do not repeat the sets`() throws {
      try expectCounted([["-bf", "0"], ["-bf", "0"]], filtering: ["-bsf:v", "filter_units=remove_types=7|8"])
    }

    @Test func `a picture that does not come keeps its place`() throws {
      _ = try make(["-bf", "0", "-g", "10"])
      var bytes = Data(try scratch.bytes(of: "a.avi"))
      // The content of the chunk of frame 55: its name, its length in four bytes, its bytes.
      var place = try #require(bytes.range(of: Data("movi".utf8))).upperBound
      var length = 0
      for frame in 0...55 {
        place = try #require(bytes[(place + length)...].range(of: Data("00dc".utf8)), "frame \(frame)").upperBound + 4
        length = Int(bytes[place - 4]) | Int(bytes[place - 3]) << 8
      }
      for place in place..<place + length { bytes[place] = 0xFF }
      let video = try VideoFile(opening: scratch.write(bytes, to: "spoilt.avi"))
      let table = try video.timeline(.whole)
      #expect(table.count == 100 && table.end == Rational(4))
      let truth = try linearHashes(of: "a.avi", in: scratch.folder, isFirstVideo: true)
      let (hashes, _) = try video.hashes(of: [54, 60, 99], in: .main)
      #expect([54, 60, 99].allSatisfy { hashes[$0]?.hash == truth[$0] })
    }
  }
}
