import CFFmpeg
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

/// Picture order counts that contradict the timestamps because they are damaged, or because the timestamps are wrong.
struct DamagedOrderTests {
  /// A picture as H.264 codes it: IDR, or a reference picture or none, its count, and its timestamp.
  private struct Picture {
    let kind: Character
    var count: Int
    var time: Int64
  }

  private static let bits = 6

  /// Six groups of four pictures in a pyramid, with the next IDR picture before group 3: counts are twice the pictures'
  /// positions since then (ITU-T H.264, 8.2.1), up to 26, so that 6 bits hold them.
  private var pyramid: [Picture] {
    (0..<2).flatMap { part in
      let first = 13 * part
      return [Picture(kind: "I", count: 0, time: Int64(first))]
        + (0..<3).flatMap { group in
          [(4, "P"), (2, "P"), (1, "b"), (3, "b")].map { place, kind in
            let position = 4 * group + place
            return Picture(kind: Character(kind), count: 2 * position, time: Int64(first + position))
          }
        }
    }
  }

  /// The packets that are left out, and whether the order is doubtful.
  private func found(_ pictures: [Picture]) throws -> (left: [Int], isDoubtful: Bool) {
    let made = MadeH264(orderBits: Self.bits)
    let packets = pictures.map { picture in
      let slice = made.slice(picture.count, isIDR: picture.kind == "I", isReference: picture.kind != "b")
      return CheckedPacket(withStartCodes([[0x09, 0xF0], slice]), at: picture.time)
    }
    let table = try CheckedStream.table(
      packets, AV_CODEC_ID_H264, configuration: withStartCodes([made.sequence]))
    return (table.records.indices.filter { table.records[$0].isMissing }, table.isDoubtful)
  }

  @Test func `a damaged count is that of one picture, which is left out`() throws {
    let whole = try found(pyramid)
    #expect(whole.left.isEmpty && !whole.isDoubtful)
    for number in pyramid.indices where pyramid[number].kind != "I" {
      // The lowest bit leaves the picture between the same two others.
      for bit in 1..<Self.bits {
        var pictures = pyramid
        pictures[number].count ^= 1 << bit
        let result = try found(pictures)
        // What is shown last before the next IDR picture may have any higher count.
        let isLast = number % 13 == 9 && pictures[number].count > 24 && pictures[number].count - 22 < 32
        #expect(result.left == (isLast ? [] : [number]) && !result.isDoubtful, "packet \(number), bit \(bit)")
      }
    }
  }

  @Test func `two damaged counts are those of two pictures`() throws {
    // Each picture but IDR pictures and those shown last before one, with each that follows at some distance. The counts
    // become those of no other picture: two exchanged ones would be a converter's.
    let numbers = pyramid.indices.filter { pyramid[$0].kind != "I" && $0 % 13 != 9 }
    for number in numbers {
      for other in numbers where other - number >= 6 {
        for (bit, otherBit) in [(5, 5), (5, 4)] {
          var pictures = pyramid
          pictures[number].count ^= 1 << bit
          pictures[other].count ^= 1 << otherBit
          let result = try found(pictures)
          #expect(
            result.left == [number, other] && !result.isDoubtful,
            "packets \(number), bit \(bit), and \(other), bit \(otherBit): \(result.left)")
        }
      }
    }
  }

  @Test func `exchanged timestamps are no damage`() throws {
    for number in pyramid.indices {
      for distance in 1...4 {
        guard let other = pyramid.firstIndex(where: { $0.time == pyramid[number].time + Int64(distance) }) else {
          continue
        }
        var pictures = pyramid
        (pictures[number].time, pictures[other].time) = (pictures[other].time, pictures[number].time)
        let result = try found(pictures)
        #expect(result.left.isEmpty && result.isDoubtful, "packets \(number) and \(other): \(result.left)")
      }
    }
    // Decode timestamps.
    let pictures = pyramid.enumerated().map { Picture(kind: $1.kind, count: $1.count, time: Int64($0)) }
    let result = try found(pictures)
    #expect(result.left.isEmpty && result.isDoubtful)
  }

  @Test func `a wrong timestamp is no damage`() throws {
    // The second picture of its group gets that of the picture after the last of all, or before the first.
    for time: Int64 in [-1, 26] {
      var pictures = pyramid
      pictures[6].time = time
      let result = try found(pictures)
      #expect(result.left.isEmpty && result.isDoubtful, "\(time)")
    }
  }
}

extension Decoding {
  /// The same in files.
  @Suite struct DamagedOrderFileTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let coders = [
      "h264": "-c:v libx264 -preset veryfast -x264-params keyint=12:bframes=3:b-pyramid=normal:open-gop=0:threads=1",
      "hevc": "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=12:bframes=3:open-gop=1:pools=none",
    ]

    /// Where the count of each packet's slice begins, and how long it is, in bits of its unit, as ffmpeg reads it; nil
    /// for an IDR picture of HEVC, which has none.
    private func counts(in name: String) throws -> [(bit: Int, width: Int)?] {
      let trace = try run(
        ["ffmpeg", "-nostdin", "-nostats", "-i", name, "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"],
        in: scratch.folder)
      var counts: [(bit: Int, width: Int)?] = []
      // [trace_headers @ 0x55…] BIT NAME BITS = VALUE
      for words in trace.stderr.split(separator: "\n").map({ $0.split(separator: " ") }) where words.count > 4 {
        if words[3] == "Packet:" { counts.append(nil) }
        guard words[4].hasSuffix("pic_order_cnt_lsb"), let bit = Int(words[3]) else { continue }
        counts[counts.count - 1] = (bit, words[5].count)
      }
      return counts
    }

    @Test(arguments: ["h264", "hevc"], ["mp4", "mkv"])
    func `every other picture keeps its time, or is marked as damaged`(_ codec: String, _ container: String) throws {
      let name = "whole.\(container)"
      let words = "-f lavfi -i testsrc2=s=96x96:r=25:d=1.6 -pix_fmt yuv420p \(try #require(Self.coders[codec]))"
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      let whole = try scratch.bytes(of: name)
      let truth = try linearHashes(of: name, in: scratch.folder)
      let counts = try counts(in: name)
      let places = try packets(of: name)
      try #require(truth.count == 40 && counts.count == 40 && places.count == 40)
      var left = 0
      for (number, count) in counts.enumerated() {
        guard number > 0, let count else { continue }
        // One bit of each, but not the lowest.
        let bit = count.bit + number % (count.width - 1)
        var spoilt = whole
        spoilt[places[number].start + bit / 8] ^= 0x80 >> UInt8(bit % 8)
        try scratch.write(Data(spoilt), to: "spoilt.\(container)")
        let video = try VideoFile(opening: scratch.path("spoilt.\(container)"))
        try #require(try video.timeline(.whole).count == 40 && !video.isCounted, "packet \(number)")
        let (pictures, missing) = try video.hashes(of: Array(0..<40), in: .main)
        for (index, picture) in pictures where !picture.isDamaged {
          // Weights of H.264 come from the counts, so that the picture itself may change without a sign.
          let isChanged = codec == "h264" && !truth.contains(picture.hash)
          #expect(isChanged || picture.hash == truth[index], "packet \(number), frame \(index)")
        }
        left += missing.count
      }
      // Nearly each of the damaged pictures is missed.
      #expect(left >= 30)
    }

    // One damaged count, and behind it bits of three headers of units, so that some pictures are lost without a word: the
    // decode of everything that finds that out also gives the picture of the damaged count, at another place.
    @Test(
      arguments: [
        ("h264", 18, 83), ("hevc", 18, 66), ("hevc", 7, 67), ("hevc", 7, 73), ("hevc", 18, 117), ("hevc", 14, 62),
        ("h264", 18, 200), ("h264", 18, 203), ("h264", 18, 206), ("h264", 18, 207),
      ]
        as [(String, Int, UInt64)])
    func `with pictures lost behind it, frames keep their numbers`(_ codec: String, _ damaged: Int, _ seed: UInt64)
      throws
    {
      let words = "-f lavfi -i testsrc2=s=96x96:r=25:d=1.6 -pix_fmt yuv420p \(try #require(Self.coders[codec]))"
      try makeOnce("whole.mp4", words.split(separator: " ").map(String.init), in: scratch.folder)
      let truth = try linearHashes(of: "whole.mp4", in: scratch.folder)
      let (counts, places) = (try counts(in: "whole.mp4"), try packets(of: "whole.mp4"))
      var spoilt = try scratch.bytes(of: "whole.mp4")
      let bit = try #require(counts[damaged]).bit + 1
      spoilt[places[damaged].start + bit / 8] ^= 0x80 >> UInt8(bit % 8)
      var numbers = SeededNumbers(seed: seed)
      for _ in 0..<3 {
        let unit = places[damaged + 3 + numbers.below(36 - damaged)].start
        spoilt[unit + numbers.below(3)] ^= 1 &<< UInt8(numbers.below(8))
      }
      try scratch.write(Data(spoilt), to: "spoilt.mp4")
      let video = try VideoFile(opening: scratch.path("spoilt.mp4"))
      let table = try video.timeline(.whole)
      for frame in 0..<table.count {
        let picture = try video.hashes(of: [frame], in: .main).pictures[frame]
        #expect(try !video.isCounted && video.timeline(.whole).frames.map(\.timestamp) == table.frames.map(\.timestamp))
        // A packet whose type is damaged may be no picture any more: frames are known by their times.
        if let picture, !picture.isDamaged, let shown = truth.firstIndex(of: picture.hash) {
          #expect(table.time(ofFrame: frame) == Rational(Int64(shown), 25), "frame \(frame)")
        }
      }
    }

    /// Where the unit with the slice begins in each packet.
    private func packets(of name: String) throws -> [(start: Int, end: Int)] {
      let listed = try run(
        [
          "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
          name,
        ],
        in: scratch.folder)
      let bytes = try scratch.bytes(of: name)
      return try String(decoding: listed.stdout, as: UTF8.self).split(separator: "\n").map { line in
        let numbers = line.split(separator: ",").compactMap { Int($0) }
        try #require(numbers.count == 2)
        // A block of Matroska begins with the track, the time and flags.
        var (place, end) = (numbers[1], numbers[1] + numbers[0])
        if name.hasSuffix("mkv") { (place, end) = (place + 4, end + 4) }
        var slice = place
        while place + 4 < end {
          slice = place + 4
          place = slice + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return (slice, end)
      }
    }
  }
}
