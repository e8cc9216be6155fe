import Files
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Files that are longer than the part read on opening, so that moments are found by seeking.
  @Suite(.enabled(if: RepeatedClip.canBeWritten, "this libavformat writes no files"))
  struct LongFileTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    struct Case: CustomTestStringConvertible {
      let clip: Fixture
      let format: String
      var testDescription: String { "\(clip.name) as \(format)" }
    }

    private static let cases = [
      Case(clip: .h264OpenGOP, format: "mp4"), Case(clip: .h264OpenGOP, format: "matroska"),
      Case(clip: .h264OpenGOP, format: "mpegts"), Case(clip: .hevc10Bit, format: "mp4"),
      Case(clip: .hevc10Bit, format: "matroska"), Case(clip: .h264IntraRefresh, format: "mp4"),
      Case(clip: .h264IntraRefresh, format: "matroska"), Case(clip: .h264BFrames, format: "matroska"),
      Case(clip: .mpeg2TransportStream, format: "mpegts"), Case(clip: .av1, format: "mp4"),
      Case(clip: .vp9, format: "webm"), Case(clip: .h264BFrames, format: "nut"),
    ]

    @Test(arguments: cases)
    func `every moment of a long file in random order`(_ parameters: Case) throws {
      let file = try RepeatedClip(parameters.clip, rounds: 3, format: parameters.format, in: scratch)
      let video = try VideoFile(opening: file.path)
      var numbers = SeededNumbers(seed: 60)
      for index in (0..<file.count).shuffled(using: &numbers) {
        let grabbed = try video.grab(at: file.middle(of: index))
        #expect(grabbed.hash == file.md5(index) && !grabbed.isDamaged, "frame \(index)")
        #expect(grabbed.start == Rational(Int64(index), 25))
      }
    }

    @Test(arguments: cases)
    func `single moments of a long file, each in a file opened for it alone`(_ parameters: Case) throws {
      let file = try RepeatedClip(parameters.clip, rounds: 3, format: parameters.format, in: scratch)
      // Each frame of the clip, in one of the rounds.
      for index in file.round.indices.map({ $0 + $0 % 3 * file.round.count }) {
        let grabbed = try VideoFile(opening: file.path).grab(at: file.middle(of: index))
        #expect(grabbed.hash == file.md5(index) && !grabbed.isDamaged, "frame \(index)")
      }
    }

    @Test(arguments: cases)
    func `indexes of a long file after moments of it`(_ parameters: Case) throws {
      let file = try RepeatedClip(parameters.clip, rounds: 3, format: parameters.format, in: scratch)
      let video = try VideoFile(opening: file.path)
      // The reader was moved away from the position of the whole-file scan.
      for index in [file.count - 2, file.count / 2, 5] { _ = try video.grab(at: file.middle(of: index)) }
      let timeline = try video.timeline(.whole)
      #expect(timeline.count == file.count)
      let (pictures, missing) = try video.hashes(of: Array(0..<file.count), in: .main)
      #expect(missing.isEmpty && (0..<file.count).allSatisfy { pictures[$0]?.hash == file.md5($0) })
      let (single, _) = try video.hashes(of: [file.count - 7], in: .main)
      #expect(single[file.count - 7]?.hash == file.md5(file.count - 7))
    }

    @Test func `frames with the same timestamp are distinguished`() throws {
      // Nine pictures at ticks 0, 512, … of 1/12800 s; every third one gets the timestamp of the one before it.
      let file = try RepeatedClip(.rgba, rounds: 3, format: "matroska", in: scratch) { tick in
        tick / 512 % 3 == 2 ? tick - 512 : tick
      }
      let video = try VideoFile(opening: file.path)
      let timeline = try video.timeline(.whole)
      #expect(timeline.frames.map(\.timestamp) == [0, 40, 40, 120, 160, 160, 240, 280, 280])
      #expect(timeline.frames.map(\.ordinal) == [0, 0, 1, 0, 0, 1, 0, 0, 1])
      for index in 0..<9 {
        let (pictures, missing) = try video.hashes(of: [index], in: .main)
        #expect(missing.isEmpty && pictures[index]?.hash == file.md5(index), "frame \(index)")
      }
      // By time it is the last one with that timestamp: 0.05 s is in the second pair, instead of 40 ms.
      #expect(try video.grab(at: #require(Rational(1, 20))).hash == file.md5(2))
    }

    @Test func `frames with the same timestamp that wait in the decoder are distinguished`() throws {
      // Decoded in another order than shown; each even frame gets the timestamp of the odd one before it.
      let file = try RepeatedClip(.h264BFrames, rounds: 1, format: "matroska", in: scratch) { tick in
        tick > 0 && tick / 512 % 2 == 0 ? tick - 512 : tick
      }
      let video = try VideoFile(opening: file.path)
      let timeline = try video.timeline(.whole)
      #expect(timeline.count == 150)
      let known = Set(file.round.map(\.md5))
      for index in stride(from: 0, to: 150, by: 11) {
        let (pictures, missing) = try video.hashes(of: [index], in: .main)
        // Only the decoder knows which of the two is shown first; both are frames, with different pictures.
        #expect(missing.isEmpty && pictures[index].map { known.contains($0.hash) } == true, "frame \(index)")
      }
      let (all, missing) = try video.hashes(of: Array(0..<150), in: .main)
      #expect(missing.isEmpty && Set(all.values.map(\.hash)) == known)
    }
  }
}
