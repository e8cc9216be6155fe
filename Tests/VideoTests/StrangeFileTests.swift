import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Files that are not videos, and limits that are exceeded.
  @Suite struct StrangeFileTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    private func fault(_ bytes: Data) throws -> VideoError.Fault? {
      let path = try scratch.write(bytes, to: "strange.mp4")
      return #expect(throws: VideoError.self) { try VideoFile(opening: path).timeline(.whole) }?.fault
    }

    @Test func `an empty file`() throws {
      guard case .file(let error) = try fault(Data()) else {
        Issue.record("no fault of the file itself")
        return
      }
      #expect(error.fault == .empty)
    }

    @Test func `text`() throws {
      #expect(try fault(Data("Call me Ishmael. Some years ago, never mind how long precisely.\n".utf8)) != nil)
      #expect(try fault(Data(String(repeating: "one,two,three\n", count: 5000).utf8)) != nil)
    }

    @Test func `random bytes`() throws {
      var numbers = SeededNumbers(seed: 99)
      for count in [1, 2, 3, 7, 16, 188, 4096, 100_000] {
        let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
        #expect(try fault(bytes) != nil, "\(count) bytes")
        #expect(try fault(Data(repeating: bytes[0], count: count)) != nil, "\(count) equal bytes")
      }
    }

    @Test func `a playlist is refused by the name of its format`() throws {
      let path = Path(Fixture.playlist.path)
      let error = #expect(throws: VideoError.self) { try VideoFile(opening: path) }
      #expect(error?.fault == .refusedFormat("hls"))
      #expect(error?.description.contains("hls is not on the list") == true)
      // A name does not make it a video.
      #expect(try fault(Fixture.playlist.bytes()) == .refusedFormat("hls"))
    }

    @Test func `a file that refers to others is refused`() throws {
      // The libraries of the self-contained binary do not know it.
      let due: VideoError.Fault = av_find_input_format("concat") == nil ? .unknownFormat : .refusedFormat("concat")
      #expect(try fault(Data("ffconcat version 1.0\nfile h264-faststart.mp4\n".utf8)) == due)
    }

    @Test func `still pictures in a file of items are no broken video`() throws {
      // ISO/IEC 23008-12: the type of the file, its items, and their data.
      let file = Movie.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
      let still = file + Movie.box("meta", Movie.bigEndian(0)) + Movie.box("mdat", [1, 2, 3, 4])
      #expect(try fault(Data(still)) == .refusedFormat("heif"))
      #expect(try fault(Data(file + Movie.box("mdat", [1, 2, 3, 4]))) == .noIndex)
    }

    @Test func `the two parts of a stream of segments name each other`() throws {
      try makeOnce(
        "parts.mp4",
        ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=1", "-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov"],
        in: scratch.folder)
      let bytes = try scratch.bytes(of: "parts.mp4")
      let name = try #require((0..<bytes.count).first { bytes[$0...].starts(with: Array("moof".utf8)) })
      #expect(try fault(Data(bytes[..<(name - 4)])) == .noSegments)
      #expect(try fault(Data(bytes[(name - 4)...])) == .noInitialSegment)
      #expect(try VideoFile(opening: scratch.path("parts.mp4")).timeline(.whole).count == 5)
    }

    @Test(arguments: [
      // 2 s more sound than pictures; a picture 1.5 s behind the others, which is shown after it is decoded.
      "-f lavfi -i testsrc=s=96x64:r=25:d=1 -f lavfi -i sine=d=3 -c:v libx264 -c:a aac",
      "-f lavfi -i testsrc=s=96x64:r=25:d=0.4 -vf settb=1/1000,setpts='N*40+eq(N,9)*1500' -fps_mode passthrough "
        + "-enc_time_base 1/1000 -c:v libx264 -bf 2",
    ])
    func `a whole FLV is not cut off`(_ coding: String) throws {
      let words = coding.split(separator: " ").map(String.init)
      try ffmpeg(words + ["whole.flv"], in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("whole.flv"))
      _ = try video.timeline(.whole)
      #expect(!video.isCutOff)
      #expect(try !video.grab(at: #require(Rational(1, 3))).isDamaged)
      // Without its last tags it is.
      let bytes = try scratch.bytes(of: "whole.flv")
      try scratch.write(Data(bytes.dropLast(30)), to: "cut.flv")
      let cut = try VideoFile(opening: scratch.path("cut.flv"))
      _ = try cut.timeline(.whole)
      #expect(cut.isCutOff)
    }

    @Test(arguments: ["mp4", "mkv", "ts"])
    func `H.264 that may reorder its pictures, and has none to reorder, is not counted`(_ ending: String) throws {
      // x264 makes no B pictures of noise, but says that it might.
      try ffmpeg(
        "-f lavfi -i nullsrc=s=64x48:r=25:d=2,geq=random(1)*255:128:128 -pix_fmt yuv420p -c:v libx264 -g 10"
          .split(separator: " ").map(String.init) + ["noise.\(ending)"], in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("noise.\(ending)"))
      #expect(try video.timeline(.whole).count == 50)
      let due = try video.hashesOfLinearDecode(of: Set(0..<50))
      let found = try video.hashes(of: Array(0..<50), in: .main)
      #expect(found.missing.isEmpty && found.pictures.mapValues(\.hash) == due && !video.isCounted)
    }

    @Test func `sound without pictures`() throws {
      #expect(try fault(Fixture.audioOnly.bytes()) == .noVideoStream)
    }

    @Test func `no file at all, and a folder`() throws {
      for (name, fault): (String, FileError.Fault) in [("none.mp4", .missing), ("", .notRegular(.folder))] {
        let path = Path(Fixture.folder.appending(path: "clips/" + name).path(percentEncoded: false))
        let error = #expect(throws: VideoError.self) { try VideoFile(opening: path) }
        #expect(error?.fault == .file(FileError(path: path, fault: fault)))
      }
    }

    @Test func `a stream that is a cover, sound or not there`() throws {
      let cover = Path(Fixture.coverFirst.path)
      #expect(try VideoFile(opening: cover).facts().streamIndex == 1)
      // With its stream number, a cover is decoded like any other picture.
      let named = try VideoFile(opening: cover, stream: 0)
      #expect(try named.timeline(.whole).count == 1)
      let sound = Path(Fixture.h264BFrames.path)
      for (number, fault): (Int, VideoError.Fault) in [
        (1, .notVideo(stream: 1, count: 2)), (2, .notVideo(stream: 2, count: 2)), (-1, .notVideo(stream: -1, count: 2)),
      ] {
        #expect(throws: VideoError("choosing a stream", fault)) { try VideoFile(opening: sound, stream: number) }
      }
    }

    // MARK: Limits

    private func limit(_ clip: Fixture, _ change: (inout Limits) -> Void) -> ReachedLimit? {
      var limits = Limits()
      change(&limits)
      let error = #expect(throws: VideoError.self) {
        let video = try VideoFile.open(clip, limits: limits)
        _ = try video.timeline(.whole)
        _ = try video.hashes(of: [0], in: .main)
      }
      guard case .limit(let reached) = error?.fault else { return nil }
      return reached
    }

    @Test(arguments: [Fixture.h264Faststart, .h264OpenGOPTransportStream, .mpeg4AVI, .vp9, .av1, .rgba])
    func `a picture with one pixel too many`(_ clip: Fixture) throws {
      #expect(
        limit(clip) { $0.pixels = 160 * 120 - 1 }
          == .pixels(size: PictureSize(width: 160, height: 120), allowed: 19_199))
      var limits = Limits()
      limits.pixels = 160 * 120
      let video = try VideoFile.open(clip, limits: limits)
      _ = try video.timeline(.whole)
      let (pictures, missing) = try video.hashes(of: [0], in: .main)
      #expect(pictures.count == 1 && missing.isEmpty)
    }

    @Test func `a picture that becomes too large in the middle of the file`() throws {
      // 240 by 180 from frame 12 on.
      var limits = Limits()
      limits.pixels = 160 * 120
      let video = try VideoFile.open(.h264SizeChange, limits: limits)
      _ = try video.timeline(.whole)
      let (pictures, missing) = try video.hashes(of: [5], in: .main)
      #expect(pictures.count == 1 && missing.isEmpty)
      let error = #expect(throws: VideoError.self) { try video.hashes(of: [15], in: .main) }
      #expect(
        error?.fault == .limit(.pixels(size: PictureSize(width: 240, height: 180), allowed: 19_200)))
    }

    @Test(arguments: [Fixture.h264BFrames, .h264Offset, .cover])
    func `one stream too many`(_ clip: Fixture) {
      #expect(limit(clip) { $0.streams = 1 } == .streams(allowed: 1))
    }

    @Test func `too many bytes without a packet`() throws {
      // A transport stream with a hole of 2 MB: null packets (ISO/IEC 13818-1, table 2-3: identifier 0x1FFF).
      let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
      let hole = Data((0..<(2_000_000 / 188)).flatMap { _ in null })
      let path = try scratch.write(Fixture.h264OpenGOPTransportStream.bytes() + hole, to: "hole.ts")
      var limits = Limits()
      limits.bytesWithoutPacket = 500_000
      let error = #expect(throws: VideoError.self) { try VideoFile(opening: path, limits: limits).timeline(.whole) }
      #expect(error?.fault == .limit(.gap(bytes: 500_000)))
      // FFmpeg searches for the end several times before it returns packets.
      limits.bytesWithoutPacket = 100_000_000
      #expect(try VideoFile(opening: path, limits: limits).timeline(.whole).count == 60)
    }

    @Test func `bytes read by probing are not a gap`() throws {
      // The clip is longer than the gap, and has a packet every few hundred bytes; probing reads it to its end.
      let clip = Fixture.h264OpenGOPTransportStream
      var limits = Limits()
      limits.bytesWithoutPacket = 10_000
      try #require(clip.bytes().count > 10_000)
      #expect(try VideoFile.open(clip, limits: limits).timeline(.whole).count == 60)
    }

    @Test(arguments: [Fixture.h264Faststart, .h264OpenGOPTransportStream, .mpeg4AVI])
    func `a time limit of one nanosecond`(_ clip: Fixture) {
      #expect(limit(clip) { $0.nanosecondsPerFrame = 1 } == .time(nanoseconds: 1))
    }

    @Test func `a time limit that expires while frames are read`() throws {
      let video = try VideoFile(
        opening: Path(Fixture.h264BFrames.path), deadline: Deadline(nanoseconds: 3_600_000_000_000))
      _ = try video.grab(at: .zero)
      // The same file after the deadline.
      let late = Deadline(nanoseconds: 0)
      let error = #expect(throws: VideoError.self) {
        _ = try VideoFile(opening: Path(Fixture.h264BFrames.path), deadline: late)
      }
      #expect(error?.fault == .limit(.time(nanoseconds: 0)))
    }
  }
}
