import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Large mp4 files are opened without the tables of their sound, if these do not matter.
  @Suite struct HiddenSoundTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A file of any size is taken for a large one.
    private func large(_ path: Path, _ clock: VideoClock = .player, stream: Int? = nil) throws -> VideoFile {
      try VideoFile(opening: path, stream: stream, clock: clock, limits: .believing)
    }

    private static let picture = "-f lavfi -i testsrc2=s=96x64:r=25:d=3"
    private static let codecs = "-c:v libx264 -g 25 -pix_fmt yuv420p"

    private func make(_ name: String, _ words: String) throws -> Path {
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return scratch.path(name)
    }

    /// Compares a file that is opened as a large one with the same file.
    private func compare(_ path: Path, hides: Bool?) throws {
      for clock in [VideoClock.player, .firstFrame] {
        let plain = try VideoFile(opening: path, clock: clock)
        let video = try large(path, clock)
        if clock == .player, let hides { #expect(video.source.hidden.isEmpty != hides, "\(path)") }
        #expect(video.origin == plain.origin && video.timeBase == plain.timeBase, "\(path)")
        #expect(video.chapters == plain.chapters && video.recording == plain.recording, "\(path)")
        let frames = try plain.timeline(.everyPacket)
        #expect(try video.timeline(.everyPacket).frames == frames.frames, "\(path)")
        let place = frames.count / 2
        #expect(
          try video.hashes(of: [place], in: .main).pictures[place]?.hash
            == plain.hashes(of: [place], in: .main).pictures[place]?.hash, "\(path)")
      }
    }

    @Test(arguments: Fixture.withPictures)
    func `every clip has the same frames and the same t = 0`(_ clip: Fixture) throws {
      try compare(Path(clip.path), hides: nil)
    }

    // Encoders' delays, as the containers give them: by an edit list, by iTunSMPB, by the codec itself, and none.
    @Test(arguments: ["aac", "libmp3lame", "libopus", "ac3", "alac", "pcm_s16le"])
    func `sound of any kind beside a picture at 0`(_ codec: String) throws {
      for format in ["mp4", "mov"]
      where (codec != "pcm_s16le" || format == "mov") && (codec != "libopus" || format == "mp4") {
        let path = try make(
          "\(codec).\(format)", "\(Self.picture) -f lavfi -i sine=r=48000:d=3 \(Self.codecs) -c:a \(codec)")
        try compare(path, hides: true)
      }
      let path = try make(
        "\(codec)-without.mov",
        "\(Self.picture) -f lavfi -i sine=r=48000:d=3 \(Self.codecs) -bf 0 -c:a \(codec == "libopus" ? "aac" : codec) -use_editlist 0"
      )
      try compare(path, hides: nil)
    }

    @Test func `sound that begins before the picture is not hidden`() throws {
      // The picture starts at 0.4 s, the sound at 0.
      _ = try make("two.mp4", "\(Self.picture) -f lavfi -i sine=d=3 \(Self.codecs) -c:a aac")
      try ffmpeg(
        "-itsoffset 0.4 -i two.mp4 -i two.mp4 -map 0:v -map 1:a -c copy late.mp4".split(separator: " ").map(
          String.init),
        in: scratch.folder)
      let path = scratch.path("late.mp4")
      try compare(path, hides: false)
      #expect(try large(path).timeline(.throughFrame(0)).time(ofFrame: 0) == Rational(2, 5))
    }

    @Test func `the sound's track first, two sounds, and a stream that is chosen`() throws {
      let path = try make(
        "first.mp4",
        "\(Self.picture) -f lavfi -i sine=d=3 -f lavfi -i sine=d=2 -map 1 -map 0 -map 2 \(Self.codecs) -c:a aac")
      try compare(path, hides: true)
      let video = try large(path)
      #expect(video.source.hidden.map(\.number) == [0, 2] && video.source.number(ofStream: 0) == 1)
      #expect(try large(path, stream: 1).source.hidden.isEmpty)
    }

    @Test func `a track that names others, fragments, and more tracks than allowed`() throws {
      let parts = try make(
        "parts.mp4", "\(Self.picture) -f lavfi -i sine=d=3 \(Self.codecs) -c:a aac -movflags frag_keyframe")
      try compare(parts, hides: false)
      // Of a file with chapters, FFmpeg writes their track as one that the picture's names.
      try scratch.write(
        Data(
          ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=a\n[CHAPTER]\nTIMEBASE=1/1\nSTART=1\nEND=3\ntitle=b\n"
            .utf8), to: "c.txt")
      try ffmpeg(
        ("\(Self.picture) -f lavfi -i sine=d=3 -i c.txt -map_metadata 2 \(Self.codecs) -c:a aac chapters.mp4")
          .split(separator: " ").map(String.init), in: scratch.folder)
      try compare(scratch.path("chapters.mp4"), hides: nil)
      #expect(try large(scratch.path("chapters.mp4")).chapters.count == 2)
      let plain = try make("two.mp4", "\(Self.picture) -f lavfi -i sine=d=3 \(Self.codecs) -c:a aac")
      var limits = Limits.believing
      limits.streams = 1
      #expect(throws: VideoError.self) { try VideoFile(opening: plain, limits: limits) }
    }
  }
}
