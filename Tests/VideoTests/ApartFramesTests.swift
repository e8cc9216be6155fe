import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Frames of a few groups of a long mp4: the packets of each group are read, and no records of all packets are made.
  @Suite struct ApartFramesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 12 000 frames of noise, a keyframe each hundred, with pictures before it that follow it in the file.
    private func film() throws -> Path {
      try makeOnce(
        "film.mp4",
        [
          "-f", "lavfi", "-i", "testsrc2=s=32x32:r=100:d=120,noise=alls=60:allf=t:all_seed=3", "-pix_fmt", "yuv420p",
          "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "100", "-sc_threshold", "0", "-qp", "22",
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
      // A group for each 4 000 packets at most, of any number of frames; those at an end of a group may need two.
      for (frames, areFew) in [
        ([0, 5_000, 11_999], true), ([98, 103, 205], true), ([4_099, 4_150], true), ([7_000], true),
        ([5_010, 5_020], true), ([5_020, 5_021, 5_022, 9_090, 9_093], true), (Array(6_950..<7_150), true),
        ([1_010, 2_010, 3_010, 4_010], false), (Array(7_000..<7_420), false),
      ] {
        let video = try listed(path)
        let before = video.bytesRead
        let (pictures, missing) = try video.hashes(of: frames, in: .main)
        #expect(missing.isEmpty && (video.frames.packets.listing != nil) == areFew, "\(frames)")
        for frame in frames { #expect(pictures[frame]?.hash == expected[frame] && pictures[frame]?.isDamaged == false) }
        #expect(video.believesTable && video.bytesRead - before < video.byteCount / 40 * Int64(min(frames.count, 5)))
        let groups = video.frames.packets.windows.count
        #expect(!areFew || groups <= 3, "\(groups) for \(frames)")
      }
      // 60 and 70 packets from the keyframe are enough for workers.
      let video = try listed(path)
      let wanted = [2_060, 2_061, 9_050, 9_070]
      let (hashes, left) = video.hashes(of: wanted, workers: 2)
      #expect(left == [] && hashes == Dictionary(uniqueKeysWithValues: wanted.map { ($0, expected[$0]) }))
      #expect(video.frames.packets.listing != nil)
    }

    /// From this byte of a picture on all is zero: 4 leaves its length, 5 also its type.
    private func clear(_ frame: Int, of known: VideoFile, from first: Int64) throws {
      let records = known.frames.table.records
      let packet = known.frames.table.presentationOrder[frame]
      var bytes = try scratch.bytes(of: "film.mp4")
      for place in records[packet].position + first..<records[packet + 1].position { bytes[Int(place)] = 0 }
      try scratch.write(Data(bytes), to: "film.mp4")
    }

    @Test func `of a group that lacks a picture, the others are not given twice`() throws {
      let path = try film()
      let known = try VideoFile(opening: path)
      _ = try known.timeline(.everyPacket)
      let picture = try known.hashes(of: [2_050], in: .main).pictures[2_050]
      try clear(2_060, of: known, from: 5)
      let video = try listed(path)
      let references = video.references([2_050, 2_060, 9_050])
      var handed: [Int: String] = [:]
      let missing = try video.pictures(of: references) { frame, picture throws(VideoError) in
        handed[frame.place] = try picture.md5()
      }
      #expect(handed.keys.sorted() == [2_050] && handed[2_050] == picture?.hash)
      #expect(missing == Array(references[1...]) && !video.isCurrent(references[0]))
    }

    @Test func `where the file is not as listed, all are looked up again`() throws {
      let path = try film()
      let known = try VideoFile(opening: path)
      _ = try known.timeline(.everyPacket)
      // The keyframe of frame 6 005.
      try clear(6_000, of: known, from: 4)
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
