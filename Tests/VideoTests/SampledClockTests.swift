import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Moments of transport and program streams, found by looking at the clock in places across the file.
  @Suite struct SampledClockTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 20 s of noise, 25 pictures a second, a keyframe each 12 to 20: some megabytes.
    private static let source = "-f lavfi -i testsrc2=s=192x108:r=25:d=20,noise=alls=60:allf=t"
    private static let h264 =
      "\(source) -c:v libx264 -preset ultrafast -qp 26 -g 20 -bf 2 -x264-params open-gop=1 -pix_fmt yuv420p"

    /// Files by ffmpeg, each in a way that times are stored.
    private static let made = [
      "plain.ts": h264,
      "disc.m2ts": "\(h264) -mpegts_m2ts_mode 1",
      "sound.ts": "\(source) -f lavfi -i sine=d=20 -c:v libx264 -preset ultrafast -g 20 -c:a mp2 -pix_fmt yuv420p",
      "mpeg2.ts": "\(source) -c:v mpeg2video -q:v 6 -g 12 -bf 2",
      "hevc.ts":
        "\(source) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=20:qp=36 -pix_fmt yuv420p",
      "program.mpg": "\(source) -c:v mpeg2video -q:v 6 -g 12 -bf 2 -f vob",
      // The 33 bits of a time start anew 2^33 / 90 000 = 95 443.7 s after 0: here, after some 10 s.
      "wrap.ts": "\(h264) -output_ts_offset 95432",
    ]

    private func make(_ name: String) throws -> Path {
      let words = try #require(Self.made[name])
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return scratch.path(name)
    }

    /// The time in the middle of a frame.
    private func middle(of index: Int, in table: FrameTable) throws -> Rational {
      try #require(table.time(ofFrame: index)?.adding(Rational(1, 50) ?? .zero))
    }

    @Test(arguments: made.keys.sorted())
    func `a moment is the same as in all frames, and little is read for it`(_ name: String) throws {
      let path = try make(name)
      let hashes = try linearHashes(of: name, in: scratch.folder, isFirstVideo: true)
      let all = try VideoFile(opening: path).timeline(.everyPacket)
      try #require(all.count == hashes.count && all.count == 500)
      let size = try VideoFile(opening: path).byteCount
      try #require(size > 2 << 20)
      var numbers = SeededNumbers(seed: 29)
      for index in [60, 498, 499] + Array(61..<498).shuffled(using: &numbers).prefix(2) {
        let video = try VideoFile(opening: path)
        let time = try middle(of: index, in: all)
        #expect(try video.lookUp(around: time).stretch == .window(0), "frame \(index)")
        let found = try video.grab(at: time)
        #expect(found.hash == hashes[index] && found.start == all.time(ofFrame: index), "frame \(index)")
        #expect(video.bytesRead < size * 5 / 6, "frame \(index): \(video.bytesRead) of \(size)")
      }
      let video = try VideoFile(opening: path)
      #expect(try video.distantEnd() == all.end)
      #expect(video.bytesRead < size * 4 / 5, "end: \(video.bytesRead) of \(size)")
    }

    @Test func `frames of one file, one after the other and backwards`() throws {
      let path = try make("disc.m2ts")
      let hashes = try linearHashes(of: "disc.m2ts", in: scratch.folder)
      let all = try VideoFile(opening: path).timeline(.everyPacket)
      let video = try VideoFile(opening: path)
      for index in stride(from: 499, through: 0, by: -11) {
        let found = try video.grab(at: middle(of: index, in: all))
        #expect(found.hash == hashes[index] && found.start == all.time(ofFrame: index), "frame \(index)")
      }
      #expect(try video.timeline(.throughFrame(0)).isComplete == false)
    }

    // MARK: Clocks that do not go on

    /// Joins files as `cat` does.
    private func join(_ names: [String], as name: String) throws -> Path {
      try scratch.write(Data(names.flatMap { try scratch.bytes(of: $0) }), to: name)
      return scratch.path(name)
    }

    /// Asks for frames of a file whose clock starts anew somewhere: each is the one of all frames read in a row.
    private func check(_ path: Path, _ indices: [Int], windowsBefore limit: Int) throws {
      let all = try VideoFile(opening: path).timeline(.everyPacket)
      for index in indices {
        let video = try VideoFile(opening: path)
        let time = try middle(of: index, in: all)
        let part = try video.lookUp(around: time)
        #expect((part.stretch == .main) == (index >= limit), "frame \(index)")
        let place = try part.table.frameIndex(onScreenAt: time, bounds: .refuse)
        #expect(part.table.time(ofFrame: place) == all.time(ofFrame: index), "frame \(index)")
      }
    }

    @Test func `a clock that starts anew is read`() throws {
      _ = try make("plain.ts")
      let path = try join(["plain.ts", "plain.ts"], as: "twice.ts")
      // The second half is frames 500 to 999; the place that is looked at next is some frames before its beginning.
      try check(path, [100, 450, 520, 700, 999], windowsBefore: 480)
      #expect(try VideoFile(opening: path).distantEnd() == nil)
    }

    @Test func `a clock that rises by more than ten seconds is read, by less it is not`() throws {
      _ = try make("plain.ts")
      // The second file begins 20 s, and a gap, after the first one.
      for (gap, limit) in [(11, 480), (9, Int.max)] {
        try ffmpeg(
          ["-i", "plain.ts", "-c", "copy", "-output_ts_offset", "\(20 + gap)", "later\(gap).ts"], in: scratch.folder)
        try check(
          try join(["plain.ts", "later\(gap).ts"], as: "gap\(gap).ts"), [100, 450, 520, 999], windowsBefore: limit)
      }
    }

    @Test func `a short clip in front is met`() throws {
      // 3 s of the first file, and all of the second one, which starts at the same time: soon it has caught up.
      _ = try make("plain.ts")
      try ffmpeg(["-t", "3", "-i", "plain.ts", "-c", "copy", "intro.ts"], in: scratch.folder)
      let path = try join(["intro.ts", "plain.ts"], as: "behind.ts")
      try check(path, [100, 300, 570], windowsBefore: 0)
      #expect(try VideoFile(opening: path).distantEnd() == nil)
    }

    @Test func `a clip that ends before the second place is met`() throws {
      // 5 s of one colour, less than the 64 KiB between the first places; the recording behind it has the same clock.
      _ = try make("plain.ts")
      let blue = "-f lavfi -i color=blue:s=192x108:r=25:d=5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p"
      try makeOnce("bump.ts", blue.split(separator: " ").map(String.init), in: scratch.folder)
      try #require(scratch.bytes(of: "bump.ts").count < 1 << 16)
      let path = try join(["bump.ts", "plain.ts"], as: "bumped.ts")
      try check(path, [140, 200, 300, 570], windowsBefore: 0)
      #expect(try VideoFile(opening: path).distantEnd() == nil)
    }

    @Test func `a clock that is set back and has caught up by the next place is met`() throws {
      // Some 8 KB a second, so that places are eight seconds apart; 200 s, and again from six seconds before the end: two
      // seconds pass for eight seconds of bytes.
      try makeOnce(
        "slow.ts",
        "-f lavfi -i testsrc2=s=64x48:r=10:d=200 -c:v libx264 -preset ultrafast -qp 20 -g 10 -bf 0 -pix_fmt yuv420p"
          .split(separator: " ").map(String.init), in: scratch.folder)
      let size = try scratch.bytes(of: "slow.ts").count
      try #require((7...9).contains(200 * 65_536 / size) && size > 1 << 20)
      try ffmpeg(["-i", "slow.ts", "-c", "copy", "-output_ts_offset", "194", "late.ts"], in: scratch.folder)
      try check(try join(["slow.ts", "late.ts"], as: "back.ts"), [100, 1800, 2100, 3900], windowsBefore: 1900)
    }

    @Test func `a file that ends in the middle of a packet is read to its end`() throws {
      _ = try make("plain.ts")
      try scratch.write(Data(try scratch.bytes(of: "plain.ts").dropLast(100)), to: "cut.ts")
      #expect(try VideoFile(opening: scratch.path("cut.ts")).distantEnd() == nil)
    }

    /// A file in which the times of the ten pictures of one keyframe are set back by five seconds, so that a clock that
    /// is looked at in places does not show it.
    private func makeUnseenJump() throws -> (path: Path, time: Rational, jump: Rational) {
      // A minute, some 2 KB a picture: thirty of them between two places.
      try makeOnce(
        "small.ts",
        "-f lavfi -i testsrc2=s=128x96:r=25:d=60 -c:v libx264 -preset ultrafast -qp 18 -g 10 -bf 0 -pix_fmt yuv420p"
          .split(separator: " ").map(String.init), in: scratch.folder)
      let bytes = try scratch.bytes(of: "small.ts")
      let starts = stride(from: 0, to: bytes.count, by: 188).filter { place in
        // A packet of the pictures' stream (0x100) in which one starts.
        bytes[place + 1] & 0x5F == 0x41 && bytes[place + 2] == 0
      }
      // Those at which decoding may start say so, in the adaptation field.
      let keyframes = starts.indices.filter { bytes[starts[$0] + 3] & 0x20 != 0 && bytes[starts[$0] + 5] & 0x40 != 0 }
      try #require(starts.count == 1500 && keyframes.count == 150)
      for first in keyframes[60..<75] {
        var changed = bytes
        for place in starts[first..<first + 10] {
          let header = place + 4 + (bytes[place + 3] & 0x20 == 0 ? 0 : 1 + Int(bytes[place + 4]))
          try #require(bytes[header..<header + 3].elementsEqual([0, 0, 1]))
          for time in [header + 9] + (bytes[header + 7] & 0x40 == 0 ? [] : [header + 14]) {
            // Bits 29 to 15 are in the second and the third byte; 5 s are 13.7 of their units of 2^15 ticks.
            let middle = (Int(changed[time + 1]) << 7 | Int(changed[time + 2] >> 1)) - 14
            changed[time + 1] = UInt8(middle >> 7 & 0xFF)
            changed[time + 2] = UInt8(middle & 0x7F) << 1 | 1
          }
        }
        try scratch.write(Data(changed), to: "unseen.ts")
        if try VideoFile(opening: scratch.path("unseen.ts")).distantEnd() != nil {
          return (scratch.path("unseen.ts"), Rational(50), try #require(Rational(Int64(first), 25)))
        }
      }
      throw RunFault(description: "each jump was seen")
    }

    @Test func `an answer does not depend on what was read before`() throws {
      let (path, time, jump) = try makeUnseenJump()
      // A moment whose neighbours are within the jump is found by reading.
      let near = try VideoFile(opening: path).lookUp(around: #require(jump.subtracting(Rational(1, 5) ?? .zero)))
      #expect(near.stretch == .main)
      func shown(_ video: VideoFile) throws -> Int64 {
        let part = try video.lookUp(around: time)
        return part.table.frames[try part.table.frameIndex(onScreenAt: time, bounds: .refuse)].timestamp
      }
      let alone = try shown(VideoFile(opening: path))
      let video = try VideoFile(opening: path)
      let whole = try video.timeline(.everyPacket)
      // Read as a whole, the clock starts anew twice, so that everything behind is later.
      #expect(whole.frames[try whole.frameIndex(onScreenAt: time, bounds: .refuse)].timestamp != alone)
      try #require(video.mustLookAround && !video.isCounted)
      #expect(try shown(video) == alone)
      let end = try VideoFile(opening: path).distantEnd()
      #expect(try end != nil && video.distantEnd() == end && end != whole.end)
      // The order of questions does not matter, either.
      let other = try VideoFile(opening: path)
      _ = try other.distantEnd()
      #expect(try shown(other) == alone)
    }

    @Test func `a hole without times ends the search`() throws {
      _ = try make("plain.ts")
      let bytes = try scratch.bytes(of: "plain.ts")
      let half = bytes.count / 2 / 188 * 188
      try scratch.write(
        Data(bytes[..<half] + Array(repeating: 0, count: 188 * 200_000) + bytes[half...]), to: "hole.ts")
      var limits = Limits()
      limits.bytesWithoutPacket = 1 << 20
      let video = try VideoFile(opening: scratch.path("hole.ts"), limits: limits)
      #expect(throws: VideoError("reading packets", .limit(.gap(bytes: 1 << 20)))) {
        try video.lookUp(around: Rational(18))
      }
      // Twice the beginning, and a hole of 38 MB as far as allowed.
      #expect(video.bytesRead < 2 * Int64(bytes.count))
      // What is before it is found.
      let before = try VideoFile(opening: scratch.path("hole.ts"), limits: limits)
      #expect(try before.lookUp(around: Rational(5)).stretch == .window(0))
    }

    @Test func `a small file is read, and one of which every packet is wanted`() throws {
      let path = try make("plain.ts")
      var limits = Limits()
      limits.leastListedBytes = .max
      let video = try VideoFile(opening: path, limits: limits)
      #expect(try video.lookUp(around: Rational(10)).stretch == .main)
      #expect(try video.distantEnd() == nil)
    }

    // 200 s in about 30 MB. Its clock is looked at in 400 places; for provisional pictures in 24 and in at most 9 before
    // them (64 KiB, doubled up to a 24th of the file), and then halfway from there to the moment.
    @Test func `for provisional pictures few places are looked at`() throws {
      _ = try make("plain.ts")
      try ffmpeg(["-stream_loop", "9", "-i", "plain.ts", "-c", "copy", "long.ts"], in: scratch.folder)
      let hashes = try linearHashes(of: "long.ts", in: scratch.folder, isFirstVideo: true)
      let all = try VideoFile(opening: scratch.path("long.ts")).timeline(.everyPacket)
      try #require(all.count == hashes.count && all.count > 4_900)
      var rough = Limits()
      rough.samplesFewPlaces = true
      for frame in [40, 3_750, all.count - 1] {
        let few = try VideoFile(opening: scratch.path("long.ts"), limits: rough)
        let many = try VideoFile(opening: scratch.path("long.ts"))
        let time = try middle(of: frame, in: all)
        let found = try few.grab(at: time)
        #expect(found.hash == hashes[frame] && found.start == all.time(ofFrame: frame), "frame \(frame)")
        #expect(try many.grab(at: time).hash == found.hash, "frame \(frame)")
        if frame > 500 { #expect(few.bytesRead * 2 < many.bytesRead, "\(few.bytesRead) of \(many.bytesRead)") }
      }
      let (few, many) = (
        try VideoFile(opening: scratch.path("long.ts"), limits: rough), try VideoFile(opening: scratch.path("long.ts"))
      )
      #expect(try few.distantEnd() == all.end && many.distantEnd() == all.end)
      #expect(few.bytesRead * 2 < many.bytesRead, "\(few.bytesRead) of \(many.bytesRead)")
    }
  }
}
