import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Tracks of mp4 with several sample descriptions.
  @Suite struct SampleDescriptionTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ options: String) throws -> [UInt8] {
      let words = "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -c:v libx264 -preset ultrafast -g 10 \(options)"
      try makeOnce("one.mp4", words.split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: "one.mp4")
    }

    /// The content of the track's only description, and the same under another code.
    private func descriptions(of file: [UInt8], second code: String) throws -> [UInt8] {
      let place = try #require(Data(file).range(of: Data("stsd".utf8))).lowerBound
      let size = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      let one = Array(file[place + 12..<place - 4 + size])
      return Movie.bigEndian(0) + Movie.bigEndian(2) + one + one.prefix(4) + Array(code.utf8) + one.dropFirst(8)
    }

    // All 50 samples in one chunk of the first description; or 25 chunks of two, the last 12 of which have the second.
    @Test(arguments: [("avc1", true, 50), ("avc3", false, 50), ("avc3", true, nil), ("hev1", true, nil)])
    func `samples of another code`(_ code: String, _ isUsed: Bool, _ count: Int?) throws {
      let file = try make("")
      var movie = try Movie.adding(
        descriptions(of: file, second: code), to: Movie.tables + ["stsd"], inPlace: true, of: file)
      let first = try #require(Data(file).range(of: Data("mdat".utf8))).upperBound
      let sizes = try #require(Data(file).range(of: Data("stsz".utf8))).upperBound + 12
      let bytes = (0..<50).map { file[sizes + 4 * $0..<sizes + 4 * $0 + 4].reduce(0) { $0 << 8 | Int($1) } }
      let places = (0..<25).map { first + bytes[..<(2 * $0)].reduce(0, +) }
      let entries: [Int] = isUsed ? [0, 2, 1, 2, 1, 14, 2, 2] : [0, 1, 1, 2, 1]
      for (type, numbers) in [("stsc", entries), ("stco", [0, 25] + places)] {
        movie = try Movie.adding(
          numbers.flatMap(Movie.bigEndian), to: Movie.tables + [type], inPlace: true, of: movie)
      }
      let path = try scratch.write(Data(movie), to: "two.mp4")
      if let count {
        let video = try VideoFile(opening: path)
        #expect(try video.timeline(.whole).count == count)
        #expect(try video.hashes(of: Array(0..<count), in: .main).missing.isEmpty)
      } else {
        let error = #expect(throws: VideoError.self) { try VideoFile(opening: path) }
        #expect(error?.fault == .severalDescriptions(["avc1", code]))
      }
    }

    // FFmpeg decodes the samples of all fragments as the first description says.
    @Test(arguments: [1, 2]) func `fragments of another description`(_ number: Int) throws {
      let file = try make("-movflags frag_keyframe+empty_moov+default_base_moof")
      var movie = try Movie.adding(
        descriptions(of: file, second: "avc1"), to: Movie.tables + ["stsd"], inPlace: true, of: file)
      let place = try #require(Data(movie).range(of: Data("trex".utf8))).upperBound + 8
      movie.replaceSubrange(place..<place + 4, with: Movie.bigEndian(number))
      let path = try scratch.write(Data(movie), to: "fragments.mp4")
      if number == 1 {
        #expect(try VideoFile(opening: path).timeline(.whole).count == 50)
      } else {
        let error = #expect(throws: VideoError.self) { try VideoFile(opening: path) }
        #expect(error?.fault == .severalDescriptions(["avc1", "avc1"]))
      }
    }
  }
}
