import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// A first packet without a readable byte, of codecs whose pictures depend on no other: its frame is lost, in its place.
  @Suite struct LostFirstPictureTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    static let kinds = [
      ["a.avi", "mjpeg"], ["a.mov", "mjpeg"], ["a.mkv", "ffv1", "-level", "3", "-g", "1"],
      ["b.mkv", "ffv1", "-level", "1", "-g", "1"],
      ["b.mov", "prores"],
    ]

    @Test(arguments: kinds) func `it keeps its place, and all others theirs`(_ kind: [String]) throws {
      let clip = ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=0.4", "-c:v"]
      try makeOnce(kind[0], clip + kind.dropFirst(), in: scratch.folder)
      let whole = try linearHashes(of: kind[0], in: scratch.folder)
      try ffmpeg(
        ["-i", kind[0], "-map", "0:v", "-c", "copy", "-frames:v", "1", "-f", "data", "one"], in: scratch.folder)
      let first = try Data(scratch.bytes(of: "one"))
      var bytes = try Data(scratch.bytes(of: kind[0]))
      bytes.replaceSubrange(try #require(bytes.range(of: first)), with: Data(count: first.count))
      let video = try VideoFile(opening: scratch.write(bytes, to: "lost-" + kind[0]))
      #expect(try video.timeline(.whole).frames.count == 10)
      // What shows that one is lost may change the timeline.
      _ = try video.hashes(of: [0], in: .main)
      let count = try video.timeline(.whole).count
      let (pictures, missing) = try video.hashes(of: Array(0..<count), in: .main)
      #expect(count == 10 && missing == [0])
      for index in 1..<10 { #expect(pictures[index]?.hash == whole[index], "\(kind): \(index)") }
    }
  }
}
