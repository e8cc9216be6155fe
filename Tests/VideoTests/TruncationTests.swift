import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Clips that are cut off: frames that can be decoded are found, no others, and no frame gets another frame's
  /// picture.
  @Suite struct TruncationTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    static let clips: [Fixture] = [
      .h264Faststart, .h264Fragmented, .h264Matroska, .h264Raw, .h264OpenGOPTransportStream, .h264IntraRefresh,
      .h264BFrames, .hevc10Bit, .mpeg2TransportStream, .mpeg2ProgramStream, .mpeg4AVI, .xvidPacked, .vp9, .av1, .gif,
      .rgba, .oneFrame,
    ]

    /// The sizes to cut to: every 5 %, and a few in between.
    private func sizes(of count: Int, seed: UInt64) -> [Int] {
      var numbers = SeededNumbers(seed: seed)
      let between = (0..<6).map { _ in Int.random(in: 1..<count, using: &numbers) }
      return (1..<20).map { count * $0 / 20 } + between + [count - 1]
    }

    /// The pictures that a frame of a cut-off clip may have: the one with its timestamp; if packets have none, any,
    /// since pictures that are shown earlier may be missing.
    private func allowed(_ frame: FrameTable.Frame, of clip: Fixture, _ expected: [ExpectedFrame]) -> Set<String> {
      let isCounted = [.h264Raw, .mpeg2ProgramStream, .mpeg4AVI, .xvidPacked].contains(clip)
      return Set(expected.filter { isCounted || $0.presentationTimestamp == frame.timestamp }.map(\.md5))
    }

    @Test(arguments: clips)
    func `a cut-off clip gives its own pictures or marks them as damaged`(_ clip: Fixture) throws {
      let bytes = try clip.bytes()
      let expected = try clip.expectedFrames()
      for size in sizes(of: bytes.count, seed: UInt64(bytes.count)) {
        let path = try scratch.write(bytes.prefix(size), to: "cut")
        do {
          let video = try VideoFile(opening: path)
          let timeline = try video.timeline(.whole)
          #expect(timeline.count <= expected.count && timeline.isComplete, "\(size) of \(bytes.count) bytes")
          let (pictures, missing) = try video.hashes(of: Array(0..<timeline.count), in: .main)
          #expect(pictures.count + missing.count == timeline.count)
          for (index, picture) in pictures where !picture.isDamaged {
            let own = allowed(timeline.frames[index], of: clip, expected)
            #expect(own.contains(picture.hash), "frame \(index) of \(clip.name), \(size) of \(bytes.count) bytes")
          }
        } catch let error as VideoError {
          // Too short to contain a picture.
          #expect(!error.description.isEmpty)
        }
      }
    }

    @Test(arguments: clips)
    func `moments after the cut are refused`(_ clip: Fixture) throws {
      let bytes = try clip.bytes()
      let targets = try Target.middles(of: clip)
      for share in [30, 60, 90] {
        let path = try scratch.write(bytes.prefix(bytes.count * share / 100), to: "cut")
        guard let video = try? VideoFile(opening: path), let timeline = try? video.timeline(.whole) else { continue }
        let end = try #require(timeline.end)
        for target in targets where target.time > end {
          #expect(throws: MomentError.self) { try timeline.frameIndex(onScreenAt: target.time, bounds: .refuse) }
        }
        #expect(throws: MomentError.self) {
          try timeline.resolve(.frame(Int64(timeline.count)), bounds: .refuse)
        }
      }
    }

    /// Clips whose container lists all frames: in others a gap before the cut cannot be detected.
    static let promising: [Fixture] = [
      .h264Faststart, .h264IntraRefresh, .h264BFrames, .h264NTSC, .h264VFR, .hevc10Bit, .av1, .rgba,
    ]

    @Test(arguments: promising)
    func `a moment of a cut-off clip gives its own picture, a damaged one, or an error`(_ clip: Fixture) throws {
      let bytes = try clip.bytes()
      for size in sizes(of: bytes.count, seed: 3) {
        let path = try scratch.write(bytes.prefix(size), to: "cut")
        guard let video = try? VideoFile(opening: path) else { continue }
        for target in try Target.middles(of: clip) where target.frame.index.isMultiple(of: 3) {
          guard let part = try? video.lookUp(around: target.time) else { continue }
          let (table, stretch) = (part.table, part.stretch)
          guard let place = try? table.frameIndex(onScreenAt: target.time, bounds: .refuse),
            let tick = target.time.adding(table.origin).flatMap({ table.timeBase.lastTick(atOrBefore: $0) }),
            !video.endsBefore(tick: tick, frame: place, in: table, of: stretch),
            let (pictures, _) = try? video.hashes(of: [place], in: stretch), let picture = pictures[place],
            !picture.isDamaged
          else { continue }
          #expect(picture.hash == target.frame.md5, "\(size) bytes of \(clip.name) at \(target.time) s")
        }
      }
    }

    @Test(arguments: [Fixture.h264Faststart, .h264Matroska, .vp9])
    func `a clip with its index or its size in front is recognised as cut off`(_ clip: Fixture) throws {
      let bytes = try clip.bytes()
      for size in [bytes.count / 2, bytes.count - 1, bytes.count] {
        let video = try VideoFile(opening: scratch.write(bytes.prefix(size), to: "cut"))
        _ = try video.timeline(.whole)
        #expect(video.isCutOff == (size < bytes.count), "\(clip.name), \(size) of \(bytes.count) bytes")
      }
    }

    // Three pictures of 4:2:0, 16x16: 390 bytes each with "FRAME" and its line feed.
    @Test func `a part of a picture behind the last one of YUV4MPEG2 is not taken for the end`() throws {
      try makeOnce(
        "v.y4m", ["-f", "lavfi", "-i", "testsrc2=s=16x16:r=25:d=0.12", "-pix_fmt", "yuv420p"], in: scratch.folder)
      let bytes = try scratch.bytes(of: "v.y4m")
      for missing in [0, 1, 383, 384, 389, 390, 391, 780] {
        let video = try VideoFile(opening: scratch.write(Data(bytes.dropLast(missing)), to: "cut.y4m"))
        #expect(try video.timeline(.whole).count == 3 - (missing + 389) / 390)
        #expect(video.isCutOff == (missing % 390 != 0), "\(missing) bytes are missing")
      }
    }

    // The stream says that pictures may be reordered, but none is: only their picture order counts prove the timestamps.
    // What is missing has none, and what is cut has none that can be read.
    @Test(arguments: ["mp4", "flv"]) func `pictures are found in what is left of a stream that only may reorder`(
      _ ending: String
    ) throws {
      let words =
        "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -c:v libx264 -g 25 -bf 1 -pix_fmt yuv420p "
        + "-x264-params b-bias=-100:b-adapt=1:scenecut=0 -movflags faststart"
      try makeOnce("whole.\(ending)", words.split(separator: " ").map(String.init), in: scratch.folder)
      let hashes = try linearHashes(of: "whole.\(ending)", in: scratch.folder)
      let bytes = try scratch.bytes(of: "whole.\(ending)")
      try scratch.write(Data(bytes.prefix(bytes.count * 6 / 10)), to: "cut.\(ending)")
      let video = try VideoFile(opening: scratch.path("cut.\(ending)"))
      let last = try #require(try video.timeline(.whole).lastDecodable)
      try #require(last > 40 && video.isCutOff)
      for frames in [Array(0...last), [0], [last - 1, last]] {
        let (pictures, missing) = try video.hashes(of: frames, in: .main)
        #expect(
          missing.isEmpty && frames.allSatisfy { pictures[$0]?.hash == hashes[$0] && pictures[$0]?.isDamaged == false })
      }
    }
  }
}
