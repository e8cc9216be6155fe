import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Files whose second part has a clock or a description of its own, which looking a moment up would miss: each moment has
  /// the picture of a linear decode.
  @Suite struct RestartedPartTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ name: String, _ words: String) throws -> [UInt8] {
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return [UInt8](try scratch.bytes(of: name))
    }

    /// Asks for each third frame in the middle of its 40 ms, each in a file that is opened for it, and for the last one.
    private func check(_ name: String, count: Int) throws {
      let truth = try linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == count)
      for index in Array(stride(from: 0, to: count, by: 3)) + [count - 1] {
        let video = try VideoFile(opening: scratch.path(name))
        let found = try video.grab(at: #require(Rational(Int64(2 * index + 1), 50)))
        #expect(found.hash == truth[index] && !found.isDamaged, "frame \(index)")
        #expect(found.start == Rational(Int64(index), 25), "frame \(index)")
      }
      let end = try VideoFile(opening: scratch.path(name)).distantEnd()
      #expect(end == nil || end == Rational(Int64(count), 25))
    }

    // MARK: Clocks

    /// Four and six seconds with a keyframe each 0.8 s.
    private static let lengths = [4, 6]

    /// The clusters of a Matroska file, up to its index.
    private func clusters(of bytes: [UInt8]) throws -> ArraySlice<UInt8> {
      let data = Data(bytes)
      let start = try #require(data.range(of: Data([0x1F, 0x43, 0xB6, 0x75]))?.lowerBound)
      let cues = data.range(of: Data([0x1C, 0x53, 0xBB, 0x6B]), in: start..<data.count)?.lowerBound
      return bytes[start..<(cues ?? bytes.count)]
    }

    /// With an index of the first part, and without any.
    @Test(arguments: ["", "-live 1"]) func `clusters whose clock starts anew`(options: String) throws {
      let parts = try Self.lengths.map { seconds in
        try make(
          "part\(seconds).mkv",
          "-f lavfi -i testsrc2=s=64x48:r=25:d=\(seconds) -c:v mpeg2video -g 20 -bf 0 \(options) -fflags +bitexact")
      }
      var joined = parts[0] + (try clusters(of: parts[1]))
      // The segment's size: eight bytes, the first of which says that there are eight.
      let segment = try #require(Data(joined).range(of: Data([0x18, 0x53, 0x80, 0x67]))).upperBound
      try #require(joined[segment] == 1)
      let size = joined.count - segment - 8
      joined.replaceSubrange(segment + 4..<segment + 8, with: Movie.bigEndian(size))
      joined.replaceSubrange(segment + 1..<segment + 4, with: [0, 0, 0])
      try scratch.write(Data(joined), to: "joined.mkv")
      try check("joined.mkv", count: 250)
    }

    @Test func `IVF whose clock starts anew`() throws {
      let parts = try Self.lengths.map { seconds in
        try make(
          "part\(seconds).ivf",
          "-f lavfi -i testsrc2=s=64x48:r=25:d=\(seconds) -c:v libvpx -g 20 -cpu-used 8 -threads 1")
      }
      try scratch.write(Data(parts[0] + parts[1].dropFirst(32)), to: "joined.ivf")
      try check("joined.ivf", count: 250)
    }

    // MARK: Descriptions

    /// The content of a table without its version, and the numbers in it.
    private func table(_ type: String, of file: [UInt8]) throws -> (bytes: [UInt8], numbers: [Int]) {
      let read: MovieBoxes.Read = { place, count in
        let start = min(max(0, Int(place)), file.count)
        return Array(file[start..<min(start + count, file.count)])
      }
      let tables = MovieBoxes.sampleTables(ofTrack: 0, reading: read, size: Int64(file.count))
      let box = try #require(tables[type], "\(type)")
      let bytes = read(box.content + 4, Int(box.end - box.content) - 4)
      let numbers = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      return (bytes, numbers)
    }

    /// Three and eight seconds whose sets differ, in one track with two descriptions.
    @Test func `two descriptions in one track`() throws {
      let files = try zip([3, 8], ["-bf 3 -g 20", "-bf 2 -g 50 -coder 0"]).map { seconds, coding in
        try make(
          "part\(seconds).mp4",
          "-f lavfi -i testsrc2=s=192x128:r=25:d=\(seconds) -pix_fmt yuv420p -c:v libx264 \(coding)")
      }
      func numbers(_ type: String) throws -> [[Int]] { try files.map { try table(type, of: $0).numbers } }
      func written(_ numbers: [Int]) -> [UInt8] { ([0] + numbers).flatMap(Movie.bigEndian) }
      let index = try #require(Data(files[0]).range(of: Data("moov".utf8))).lowerBound - 4
      let data = try files.map { try #require(Data($0).range(of: Data("mdat".utf8))).upperBound }
      let (sizes, chunks) = (try numbers("stsz"), try numbers("stco"))
      let (parts, keys) = (try numbers("stsc"), try numbers("stss"))
      let descriptions = try files.map { try table("stsd", of: $0).bytes.dropFirst(4) }
      let moved = chunks[1].dropFirst().map { $0 - data[1] + index + 8 }
      let places = stride(from: 1, to: parts[1].count, by: 3).flatMap {
        [parts[1][$0] + chunks[0][0], parts[1][$0 + 1], 2]
      }
      var tables: [String: [UInt8]] = [
        "stsd": Movie.bigEndian(0) + Movie.bigEndian(2) + descriptions[0] + descriptions[1],
        "stsz": written([0, sizes[0][1] + sizes[1][1]] + sizes[0].dropFirst(2) + sizes[1].dropFirst(2)),
        "stco": written([chunks[0][0] + chunks[1][0]] + chunks[0].dropFirst() + moved),
        "stsc": written([parts[0][0] + parts[1][0]] + parts[0].dropFirst() + places),
        "stss": written([keys[0][0] + keys[1][0]] + keys[0].dropFirst() + keys[1].dropFirst().map { $0 + sizes[0][1] }),
      ]
      for type in ["stts", "ctts"] {
        let runs = try numbers(type)
        tables[type] = written([runs[0][0] + runs[1][0]] + runs[0].dropFirst() + runs[1].dropFirst())
      }
      let end = try #require(Data(files[1]).range(of: Data("moov".utf8))).lowerBound - 4
      var movie = Array(files[0][index...])
      // Without its edit list, which would say a length and have everything read.
      let edit = try #require(Data(movie).range(of: Data("edts".utf8)))
      movie.replaceSubrange(edit, with: Array("free".utf8))
      for (type, content) in tables {
        movie = try Movie.adding(content, to: Movie.tables + [type], inPlace: true, of: movie)
      }
      let file = files[0][..<index] + Movie.box("mdat", Array(files[1][data[1]..<end])) + movie
      try scratch.write(Data(file), to: "two.mp4")
      try check("two.mp4", count: 275)
      // Behind a seek within the second description FFmpeg does not tell its sets again, and a decoder keeps the first ones.
      let part = try VideoFile(opening: scratch.path("two.mp4")).lookUp(around: Rational(9))
      #expect(part.stretch == .main)
    }

    // A description that no sample has changes nothing.
    @Test func `a second description that is not used`() throws {
      let file = try make(
        "one.mp4", "-f lavfi -i testsrc2=s=192x128:r=25:d=8 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 25")
      let one = try table("stsd", of: file).bytes.dropFirst(4)
      let two = Movie.bigEndian(0) + Movie.bigEndian(2) + one + one
      let movie = try Movie.adding(two, to: Movie.tables + ["stsd"], inPlace: true, of: file)
      try scratch.write(Data(movie), to: "two.mp4")
      let part = try VideoFile(opening: scratch.path("two.mp4")).lookUp(around: Rational(7))
      #expect(part.stretch == .window(0))
    }
  }
}
