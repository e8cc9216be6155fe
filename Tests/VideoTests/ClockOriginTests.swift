import Foundation
import TestSupport
import Testing
import Timeline
import Video

extension Decoding {
  /// Tests of t = 0: the earliest moment at which anything is shown or heard.
  @Suite struct ClockOriginTests {
    @Test(arguments: [Fixture.h264BFrames, .h264NTSC, .h264EditList, .h264EditMidFrame, .cover, .coverFirst, .gif])
    func `a clip whose first picture is at tick 0 starts there`(_ clip: Fixture) throws {
      // The sound of h264-bframes.mp4 starts 1024 samples early, which its decoder drops; pictures hidden by an edit
      // list are before 0; covers do not count.
      #expect(try VideoFile.open(clip).origin == .zero)
    }

    @Test func `sound that starts before the first picture moves zero`() throws {
      // The first picture is at tick 1 026 000, the sound 1920 ticks earlier, each 1/90000 s.
      #expect(try VideoFile.open(.h264Offset).origin == Rational(1_026_000 - 1_920, 90_000))
      #expect(try VideoFile.open(.h264Offset, clock: .firstFrame).origin == Rational(1_026_000, 90_000))
    }

    @Test func `timestamps that are negative because of the 33-bit wrap`() throws {
      #expect(try VideoFile.open(.h264Wrap).origin == Rational(-46_592, 90_000))
    }

    @Test func `pictures that are not decodable count as time`() throws {
      // Frame 0 is at tick 219 600 and 11/25 s after the first packet: 2.44 s - 0.44 s.
      #expect(try VideoFile.open(.h264MidGOP).origin == Rational(2))
      #expect(try VideoFile.open(.h264MidGOP, clock: .firstFrame).origin == Rational(219_600, 90_000))
    }

    @Test func `leading pictures of a keyframe at the beginning do not count as time`() throws {
      // The tables of the stream, then its second keyframe: tick 176 400, and behind it two that are shown before it
      // and need what was cut off. Such a recording's start_time is the keyframe's, for ffprobe as well.
      let bytes = try Fixture.h264OpenGOPTransportStream.bytes()
      let scratch = try Scratch()
      let path = try scratch.write(bytes.prefix(564) + bytes.dropFirst(4512), to: "cut.ts")
      #expect(try VideoFile(opening: path).origin == Rational(176_400, 90_000))
    }

    @Test func `a jump back among the first pictures does not move zero`() throws {
      // Half of 36 pictures from 11.4 s on, then a stream that starts at 1.48 s.
      let scratch = try Scratch()
      let first = try Fixture.h264Offset.bytes()
      let joined = first.prefix(first.count / 376 * 188) + (try Fixture.h264OpenGOPTransportStream.bytes())
      let path = try scratch.write(joined, to: "joined.ts")
      #expect(try VideoFile(opening: path).origin == Rational(1_026_000 - 1_920, 90_000))
      let timeline = try VideoFile(opening: path, clock: .firstFrame).timeline(.whole)
      #expect(timeline.time(ofFrame: 0) == .zero)
      // All 60 of the second stream follow: they are not leading pictures of the first one's keyframe.
      let behind = timeline.frames.count { $0.timestamp < 1_026_000 }
      #expect(behind == 60)
    }

    @Test func `fragments that do not start at 0`() throws {
      // 1024 ticks of 1/12800 s.
      #expect(try VideoFile.open(.h264Fragmented).origin == Rational(1024, 12_800))
    }

    // Three B pictures delay the first picture by two in the other files; here its delay is 0, and that of others −1 or −2
    // pictures. FFmpeg takes the longest for the whole track's, and not for the sound's.
    @Test(arguments: ["frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets", "cmaf"])
    func `delays below 0 in fragments move no picture against the sound`(_ flags: String) throws {
      let scratch = try Scratch()
      let words = """
        -f lavfi -i testsrc2=s=160x128:r=25:d=2 -f lavfi -i sine=d=2 -pix_fmt yuv420p -c:v libx264 -preset veryfast \
        -x264-params bframes=3:b-adapt=0:keyint=25 -c:a flac -strict -2 -movflags \(flags)
        """
      try makeOnce("v.mp4", words.split(separator: " ").map(String.init), in: scratch.folder)
      let table = try VideoFile(opening: scratch.path("v.mp4")).timeline(.whole)
      #expect((0..<table.count).map { table.time(ofFrame: $0) } == (0..<50).map { Rational($0, 25) })
      // Without that sound the first picture is the beginning anyway.
      try ffmpeg(["-i", "v.mp4", "-an", "-c", "copy", "-movflags", flags, "silent.mp4"], in: scratch.folder)
      #expect(try VideoFile(opening: scratch.path("silent.mp4")).timeline(.whole).time(ofFrame: 49) == Rational(49, 25))
    }

    @Test func `a frame looked up by its raw timestamp does not depend on the clock`() throws {
      for clock in [VideoClock.player, .firstFrame] {
        let timeline = try VideoFile.open(.h264Offset, clock: clock).timeline(.whole)
        #expect(try timeline.resolve(.ticks(1_026_000 + 3 * 3600), bounds: .refuse).index == 3)
      }
    }
  }
}
