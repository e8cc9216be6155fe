import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Recordings that lost one field of a picture. FFmpeg's decoder does not show the other one.
  @Suite struct SingleFieldTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    // The last field and the one before it, and first and second fields in the middle. Field 12 starts a keyframe.
    @Test(arguments: [17, 16, 9, 8, 5, 4], ["ts", "mkv"])
    func `a picture of one field is no frame`(_ field: Int, _ ending: String) throws {
      let name = "left.\(ending)"
      try ffmpeg(
        ["-i", Fixture.h264Fields.path, "-c", "copy", "-bsf:v", "noise=drop=eq(n\\,\(field))", name], in: scratch.folder
      )
      let hashes = try linearHashes(of: name, in: scratch.folder)
      let video = try VideoFile(opening: scratch.path(name))
      let end = try video.distantEnd()
      let table = try video.timeline(.whole)
      // Two fields are a picture of 1/25 s.
      let left = (0..<9).filter { $0 != field / 2 }.map { Rational(Int64($0), 25) }
      #expect((0..<table.count).map { table.time(ofFrame: $0) } == left && hashes.count == 8)
      #expect(table.end == Rational(field < 16 ? 9 : 8, 25) && [nil, table.end].contains(end))
      // Behind some of these places the decoder waits for pictures to reorder, so that all are counted.
      _ = try video.hashes(of: hashes.indices.reversed(), in: .main)
      let (together, missing) = try video.hashes(of: Array(hashes.indices), in: .main)
      #expect(missing.isEmpty && hashes.indices.allSatisfy { together[$0]?.hash == hashes[$0] })
      for frame in hashes.indices.reversed() {
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
      let counted = try video.timeline(.whole)
      #expect((0..<counted.count).map { counted.time(ofFrame: $0) } == left)
    }

    // Two pictures whose timestamps were exchanged: their order is the decoder's, so that all are counted.
    @Test func `the last of counted pictures is shown for two fields`() throws {
      let exchange = "PTS+3600*(eq(N\\,4)+eq(N\\,5)-eq(N\\,6)-eq(N\\,7))"
      try ffmpeg(
        ["-i", Fixture.h264Fields.path, "-c", "copy", "-bsf:v", "setts=pts=\(exchange):dts=DTS-7200", "exchanged.ts"],
        in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("exchanged.ts"))
      let count = try video.timeline(.whole).count
      _ = try video.hashes(of: Array(0..<count), in: .main)
      let table = try video.timeline(.whole)
      #expect(video.isCounted && table.count == 9 && table.end == Rational(9, 25))
    }
  }
}
