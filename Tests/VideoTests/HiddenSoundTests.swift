import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Tracks of sound that FFmpeg is spared: those that cannot be heard before 0.
  @Suite struct HiddenSoundTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let track = ["moov", "trak:1"]
    private static let tables = track + ["mdia", "minf", "stbl"]

    /// One hundred pictures and four seconds of sound, 48 000 units a second, from 0 on.
    private func plain() throws -> [UInt8] {
      try makeOnce(
        "heard.mp4",
        "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -f lavfi -i sine=r=48000:d=4 -c:v libx264 -bf 0 -c:a ac3 -pix_fmt yuv420p"
          .split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: "heard.mp4")
    }

    private func isHidden(_ bytes: [UInt8]) throws -> Bool {
      let file = try InputFile(opening: scratch.write(Data(bytes), to: "sound.mp4"))
      let source = ByteSource(file: file, limits: Limits(), deadline: Deadline(nanoseconds: 1 << 40))
      source.hideTables(keepsSound: false)
      return source.hidden.map(\.number) == [1]
    }

    /// An entry of an edit list, at its own rate.
    private static func entry(_ length: Int, _ start: Int, rate: UInt8 = 1) -> [UInt8] {
      Movie.bigEndian(length) + Movie.bigEndian(start) + [0, rate, 0, 0]
    }

    /// The entries of an edit list, and whether the track is hidden all the same.
    private static let lists: [(entries: [[UInt8]], isHidden: Bool)] = [
      ([entry(4000, 0)], true), ([entry(4000, 1024)], true), ([entry(20, -1), entry(4000, 0)], true),
      // Nothing but silence, another rate, and parts out of their order.
      ([entry(4000, -1)], false), ([entry(4000, 0, rate: 2)], false),
      ([entry(10, 144_000), entry(4000, 48_000)], false),
      ([entry(20, -1), entry(20, -1)], false), ([entry(20, -1), entry(20, 0), entry(20, 0)], false), ([], false),
    ]

    @Test(arguments: lists.indices) func `its edit list has one entry, or an empty one before it`(_ number: Int) throws
    {
      let (entries, isHidden) = Self.lists[number]
      let list = Movie.bigEndian(0) + Movie.bigEndian(entries.count) + entries.joined()
      let bytes = try Movie.adding(list, to: Self.track + ["edts", "elst"], inPlace: true, of: plain())
      #expect(try self.isHidden(bytes) == isHidden)
    }

    @Test func `its tables are whole, and its units are those of sound`() throws {
      let bytes = try plain()
      #expect(try isHidden(bytes))
      let delays = Movie.box("ctts", Movie.runs([(1, -24_000), (124, 0)]))
      #expect(try !isHidden(Movie.adding(delays, to: Self.tables, of: bytes)))
      for name in ["stsd", "stts", "stsc", "stsz", "stco", "mdhd", "minf"] {
        let tag = Array(name.utf8)
        let place = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(tag) })
        #expect(try !isHidden(bytes[..<place] + Array("free".utf8) + bytes[(place + 4)...]), "\(name)")
      }
      let two = try Movie.adding(
        Movie.bigEndian(0) + Movie.bigEndian(2), to: Self.tables + ["stsd"], inPlace: true, of: bytes)
      #expect(try !isHidden(two))
      for (scale, isHidden) in [(0, false), (1, false), (600, true), (1_000_000, true), (1 << 32 - 1, false)] {
        let header = Movie.bigEndian(0) + Array(repeating: 0, count: 8) + Movie.bigEndian(scale) + Movie.bigEndian(1)
        let changed = try Movie.adding(
          header + [0, 0, 0, 0], to: Self.track + ["mdia", "mdhd"], inPlace: true, of: bytes)
        #expect(try self.isHidden(changed) == isHidden, "\(scale)")
      }
    }

    @Test func `sound that is heard before the pictures moves t = 0`() throws {
      // The first packet of sound, 1536 units, is shown half a second before it is decoded.
      let delays = Movie.box("ctts", Movie.runs([(1, -24_000), (124, 0)]))
      for hasList in [true, false] {
        var bytes = try Movie.adding(delays, to: Self.tables, of: plain())
        if !hasList {
          let tag = Array("edts".utf8)
          let place = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(tag) })
          bytes.replaceSubrange(place..<place + 4, with: Array("free".utf8))
        }
        let path = try scratch.write(Data(bytes), to: "early.mp4")
        let believing = try VideoFile(opening: path, limits: .believing)
        #expect(try believing.origin == VideoFile(opening: path, isProbed: true).origin, "\(hasList)")
        // With the list, what is before 0 is cut off.
        if !hasList { #expect(believing.origin == Rational(-1, 2)) }
      }
    }
  }
}
