import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Clips with wrong bytes: the result is always a picture or an error, never a crash.
  @Suite struct ByteFlipTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    static let clips: [Fixture] = [
      .h264Faststart, .h264Fragmented, .h264Matroska, .h264Raw, .h264OpenGOPTransportStream, .h264EditList, .h264VFR,
      .hevc10Bit, .mpeg2ProgramStream, .mpeg4AVI, .xvidPacked, .vp9, .vp9Alpha, .av1, .gif, .rgba, .yuv422TenBit,
      .h264Rotated, .cover, .timecode,
    ]

    /// Reads all of a file, and looks up some moments.
    private func exhaust(_ path: Path, _ numbers: inout SeededNumbers) {
      var limits = Limits()
      limits.pixels = 1 << 22
      limits.allocation = 1 << 28
      do {
        let video = try VideoFile(opening: path, isProbed: numbers.next() % 2 == 0, limits: limits)
        for _ in 0..<3 {
          guard let time = Rational(Int64.random(in: 0...3000, using: &numbers), 1000) else { continue }
          let part = try video.lookUp(around: time)
          guard let place = try? part.table.frameIndex(onScreenAt: time, bounds: .clamp) else { continue }
          _ = try video.hashes(of: [place], in: part.stretch)
        }
        let timeline = try video.timeline(.whole)
        _ = try video.facts()
        // A file may claim millions of frames; the first ones and the last are enough.
        let places = Set(0..<min(timeline.count, 60)).union([timeline.count - 1])
        let (pictures, missing) = try video.hashes(of: places.sorted(), in: .main)
        #expect(pictures.count + missing.count == places.count)
      } catch let error as VideoError {
        #expect(!error.description.isEmpty)
      } catch {
        Issue.record("an error of a stranger's: \(error)")
      }
    }

    @Test(arguments: clips)
    func `wrong bytes anywhere do not crash`(_ clip: Fixture) throws {
      var numbers = SeededNumbers(seed: clip.name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
      for round in 0..<6 {
        var bytes = try clip.bytes()
        for _ in 0..<(1 << round) {
          let place = Int.random(in: 0..<bytes.count, using: &numbers)
          bytes[bytes.startIndex + place] ^= 1 << UInt8(numbers.next() % 8)
        }
        exhaust(try scratch.write(bytes, to: "flipped"), &numbers)
      }
    }

    @Test(arguments: clips)
    func `wrong bytes in the header do not crash`(_ clip: Fixture) throws {
      var numbers = SeededNumbers(seed: UInt64(clip.name.utf8.count) &* 977)
      for _ in 0..<8 {
        var bytes = try clip.bytes()
        for _ in 0..<3 {
          let place = Int.random(in: 0..<min(bytes.count, 1200), using: &numbers)
          bytes[bytes.startIndex + place] = UInt8.random(in: 0...255, using: &numbers)
        }
        exhaust(try scratch.write(bytes, to: "flipped"), &numbers)
      }
    }
  }
}
