import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Pictures around a keyframe, or a pause, whose times do not show where a decoder must start.
  @Suite struct SharedTimeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let coders = [
      "h264": "-c:v libx264 -preset veryfast -x264-params keyint=20:min-keyint=20:bframes=3:open-gop=1:scenecut=0",
      "hevc":
        "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=20:bframes=3:open-gop=1:scenecut=0:pools=none",
    ]

    /// Each frame, asked for by a file that is opened for it alone, is the one that a decode from the beginning has there.
    private func check(_ name: String, count: Int) throws {
      let truth = try linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == count && Set(truth).count == count)
      for frame in 0..<count {
        let video = try VideoFile(opening: scratch.path(name))
        try #require(try video.timeline(.whole).count == count)
        let (pictures, missing) = try video.hashes(of: [frame], in: .main)
        #expect(missing.isEmpty && pictures[frame]?.hash == truth[frame], "frame \(frame)")
      }
    }

    // 2500 pictures a second in Matroska's milliseconds: two or three have each timestamp, and some of these are shown
    // before the keyframe that has it, too.
    @Test(arguments: ["h264", "hevc"])
    func `a picture with the timestamp of the keyframe behind it is decoded from the one before`(_ codec: String) throws
    {
      let coder = try #require(Self.coders[codec])
      let words = "-f lavfi -i testsrc2=s=160x128:r=2500:d=0.032 -pix_fmt yuv420p \(coder)"
      try makeOnce("v.mkv", words.split(separator: " ").map(String.init), in: scratch.folder)
      try check("v.mkv", count: 80)
    }

    // A pause of 12 s behind each group of so many pictures: the decode timestamps rise some packets later than the
    // timestamps, and where a group is shorter than what is reordered, two or three pauses later.
    @Test(arguments: [(1, 13), (3, 13), (3, 2)])
    func `pictures around a pause in a transport stream keep their times`(_ between: Int, _ group: Int) throws {
      let words = """
        -f lavfi -i testsrc2=s=160x128:r=25:d=2.6 -vf settb=1/90000,setpts=N*3600+floor(N/\(group))*1080000 \
        -fps_mode passthrough -enc_time_base 1/90000 -pix_fmt yuv420p -c:v libx264 -preset veryfast \
        -x264-params keyint=20:scenecut=0:b-adapt=0:bframes=\(between)
        """
      try makeOnce("v.ts", words.split(separator: " ").map(String.init), in: scratch.folder)
      try check("v.ts", count: 65)
      let truth = try linearHashes(of: "v.ts", in: scratch.folder)
      for frame in 0..<65 {
        let time = try #require(Rational(Int64(frame) + Int64(frame / group) * 300, 25))
        let grabbed = try VideoFile(opening: scratch.path("v.ts")).grab(at: time)
        #expect(grabbed.start == time && grabbed.hash == truth[frame], "frame \(frame)")
      }
    }
  }
}
