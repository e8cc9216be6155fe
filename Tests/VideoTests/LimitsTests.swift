import Testing
@testable import Video

struct LimitsTests {
  @Test func `the default limits`() {
    let limits = Limits()
    #expect(limits.pixels == 8192 * 8192 && limits.allocation == 1 << 30 && limits.streams == 64)
    #expect(limits.probeBytes == 8 << 20 && limits.probeMicroseconds == 5_000_000)
    #expect(limits.bytesWithoutPacket == 256 << 20 && limits.nanosecondsPerFrame == 30 * 1_000_000_000)
  }

  @Test func `each limit names its option and what it allows`() {
    for (limit, number, option): (ReachedLimit, String, String) in [
      (.time(nanoseconds: 30_000_000_000), "30 s", "--timeout"),
      (.pixels(size: PictureSize(width: 9000, height: 8000), allowed: 67_108_864), "9000×8000", "--max-pixels"),
      (.pixels(size: PictureSize(width: 9000, height: 8000), allowed: 67_108_864), "67108864", "--max-pixels"),
      (.picture(size: PictureSize(width: 900, height: 800), bytes: 77, allowed: 76), "900×800", "--max-picture"),
      (.picture(size: PictureSize(width: 900, height: 800), bytes: 77, allowed: 76), "77 bytes", "--max-picture"),
      (.streams(allowed: 64), "64 streams", "--max-streams"),
      (.gap(bytes: 268_435_456), "268435456 bytes", "--max-gap"),
      (.memory, "memory", "--max-memory"),
    ] {
      #expect(limit.description.contains(number) && limit.description.contains(option), "\(limit)")
      #expect(VideoError("reading", .limit(limit)).description == limit.description)
    }
  }

  @Test func `a time limit is given in seconds`() {
    #expect(ReachedLimit.time(nanoseconds: 2_000_000_000).description.contains(" 2 s"))
    #expect(ReachedLimit.time(nanoseconds: 1_500_000_000).description.contains(" 1.5"))
    #expect(ReachedLimit.time(nanoseconds: 1_050_000_000).description.contains(" 1.05"))
    #expect(ReachedLimit.time(nanoseconds: 7_000_000).description.contains(" 0.007 s"))
    for nanoseconds in [Int64.min, -1, 0, 1, .max] {
      #expect(ReachedLimit.time(nanoseconds: nanoseconds).description.contains("--timeout"))
    }
  }

  @Test func `errors are in plain words and in lower case`() {
    for (fault, words): (VideoError.Fault, String) in [
      (.unknownFormat, "is not a video"), (.refusedFormat("hls"), "format hls is not on the list"),
      (.soundOnly("flac"), "holds sound only"), (.noVideoStream, "no video stream"),
      (.notVideo(stream: 1, count: 2), "stream 1 is not video"), (.notVideo(stream: 7, count: 2), "no stream 7"),
      (.noDecoder("x"), "codec x"), (.noFrames, "no picture"), (.hiddenFrames, "edit list"),
      (.severalDescriptions(["avc1", "avc3"]), "several descriptions (avc1, avc3)"),
      (.noSegments, "only the first part of a stream"), (.noInitialSegment, "without its first part"),
      (.refusedByDecoder(codec: "x", words: "bad luck"), "codec x cannot be decoded as the file describes it: bad"),
      (.library(status: -5, words: "bad luck"), "bad luck"),
    ] {
      let text = VideoError("reading packets", fault).description
      #expect(text.contains(words) && text.first?.isLowercase == true, "\(text)")
    }
  }
}
