import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// A few frames of a long mp4, each with a keyframe of its own: the packets around each are read, and no records of all
  /// packets are made.
  @Suite struct ApartFramesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 12 000 frames of noise, a keyframe each hundred, with pictures before it that follow it in the file.
    private func film() throws -> Path {
      try makeOnce(
        "film.mp4",
        [
          "-f", "lavfi", "-i", "testsrc2=s=32x32:r=100:d=120,noise=alls=60:allf=t:all_seed=3", "-pix_fmt", "yuv420p",
          "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "100", "-sc_threshold", "0", "-qp", "22",
          "-x264-params", "open-gop=1",
        ], in: scratch.folder)
      return scratch.path("film.mp4")
    }

    /// Opens the film with all frames listed, and none read but the first.
    private func listed(_ path: Path) throws -> VideoFile {
      let video = try VideoFile(opening: path)
      #expect(try video.timeline(.whole).count == 12_000)
      try #require(video.frames.packets.listing != nil)
      return video
    }

    @Test func `pictures are those of a linear decode, by workers too, and records are made where they pay`() throws {
      let path = try film()
      let expected = try linearHashes(of: "film.mp4", in: scratch.folder)
      // Those of the last two lists have a group in common, or are more than one for each 4 000 packets.
      for (frames, areApart) in [
        ([0, 5_000, 11_999], true), ([98, 103, 205], true), ([4_099, 4_150], true), ([7_000], true),
        ([5_010, 5_020], false), ([1_010, 2_010, 3_010, 4_010], false),
      ] {
        let video = try listed(path)
        let before = video.bytesRead
        let (pictures, missing) = try video.hashes(of: frames, in: .main)
        #expect(missing.isEmpty && (video.frames.packets.listing != nil) == areApart, "\(frames)")
        for frame in frames { #expect(pictures[frame]?.hash == expected[frame] && pictures[frame]?.isDamaged == false) }
        #expect(video.believesTable && video.bytesRead - before < video.byteCount / 50 * Int64(frames.count))
      }
      // 60 and 70 packets from the keyframe are enough for workers.
      let video = try listed(path)
      let (hashes, left) = video.hashes(of: [2_060, 9_070], workers: 2)
      #expect(left == [] && hashes == [2_060: expected[2_060], 9_070: expected[9_070]])
      #expect(video.frames.packets.listing != nil)
    }

    @Test func `where the file is not as listed, all are looked up again`() throws {
      let path = try film()
      let known = try VideoFile(opening: path)
      _ = try known.timeline(.everyPacket)
      let records = known.frames.table.records
      let packet = known.frames.table.presentationOrder[6_000]
      // Of the keyframe of frame 6 005, all behind its first length is zero: a type that nothing uses.
      var bytes = try scratch.bytes(of: "film.mp4")
      for place in records[packet].position + 4..<records[packet + 1].position { bytes[Int(place)] = 0 }
      try scratch.write(Data(bytes), to: "film.mp4")
      let video = try listed(path)
      let references = video.references([2_050, 6_005, 9_050])
      var handed: [Int] = []
      let missing = try video.pictures(of: references) { frame, _ in handed.append(frame.place) }
      #expect(handed == [] && missing == references && !video.isCurrent(references[0]) && !video.believesTable)
      // In the timeline of all packets, the frame before the damage has the picture that it had.
      _ = try video.timeline(.whole)
      let picture = try known.hashes(of: [2_050], in: .main).pictures[2_050]
      #expect(try video.hashes(of: [2_050], in: .main).pictures[2_050]?.hash == picture?.hash && picture != nil)
    }
  }
}
