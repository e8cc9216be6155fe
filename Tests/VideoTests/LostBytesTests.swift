import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Bytes that FFmpeg passes over without an error: what may have been shown where pictures are missing is marked.
  @Suite struct LostBytesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// How to make a clip: its name, and FFmpeg's words.
    struct Clip: Sendable, CustomTestStringConvertible {
      let name: String
      let words: [String]

      var testDescription: String { name }

      static let all = [
        Clip(name: "b.mkv", words: ["-c:v", "libx264", "-bf", "2"]),
        Clip(name: "vp9.webm", words: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
        Clip(name: "sorenson.flv", words: ["-c:v", "flv"]),
        Clip(name: "wmv2.wmv", words: ["-c:v", "wmv2"]),
        Clip(name: "mpeg2.wtv", words: ["-c:v", "mpeg2video"]),
      ]
    }

    /// 50 frames, 25 a second, a keyframe every 12; all are different.
    @discardableResult
    private func make(_ clip: Clip, to name: String? = nil, _ more: [String] = []) throws -> [String] {
      let source = ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=2", "-g", "12"]
      let name = name ?? clip.name
      try makeOnce(name, source + clip.words + more, in: scratch.folder)
      let hashes = try linearHashes(of: name, in: scratch.folder)
      try #require(hashes.count == 50 && Set(hashes).count == 50)
      return hashes
    }

    /// Asks for the middle of each frame's time: it must be the right picture, or marked, or refused.
    ///
    /// - Returns: how many are right, and not marked.
    private func check(_ name: String, _ hashes: [String], from first: Rational = .zero) throws -> Int {
      var right = 0
      for number in 0..<50 {
        let time = try #require(Rational(Int64(2 * number + 1), 50)?.adding(first))
        let video = try VideoFile(opening: scratch.path(name))
        guard let part = try? video.lookUp(around: time),
          let place = try? part.table.frameIndex(onScreenAt: time, bounds: .refuse),
          let tick = time.adding(part.table.origin).flatMap({ part.table.timeBase.lastTick(atOrBefore: $0) }),
          !video.endsBefore(tick: tick, frame: place, in: part.table, of: part.stretch),
          let found = try video.hashes(of: [place], in: part.stretch).pictures[place], !found.isDamaged
        else { continue }
        #expect(hashes.firstIndex(of: found.hash) == number, "\(name), \(time) s")
        right += 1
      }
      // The same from the list of all frames, in which a frame lasts until the next one.
      let video = try VideoFile(opening: scratch.path(name))
      let timeline = try video.timeline(.whole)
      let (pictures, _) = try video.hashes(of: Array(0..<timeline.count), in: .main)
      for (place, picture) in pictures where !picture.isDamaged {
        let start = try #require(timeline.time(ofFrame: place)?.subtracting(first))
        var end = place + 1 < timeline.count ? timeline.time(ofFrame: place + 1)?.subtracting(first) : nil
        // In the tail of a file that is cut off, it lasts no longer than its packet says.
        let last = end == nil ? 0 : timeline.frames[place + 1].tick - 1
        if video.endsBefore(tick: last, frame: place, in: timeline, of: .main) { end = nil }
        let number = try #require((0..<50).last { Rational(Int64($0), 25).map { $0 <= start } ?? false })
        #expect(hashes.firstIndex(of: picture.hash) == number, "\(name), frame \(place)")
        let next = try #require(Rational(Int64(number + 1), 25))
        #expect(end.map { $0 <= next } ?? true, "\(name), frame \(place) lasts until \(end ?? .zero) s")
      }
      let workers = video.hashes(of: Array(0..<timeline.count), workers: 2).hashes
      for (place, hash) in workers { #expect(pictures[place]?.hash == hash && pictures[place]?.isDamaged == false) }
      return right
    }

    @Test(arguments: Clip.all) func `a damaged header of a packet`(_ clip: Clip) throws {
      let hashes = try make(clip)
      let whole = try VideoFile(opening: scratch.path(clip.name))
      let timeline = try whole.timeline(.whole)
      // WTV does not start at 0.
      let first = try #require(timeline.time(ofFrame: 0))
      #expect(try check(clip.name, hashes, from: first) == 50)
      let place = Int(whole.frames.packets.scanned.records[20].position)
      var bytes = try scratch.bytes(of: clip.name)
      for offset in 0..<16 { bytes[place + offset] = 0 }
      try scratch.write(Data(bytes), to: "spoilt-" + clip.name)
      let right = try check("spoilt-" + clip.name, hashes, from: first)
      // Only the rest of a group of 12, and what is shown just before it; an ASF packet holds several of the video's.
      #expect((28..<50).contains(right), "\(right)")
    }

    @Test(arguments: [
      Clip(name: "b.ts", words: ["-c:v", "libx264", "-bf", "2"]),
      Clip(name: "mpeg2.ts", words: ["-c:v", "mpeg2video", "-bf", "2"]), Clip.all[0], Clip.all[2],
      // Pictures behind a keyframe depend on lost ones before it.
      Clip(name: "open.mkv", words: ["-c:v", "mpeg2video", "-bf", "2"]),
      Clip(name: "open.nut", words: ["-c:v", "mpeg2video", "-bf", "2"]),
      Clip(name: "open.mxf", words: ["-c:v", "mpeg2video", "-bf", "2"]),
    ]) func `bytes that are overwritten`(_ clip: Clip) throws {
      let hashes = try make(clip)
      let bytes = try scratch.bytes(of: clip.name)
      var numbers = SeededNumbers(seed: 28)
      for part in [4, 7, 9, 12] {
        var spoilt = bytes
        let place = bytes.count * part / 15
        let noise = (0..<1500).map { _ in part % 2 == 0 ? 0 : UInt8.random(in: 0...255, using: &numbers) }
        spoilt.replaceSubrange(place..<place + 1500, with: noise)
        try scratch.write(Data(spoilt), to: "over\(part)-" + clip.name)
        let right = try check("over\(part)-" + clip.name, hashes)
        #expect((20..<50).contains(right), "\(right), part \(part)")
      }
    }

    // Its first picture is not shown, and the one that is cannot be read.
    @Test func `the end of a packet of two pictures`() throws {
      let words = "-c:v libvpx-vp9 -cpu-used 8 -b:v 0 -crf 30 -auto-alt-ref 1 -lag-in-frames 12"
      let clip = Clip(name: "hidden.webm", words: words.split(separator: " ").map(String.init))
      let hashes = try make(clip)
      let whole = try VideoFile(opening: scratch.path(clip.name))
      _ = try whole.timeline(.whole)
      let places = whole.frames.packets.scanned.records.map { Int($0.position) }
      let sizes = zip(places.dropFirst(), places).map { $0 - $1 }
      // The largest one that is no keyframe.
      let number = try #require(sizes.indices.filter { $0 % 12 > 0 }.max { sizes[$0] < sizes[$1] })
      var bytes = try scratch.bytes(of: clip.name)
      for place in places[number + 1] - 64..<places[number + 1] + 200 { bytes[place] = 0 }
      try scratch.write(Data(bytes), to: "spoilt.webm")
      let right = try check("spoilt.webm", hashes)
      #expect((20..<50).contains(right), "\(right)")
    }

    // FFmpeg looks for the next page without a word.
    @Test(arguments: [3, 5, 8]) func `pages of Ogg that are missing`(_ part: Int) throws {
      let clip = Clip(name: "pages.ogv", words: ["-c:v", "libtheora", "-q:v", "8"])
      let hashes = try make(clip)
      let bytes = try scratch.bytes(of: clip.name)
      #expect(try check(clip.name, hashes) == 50)
      let pages = bytes.indices.dropLast(27).filter { bytes[$0..<$0 + 4].elementsEqual("OggS".utf8) }
      let first = pages.count * part / 10
      try #require(first > 2 && first + 2 < pages.count)
      try scratch.write(Data(bytes[..<pages[first]] + bytes[pages[first + 2]...]), to: "fewer.ogv")
      let right = try check("fewer.ogv", hashes)
      #expect((10..<50).contains(right), "\(right)")
    }

    // Both have the same number of their stream, as FFmpeg's own tests make it.
    @Test func `recordings of Ogg one after the other lack no page`() throws {
      let clip = Clip(name: "exact.ogv", words: ["-c:v", "libtheora", "-flags", "+bitexact", "-fflags", "+bitexact"])
      let hashes = try make(clip)
      let bytes = try scratch.bytes(of: clip.name)
      try scratch.write(Data(bytes + bytes), to: "twice.ogv")
      let video = try VideoFile(opening: scratch.path("twice.ogv"))
      #expect(try video.timeline(.whole).count == 100)
      let pictures = try video.hashes(of: Array(0..<100), in: .main).pictures
      #expect((0..<100).allSatisfy { pictures[$0]?.hash == hashes[$0 % 50] && pictures[$0]?.isDamaged == false })
    }

    @Test func `an index of an AVI that leads to the next chunk`() throws {
      let hashes = try make(Clip(name: "indexed.avi", words: ["-c:v", "mjpeg", "-q:v", "3"]))
      var bytes = try scratch.bytes(of: "indexed.avi")
      let index = try #require(bytes.indices.dropLast(4).last { bytes[$0..<$0 + 4].elementsEqual("idx1".utf8) })
      // Each of 50 entries has its offset behind the name and the flags.
      for entry in 25..<50 { bytes[index + 8 + 16 * entry + 8] &+= 0x28 }
      try scratch.write(Data(bytes), to: "lying.avi")
      #expect(try check("lying.avi", hashes) == 50)
    }

    @Test(arguments: [["-seekable", "0"], ["-live", "1"]])
    func `Matroska of unknown length that is cut off`(_ words: [String]) throws {
      let hashes = try make(Clip.all[0], to: "piped.mkv", words)
      let bytes = try scratch.bytes(of: "piped.mkv")
      #expect(try check("piped.mkv", hashes) == 50)
      #expect(try !VideoFile(opening: scratch.path("piped.mkv")).isCutOff)
      for part in [3, 5, 6, 9] {
        try scratch.write(Data(bytes.prefix(bytes.count * part / 10 + 7)), to: "cut.mkv")
        let video = try VideoFile(opening: scratch.path("cut.mkv"))
        _ = try video.timeline(.whole)
        #expect(video.isCutOff && !video.tellsWhole, "\(part) of 10")
        let right = try check("cut.mkv", hashes)
        #expect(right > 0 && right < 5 * (part + 1), "\(right) at \(part) of 10")
      }
    }

    @Test func `what is left of a cut-off Ogg file is not the whole`() throws {
      try make(Clip(name: "theora.ogv", words: ["-c:v", "libtheora", "-q:v", "5"]))
      let bytes = try scratch.bytes(of: "theora.ogv")
      try scratch.write(Data(bytes.prefix(bytes.count / 2)), to: "cut.ogv")
      let video = try VideoFile(opening: scratch.path("cut.ogv"))
      _ = try video.timeline(.whole)
      #expect(video.isCutOff && !video.tellsWhole)
    }

    @Test func `an AVI written to a pipe is whole`() throws {
      let hashes = try make(Clip(name: "piped.avi", words: ["-c:v", "mjpeg", "-q:v", "3", "-seekable", "0"]))
      let video = try VideoFile(opening: scratch.path("piped.avi"))
      #expect(try video.timeline(.whole).count == 50)
      #expect(!video.isCutOff)
      #expect(try video.hashes(of: [49], in: .main).pictures[49]?.hash == hashes[49])
      #expect(try check("piped.avi", hashes) == 50)
    }

    @Test func `MXF that lacks bytes in the middle is not whole`() throws {
      try make(Clip(name: "whole.mxf", words: ["-c:v", "mpeg2video", "-q:v", "3"]))
      let whole = try VideoFile(opening: scratch.path("whole.mxf"))
      _ = try whole.timeline(.whole)
      #expect(!whole.isCutOff)
      let bytes = try scratch.bytes(of: "whole.mxf")
      try scratch.write(Data(bytes[..<(bytes.count / 2)] + bytes[(bytes.count / 2 + 4000)...]), to: "less.mxf")
      let video = try VideoFile(opening: scratch.path("less.mxf"))
      _ = try video.timeline(.whole)
      #expect(video.isCutOff)
    }
  }
}
