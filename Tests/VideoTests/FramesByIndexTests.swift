import Files
import TestSupport
import Testing
import Timeline
import Video

/// Every frame of every clip, by its index: the picture is the one that a linear decode by the ffmpeg tool hashed.
@Suite struct FramesByIndexTests {
  @Test(arguments: Fixture.withPictures)
  func `every frame of the table is the picture of a linear decode`(_ clip: Fixture) throws {
    let expected = try clip.expectedFrames()
    let video = try VideoFile(opening: Path(clip.path), stream: nil)
    let timeline = try video.timeline(.whole)
    #expect(timeline.count == expected.count)
    var hashes: [Int: String] = [:]
    let missing = try video.pictures(of: Array(0..<timeline.count), in: .main) { index, picture throws(VideoError) in
      hashes[index] = try picture.md5()
    }
    #expect(missing.isEmpty)
    for frame in expected {
      #expect(hashes[frame.index] == frame.md5, "frame \(frame.index) of \(clip.name)")
    }
  }
}
