import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Pieces with the same clock, one after the other in one file.
  @Suite struct JoinedPiecesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// The bytes of pieces of so many frames, 25 a second, and that many frames.
    private func pieces(_ counts: [Int], as ending: String, _ words: [String]) throws -> [UInt8] {
      try counts.flatMap { count in
        let name = "\(count).\(ending)"
        try makeOnce(
          name, ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=\(Double(count) / 25)", "-g", "50"] + words,
          in: scratch.folder)
        return try scratch.bytes(of: name)
      }
    }

    private static let codings: [(ending: String, words: [String])] = [
      ("ts", ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]),
      ("mkv", ["-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"]),
      ("mpg", ["-c:v", "mpeg2video", "-bf", "2"]),
      ("m2ts", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
    ]

    /// 15 frames are 0.6 s: between others, first, and last.
    @Test(arguments: codings.indices, [[100, 15, 100], [15, 60], [60, 15], [24, 24]])
    func `each frame of a short piece has its own time`(_ number: Int, _ counts: [Int]) throws {
      let (ending, words) = Self.codings[number]
      // FFmpeg reads two segments of a Matroska file.
      let counts = ending == "mkv" ? Array(counts.prefix(2)) : counts
      let name = "joined.\(ending)"
      try scratch.write(Data(pieces(counts, as: ending, words)), to: name)
      let hashes = try linearHashes(of: name, in: scratch.folder)
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      let frames = counts.reduce(0, +)
      try #require(table.count == frames && hashes.count == frames)
      for frame in 0..<frames {
        // Matroska has milliseconds.
        let bounds = [-counts.count, counts.count].compactMap { Rational(Int64(40 * frame + $0), 1000) }
        let time = try #require(table.time(ofFrame: frame))
        #expect(bounds[0] <= time && time <= bounds[1], "frame \(frame)")
      }
      let (pictures, _) = try video.hashes(of: Array(0..<frames), in: .main)
      #expect((0..<frames).allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }
  }
}
