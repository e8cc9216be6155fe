import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Delays of more than 2^28 ticks, 0.27 s in nanoseconds, which FFmpeg leaves out with their whole table.
  @Suite struct LostDelaysTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let x264 = "-c:v libx264 -x264-params b-adapt=0:b-pyramid=normal"

    /// 30 pictures, 8 a second. The one that follows three B pictures is shown three places behind its own in the file, and
    /// all are moved by the two that a B picture waits for: 0.625 s.
    private func make(_ coder: String) throws -> [String] {
      try ffmpeg("-f lavfi -i testsrc2=s=160x128:r=8:d=3.75 -pix_fmt yuv420p \(coder) -g 12 -bf 3 usual.mp4")
      let hashes = try linearHashes(of: "usual.mp4", in: scratch.folder)
      try #require(hashes.count == 30 && Set(hashes).count == 30)
      return hashes
    }

    private func ffmpeg(_ words: String) throws {
      try TestSupport.ffmpeg(words.split(separator: " ").map(String.init), in: scratch.folder)
    }

    private let nanoseconds = "-c copy -video_track_timescale 1000000000"

    /// Each picture by itself, then all in order, by the times that the clip was made with.
    private func check(_ name: String, _ hashes: [String], from first: Rational = .zero, _ limits: Limits) throws {
      func time(_ eighths: Rational) throws -> Rational {
        try #require(eighths.divided(by: Rational(8))?.adding(first))
      }
      for (frame, hash) in hashes.enumerated() {
        let video = try VideoFile(opening: scratch.path(name), limits: limits)
        let part = try video.lookUp(around: time(#require(Rational(Int64(2 * frame + 1), 2))))
        let place = try part.table.frameIndex(
          onScreenAt: time(#require(Rational(Int64(2 * frame + 1), 2))), bounds: .refuse)
        let found = try video.hashes(of: [place], in: part.stretch).pictures[place]
        #expect(found?.hash == hash && found?.isDamaged == false, "\(name), \(frame)")
      }
      let video = try VideoFile(opening: scratch.path(name), limits: limits)
      let table = try video.timeline(.whole)
      let times = try hashes.indices.map { try time(Rational(Int64($0))) }
      #expect((0..<table.count).map { table.time(ofFrame: $0) } == times)
      let (pictures, missing) = try video.hashes(of: Array(hashes.indices), in: .main)
      #expect(hashes.indices.map { pictures[$0]?.hash } == hashes && missing.isEmpty)
    }

    @Test(arguments: [x264, "-c:v libx265 -x265-params log-level=none"], [Limits(), .believing])
    func `pictures are shown when the file says`(_ coder: String, _ limits: Limits) throws {
      let hashes = try make(coder)
      try ffmpeg("-i usual.mp4 \(nanoseconds) long.mp4")
      try check("long.mp4", hashes, limits)
    }

    @Test func `sound and a file without an edit list change nothing`() throws {
      let hashes = try make(Self.x264)
      try ffmpeg("-i usual.mp4 -f lavfi -i sine=d=3.75 \(nanoseconds) -c:a aac sound.mp4")
      try check("sound.mp4", hashes, Limits())
      let described = try VideoFile(opening: scratch.path("sound.mp4"), isProbed: true)
      #expect(try described.timeline(.whole).count == 30)
      // Without the list, no picture is at 0: the first one is shown 0.25 s behind it, where t = 0 is then.
      try ffmpeg("-i usual.mp4 \(nanoseconds) -use_editlist 0 listless.mp4")
      try check("listless.mp4", hashes, Limits())
    }

    // Which pictures such a list shows depends on the times that FFmpeg left out.
    @Test func `an intricate edit list is refused`() throws {
      _ = try make(Self.x264)
      // Cut within a group: the list begins behind its first picture.
      try ffmpeg("-ss 2.1 -i usual.mp4 \(nanoseconds) cut.mp4")
      let error = #expect(throws: VideoError.self) { try VideoFile(opening: scratch.path("cut.mp4")) }
      #expect(error?.fault == .lostDelays)
    }
  }
}
