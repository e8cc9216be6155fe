import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Streams of HEVC with open groups that were cut and joined without decoding, or that lack a part.
  @Suite struct HEVCJointTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 60 pictures in groups of 15, which two pictures lead that need the group before.
    private func source(_ name: String, hue: Int) throws -> [String] {
      let coder = "log-level=none:pools=none:keyint=15:min-keyint=15:bframes=3:b-pyramid=1:open-gop=1:scenecut=0"
      try makeOnce(
        name,
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2.4,hue=h=\(hue)", "-c:v", "libx265", "-preset", "ultrafast"]
          + ["-x265-params", coder], in: scratch.folder)
      let hashes = try linearHashes(of: name, in: scratch.folder)
      try #require(hashes.count == 60 && Set(hashes).count == 60)
      return hashes
    }

    /// The packets' places in the order of their pictures, which is also the order of their timestamps.
    private func ranks(of name: String) throws -> [Int] {
      let video = try VideoFile(opening: scratch.path(name))
      _ = try video.timeline(.whole)
      let order = video.frames.table.presentationOrder
      return order.indices.map { packet in order.firstIndex(of: packet) ?? 0 }
    }

    // Cut anywhere, the first part ends with pictures of which those behind the joint could use none, one or all by
    // their numbers alone.
    @Test(arguments: [17, 30, 31, 33, 36, 37, 40, 45, 52, 60], ["mp4", "mkv", "ts"])
    func `pictures that lead a joint cannot be decoded, and all others are right`(_ count: Int, _ ending: String) throws
    {
      let (first, second) = (try source("first.mp4", hue: 0), try source("second.mp4", hue: 90))
      let shown = try ranks(of: "first.mp4")
      try ffmpeg(["-i", "first.mp4", "-c", "copy", "-frames:v", "\(count)", "a.mp4"], in: scratch.folder)
      // Picture 30 is the third keyframe; 28 and 29 follow it in the file.
      try ffmpeg(["-ss", "1.2", "-i", "second.mp4", "-c", "copy", "b.mp4"], in: scratch.folder)
      // The second part begins behind all pictures of the first, and so do those that lead it: FFmpeg's own idea of the
      // length differs from version to version.
      let length = try #require(shown.prefix(count).max()) + 3
      try scratch.write(Data("file a.mp4\nduration \(Double(length) / 25)\nfile b.mp4\n".utf8), to: "list.txt")
      let name = "joined.\(ending)"
      try ffmpeg(["-f", "concat", "-i", "list.txt", "-c", "copy", name], in: scratch.folder)

      // The pictures of both parts by their hashes, in the order of their timestamps within each part.
      let expected = [shown.prefix(count).sorted().map { first[$0] }, Array(second[30...])]
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      try #require(table.count == count + 32)
      let (pictures, missing) = try video.hashes(of: Array(0..<table.count), in: .main)
      #expect(missing.count == 2, "\(missing) \(video.isCounted)")
      #expect(!pictures.values.contains { $0.isDamaged })
      let found = (0..<table.count).compactMap { pictures[$0]?.hash }
      #expect(Array(found.filter(expected[0].contains)) == expected[0])
      #expect(found.filter(expected[1].contains) == expected[1] && found.count == count + 30)
      // Behind the joint a picture each 1/25 s.
      let behind = (0..<table.count).filter { pictures[$0].map { expected[1].contains($0.hash) } ?? false }
      let times = behind.compactMap { table.time(ofFrame: $0) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $1.subtracting($0) == Rational(1, 25) })
      // Each by itself, by one decoder and by its own.
      for frame in (0..<table.count).map({ $0 * 23 % table.count }) {
        #expect(
          try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == pictures[frame]?.hash, "frame \(frame)")
      }
      for frame in stride(from: 0, to: table.count, by: 7) {
        let alone = try VideoFile(opening: scratch.path(name))
        _ = try alone.timeline(.whole)
        #expect(
          try alone.hashes(of: [frame], in: .main).pictures[frame]?.hash == pictures[frame]?.hash, "frame \(frame)")
      }
    }

    // The pictures that lead it refer to it; decoders leave them out without a word.
    @Test(arguments: ["mp4", "mkv"]) func `pictures that lead a damaged keyframe keep their places`(
      _ ending: String
    ) throws {
      let hashes = try source("first.mp4", hue: 0)
      try ffmpeg(["-i", "first.mp4", "-c", "copy", "whole.\(ending)"], in: scratch.folder)
      // The keyframes are pictures 0, 15, 30 and 45.
      let ranks = try ranks(of: "first.mp4")
      let number = try #require(ranks.firstIndex(of: 15))
      for (count, name) in [(number, "before"), (number + 1, "with")] {
        try ffmpeg(
          ["-i", "first.mp4", "-map", "0:v", "-c", "copy", "-frames:v", "\(count)", "-f", "data", name],
          in: scratch.folder)
      }
      let packet = try Data(scratch.bytes(of: "with")).dropFirst(try scratch.bytes(of: "before").count)
      var bytes = Data(try scratch.bytes(of: "whole.\(ending)"))
      bytes.replaceSubrange(try #require(bytes.range(of: Data(packet))), with: Data(count: packet.count))
      let video = try VideoFile(opening: scratch.write(bytes, to: "damaged.\(ending)"))
      _ = try video.timeline(.whole)
      _ = try video.hashes(of: [15], in: .main)
      #expect(try video.timeline(.whole).count == 60)
      let (pictures, missing) = try video.hashes(of: Array(0..<60), in: .main)
      #expect(missing.contains(15))
      for index in 0..<60 where pictures[index]?.isDamaged == false || index < 12 || index >= 30 {
        #expect(pictures[index]?.hash == hashes[index], "frame \(index)")
      }
    }

    @Test func `nothing is missing in a stream that is whole`() throws {
      let hashes = try source("first.mp4", hue: 0)
      let video = try VideoFile(opening: scratch.path("first.mp4"))
      _ = try video.timeline(.whole)
      let (pictures, missing) = try video.hashes(of: Array(0..<60), in: .main)
      #expect(missing.isEmpty && hashes.indices.allSatisfy { pictures[$0]?.hash == hashes[$0] })
    }
  }
}
