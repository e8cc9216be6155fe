import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Units that belong to no picture.
  @Suite struct OtherUnitTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// FFmpeg's encoder of VC-2 ends with an end of sequence, which its demuxer makes a packet with a timestamp.
    @Test func `the end of a sequence is no frame`() throws {
      try makeOnce(
        "vc2.ts", ["-f", "lavfi", "-i", "testsrc2=s=192x144:r=25:d=0.4", "-c:v", "vc2", "-pix_fmt", "yuv420p"],
        in: scratch.folder)
      let hashes = try linearHashes(of: "vc2.ts", in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("vc2.ts"))
      let end = try video.distantEnd()
      let table = try video.timeline(.whole)
      try #require(table.count == 10 && hashes.count == 10)
      #expect([nil, table.end].contains(end))
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing.isEmpty && (0..<10).allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }

    /// Changes each packet of an IVF file: twelve bytes before it have its size, and its timestamp, which is doubled.
    private func changing(_ name: String, _ change: (_ number: Int, [UInt8]) -> [[UInt8]]) throws -> Data {
      let plain = try scratch.bytes(of: name)
      var bytes = Array(plain.prefix(32))
      var (place, number) = (32, 0)
      while place < plain.count {
        let size = (0..<4).reduce(0) { $0 | Int(plain[place + $1]) << (8 * $1) }
        for (more, packet) in change(number, Array(plain[place + 12..<place + 12 + size])).enumerated() {
          let time = 2 * number + more
          bytes += [UInt8(truncatingIfNeeded: packet.count), UInt8(truncatingIfNeeded: packet.count >> 8), 0, 0]
          bytes += [UInt8(time), 0, 0, 0, 0, 0, 0, 0] + packet
        }
        (place, number) = (place + 12 + size, number + 1)
      }
      return Data(bytes)
    }

    /// A short clip of AV1, and the pictures that FFmpeg decodes of it.
    private func hashesOfAV1() throws -> [String] {
      try makeOnce(
        "plain.ivf",
        "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v libaom-av1 -cpu-used 8 -crf 40".split(separator: " ")
          .map(String.init), in: scratch.folder)
      return try linearHashes(of: "plain.ivf", in: scratch.folder)
    }

    /// A unit of the reserved type 9 (AV1, 6.2.2), of one byte, at the end of each packet.
    @Test func `a reserved unit of AV1 is no damage`() throws {
      let hashes = try hashesOfAV1()
      try scratch.write(changing("plain.ivf") { [$1 + [9 << 3 | 2, 1, 0x55]] }, to: "reserved.ivf")
      let video = try VideoFile(opening: scratch.path("reserved.ivf"))
      try #require(try video.timeline(.whole).count == 10 && hashes.count == 10)
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing.isEmpty && (0..<10).allSatisfy { pictures[$0]?.hash == hashes[$0] })
      #expect(!pictures.values.contains { $0.isDamaged })
    }

    /// Packets of a temporal delimiter (2), metadata (5), padding (15) or a reserved unit (9) behind some pictures, and
    /// behind the last one: eight times the type and 2, the length and the content.
    @Test(arguments: [[0x12, 0], [0x2A, 2, 1, 0x80], [0x7A, 1, 0x80], [0x4A, 1, 0x55]])
    func `packets of AV1 without a picture are no frames`(_ unit: [UInt8]) throws {
      let hashes = try hashesOfAV1()
      try scratch.write(changing("plain.ivf") { $0 % 3 == 0 ? [$1, unit] : [$1] }, to: "more.ivf")
      let video = try VideoFile(opening: scratch.path("more.ivf"))
      let table = try video.timeline(.whole)
      try #require(table.count == 10 && hashes.count == 10)
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing.isEmpty && (0..<10).allSatisfy { pictures[$0]?.hash == hashes[$0] })
      for place in 0..<10 {
        // Each picture is shown for two ticks of 1/25 s, in whose middle such a packet may be.
        let other = try VideoFile(opening: scratch.path("more.ivf"))
        let time = try #require(Rational(Int64(4 * place + 3), 50))
        if place < 9 { #expect(try other.grab(at: time).hash == hashes[place], "\(place)") }
      }
      #expect(try video.grab(at: try #require(table.time(ofFrame: 9))).hash == hashes[9])
    }

    /// The third packet has a delimiter, and a frame (6) that is longer than the packet: it is damaged, and keeps its place.
    @Test func `a packet of AV1 that cannot be read is a lost picture`() throws {
      let hashes = try hashesOfAV1()
      let broken: [UInt8] = [0x12, 0, 0x32, 0xFF, 0xFF, 0x7F, 1, 2, 3]
      try scratch.write(changing("plain.ivf") { [$0 == 2 ? broken : $1] }, to: "broken.ivf")
      let video = try VideoFile(opening: scratch.path("broken.ivf"))
      try #require(try video.timeline(.whole).count == 10 && hashes.count == 10)
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      // Newer decoders give no picture that depends on it, either; older ones do, and it is marked.
      #expect(missing.first == 2)
      #expect((0..<2).map { pictures[$0]?.hash } == Array(hashes[..<2]))
      #expect(pictures.keys.filter { $0 > 2 }.allSatisfy { pictures[$0]?.isDamaged ?? false })
    }

    /// FFmpeg leaves out a unit that is cut off, and a delimiter is left of the picture.
    @Test func `the last picture of a stream of AV1 that is cut off is lost, and not forgotten`() throws {
      let words = "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -c:v libaom-av1 -cpu-used 8 -crf 40 -f obu"
      try makeOnce("plain.obu", words.split(separator: " ").map(String.init), in: scratch.folder)
      let path = try scratch.write(Data(scratch.bytes(of: "plain.obu").dropLast(4)), to: "cut.obu")
      let video = try VideoFile(opening: path)
      try #require(try video.timeline(.everyPacket).count == 10)
      #expect(try video.hashes(of: Array(0..<10), in: .main).missing == [9])
    }
  }
}
