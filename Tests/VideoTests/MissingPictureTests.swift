import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// H.264 from which a whole coded picture was removed, which FFmpeg reports only at debug level.
  @Suite struct MissingPictureTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    private func ffmpeg(_ words: [String]) throws { try TestSupport.ffmpeg(words, in: scratch.folder) }

    /// 75 moving frames with IDR pictures at even distances, one slice per picture.
    private func make(_ name: String, every distance: Int = 25, _ coding: [String]) throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=3", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
          + ["-g", "\(distance)", "-keyint_min", "\(distance)", "-sc_threshold", "0"] + coding + [name])
    }

    /// The NAL units of a raw stream, each with the start code before it.
    private func units(of name: String) throws -> [Data] {
      let bytes = Data(try scratch.bytes(of: name))
      var starts: [Int] = []
      var place = 0
      while let code = bytes.range(of: Data([0, 0, 1]), in: place..<bytes.count) {
        starts.append(code.lowerBound)
        place = code.upperBound
      }
      return zip(starts, starts.dropFirst() + [bytes.count]).map { bytes.subdata(in: $0..<$1) }
    }

    /// A copy without the coded picture of this number, in file order.
    private func leaveOut(_ picture: Int, of name: String, to copy: String) throws {
      var rest = Data()
      var number = -1
      for unit in try units(of: name) {
        let kind = unit[3] & 0x1F
        if kind == 1 || kind == 5 { number += 1 }
        // A picture that no other depends on would leave no gap.
        if number == picture, kind == 1 || kind == 5 {
          try #require(unit[3] & 0x60 != 0)
          continue
        }
        rest += unit
      }
      try scratch.write(rest, to: copy)
    }

    private func hashes(of name: String) throws -> [(hash: String, isDamaged: Bool)] {
      let video = try VideoFile(opening: scratch.path(name))
      let count = try video.timeline(.whole).count
      let (pictures, missing) = try video.hashes(of: Array(0..<count), in: .main)
      try #require(missing.isEmpty && video.isCounted == name.hasSuffix("h264"))
      return (0..<count).compactMap { pictures[$0] }
    }

    @Test(arguments: ["cut.h264", "cut.mkv"])
    func `pictures that depend on a missing one are marked as damaged`(_ name: String) throws {
      try make("whole.h264", ["-bf", "0", "-refs", "1"])
      try leaveOut(35, of: "whole.h264", to: "cut.h264")
      if name.hasSuffix("mkv") { try ffmpeg(["-i", "cut.h264", "-c", "copy", name]) }
      let pictures = try hashes(of: name)
      // 36 to 49 followed number 35, and 50 is an IDR picture: now these are 35 to 48.
      #expect(pictures.count == 74)
      #expect(pictures.indices.filter { pictures[$0].isDamaged } == Array(35...48))
      // Each frame alone, too.
      for index in [34, 35, 48, 49] {
        let video = try VideoFile(opening: scratch.path(name))
        _ = try video.timeline(.whole)
        let alone = try video.hashes(of: [index], in: .main).pictures[index]
        #expect(alone?.isDamaged == (35...48).contains(index))
      }
    }

    @Test func `if gaps are allowed, nothing is marked as damaged`() throws {
      try make("whole.h264", ["-bf", "0", "-refs", "1", "-profile:v", "baseline"])
      var stream = Data()
      for var unit in try units(of: "whole.h264") {
        if unit[3] & 0x1F == 7 {
          // After 32 bits: its number, log2_max_frame_num_minus4, pic_order_cnt_type, which is 2, max_num_ref_frames,
          // and then the flag; each number has some zeros, a one, and as many bits again.
          var bit = 24 + 32
          func isSet() -> Bool { unit[bit / 8] & 0x80 >> UInt8(bit % 8) != 0 }
          for _ in 0..<4 {
            var zeros = 0
            while !isSet() {
              zeros += 1
              bit += 1
            }
            bit += zeros + 1
          }
          try #require(!isSet())
          unit[bit / 8] |= 0x80 >> UInt8(bit % 8)
        }
        stream += unit
      }
      try scratch.write(stream, to: "free.h264")
      try leaveOut(35, of: "free.h264", to: "cut.h264")
      let pictures = try hashes(of: "cut.h264")
      #expect(pictures.count == 74)
      #expect(pictures.filter(\.isDamaged).isEmpty)
    }

    /// With six bits for the order of pictures, counts continue after 25 pictures without an IDR picture, and wrap
    /// after 12: a decoder that held back more pictures than the stream says would mix those before the loss with those
    /// after it.
    @Test(arguments: [12, 25])
    func `without an IDR picture frames come out in the order of FFmpeg's own decode`(_ distance: Int) throws {
      try make("whole.h264", every: distance, ["-bf", "3"])
      try leaveOut(distance, of: "whole.h264", to: "cut.h264")
      let pictures = try hashes(of: "cut.h264")
      #expect(pictures.map(\.hash) == (try linearHashes(of: "cut.h264")))
      // Pictures before the loss are undamaged if no others came between them, and so are those from the next IDR picture
      // on; all others are damaged.
      let whole = try linearHashes(of: "whole.h264")
      let inPlace = zip(whole, pictures.map(\.hash)).prefix(distance).prefix { $0 == $1 }.map(\.0)
      let right = Set(inPlace + whole.dropFirst(2 * distance))
      #expect(inPlace.count > distance - 3)
      #expect(pictures.filter { !$0.isDamaged }.map(\.hash).sorted() == right.sorted())
    }

    /// The pictures of FFmpeg's own decode from the beginning, in its order.
    private func linearHashes(of name: String) throws -> [String] {
      try TestSupport.linearHashes(of: name, in: scratch.folder)
    }
  }
}
