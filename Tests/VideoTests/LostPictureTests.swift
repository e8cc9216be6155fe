import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// A packet for which the decoder gives no picture and reports nothing: its frame is lost, in its place, and every
  /// other frame keeps its index, whether the gap was met or not.
  @Suite struct LostPictureTests {
    private let scratch: Scratch
    private static let lost = 4

    /// Ten pictures 40 ms apart, each with an alpha plane in an element of its own (Matroska's BlockAdditions, 75A1).
    /// Where one has another name, which demuxers skip, libvpx gives no picture: it waits for both planes.
    init() throws {
      scratch = try Scratch()
      var bytes = try Fixture.vp9Alpha.bytes()
      var place = bytes.startIndex
      for _ in 0...Self.lost {
        place = try #require(bytes.range(of: Data([0x75, 0xA1]), in: place..<bytes.endIndex)).upperBound
      }
      bytes[place - 2] = 0x7E
      try scratch.write(bytes, to: "gap.webm")
    }

    private func open() throws -> VideoFile {
      let video = try VideoFile(opening: scratch.path("gap.webm"))
      #expect(try timestamps(video) == Self.all)
      return video
    }

    private static let all = (0..<10).map { Int64($0) * 40 }

    private func timestamps(_ video: VideoFile) throws -> [Int64] {
      try video.timeline(.whole).frames.map(\.timestamp)
    }

    @Test(arguments: 0..<10)
    func `each frame asked alone keeps its index, and the lost one has no picture`(_ index: Int) throws {
      let video = try open()
      let expected = try Fixture.vp9Alpha.expectedFrames()
      // The first question may show that a picture is lost, and the timeline is new then.
      let first = try video.hashes(of: [index], in: .main).pictures
      let picture = try first[index] ?? video.hashes(of: [index], in: .main).pictures[index]
      #expect((picture == nil) == (index == Self.lost))
      // Behind it, the alpha plane lacks one picture that others depend on.
      if index < Self.lost { #expect(picture?.hash == expected[index].md5) }
      #expect(try timestamps(video) == Self.all)
      #expect(try picture != nil || !video.timeline(.whole).frames[index].isDecodable)
    }

    @Test func `all frames together are those asked alone`() throws {
      var alone: [Int: String] = [:]
      for index in 0..<10 {
        let video = try open()
        let first = try video.hashes(of: [index], in: .main).pictures
        alone[index] = try (first[index] ?? video.hashes(of: [index], in: .main).pictures[index])?.hash
      }
      let video = try open()
      _ = try video.hashes(of: Array(0..<10), in: .main)
      let (pictures, missing) = try video.hashes(of: Array(0..<10), in: .main)
      #expect(missing == [Self.lost])
      #expect(pictures.mapValues(\.hash) == alone)
    }

    @Test func `where more pictures are missing than damage explains, they are counted`() throws {
      // Two of ten without alpha: more than one in eight is no damage of a few.
      var bytes = try Data(scratch.bytes(of: "gap.webm"))
      let place = try #require(bytes.range(of: Data([0x75, 0xA1]))).lowerBound
      let second = try #require(bytes.range(of: Data([0x75, 0xA1]), in: place + 2..<bytes.endIndex)).lowerBound
      bytes[second] = 0x7E
      try scratch.write(bytes, to: "gaps.webm")
      let video = try VideoFile(opening: scratch.path("gaps.webm"))
      #expect(try video.timeline(.whole).count == 10)
      _ = try video.hashes(of: [1], in: .main)
      #expect(video.isCounted)
      // 40 and 160 are missing.
      #expect(try timestamps(video) == [0, 80, 120, 200, 240, 280, 320, 360])
    }
  }
}
