import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Encrypted streams of Matroska, which no writer here makes: the header of a plain one is changed.
  @Suite struct EncryptedMatroskaTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    private static let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B]
    private static let track: [UInt8] = [0xAE]
    private static let void: [UInt8] = [0xEC]

    /// An element with less than 127 bytes (RFC 8794, 4).
    private static func element(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
      name + [0x80 | UInt8(content.count)] + content
    }

    /// ContentEncodings: one, of all frames, by AES, with a key of sixteen bytes (RFC 9559, 5.1.4.1.31).
    private static let encryption = element(
      [0x6D, 0x80],
      element(
        [0x62, 0x40],
        element([0x50, 0x31], [0]) + element([0x50, 0x32], [1]) + element([0x50, 0x33], [1])
          + element([0x50, 0x35], element([0x47, 0xE1], [5]) + element([0x47, 0xE2], Array(1...16)))))

    /// Where the size of an element is, and its content: the first one of this name between two places.
    private func element(
      _ name: [UInt8], in range: Range<Int>, of bytes: [UInt8]
    ) throws -> (size: Range<Int>, content: Range<Int>) {
      var place = range.lowerBound
      while place < range.upperBound {
        let own = place + bytes[place].leadingZeroBitCount + 1
        let width = bytes[own].leadingZeroBitCount + 1
        let size = bytes[own..<own + width].reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * width) - 1)
        let content = own + width..<min(own + width + size, range.upperBound)
        if bytes[place..<own].elementsEqual(name) { return (own..<own + width, content) }
        place = content.upperBound
      }
      throw RunFault(description: "no element \(name)")
    }

    /// An element with a size of four bytes.
    private static func large(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
      name + [0x10] + (0..<3).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
    }

    /// Takes as many bytes from the filler before the tracks as the description of the first one needs, so that nothing
    /// behind them moves.
    private func encrypted(_ bytes: [UInt8]) throws -> [UInt8] {
      let segment = try element(Self.segment, in: 0..<bytes.count, of: bytes).content
      let filler = try element(Self.void, in: segment, of: bytes)
      let tracks = try element(Self.tracks, in: segment, of: bytes)
      let track = try element(Self.track, in: tracks.content, of: bytes)
      try #require(track.size.lowerBound - 1 == tracks.content.lowerBound && filler.size.count == 8)
      let described = Self.large(
        Self.tracks,
        Self.large(Self.track, bytes[track.content] + Self.encryption)
          + bytes[track.content.upperBound..<tracks.content.upperBound])
      let old = tracks.size.lowerBound - Self.tracks.count..<tracks.content.upperBound
      let rest = filler.content.count - (described.count - old.count)
      try #require(rest >= 0 && filler.content.upperBound <= old.lowerBound)
      let size: [UInt8] = [1, 0, 0, 0, 0, 0, UInt8(rest >> 8), UInt8(rest & 255)]
      let parts: [ArraySlice<UInt8>] = [
        bytes[..<filler.size.lowerBound], size[...], bytes[filler.content].prefix(rest),
        bytes[filler.content.upperBound..<old.lowerBound], described[...], bytes[old.upperBound...],
      ]
      return Array(parts.joined())
    }

    @Test(arguments: ["libx264 -pix_fmt yuv420p", "libvpx-vp9 -cpu-used 8"])
    func `an encrypted stream is probed, and gives no picture`(_ coder: String) throws {
      try ffmpeg(
        "-f lavfi -i testsrc2=s=96x64:r=25:d=1 -c:v \(coder) -write_crc32 0 plain.mkv".split(separator: " ")
          .map(String.init), in: scratch.folder)
      let bytes = try scratch.bytes(of: "plain.mkv")
      let plain = try VideoFile(opening: scratch.path("plain.mkv"))
      #expect(try plain.timeline(.whole).count == 25 && !plain.finder.reader.isEncrypted)
      let path = try scratch.write(Data(encrypted(bytes)), to: "encrypted.mkv")
      let video = try VideoFile(opening: path)
      #expect(video.finder.reader.isProbed && video.finder.reader.isEncrypted)
      // Its times are known, and no more.
      #expect(try video.timeline(.whole).count == 25)
      #expect(try video.hashes(of: [3], in: .main).missing == [3])
    }
  }
}
