import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Pairs of neighbouring pictures whose timestamps a converter exchanged, at even distances, in codecs whose pictures
  /// only tell whether they are shown before the last other one.
  @Suite struct ExchangedTimesTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// The distances, and the first picture of a pair in each.
    static let pairs = (4...9).flatMap { every in (1...(every - 2)).map { [every, $0] } }

    // 48 pictures of 512 ticks. Those that follow a pair keep their timestamps; all are later by four pictures, since none
    // may be shown before it is decoded.
    @Test(arguments: ["mpeg4", "mpeg2video"])
    func `the decoder's order gives each picture its time`(_ codec: String) throws {
      let source = ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=1.92", "-c:v", codec, "-bf", "2", "-g", "11"]
      try makeOnce("source.mp4", source + ["-video_track_timescale", "12800"], in: scratch.folder)
      let hashes = try linearHashes(of: "source.mp4", in: scratch.folder)
      try #require(Set(hashes).count == 48)
      for pair in Self.pairs {
        let (every, at) = (pair[0], pair[1])
        let place = "st(0,(PTS-STARTPTS)/512)"
        let shown =
          "\(place)+4+lt(ld(0),47)*eq(mod(ld(0),\(every)),\(at))-eq(mod(ld(0),\(every)),\(at + 1))"
        let name = "e\(every)-\(at).mp4"
        try ffmpeg(
          ["-i", "source.mp4", "-c", "copy", "-bsf:v", "setts=pts='(\(shown))*512':dts='DTS-STARTDTS'", name],
          in: scratch.folder)
        let video = try VideoFile(opening: scratch.path(name))
        let found = try video.settled { () throws in
          try (count: video.timeline(.whole).count, video.hashes(of: Array(0..<48), in: .main))
        }
        let (pictures, missing) = found.1
        #expect(found.count == 48 && missing.isEmpty, "\(name): \(missing)")
        let wrong = hashes.indices.filter { pictures[$0]?.hash != hashes[$0] || pictures[$0]?.isDamaged == true }
        #expect(wrong == [], "\(name)")
      }
    }
  }
}
