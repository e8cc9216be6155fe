import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Matroska files that were joined with `cat`.
  @Suite struct JoinedSegmentTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ coding: String, _ name: String = "one.mkv", size: String = "96x64") throws -> [UInt8] {
      let words = "-f lavfi -i testsrc2=s=\(size):r=25:d=1 -pix_fmt yuv420p \(coding)"
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: name)
    }

    private func open(_ bytes: [UInt8]) throws -> Int {
      try VideoFile(opening: scratch.write(Data(bytes), to: "joined.mkv")).timeline(.whole).count
    }

    private static let other: [(coding: String, name: String, size: String)] = [
      ("-c:v libx264 -x264-params cabac=0", "one.mkv", "96x64"), ("-c:v libx264", "one.mkv", "128x64"),
      ("-c:v libvpx -deadline realtime -cpu-used 8", "one.webm", "96x64"), ("-c:v ffv1", "one.mkv", "96x64"),
    ]

    @Test(arguments: other.indices) func `files of other settings are refused, whichever is the first`(_ number: Int)
      throws
    {
      let (coding, name, size) = Self.other[number]
      let (one, two) = try (make("-c:v libx264"), make(coding, name, size: size))
      for (first, second) in [(one, two), (two, one)] {
        #expect(try open(first) == 25 && open(second) == 25)
        let error = #expect(throws: VideoError.self) { try open(first + second) }
        #expect(error?.fault == .joinedFilms(Int64(first.count)))
        // The third may be the one.
        let last = #expect(throws: VideoError.self) { try open(first + first + second) }
        #expect(last?.fault == .joinedFilms(Int64(2 * first.count)))
      }
    }

    @Test func `files of the same settings, and what is no other file, are read`() throws {
      let one = try make("-c:v libx264")
      #expect(try open(one + one) == 50)
      // Recordings that state nothing of their colors (but for the range, since FFmpeg 7), their range, that and a matrix.
      let colored = try ["", " -color_range tv", " -color_range tv -colorspace bt709"].enumerated().map {
        try make("-c:v libvpx -deadline realtime -cpu-used 8" + $1, "\($0).webm")
      }
      for (first, second) in [(0, 2), (2, 0), (1, 2), (2, 1)] {
        #expect(try open(colored[first] + colored[second]) == 50, "\(first), \(second)")
      }
      let other = try make("-c:v libvpx -deadline realtime -cpu-used 8 -color_range tv -colorspace smpte170m", "3.webm")
      #expect(throws: VideoError.self) { try open(colored[2] + other) }
      #expect(try open(one + Array(repeating: 0, count: 5000)) == 25)
      #expect(try open(one + one.prefix(20)) == 25)
    }

    @Test func `another clock is another setting`() throws {
      let one = try make("-c:v libx264")
      // Ticks of 1 ms (1 000 000 ns, three bytes) become such of 2 ms.
      var two = one
      let place = try #require(Data(one).range(of: Data([0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40]))).lowerBound
      two.replaceSubrange(place + 4..<place + 7, with: [0x1E, 0x84, 0x80])
      let error = #expect(throws: VideoError.self) { try open(one + two) }
      #expect(error?.fault == .joinedFilms(Int64(one.count)))
    }
  }
}
