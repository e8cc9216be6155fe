import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Pictures that an edit list hides, of a decoder that FFmpeg wraps and that does not drop them.
  @Suite struct HiddenPictureTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `no picture of AV1 before the cut of a trimmed file is a frame`() throws {
      // 2 s with a keyframe each second, cut at 1.3 s: pictures 25 to 32 are decoded and hidden, 33 to 49 are frames.
      try makeOnce(
        "whole.mp4",
        "-f lavfi -i testsrc2=s=96x64:r=25:d=2 -c:v libaom-av1 -cpu-used 8 -crf 40 -g 25".split(separator: " ")
          .map(String.init), in: scratch.folder)
      try ffmpeg(["-ss", "1.3", "-i", "whole.mp4", "-c", "copy", "cut.mp4"], in: scratch.folder)
      let whole = try VideoFile(opening: scratch.path("whole.mp4"))
      #expect(try whole.timeline(.whole).count == 50)
      let due = try whole.hashes(of: Array(33..<50), in: .main).pictures.mapValues(\.hash)
      for limits in [Limits(), .believing] {
        let cut = try VideoFile(opening: scratch.path("cut.mp4"), limits: limits)
        #expect(try cut.timeline(.whole).frames.map(\.timestamp) == (0..<17).map { Int64(512 * $0) })
        let all = try cut.hashes(of: Array(0..<17), in: .main)
        #expect(all.missing.isEmpty && all.pictures.count == 17)
        for place in 0..<17 {
          #expect(all.pictures[place]?.hash == due[place + 33], "\(place)")
          // Alone, too.
          let one = try VideoFile(opening: scratch.path("cut.mp4"), limits: limits)
          _ = try one.timeline(.throughFrame(place))
          #expect(try one.hashes(of: [place], in: .main).pictures[place]?.hash == due[place + 33], "\(place) alone")
        }
      }
    }
  }
}
