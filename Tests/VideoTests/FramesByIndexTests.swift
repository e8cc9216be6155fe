import Files
import TestSupport
import Testing
import Timeline
import Video

extension Decoding {
  /// Every frame of every clip, by its index: the picture has the hash of a linear decode by the ffmpeg tool.
  @Suite struct FramesByIndexTests {
    @Test(arguments: Fixture.withPictures)
    func `every frame of the table is the picture of a linear decode`(_ clip: Fixture) throws {
      let expected = try clip.expectedFrames()
      let video = try VideoFile.open(clip)
      let timeline = try video.timeline(.whole)
      #expect(timeline.count == expected.count && timeline.isComplete && !video.isCutOff)
      let (pictures, missing) = try video.hashes(of: Array(0..<timeline.count), in: .main)
      #expect(missing.isEmpty)
      for frame in expected {
        #expect(pictures[frame.index]?.hash == frame.md5, "frame \(frame.index) of \(clip.name)")
      }
    }

    @Test(arguments: Fixture.withPictures)
    func `single indexes in random order read no more than their part of the timeline`(_ clip: Fixture) throws {
      let expected = try clip.expectedFrames()
      var numbers = SeededNumbers(seed: 3)
      for frame in expected.shuffled(using: &numbers).prefix(4) {
        let video = try VideoFile.open(clip)
        let timeline = try video.timeline(.throughFrame(frame.index))
        try #require(timeline.count > frame.index)
        let start = try frame.clock.rational
        #expect(timeline.time(ofFrame: frame.index) == start)
        let (pictures, missing) = try video.hashes(of: [frame.index], in: .main)
        #expect(missing.isEmpty && pictures[frame.index]?.hash == frame.md5, "frame \(frame.index) of \(clip.name)")
      }
    }

    /// Packets that the container itself marks: the demuxer found a jump of the continuity counters, or the end of a
    /// stream in the middle of the file.
    private static let marked: Set<Fixture> = [.h264Discontinuity, .h264SizeChange]

    @Test(arguments: Fixture.withPictures)
    func `no picture of an undamaged clip counts as damaged`(_ clip: Fixture) throws {
      let video = try VideoFile.open(clip)
      let timeline = try video.timeline(.whole)
      let (together, _) = try video.hashes(of: Array(0..<timeline.count), in: .main)
      let damaged = together.filter { $0.value.isDamaged }.keys.sorted()
      // Each frame alone too: a seek starts in the middle of a chain of references.
      var alone: [Int] = []
      for index in 0..<timeline.count {
        let (pictures, _) = try video.hashes(of: [index], in: .main)
        if pictures[index]?.isDamaged ?? true { alone.append(index) }
      }
      if Self.marked.contains(clip) {
        #expect(damaged.count <= 12 && alone.count <= 12)
      } else {
        #expect(damaged.isEmpty && alone.isEmpty, "together \(damaged), alone \(alone)")
      }
    }
  }
}
