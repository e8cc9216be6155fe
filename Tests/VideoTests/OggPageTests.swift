import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Ogg whose pages hold many packets, as libogg writes them; FFmpeg starts a page at each keyframe.
  @Suite struct OggPageTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A page of one stream (RFC 3533, 6), the packets of which are whole.
    private struct Page {
      let flags: UInt8
      let granule: [UInt8]
      let serial: [UInt8]
      let packets: [[UInt8]]

      /// The bytes, with a sequence number and the checksum.
      func bytes(_ number: Int) -> [UInt8] {
        let lacing = packets.flatMap { [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)] }
        var bytes = Array("OggS".utf8) + [0, flags] + granule + serial
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + [0, 0, 0, 0, UInt8(lacing.count)]
        bytes += lacing + packets.joined()
        // The polynomial 0x04C11DB7, from the highest bit on, from 0.
        let sum = bytes.reduce(UInt32(0)) { sum, byte in
          (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31) &* 0x04C1_1DB7 }
        }
        for place in 0..<4 { bytes[22 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place)) }
        return bytes
      }
    }

    /// The pages of a file with one packet a page, which may go on over several.
    private func pages(_ bytes: [UInt8]) -> [Page] {
      var pages: [Page] = []
      var (place, open): (Int, [UInt8]) = (0, [])
      while place + 27 <= bytes.count {
        let lacing = bytes[place + 27..<place + 27 + Int(bytes[place + 26])]
        var content = place + 27 + lacing.count
        for size in lacing {
          open += bytes[content..<content + Int(size)]
          content += Int(size)
          guard size < 255 else { continue }
          pages.append(
            Page(
              flags: bytes[place + 5], granule: Array(bytes[place + 6..<place + 14]),
              serial: Array(bytes[place + 14..<place + 18]), packets: [open]))
          open = []
        }
        place = content
      }
      return pages
    }

    /// Writes a clip of 60 frames and a keyframe every 12 with so many packets on a page.
    private func write(_ count: Int, headers: Int, _ words: [String], to name: String) throws {
      let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2.4,noise=alls=12:allf=t", "-g", "12"]
      try ffmpeg(source + words + ["-page_duration", "1", "single.ogv"], in: scratch.folder)
      let single = pages(try scratch.bytes(of: "single.ogv"))
      var all = [single[0]]
      let rest = Array(single[headers...])
      all.append(
        Page(
          flags: 0, granule: [UInt8](repeating: 0, count: 8), serial: single[0].serial,
          packets: single[1..<headers].flatMap(\.packets)))
      for start in stride(from: 0, to: rest.count, by: count) {
        let part = rest[start..<min(start + count, rest.count)]
        let last = try #require(part.last)
        all.append(
          Page(
            flags: start + count < rest.count ? 0 : 4, granule: last.granule, serial: last.serial,
            packets: part.flatMap(\.packets)))
      }
      try scratch.write(Data(all.enumerated().flatMap { $0.element.bytes($0.offset) }), to: name)
    }

    // Pages of 24 and 30 have a keyframe in their middle. Of the last page, FFmpeg would take the time of the keyframe
    // that is looked for for that of the first one.
    @Test(arguments: [24, 30], [["libtheora", "3"], ["libvpx", "2"]])
    func `a keyframe on the last page is not taken for another`(_ count: Int, _ codec: [String]) throws {
      let quick =
        codec[0] == "libvpx" ? ["-deadline", "realtime", "-auto-alt-ref", "0", "-b:v", "250k"] : ["-q:v", "5"]
      try write(count, headers: try #require(Int(codec[1])), ["-c:v", codec[0]] + quick, to: "paged.ogv")
      let hashes = try linearHashes(of: "paged.ogv", in: scratch.folder)
      try #require(hashes.count == 60 && Set(hashes).count == 60)
      let video = try VideoFile(opening: scratch.path("paged.ogv"))
      #expect(try video.timeline(.whole).count == 60)
      let (together, missing) = try video.hashes(of: Array(0..<60), in: .main)
      #expect(missing.isEmpty && (0..<60).allSatisfy { together[$0]?.hash == hashes[$0] })
      for frame in 0..<60 {
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
        // In the middle of the frame's time, by its own look-up.
        let alone = try VideoFile(opening: scratch.path("paged.ogv"))
        #expect(
          try alone.grab(at: try #require(Rational(Int64(2 * frame + 1), 50))).hash == hashes[frame],
          "frame \(frame), alone")
      }
    }
  }
}
