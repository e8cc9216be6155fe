import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video

@testable import FrameGrabbing

/// The description of a large file whose container does not list its frames.
@Suite struct UncountedDescriptionTests {
  private func describe(
    _ path: Path, isWhole: Bool = false, mostBytes: Int64 = 0
  ) throws -> (VideoDescription, VideoFile) {
    let video = try VideoFile(opening: path)
    return (try VideoDescription(video, path: path, isWhole: isWhole, mostBytes: mostBytes), video)
  }

  /// 150 pictures, 25 a second from t = 0 on.
  private func matroska(in scratch: Scratch) throws -> Path {
    try makeOnce(
      "six.mkv",
      "-f lavfi -i testsrc2=s=64x48:r=25:d=6 -c:v libx264 -g 25 -pix_fmt yuv420p".split(separator: " ").map(
        String.init),
      in: scratch.folder)
    return scratch.path("six.mkv")
  }

  @Test func `frames are not counted, and the end is right`() throws {
    let scratch = try Scratch()
    let (large, video) = try describe(matroska(in: scratch))
    let facts = try #require(try JSONSerialization.jsonObject(with: Data(large.json.utf8)) as? [String: Any])
    for key in ["frames", "framesCounted", "keyframes", "longestKeyframeDistance", "variableRate"] {
      #expect(facts[key] is NSNull, "\(key)")
    }
    #expect(facts["rate"] as? String == "25" && facts["cutOff"] as? Bool == false)
    #expect(large.end == Rational(6) && large.start == .zero)
    #expect(try !video.timeline(.throughFrame(0)).isComplete)
    let lines = large.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("frames ") && $0.hasSuffix(" not counted; --info --whole counts them") })
    #expect(lines.contains { $0.hasPrefix("keyframes ") && $0.hasSuffix(" not counted") })
    #expect(lines.contains { $0.hasPrefix("rate ") && $0.hasSuffix(" 25 frames a second, the container says") })
  }

  @Test func `a small file is counted, and any with --whole, mp4, and one whose end is not found without`() throws {
    let scratch = try Scratch()
    let path = try matroska(in: scratch)
    let counted = try describe(path, mostBytes: VideoDescription.mostBytes).0
    #expect(counted.timeline?.count == 150)
    for other in try [describe(path, isWhole: true).0, describe(path, mostBytes: counted.byteCount).0] {
      #expect(other.json == counted.json)
    }
    for clip in [Fixture.h264BFrames, .mpeg4AVI, .h264Offset] {
      #expect(try describe(Path(clip.path)).0.timeline?.count == clip.expectedFrames().count, "\(clip)")
    }
  }
}
