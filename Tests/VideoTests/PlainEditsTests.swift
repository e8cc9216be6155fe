import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// Edit lists that FFmpeg need not apply to each sample: those that only move all pictures.
  @Suite struct PlainEditsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// One hundred pictures, 25 a second, in units of 1/12800 s: 512 each. With two pictures of reordering the first is
    /// shown 1024 units after it is decoded, so the list begins there.
    private func plain() throws -> [UInt8] {
      try makeOnce(
        "moved.mp4",
        "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -f lavfi -i sine=d=4 -c:v libx264 -g 25 -bf 2 -c:a aac -pix_fmt yuv420p"
          .split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: "moved.mp4")
    }

    /// Where the content of the first box of a kind begins, behind its version and flags.
    private func place(of box: String, in bytes: [UInt8]) throws -> Int {
      try #require(Data(bytes).range(of: Data(box.utf8))).lowerBound + 8
    }

    private func isPlain(_ bytes: [UInt8]) throws -> Bool {
      try scratch.write(Data(bytes), to: "edits.mp4")
      let source = try source()
      source.hideTables(keepsSound: false)
      return !source.appliesEdits
    }

    private func source() throws -> ByteSource {
      let file = try InputFile(opening: scratch.path("edits.mp4"))
      return ByteSource(file: file, limits: Limits(), deadline: Deadline(nanoseconds: 1 << 40))
    }

    @Test func `a list that begins with the first picture and ends with the last is plain`() throws {
      let bytes = try plain()
      #expect(try isPlain(bytes))
      let list = try place(of: "elst", in: bytes)
      // The count, the length in milliseconds, where it begins, the rate.
      #expect(Array(bytes[list..<list + 16]) == [0, 0, 0, 1, 0, 0, 0x0F, 0xA0, 0, 0, 4, 0, 0, 1, 0, 0])
    }

    /// Numbers to write into a box, at a distance from its count, and why the list is not plain then.
    private static let changes: [(box: String, offset: Int, value: [UInt8], reason: String)] = [
      ("elst", 8, [0, 0, 4, 1], "it begins behind the first picture"),
      ("elst", 8, [0, 0, 3, 255], "it begins before the first picture"),
      ("elst", 8, [255, 255, 255, 255], "it is empty"),
      ("elst", 4, [0, 0, 0x0F, 0x9F], "it ends before the last picture ends"),
      ("elst", 12, [0, 2, 0, 0], "it is played at another rate"),
      ("elst", 0, [0, 0, 0, 2], "it has two entries"),
      ("ctts", 8, [0, 0, 6, 0], "the first sample's picture is shown later than others"),
      ("ctts", 16, [255, 255, 254, 0], "a picture is shown before it is decoded"),
      ("ctts", 4, [0, 0, 0, 2], "one table has more samples than another"),
      ("ctts", 4, [255, 255, 255, 255], "there are more samples than anyone has"),
      ("stts", 8, [0, 0, 0, 0], "pictures take no time"),
      ("stts", 8, [128, 0, 0, 0], "pictures take less than no time"),
      ("stts", 4, [0, 0, 0, 99], "one table has fewer samples than another"),
      ("stsz", 4, [0, 0, 0, 99], "there are fewer sizes"),
      ("stsc", 8, [0, 0, 0, 200], "there are more samples in the chunks"),
      ("stsc", 4, [0, 0, 0, 2], "the chunks are counted from another one"),
      ("stco", 0, [0, 0, 0, 1], "there are fewer chunks"),
      ("stss", 4, [0, 0, 0, 2], "decoding does not start at the first sample"),
      ("mvhd", 8, [0, 0, 0, 0], "the length has no unit"),
      ("mdhd", 8, [189, 0, 0, 0], "FFmpeg takes the units for a negative number of them"),
    ]

    @Test(arguments: changes.indices)
    func `any other is applied`(_ number: Int) throws {
      var bytes = try plain()
      let (box, offset, value, reason) = Self.changes[number]
      let place = try place(of: box, in: bytes) + offset
      bytes.replaceSubrange(place..<place + 4, with: value)
      #expect(try !isPlain(bytes), "\(reason)")
    }

    /// A list of one entry that hides all but a tick: FFmpeg takes it wherever it is.
    private static let hiding = Movie.box("elst", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 4, 0, 0, 1, 0, 0])
    /// What is added where, and whether the list is plain all the same.
    private static let additions: [(more: [UInt8], path: [String], isPlain: Bool)] = [
      (Movie.box("free", hiding), ["moov", "trak"], true),
      (Movie.box("udta", Movie.box("name", hiding)), ["moov", "trak"], true),
      // A second entry by the size of the box.
      (Array(repeating: 0, count: 12), ["moov", "trak", "edts", "elst"], false),
      (hiding, ["moov", "trak"], false), (hiding, ["moov"], false), (hiding, ["moov", "trak", "mdia"], false),
      (hiding, Movie.tables, false), (hiding, ["moov", "trak", "edts"], false),
      (hiding, Movie.tables + ["stsd"], false),
      (Movie.box("udta", hiding), ["moov", "trak"], false), (Movie.box("edts", hiding), ["moov", "trak"], false),
      (Movie.box("dinf", hiding), ["moov", "trak", "mdia"], false),
      (Movie.box("udta", Movie.box("meta", [0, 0, 0, 0] + Movie.box("hdlr") + hiding)), ["moov"], false),
      (
        Movie.box("udta", Movie.box("meta", Array(repeating: 0, count: 12) + Movie.box("hdlr") + hiding)), ["moov"],
        false
      ),
      (
        Array(repeatElement(Movie.box("free"), count: 64).joined()) + Movie.box("edts", hiding), ["moov", "trak"], false
      ),
      (Array(repeatElement(Movie.box("free"), count: 64).joined()), ["moov"], false),
      (Movie.box("ctts"), Movie.tables, false), (Movie.box("ctts"), ["moov", "trak"], false),
      (Movie.box("stsz"), ["moov"], false),
      (Movie.box("trak"), ["moov", "udta"], false),
    ]

    @Test(arguments: additions.indices) func `no table is anywhere else`(_ number: Int) throws {
      let (more, path, isPlain) = Self.additions[number]
      #expect(try self.isPlain(Movie.adding(more, to: path, of: plain())) == isPlain)
      // A track of sound is not hidden either, unless it is about the list alone.
      let source = try source()
      source.hideTables(keepsSound: false)
      #expect(source.hidden.isEmpty != (isPlain || path.last == "elst"))
    }

    @Test func `before the index, the file has tables in no other place either`() throws {
      let bytes = try plain()
      let index = try place(of: "moov", in: bytes) - 12
      #expect(try !isPlain(Array(bytes[..<index]) + Self.hiding + bytes[index...]))
      #expect(try isPlain(Array(bytes[..<index]) + Movie.box("free") + bytes[index...]))
      // FFmpeg reads no further than both the index and the data.
      #expect(try isPlain(bytes + Self.hiding))
    }

    @Test func `two pictures that are shown first, or end last, may be more than FFmpeg leaves`() throws {
      let bytes = try plain()
      // Decoded at 0, 512, 1024 …; all but one are shown 1024 later, so that the list begins at 1024.
      func isPlain(_ table: [(count: Int, value: Int)]) throws -> Bool {
        try self.isPlain(Movie.adding(Movie.runs(table), to: Movie.tables + ["ctts"], inPlace: true, of: bytes))
      }
      #expect(try isPlain([(100, 1024)]))
      // 512 + 512, and 512 + 1024.
      #expect(try !isPlain([(1, 1024), (1, 512), (98, 1024)]))
      #expect(try isPlain([(1, 1024), (1, 1024), (98, 1024)]))
      // The last but one ends at 99 * 512 + 1024, as the last one does with 512 less: the list is 4 s, 51200, long.
      #expect(try !isPlain([(1, 1024), (98, 1024), (1, 512)]))
      #expect(try isPlain([(1, 1024), (97, 1024), (1, 1536), (1, 512)]))
    }

    @Test func `numbers of any size are no fault`() throws {
      let bytes = try plain()
      let most = Int(Int32.max)
      let times = try Movie.adding(
        Movie.runs([(1 << 29, most), (1 << 32 - 1, most)]), to: Movie.tables + ["stts"], inPlace: true, of: bytes)
      // More than 2⁶³ ticks from the 430th run on: each has 10⁷ samples of 2³¹ ticks.
      let table = Movie.runs(Array(repeating: (10_000_000, 0), count: 450))
      #expect(try !isPlain(Movie.adding(table, to: Movie.tables + ["ctts"], inPlace: true, of: times)))
      // Beyond 2²⁸, where FFmpeg gives up the delays, they are read without it.
      for delay in [1 << 28, 1 << 28 + 1, most] {
        let delayed = try Movie.adding(
          Movie.runs([(100, delay)]), to: Movie.tables + ["ctts"], inPlace: true, of: bytes)
        let list =
          Movie.bigEndian(0) + Movie.bigEndian(1) + Movie.bigEndian(4000) + Movie.bigEndian(delay) + [0, 1, 0, 0]
        let edited = try Movie.adding(list, to: ["moov", "trak", "edts", "elst"], inPlace: true, of: delayed)
        #expect(try isPlain(edited), "\(delay)")
      }
    }

    @Test func `delays that FFmpeg gives up, or takes from elsewhere, are not told`() throws {
      let bytes = try plain()
      func delays(_ bytes: [UInt8], of count: Int = 100) throws -> [Int32]? {
        try scratch.write(Data(bytes), to: "edits.mp4")
        let source = try source()
        return SampleDelays.all(ofTrack: 0, count: count, reading: source.bytes(at:count:), size: source.fileSize)
      }
      func table(_ value: Int) throws -> [UInt8] {
        try Movie.adding(
          Movie.runs([(50, 0), (1, value), (1, 0), (48, 0)]), to: Movie.tables + ["ctts"], inPlace: true, of: bytes)
      }
      #expect(try delays(bytes)?.count == 100)
      // More runs than are read at once.
      let many = Movie.runs((0..<20_000).map { (1, $0 * 7 % 101) })
      let long = try Movie.adding(many, to: Movie.tables + ["ctts"], inPlace: true, of: bytes)
      #expect(try delays(long, of: 20_000) == (0..<20_000).map { Int32($0 * 7 % 101) })
      #expect(try delays(long, of: 19_999) == nil && delays(long, of: 20_001) == nil)
      for (value, isTold) in [(1 << 28, true), (1 << 28 + 1, false), (-1 << 28, true), (-1 << 28 - 1, false)] {
        #expect(try (delays(table(value)) != nil) == isTold, "\(value)")
      }
      #expect(
        try delays(Movie.adding(Movie.box("ctts", Movie.runs([(100, 0)])), to: ["moov", "trak"], of: bytes)) == nil)
    }

    @Test func `a track whose list matters is not spared beside one of pictures`() throws {
      var bytes = try plain()
      // The sound becomes a track of another kind: it is not hidden, and has a list.
      let tag = Array("soun".utf8)
      let sound = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(tag) })
      bytes.replaceSubrange(sound..<sound + 4, with: Array("meta".utf8))
      #expect(try !isPlain(bytes))
    }

    /// All that FFmpeg's demuxer tells of each packet of pictures, and of the stream.
    private func told(sparing: Bool, isProbed: Bool = false) throws -> [String] {
      let source = try source()
      if sparing {
        source.hideTables(keepsSound: isProbed)
        try #require(source.hidden.isEmpty == isProbed && !source.appliesEdits)
      }
      let reader = try PacketReader(source, stream: nil, isProbed: isProbed, limits: Limits())
      let stream = try #require(reader.stream).pointee
      var lines = [
        "\(stream.start_time) \(stream.duration) \(stream.nb_frames) \(stream.avg_frame_rate) \(stream.time_base)"
      ]
      while let record = try reader.next() {
        let raw = reader.packet.pointer.pointee
        let times = "\(raw.pts) \(raw.dts) \(raw.duration)"
        lines.append("\(times) \(raw.flags) \(raw.pos) \(raw.size) \(raw.side_data_elems) \(record.hiding)")
      }
      return lines
    }

    @Test func `packets are the same if the list is not applied`() throws {
      try scratch.write(Data(plain()), to: "edits.mp4")
      let (applied, spared) = (try told(sparing: false), try told(sparing: true))
      #expect(applied.count == 101 && applied == spared)
      // The first picture is shown at 0, and decoded two pictures of 512 before.
      #expect(applied[1].hasPrefix("0 -1024 512 "))
      // A description keeps the sound, which must not have a list then.
      var bytes = try plain()
      let tag = Array("edts".utf8)
      let sound = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual(tag) })
      bytes.replaceSubrange(sound..<sound + 4, with: Array("free".utf8))
      try scratch.write(Data(bytes), to: "edits.mp4")
      #expect(try told(sparing: true, isProbed: true) == told(sparing: false, isProbed: true))
    }
  }
}
