import Files
import Foundation
import Synchronization
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Several decoders of one video, in parallel.
  @Suite struct DecodeWorkersTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// A clip of 250 frames with a keyframe every ten.
    private func make(_ name: String, _ coding: [String]) throws -> Path {
      try makeOnce(
        name, ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=10", "-pix_fmt", "yuv420p"] + coding + ["-g", "10"],
        in: scratch.folder)
      return scratch.path(name)
    }

    @Test(arguments: [
      ("a.mp4", ["-c:v", "libx264", "-bf", "2"]), ("a.mkv", ["-c:v", "libx264", "-x264-params", "open-gop=1"]),
      ("a.ts", ["-c:v", "mpeg2video", "-bf", "2"]),
      ("b.mkv", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
      ("b.mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]),
    ])
    func `any number of workers gives the same pictures`(_ name: String, _ coding: [String]) throws {
      let path = try make(name, coding)
      let video = try VideoFile(opening: path)
      let count = try video.timeline(.whole).count
      #expect(count == 250)
      let all = Array(0..<count)
      let (expected, _) = try video.hashes(of: all, in: .main)
      for workers in [2, 3, 8] {
        let (hashes, left) = video.hashes(of: all, workers: workers)
        #expect(left == [])
        #expect(all.filter { hashes[$0] != expected[$0]?.hash } == [], "\(workers) workers")
      }
      // Some of them, again with the existing workers.
      let some = stride(from: 3, to: count, by: 7).map { $0 }
      let (hashes, left) = video.hashes(of: some, workers: 2)
      #expect(left == [] && some.allSatisfy { hashes[$0] == expected[$0]?.hash } && hashes.count == some.count)
    }

    @Test func `small jobs and counted videos are left to the video itself`() throws {
      let path = try make("a.mp4", ["-c:v", "libx264", "-bf", "2"])
      let video = try VideoFile(opening: path)
      _ = try video.timeline(.whole)
      #expect(video.hashes(of: [3, 100, 200], workers: 2).left == [3, 100, 200])
      #expect(video.hashes(of: Array(0..<250), workers: 1).left.count == 250)
      #expect(video.hashes(of: Array(240..<250), workers: 4).left.count == 10)
      try #require(
        try run(["ffmpeg", "-v", "error", "-i", "a.mp4", "-c", "copy", "a.h264"], in: scratch.folder).status == 0)
      let raw = try VideoFile(opening: scratch.path("a.h264"))
      let count = try raw.timeline(.whole).count
      #expect(raw.isCounted && raw.hashes(of: Array(0..<count), workers: 2).left.count == count)
    }

    @Test func `frames that are left out are progress, too`() throws {
      // Else the watchdog takes a long stretch of damaged pictures for a standstill.
      let video = try VideoFile(opening: try make("a.mp4", ["-c:v", "libx264", "-bf", "2"]))
      _ = try video.timeline(.whole)
      let table = try #require(video.frames.packets(of: .main))
      let crew = try #require(video.crew(2))
      let groups = [0, 10, 20].map { DecodeWorkers.Group(start: $0, frames: [$0, $0 + 1], table: table) }
      var (taken, progress) = (0, 0)
      crew.decode(groups) { (_: Int, _: Int, place: Int, _: consuming Picture) -> Int? in
        place == 20 ? 20 : nil
      } take: { (_: Int, _: Int, _: Int) in
        taken += 1
        return true
      } progress: {
        progress += 1
      }
      // Five frames are left out, and three groups end.
      #expect(taken == 1 && progress == 5 + 3)
    }

    @Test func `frames of many windows are distributed together`() throws {
      let path = try make("a.mp4", ["-c:v", "libx264", "-bf", "2"])
      let video = try VideoFile(opening: path)
      // The last frames before keyframes: ten packets each, a hundred in all.
      let wanted = Array(stride(from: 49, to: 250, by: 20))
      let frames = try wanted.map { index in
        let part = try video.lookUp(around: try #require(Rational(Int64(2 * index + 1), 50)))
        let place = try part.table.frameIndex(
          onScreenAt: try #require(Rational(Int64(2 * index + 1), 50)), bounds: .refuse)
        return part.reference(to: place)
      }
      #expect(Set(frames.map(\.stretch)).count > 2)
      var hashes: [FrameReference: String] = [:]
      let left = video.pictures(of: frames, workers: 2) {
        (_: Int, _: FrameReference, picture: consuming Picture) -> String? in
        try? picture.md5()
      } take: { (frame: FrameReference, hash: String) in
        hashes[frame] = hash
        return true
      }
      #expect(left.isEmpty)
      let whole = try VideoFile(opening: path)
      _ = try whole.timeline(.whole)
      let (expected, _) = try whole.hashes(of: wanted, in: .main)
      #expect(zip(wanted, frames).allSatisfy { hashes[$1] == expected[$0]?.hash && hashes[$1] != nil })
    }

    @Test func `the caller can end the work`() throws {
      let video = try VideoFile(opening: try make("a.mp4", ["-c:v", "libx264", "-bf", "2"]))
      _ = try video.timeline(.whole)
      let made = Mutex(0)
      var taken = 0
      let left = video.pictures(of: video.references(Array(0..<250)), workers: 2) {
        (_: Int, _: FrameReference, _: consuming Picture) -> Int? in
        made.withLock { $0 += 1 }
        return 1
      } take: { (_: FrameReference, _: Int) in
        taken += 1
        return taken < 5
      }
      #expect(taken == 5 && left.count == 245)
      // What two workers can have made by then, 5 + 8 + 2 + 8: stored values, and those in progress.
      let count = made.withLock { $0 }
      #expect(count <= 23)
    }

    @Test func `damaged pictures are left out, and all others are right`() throws {
      let path = try make("a.mp4", ["-c:v", "libx264", "-bf", "2"])
      var bytes = Data(try scratch.bytes(of: "a.mp4"))
      var numbers = SeededNumbers(seed: 9)
      let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
      let end = try #require(bytes.range(of: Data("moov".utf8))).lowerBound
      for _ in 0..<12 { bytes[Int.random(in: start + 2000..<end - 8, using: &numbers)] ^= 0x55 }
      try scratch.write(bytes, to: "spoilt.mp4")
      _ = path
      let video = try VideoFile(opening: scratch.path("spoilt.mp4"))
      let all = Array(0..<(try video.timeline(.whole).count))
      let (alone, _) = try video.hashes(of: all, in: .main)
      try #require(!video.isCounted)
      let (hashes, left) = video.hashes(of: all, workers: 3)
      #expect(!left.isEmpty && !hashes.isEmpty && left.count + hashes.count == all.count)
      for frame in all {
        if let hash = hashes[frame] {
          #expect(hash == alone[frame]?.hash && alone[frame]?.isDamaged == false, "frame \(frame)")
        }
      }
      #expect(all.filter { alone[$0]?.isDamaged == true && !left.contains($0) } == [])
    }
  }
}
