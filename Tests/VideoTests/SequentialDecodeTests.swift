import Files
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// One frame after the other, as in scrubbing: each picture has the hash of a linear decode.
  @Suite struct SequentialDecodeTests {
    /// The hash of the picture of the next frame.
    private func hash(_ frame: Int, in video: VideoFile) throws -> String? {
      var hashes: [String] = []
      let isFound = try video.picture(next: video.references([frame])[0]) { picture throws(VideoError) in
        hashes.append(try picture.md5())
      }
      #expect(isFound && hashes.count == 1, "frame \(frame) came \(hashes.count) times")
      return hashes.first
    }

    @Test(arguments: Fixture.withPictures)
    func `every frame forwards`(_ clip: Fixture) throws {
      let video = try VideoFile.open(clip)
      _ = try video.timeline(.whole)
      for frame in try clip.expectedFrames() {
        #expect(try hash(frame.index, in: video) == frame.md5, "frame \(frame.index) of \(clip.name)")
      }
    }

    @Test(arguments: Fixture.withPictures)
    func `forwards and backwards, in small and large steps`(_ clip: Fixture) throws {
      let expected = try clip.expectedFrames()
      let video = try VideoFile.open(clip)
      _ = try video.timeline(.whole)
      var numbers = SeededNumbers(seed: 11)
      var frame = 0
      for _ in 0..<30 {
        // Mostly a few frames forwards, sometimes back, sometimes anywhere.
        switch numbers.below(6) {
        case 0: frame = numbers.below(expected.count)
        case 1: frame -= 1 + numbers.below(5)
        default: frame += numbers.below(7)
        }
        frame = min(max(frame, 0), expected.count - 1)
        #expect(try hash(frame, in: video) == expected[frame].md5, "frame \(frame) of \(clip.name)")
      }
    }

    @Test(arguments: [Fixture.h264BFrames, .h264OpenGOPTransportStream, .hevc10Bit, .mpeg2ProgramStream])
    func `after an abandoned decode the next picture is right`(_ clip: Fixture) throws {
      let expected = try clip.expectedFrames()
      let video = try VideoFile.open(clip)
      _ = try video.timeline(.whole)
      var numbers = SeededNumbers(seed: 12)
      for _ in 0..<20 {
        // Abandoned after this many packets.
        var patience = numbers.below(12)
        let target = numbers.below(expected.count)
        do {
          _ = try video.picture(
            next: video.references([target])[0],
            unless: {
              patience -= 1
              return patience < 0
            }
          ) { picture throws(VideoError) in
            #expect(try picture.md5() == expected[target].md5, "frame \(target) of \(clip.name)")
          }
        } catch {
          #expect(error.fault == .abandoned)
        }
        let next = numbers.below(expected.count)
        #expect(try hash(next, in: video) == expected[next].md5, "frame \(next) of \(clip.name)")
      }
    }

    @Test func `going forwards needs no seek`() throws {
      let video = try VideoFile.open(.h264BFrames)
      let count = try video.timeline(.whole).count
      _ = try hash(0, in: video)
      let seeks = video.seekCount
      for frame in stride(from: 3, to: count, by: 3) { _ = try hash(frame, in: video) }
      #expect(video.seekCount == seeks)
      // Going back needs a seek.
      _ = try hash(0, in: video)
      #expect(video.seekCount == seeks + 1)
    }

    @Test func `an ordinary grab in between changes nothing`() throws {
      let expected = try Fixture.h264BFrames.expectedFrames()
      let video = try VideoFile.open(.h264BFrames)
      _ = try video.timeline(.whole)
      for frame in stride(from: 0, to: 60, by: 7) {
        #expect(try hash(frame, in: video) == expected[frame].md5)
        let (pictures, missing) = try video.hashes(of: [frame + 40], in: .main)
        #expect(missing.isEmpty && pictures[frame + 40]?.hash == expected[frame + 40].md5)
      }
    }
  }
}
