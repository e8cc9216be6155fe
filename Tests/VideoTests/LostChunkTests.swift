import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Packets that FFmpeg passes over because what says where they are is damaged.
  @Suite struct LostChunkTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ name: String, _ coding: String) throws -> [UInt8] {
      let words = "-f lavfi -i testsrc2=s=160x128:r=25:d=1.6 -pix_fmt yuvj420p \(coding)"
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: name)
    }

    /// The frames' times and pictures; nil for a picture that is marked as damaged.
    private func frames(of bytes: [UInt8], as name: String) throws -> [(time: Rational?, hash: String?)] {
      let video = try VideoFile(opening: try scratch.write(Data(bytes), to: name))
      let table = try video.timeline(.whole)
      let (pictures, _) = try video.hashes(of: Array(0..<table.count), in: .main)
      return (0..<table.count).map { frame in
        (table.time(ofFrame: frame), pictures[frame].flatMap { $0.isDamaged ? nil : $0.hash })
      }
    }

    /// The places of the chunks of the first stream: its name and length, in front of its data (AVI RIFF file reference).
    private func chunks(of whole: [UInt8]) throws -> [Int] {
      let data = Data(whole)
      func places(of name: String) -> [Int] {
        var (places, rest) = ([Int](), 0..<data.count)
        while let found = data.range(of: Data(name.utf8), in: rest) {
          places.append(found.lowerBound)
          rest = found.upperBound..<data.count
        }
        return places
      }
      let (list, index) = (try #require(places(of: "movi").first), try #require(places(of: "idx1").last))
      return places(of: "00dc").filter { list..<index ~= $0 }
    }

    // The file's index, behind all chunks, has the right numbers of those behind a lost one.
    @Test(arguments: ["-c:v mjpeg", "-c:v mjpeg -force_key_frames 0", "-c:v huffyuv -pix_fmt yuv422p"])
    func `pictures behind a lost chunk of an AVI keep their times`(_ coding: String) throws {
      let whole = try make("whole.avi", coding)
      let hashes = try linearHashes(of: "whole.avi", in: scratch.folder)
      try #require(hashes.count == 40 && Set(hashes).count == 40)
      let chunks = try chunks(of: whole)
      try #require(chunks.count == 40)
      for lost in [[3], [20], [20, 21], [7, 30], [38], [39]] {
        var bytes = whole
        for chunk in lost { bytes[chunks[chunk]] = 0xFF }
        let frames = try frames(of: bytes, as: "lost.avi")
        let left = (0..<40).filter { !lost.contains($0) }
        // It is not known how long the picture before a lost one was shown.
        let doubtful = Set(lost.filter { $0 < 39 }.map { $0 - 1 })
        #expect(frames.map(\.hash) == left.map { doubtful.contains($0) ? nil : hashes[$0] }, "\(lost)")
        #expect(frames.map(\.time) == left.map { Rational(Int64($0), 25) }, "\(lost)")
      }
    }

    // No decoder of these complains: each picture only says what changes.
    @Test(arguments: ["-c:v mpeg4 -g 10", "-c:v msmpeg4v3 -g 10", "-c:v wmv1 -g 10"])
    func `pictures that depend on a lost chunk are marked`(_ coding: String) throws {
      let whole = try make("whole.avi", coding)
      let hashes = try linearHashes(of: "whole.avi", in: scratch.folder)
      let chunks = try chunks(of: whole)
      try #require(hashes.count == 40 && chunks.count == 40)
      for lost in [12, 17, 19, 20] {
        var bytes = whole
        bytes[chunks[lost]] = 0xFF
        let frames = try frames(of: bytes, as: "lost.avi")
        // Those up to the next keyframe; without a keyframe itself, so do all of its group.
        let dependent = lost + 1..<(lost / 10 + 1) * 10
        for frame in frames {
          let number = try #require((0..<40).first { Rational(Int64($0), 25) == frame.time })
          #expect(number != lost)
          let isMarked = dependent ~= number || number == lost - 1
          #expect(frame.hash == (isMarked ? nil : hashes[number]), "\(lost): \(number)")
        }
      }
    }

    // Packets of AVI have no times: where a picture is lost, those shown just before and behind it may have its place.
    @Test(arguments: ["-c:v mpeg4 -bf 2 -g 10", "-c:v libx264 -bf 3 -g 12 -x264-params b-adapt=0:threads=1"])
    func `of pictures that are counted, none has the place of a lost one`(_ coding: String) throws {
      let whole = try make("whole.avi", coding.replacing("-c:v", with: "-pix_fmt yuv420p -c:v"))
      let hashes = try linearHashes(of: "whole.avi", in: scratch.folder)
      let chunks = try chunks(of: whole)
      try #require(hashes.count == 40 && Set(hashes).count == 40 && chunks.count == 40)
      var right = 0
      for lost in 5..<25 {
        var bytes = whole
        // What is in the chunk is no picture any more.
        for place in chunks[lost] + 8..<chunks[lost + 1] { bytes[place] = 0xFF }
        for frame in try frames(of: bytes, as: "lost.avi") {
          guard let hash = frame.hash else { continue }
          #expect(frame.time == hashes.firstIndex(of: hash).flatMap { Rational(Int64($0), 25) }, "\(lost)")
          right += 1
        }
      }
      // Of 20 × 40; up to a keyframe all depend on a lost one.
      #expect(right > 400, "\(right)")
    }

    @Test func `a picture behind a lost page of Ogg is marked, since its time is not known`() throws {
      let whole = try make("whole.ogv", "-pix_fmt yuv420p -c:v libtheora -g 8 -page_duration 200000")
      let hashes = try linearHashes(of: "whole.ogv", in: scratch.folder)
      try #require(hashes.count == 40)
      let times = Dictionary(uniqueKeysWithValues: hashes.enumerated().map { ($1, Rational(Int64($0), 25)) })
      // A page's header has 27 bytes and a table of lengths (RFC 3533, 6).
      var pages: [(body: Int, end: Int)] = []
      var place = 0
      while place < whole.count {
        let body = place + 27 + Int(whole[place + 26])
        let end = body + whole[place + 27..<body].reduce(0) { $0 + Int($1) }
        pages.append((body, end))
        place = end
      }
      try #require(pages.count > 8)
      var marked = 0
      // Those before have the headers of the stream.
      for page in pages.dropFirst(3).dropLast() {
        var bytes = whole
        bytes[(page.body + page.end) / 2] ^= 0x10
        let frames = try frames(of: bytes, as: "lost.ogv")
        #expect(20..<40 ~= frames.count)
        for frame in frames {
          if let hash = frame.hash { #expect(frame.time == times[hash], "page at \(page.body)") } else { marked += 1 }
        }
      }
      #expect(marked > 0)
    }
  }
}
