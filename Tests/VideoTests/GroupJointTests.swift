import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Recordings that were joined, the second of which begins within a group of pictures.
  @Suite struct GroupJointTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let codings: [(ending: String, words: String)] = [
      ("mpg", "-c:v mpeg2video -bf 2"),
      ("ts", "-c:v mpeg2video -bf 2"),
      ("webm", "-c:v libvpx-vp9 -cpu-used 8 -b:v 0 -crf 40"),
    ]

    // 48 frames in groups of 12, and then the same without the first 8: by less than a second, and by more.
    @Test(arguments: codings.indices, [0, 2])
    func `pictures that lack their references are marked, and the rest has its times`(_ number: Int, _ later: Int)
      throws
    {
      let (ending, coding) = Self.codings[number]
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=1.92 -pix_fmt yuv420p -g 12 \(coding)"
      try makeOnce(
        "whole.\(ending)", (words + " -output_ts_offset \(later)").split(separator: " ").map(String.init),
        in: scratch.folder)
      try makeOnce("other.\(ending)", words.split(separator: " ").map(String.init), in: scratch.folder)
      try ffmpeg(
        ["-i", "other.\(ending)", "-c", "copy", "-bsf:v", "noise=drop=lt(n\\,8)", "part.\(ending)"], in: scratch.folder)
      let hashes = try linearHashes(of: "other.\(ending)", in: scratch.folder)
      let name = "joined.\(ending)"
      try scratch.write(
        Data(scratch.bytes(of: "whole.\(ending)") + scratch.bytes(of: "part.\(ending)")), to: name)
      let video = try VideoFile(opening: scratch.path(name))
      let table = try video.timeline(.whole)
      // A decoder may drop pictures for which it knows that they cannot be shown.
      try #require(hashes.count == 48 && 84...88 ~= table.count)
      let times = try (0..<table.count).map { try #require(table.time(ofFrame: $0)) }
      #expect(zip(times, times.dropFirst()).allSatisfy(<))
      #expect(times[table.count - 1] <= (Rational(90, 25) ?? .zero))
      let (pictures, missing) = try video.hashes(of: Array(0..<table.count), in: .main)
      let shown = (0..<table.count).map { pictures[$0]?.hash ?? "" }
      #expect(shown.prefix(46) == hashes.prefix(46) && shown.suffix(36) == hashes.suffix(36))
      for frame in 0..<table.count where !missing.contains(frame) {
        let isRight = hashes.contains(shown[frame])
        let isDamaged = try #require(pictures[frame]).isDamaged
        #expect(isRight || isDamaged, "frame \(frame)")
        if frame < 46 { #expect(!isDamaged, "frame \(frame)") }
      }
      // Some are not right: the test tests.
      #expect(shown.contains { !hashes.contains($0) })
    }

    // 30 pictures of 40 ms, and then the same without the first packets: from within the first group on, so that what
    // was joined lies up to 0.96 s before the end of what precedes it.
    @Test(arguments: ["bframes=2", "bframes=4:open-gop=1", "bframes=2:interlaced=1:tff=1"], [15, 20, 30])
    func `pictures of what was joined in H.264 follow those before them`(_ options: String, _ percent: Int) throws {
      let words =
        "-f lavfi -i testsrc2=s=320x240:r=25:d=1.2 -pix_fmt yuv420p -c:v libx264 -threads 1 "
        + "-x264-params keyint=12:scenecut=0:\(options)"
      try makeOnce("whole.ts", words.split(separator: " ").map(String.init), in: scratch.folder)
      let whole = try scratch.bytes(of: "whole.ts")
      let hashes = try linearHashes(of: "whole.ts", in: scratch.folder)
      let packet = whole.count / 188 * percent / 100
      try scratch.write(Data(whole + whole[(packet * 188)...]), to: "joined.ts")
      let table = try VideoFile(opening: scratch.path("joined.ts")).timeline(.whole)
      let starts = try (0..<table.count).map { try #require(table.time(ofFrame: $0)) }
      #expect(starts.prefix(30).map { $0.subtracting(starts[0]) } == (0..<30).map { Rational($0, 25) })
      #expect(zip(starts, starts.dropFirst()).allSatisfy(<))
      // Those behind the join up to a keyframe may be given, marked, or refused; the others are known.
      for frame in 0..<table.count {
        let video = try VideoFile(opening: scratch.path("joined.ts"))
        let (pictures, _) = try video.hashes(of: [frame], in: .main)
        let isBehind = table.count - frame <= 6
        guard frame < 30 || isBehind else { continue }
        #expect(pictures[frame]?.hash == hashes[isBehind ? frame + 30 - table.count : frame], "frame \(frame)")
      }
    }

    // 30 pictures of 40 ms with sound; the first piece is cut, too, so that the pieces overlap by few packets, and its
    // last picture, which lacks its end, has the time of another one. Each packet of MPEG-2 gives a picture.
    @Test(arguments: [(90, 80), (50, 30)])
    func `an incomplete picture with another one's time keeps its place`(_ end: Int, _ start: Int) throws {
      let words =
        "-f lavfi -i testsrc2=s=320x240:r=25 -f lavfi -i sine=r=48000 -t 1.2 -pix_fmt yuv420p -c:v mpeg2video -g 12 "
        + "-bf 2 -c:a mp2"
      try makeOnce("sound.ts", words.split(separator: " ").map(String.init), in: scratch.folder)
      let whole = try scratch.bytes(of: "sound.ts")
      let packets = whole.count / 188
      try scratch.write(
        Data(whole[..<(packets * end / 100 * 188)] + whole[(packets * start / 100 * 188)...]), to: "joined.ts")
      let hashes = try linearHashes(of: "joined.ts", in: scratch.folder, isFirstVideo: true)
      let video = try VideoFile(opening: scratch.path("joined.ts"))
      let table = try video.timeline(.whole)
      #expect(table.count == hashes.count)
      let shown = try video.hashes(of: Array(0..<table.count), in: .main).pictures
      for frame in 0..<table.count where shown[frame]?.isDamaged == false {
        #expect(hashes.contains(shown[frame]?.hash ?? ""), "frame \(frame)")
        let alone = try VideoFile(opening: scratch.path("joined.ts"))
        _ = try alone.timeline(.whole)
        #expect(try alone.hashes(of: [frame], in: .main).pictures[frame]?.hash == shown[frame]?.hash, "frame \(frame)")
      }
      // Behind the joint's keyframe all are right, each once.
      #expect((table.count - 5..<table.count).map { shown[$0]?.hash } == hashes.suffix(5))
    }
  }
}
