import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Matroska files are opened without probing their streams where the header says enough; nothing may come out
  /// otherwise than with it.
  @Suite struct StatedStreamsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let picture = "-f lavfi -i testsrc2=s=96x64:r=25:d=2"
    private static let sound = "-f lavfi -i sine=d=2"

    private func make(_ name: String, _ words: String) throws -> Path {
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return scratch.path(name)
    }

    /// Makes a file from others in the folder.
    private func remake(_ name: String, _ words: String) throws -> Path {
      try ffmpeg((words + " " + name).split(separator: " ").map(String.init), in: scratch.folder)
      return scratch.path(name)
    }

    /// All that a packet's record has, but what is read from its bytes.
    private func packets(of video: VideoFile) -> [[Int64?]] {
      video.frames.table.records.map { [$0.presentation, $0.decode, $0.duration, $0.position, $0.isStart ? 1 : 0] }
    }

    private func facts(of video: VideoFile, _ count: Int) throws -> [Int: PictureFacts] {
      var found: [Int: PictureFacts] = [:]
      _ = try video.pictures(of: video.references(Array(0..<count))) { frame, picture throws(VideoError) in
        found[frame.place] = picture.facts()
      }
      return found
    }

    /// Opens a file with and without probing, and compares all that comes out; and the pictures with FFmpeg's own tool.
    ///
    /// - Parameter isStated: whether it can do without; nil if that does not matter.
    @discardableResult private func compare(_ path: Path, isStated: Bool?, decoder: [String] = []) throws -> VideoFile {
      let (video, plain) = (try VideoFile(opening: path), try VideoFile(opening: path, isProbed: true))
      if let isStated { #expect(video.finder.reader.isProbed != isStated, "\(path)") }
      #expect(plain.finder.reader.isProbed)
      #expect(video.origin == plain.origin && video.timeBase == plain.timeBase && video.chapters == plain.chapters)
      #expect(video.recording == plain.recording && video.statedEnd == plain.statedEnd, "\(path)")
      let frames = try plain.timeline(.everyPacket).frames
      #expect(try video.timeline(.everyPacket).frames == frames, "\(path)")
      #expect(packets(of: video) == packets(of: plain), "\(path)")
      #expect(video.isCutOff == plain.isCutOff && video.isCounted == plain.isCounted)
      let places = Array(frames.indices)
      let found = try video.hashes(of: places, in: .main).pictures
      let expected = try plain.hashes(of: places, in: .main).pictures
      #expect(places.allSatisfy { found[$0]?.hash == expected[$0]?.hash }, "\(path)")
      #expect(places.allSatisfy { found[$0]?.isDamaged == expected[$0]?.isDamaged })
      #expect(try facts(of: video, frames.count) == facts(of: plain, frames.count), "\(path)")
      // Its own look-up seeks.
      if let place = places.last.map({ $0 * 2 / 3 }), let time = try video.timeline(.whole).time(ofFrame: place) {
        let hashes = [false, true].map { try? VideoFile(opening: path, isProbed: $0).grab(at: time).hash }
        #expect(hashes[0] == hashes[1] && (plain.frames.table.hasJump || hashes[0] == expected[place]?.hash), "\(path)")
      }
      let linear = try linearHashes(
        of: path.lastComponent.description, in: scratch.folder, decoder: decoder, isFirstVideo: true)
      if linear.count == frames.count { #expect(places.map { expected[$0]?.hash } == linear, "\(path)") }
      return video
    }

    @Test func `one index is kept of a file, probed or not`() throws {
      let file = try KeptFile(looping: .h264Matroska, rounds: 60)
      for isProbed in [true, false] {
        let video = try VideoFile(opening: file.path, isProbed: isProbed, indexes: file.cache)
        #expect(try video.timeline(.whole).count == file.count)
        #expect(video.finder.reader.isProbed == isProbed && video.frames.isRecalled == !isProbed)
        _ = video.keepIndex()
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: file.cache.folder.text)
      #expect(names.filter { $0.hasSuffix(".index") }.count == 1)
    }

    @Test(arguments: Fixture.withPictures.filter { $0.path.hasSuffix(".mkv") || $0.path.hasSuffix(".webm") })
    func `every clip`(_ clip: Fixture) throws {
      try FileManager.default.copyItem(atPath: clip.path, toPath: scratch.path(clip.rawValue).description)
      // FFmpeg's own VP9 decoder drops the alpha plane.
      try compare(
        scratch.path(clip.rawValue),
        isStated: [.h264Matroska, .vp9, .vp9Alpha, .chaptersMatroska].contains(clip) ? true : nil,
        decoder: clip.rawValue.contains("alpha") ? ["-c:v", "libvpx-vp9"] : [])
    }

    // x264 states 2 where B pictures are referenced, 1 where not, and 0 without any.
    @Test(arguments: [
      ("-bf 0", 0), ("-bf 1", 1), ("-bf 3 -x264-params b-pyramid=none", 1), ("-bf 2", 2), ("-bf 3", 2),
      ("-bf 16 -b_strategy 0 -refs 16", 2), ("-profile:v baseline", 0),
      ("-x264-params open-gop=1:keyint=10:bframes=3", 2), ("-flags +ildct+ilme -x264-params tff=1", 2),
      ("-x264-params intra-refresh=1:keyint=15", 2), ("-pix_fmt yuv420p10le", 2), ("-pix_fmt yuv444p -bf 1", 1),
    ])
    func `H.264, whose decode timestamps are its pictures' times, later by the stated depth`(
      _ words: String, _ depth: Int
    ) throws {
      let path = try make("h264.mkv", "\(Self.picture) -c:v libx264 -g 25 \(words)")
      let video = try compare(path, isStated: true)
      let records = video.frames.table.records
      let times = records.compactMap(\.presentation).sorted().dropLast(depth)
      #expect(records.map(\.decode) == Array(repeating: nil, count: depth) + times.map { $0 })
    }

    @Test(arguments: ["", "-auto-alt-ref 1 -lag-in-frames 16", "-pix_fmt yuv444p", "-pix_fmt yuv420p10le -g 10"])
    func `VP9`(_ words: String) throws {
      try compare(
        make("vp9.webm", "\(Self.picture) -c:v libvpx-vp9 -cpu-used 8 -deadline realtime \(words)"), isStated: true)
    }

    @Test(arguments: [
      "libx265 -x265-params log-level=none:bframes=4:keyint=10:open-gop=1", "libvpx", "libaom-av1 -cpu-used 8",
      "mpeg4 -bf 2", "mpeg4 -vtag XVID", "mpeg2video -bf 2", "mjpeg", "libtheora", "ffv1", "libx264 -an -map 0 -map 0",
    ])
    func `what is probed: other codecs, and several videos`(_ codec: String) throws {
      try compare(make("other.mkv", "\(Self.picture) -c:v \(codec)"), isStated: false)
    }

    @Test(arguments: [
      "aac", "libmp3lame", "mp2", "ac3", "eac3", "flac", "pcm_s16le", "wavpack", "tta", "libvorbis", "libopus",
      "truehd -strict -2",
    ])
    func `sound that is first to start`(_ codec: String) throws {
      // The picture starts at 0.3 s.
      let path = try make(
        "sound.mkv", "-itsoffset 0.3 \(Self.picture) \(Self.sound) -map 0 -map 1 -c:v libx264 -c:a \(codec)")
      let video = try compare(path, isStated: !codec.hasPrefix("truehd"))
      let start = try #require(try video.timeline(.whole).time(ofFrame: 0))
      let (least, most) = (try #require(Rational(1, 4)), try #require(Rational(2, 5)))
      #expect(start > least && start < most, "\(codec): \(start)")
    }

    @Test(arguments: ["aac", "libopus"])
    func `sound whose first block is before 0 and has no time`(_ codec: String) throws {
      let path = try make(
        "before.mkv",
        "-itsoffset -0.5 \(Self.picture) \(Self.sound) -map 0 -map 1 -copyts -avoid_negative_ts disabled -c:v libx264 -c:a \(codec)"
      )
      // FFmpeg 7 gives that block its time.
      let isStated = avformat_version() >> 16 < 61 ? false : nil
      try compare(path, isStated: isStated)
      // The same behind filler: the segment starts where its header is not looked for.
      var bytes = try Data(scratch.bytes(of: "before.mkv"))
      let segment = try #require(bytes.firstRange(of: Data([0x18, 0x53, 0x80, 0x67]))).lowerBound
      // Void, with a size of two bytes (RFC 8794, 11.3.2): 5000 of them.
      bytes.insert(
        contentsOf: [0xEC, 0x40 | UInt8(5000 >> 8), UInt8(5000 & 0xFF)] + Array(repeating: 0, count: 5000), at: segment)
      try compare(scratch.write(bytes, to: "filled.mkv"), isStated: isStated)
    }

    @Test(arguments: [
      "rates.mov png", "rates.mp4 libx264 -bf 2", "rates.mp4 libx265 -x265-params log-level=none:bframes=3",
      "rates.mp4 libx264 -bf 0", "parts.mp4 libx264 -bf 2 -movflags frag_keyframe+empty_moov", "rates.mp4 mpeg4 -bf 2",
    ])
    func `an mp4 of a varying rate ends at the same time if it is probed`(_ words: String) throws {
      let (name, coding) = (words.prefix { $0 != " " }, words.drop { $0 != " " })
      // 40, 47, 33 ms and so on, from 7 ms on, the last one a second behind the others.
      let times = "settb=1/1000,setpts='N*40+mod(N,3)*7+7+eq(N,39)*1000'"
      let path = try remake(
        "\(name)",
        "-f lavfi -i testsrc2=s=64x48:r=1000:d=0.04 -vf \(times) -fps_mode passthrough -enc_time_base 1/1000 "
          + "-video_track_timescale 90000 -c:v\(coding)")
      let ends = try [false, true].map { try VideoFile(opening: path, isProbed: $0).timeline(.whole).end }
      #expect(ends[0] != nil && ends[0] == ends[1], "\(ends)")
    }

    // With its cues in front, among which a time that FFmpeg makes up for a block before 0 would be found.
    @Test func `VP9 behind its cues is probed`() throws {
      let words = "\(Self.picture) -c:v libvpx-vp9 -g 10 -cpu-used 8 -deadline realtime -reserve_index_space 4096"
      try compare(make("front.webm", words), isStated: false)
      try compare(make("front.mkv", "\(Self.picture) -c:v libx264 -g 10 -reserve_index_space 4096"), isStated: true)
    }

    @Test func `covers, subtitles, and a picture that starts late`() throws {
      try scratch.write(Data("1\n00:00:01,000 --> 00:00:02,500\nhello\n".utf8), to: "words.srt")
      _ = try make("cover.png", "-f lavfi -i testsrc2=s=32x32 -frames:v 1")
      let path = try remake(
        "full.mkv",
        "-itsoffset 0.2 \(Self.picture) -i words.srt -map 0 -map 1 -c:v libx264 -attach cover.png -metadata:s:2 mimetype=image/png"
      )
      // The header's end: of subtitles that were not reached, FFmpeg adds where the file starts.
      #expect(try compare(path, isStated: true).statedEnd != nil)
    }

    @Test func `a header without durations of frames`() throws {
      _ = try make("plain.mkv", "\(Self.picture) -c:v libx264")
      // DefaultDuration: 3 bytes of ID, 1 of size, 4 of value (RFC 9559, 5.1.4.1.13); Void takes its place.
      var bytes = try Data(scratch.bytes(of: "plain.mkv"))
      let place = try #require(bytes.firstRange(of: Data([0x23, 0xE3, 0x83, 0x84]))).lowerBound
      bytes.replaceSubrange(place..<place + 2, with: [0xEC, 0x86])
      try compare(scratch.write(bytes, to: "without.mkv"), isStated: false)
    }

    @Test func `a clock that starts anew, in a recording without sizes`() throws {
      _ = try make("live.mkv", "\(Self.picture) -c:v libx264 -bf 3 -g 10 -live 1")
      let bytes = try Data(scratch.bytes(of: "live.mkv"))
      let clusters = try #require(bytes.firstRange(of: Data([0x1F, 0x43, 0xB6, 0x75]))).lowerBound
      let video = try compare(scratch.write(bytes + bytes[clusters...], to: "twice.mkv"), isStated: true)
      #expect(try video.timeline(.whole).count == 100)
    }

    @Test func `colours that only the header states`() throws {
      _ = try make(
        "tagged.mkv", "\(Self.picture) -c:v libx264 -color_primaries bt709 -color_trc bt709 -colorspace bt709")
      let path = try remake(
        "header.mkv",
        "-i tagged.mkv -c copy -bsf:v h264_metadata=colour_primaries=2:transfer_characteristics=2:matrix_coefficients=2"
      )
      try compare(path, isStated: true)
    }

    @Test func `spoilt files, bit by bit, and cut off`() throws {
      _ = try make("whole.mkv", "-f lavfi -i testsrc2=s=48x32:r=25:d=0.4 \(Self.sound) -shortest -c:v libx264 -c:a aac")
      let bytes = try Data(scratch.bytes(of: "whole.mkv"))
      var numbers = SeededNumbers(seed: 29)
      for round in 0..<60 {
        var spoilt = bytes
        let place = Int(numbers.next() % UInt64(round % 2 == 0 ? 900 : bytes.count))
        if round % 5 == 0 { spoilt.removeSubrange(place...) } else { spoilt[place] ^= 1 << UInt8(numbers.next() % 8) }
        let path = try scratch.write(spoilt, to: "spoilt.mkv")
        let outcomes = [false, true].map { isProbed in
          do {
            let video = try VideoFile(opening: path, isProbed: isProbed)
            let count = try video.timeline(.everyPacket).count
            let found = try video.hashes(of: Array(0..<count), in: .main).pictures
            let hashes = (0..<count).map { "\(found[$0]?.hash ?? "-") \(found[$0]?.isDamaged == true)" }
            return "\(video.origin) \(try video.timeline(.whole).frames) \(hashes)"
          } catch { return "\(error)" }
        }
        #expect(outcomes[0] == outcomes[1], "byte \(place), \(round)")
      }
    }
  }
}
