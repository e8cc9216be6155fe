import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Files that are cut off behind any packet: behind one that others, which follow it in the file, are shown before.
  @Suite struct CutBehindReferenceTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// An ending, the encoder's options, and the options of `ffmpeg` for a size that the container takes.
    static let kinds = [
      ["avi", "mpeg4 -bf 2 -g 12"], ["asf", "mpeg4 -bf 2 -g 12"], ["mxf", "mpeg2video -bf 2 -g 12"],
      ["mpg", "mpeg2video -bf 2 -g 12"], ["flv", "libx264 -bf 3 -b_strategy 0 -g 12"],
      ["nut", "libx264 -bf 3 -b_strategy 0 -g 12"],
    ]

    // Of 40 pictures, 25 a second; each is shown at a known time, and differs from all others.
    @Test(arguments: kinds) func `no moment gets a picture that is not its own`(_ kind: [String]) throws {
      let name = "whole.\(kind[0])"
      let words = ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=25:d=1.6", "-pix_fmt", "yuv420p", "-c:v"]
      try makeOnce(name, words + kind[1].split(separator: " ").map(String.init), in: scratch.folder)
      let hashes = try linearHashes(of: name, in: scratch.folder)
      try #require(Set(hashes).count == 40)
      let listed = try run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos", "-of", "csv=p=0", name],
        in: scratch.folder)
      let places = String(decoding: listed.stdout, as: UTF8.self).split(whereSeparator: \.isNewline)
        .compactMap { Int($0.prefix { $0.isNumber }) }
      let bytes = try scratch.bytes(of: name)
      var right = 0
      for place in Set(places).sorted().dropFirst(14) {
        // Behind the packet's header, so that reading fails, and within the container's clock of program streams.
        for size in [place, place + 9] {
          let path = try scratch.write(Data(bytes.prefix(size)), to: "cut.\(kind[0])")
          let video = try VideoFile(opening: path)
          let part = try video.lookUp(.whole)
          let (pictures, _) = try video.hashes(of: Array(0..<part.table.count), in: .main)
          // A program stream that ends behind a pack is like a whole one.
          if !video.isCutOff {
            #expect(kind[0] == "mpg")
            continue
          }
          for index in 0..<40 {
            // The middle of a picture's 40 ms; the first one is at 0.
            let time = try #require(Rational(Int64(2 * index + 1), 50))
            guard let shown = try? part.table.frameIndex(onScreenAt: time, bounds: .refuse),
              let tick = time.adding(part.table.origin).flatMap({ part.table.timeBase.lastTick(atOrBefore: $0) }),
              !video.endsBefore(tick: tick, frame: shown, in: part.table, of: .main),
              let picture = pictures[shown], !picture.isDamaged
            else { continue }
            #expect(picture.hash == hashes[index], "\(name) of \(size) bytes: picture \(index)")
            right += 1
          }
        }
      }
      // At least the first 12 pictures of 20 cuts come out.
      #expect(right >= 12 * 20, "\(name): only \(right)")
    }

    // The footer has the index. Without it FFmpeg counts times of decoding from 0, also where pictures wait for others.
    @Test(arguments: ["0", "2"]) func `MXF that lacks its footer has the times of the whole file`(
      _ between: String
    ) throws {
      let sources = "-f lavfi -i testsrc2=s=160x128:r=25:d=1 -f lavfi -i sine=r=48000:d=1 "
      let words = (sources + "-c:v mpeg2video -g 12 -c:a pcm_s16le").split(separator: " ").map(String.init)
      try makeOnce("whole.mxf", words + ["-bf", between], in: scratch.folder)
      let bytes = Data(try scratch.bytes(of: "whole.mxf"))
      // The key of a footer (SMPTE ST 377-1, 6.2.3).
      let key: [UInt8] = [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02, 0x01, 0x01, 0x04]
      let footer = try #require(bytes.range(of: Data(key), options: .backwards)).lowerBound
      try scratch.write(bytes[..<footer], to: "cut.mxf")
      let whole = try VideoFile(opening: scratch.path("whole.mxf"))
      let cut = try VideoFile(opening: scratch.path("cut.mxf"))
      let (table, others) = try (whole.timeline(.whole), cut.timeline(.whole))
      try #require(table.count == 25 && others.count == 25)
      let hashes = try whole.hashes(of: Array(0..<25), in: .main).pictures
      let found = try cut.hashes(of: Array(0..<25), in: .main).pictures
      for frame in 0..<25 {
        #expect(others.time(ofFrame: frame) == Rational(Int64(frame), 25))
        #expect(found[frame]?.hash == hashes[frame]?.hash, "frame \(frame)")
      }
    }

    // The header of an AVI states the rate: here 25, for MPEG-2 that says 24.
    @Test func `the rate of an AVI is that of its header`() throws {
      let words = "-f lavfi -i testsrc2=s=160x128:r=24:d=2 -pix_fmt yuv420p -c:v mpeg2video -bf 2 -g 15"
      try makeOnce("whole.avi", words.split(separator: " ").map(String.init), in: scratch.folder)
      var bytes = Data(try scratch.bytes(of: "whole.avi"))
      // In `strh`, behind its name and size: type, handler, flags, priority, language, initial frames, scale and rate.
      let header = try #require(bytes.range(of: Data("strh".utf8))).upperBound + 4 + 20
      bytes.replaceSubrange(header..<header + 8, with: [1, 0, 0, 0, 25, 0, 0, 0])
      let timeline = try VideoFile(opening: scratch.write(bytes, to: "other.avi")).timeline(.whole)
      #expect(timeline.count == 48 && timeline.time(ofFrame: 40) == Rational(40, 25))
      #expect(timeline.end == Rational(48, 25))
    }

    // Not every picture has a time in a program stream. FFmpeg's average of those of a short file may be 25.4 a second.
    @Test func `pictures without a time follow the rate in their headers`() throws {
      let words = "-f lavfi -i testsrc2=s=160x128:r=25:d=2 -pix_fmt yuv420p -c:v mpeg2video -bf 2 -g 15 -b:v 300k"
      try makeOnce("whole.mpg", words.split(separator: " ").map(String.init), in: scratch.folder)
      let bytes = try scratch.bytes(of: "whole.mpg")
      for part in 20..<64 {
        let path = try scratch.write(Data(bytes.prefix(bytes.count * part / 64)), to: "cut.mpg")
        let timeline = try VideoFile(opening: path).timeline(.whole)
        for index in 0..<timeline.count {
          let place = timeline.time(ofFrame: index).flatMap { $0.multiplied(by: Rational(25)) }
          #expect(place?.denominator == 1, "\(index) of \(part)/64: \(place ?? .zero)")
        }
      }
    }

    // A recorder keeps the size of the file that a server sends from.
    @Test(arguments: ["25", "30"]) func `a whole FLV with another size is not cut off`(_ rate: String) throws {
      let words = ["-f", "lavfi", "-i", "testsrc2=s=160x128:r=\(rate):d=1", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
      try ffmpeg(words + ["-bf", "0", "whole.flv"], in: scratch.folder)
      var bytes = Data(try scratch.bytes(of: "whole.flv"))
      let word = try #require(bytes.range(of: Data("filesize\0".utf8)))
      let size = Double(bytes.count + 1000)
      bytes.replaceSubrange(
        word.upperBound..<word.upperBound + 8, with: withUnsafeBytes(of: size.bitPattern.bigEndian) { Data($0) })
      #expect(try !VideoFile(opening: scratch.write(bytes, to: "other.flv")).isCutOff)
      // The last tag ends H.264; without it and the last picture, the file is cut off behind a whole tag.
      let pictures = withoutLastTag(bytes)
      #expect(try !VideoFile(opening: scratch.write(pictures, to: "bare.flv")).isCutOff)
      #expect(try VideoFile(opening: scratch.write(withoutLastTag(pictures), to: "cut.flv")).isCutOff)
    }

    private func withoutLastTag(_ file: Data) -> Data {
      file.dropLast(file.suffix(4).reduce(0) { $0 << 8 | Int($1) } + 4)
    }

    // Sent as 0, 4, 2, 1 and 3: without the last two, each is shown for 80 ms.
    @Test func `even steps of few pictures of FLV prove nothing`() throws {
      let words = "-f lavfi -i testsrc2=s=160x128:r=25 -frames:v 5 -pix_fmt yuv420p -c:v libx264 -bf 3 -g 50"
      try ffmpeg(
        words.split(separator: " ").map(String.init)
          + ["-b_strategy", "0", "-x264-params", "b-pyramid=normal", "whole.flv"], in: scratch.folder)
      var bytes = Data(try scratch.bytes(of: "whole.flv"))
      // The end of H.264, and two pictures.
      for _ in 0..<3 { bytes = withoutLastTag(bytes) }
      let video = try VideoFile(opening: scratch.write(bytes, to: "cut.flv"))
      let times = try video.timeline(.whole)
      try #require((0..<times.count).map { times.time(ofFrame: $0) } == [0, 2, 4].map { Rational($0, 25) })
      #expect(video.isCutOff)
    }
  }

  /// The last picture of streams that FFmpeg cuts into packets.
  @Suite struct OpenEndTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    // With wavefronts, the lengths of their parts would show it.
    @Test(arguments: ["hevc", "ts", "mpg"]) func `a picture of HEVC that ends early is marked`(_ ending: String) throws
    {
      let name = "whole.\(ending)"
      let words =
        "-f lavfi -i testsrc2=s=320x240:r=25:d=0.8 -pix_fmt yuv420p -c:v libx265 -b:v 1500k "
        + "-x265-params log-level=none:keyint=10:bframes=2:wpp=0"
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      let hashes = Set(try linearHashes(of: name, in: scratch.folder))
      let whole = try scratch.bytes(of: name)
      var marked = 0
      // Every 1/64 of the file's second half, and all of it.
      for size in stride(from: whole.count / 2, through: whole.count, by: whole.count / 64) + [whole.count] {
        // Without a sign of the transport stream itself.
        let size = ending == "ts" ? size / 188 * 188 : size
        let video = try VideoFile(opening: scratch.write(Data(whole.prefix(size)), to: "cut.\(ending)"))
        let count = try video.timeline(.whole).count
        for frames in [[count - 1], Array(0..<count)] {
          let (pictures, _) = try video.hashes(of: frames, in: .main)
          for (frame, picture) in pictures where !picture.isDamaged {
            #expect(hashes.contains(picture.hash), "frame \(frame) of \(size) bytes of \(name)")
          }
          let damaged = pictures.values.count { $0.isDamaged }
          // In a program stream whose last packet is cut, so are those before it that wait.
          let most = size == whole.count ? 0 : ending == "mpg" ? 16 : 1
          #expect(damaged <= most, "\(damaged) of \(size) bytes of \(name)")
          marked += damaged
        }
      }
      #expect(marked > 16, "\(marked)")
    }

    // Each data unit has its length (SMPTE ST 2042-1, 10.5.1); FFmpeg drops one that is cut, or that nothing
    // follows. An end of sequence has 13 bytes, and the unit of a picture is longer than a thousand.
    @Test(arguments: [0, 1, 13, 14, 1_000]) func `a picture of VC-2 that ends early is missing`(missing: Int) throws {
      let words = "-f lavfi -i testsrc2=s=160x128:r=25:d=0.2 -c:v vc2 -f dirac"
      try makeOnce("whole.drc", words.split(separator: " ").map(String.init), in: scratch.folder)
      let hashes = try linearHashes(of: "whole.drc", in: scratch.folder)
      let whole = try scratch.bytes(of: "whole.drc")
      let video = try VideoFile(opening: scratch.write(Data(whole.dropLast(missing)), to: "cut.drc"))
      let count = missing > 0 ? 4 : 5
      #expect(try video.timeline(.whole).count == count && video.isCutOff == (missing > 0))
      let (pictures, _) = try video.hashes(of: Array(0..<count), in: .main)
      #expect((0..<count).allSatisfy { pictures[$0]?.hash == hashes[$0] && pictures[$0]?.isDamaged == false })
    }

    @Test func `a check that fails costs no other picture`() throws {
      try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=160x128:d=0.08", "-c:v", "ffv1", "a.mkv"], in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("a.mkv"))
      let part = try video.lookUp(.whole)
      let refusal = VideoError("decoding", .limit(.memory))
      let end = OpenEnd(place: 1, hash: .failure(refusal))
      var failures: [Int] = []
      _ = try video.pictures(of: [0, 1].map(part.reference)) { frame, picture throws(VideoError) in
        do throws(VideoError) {
          let checked = try end.check(picture, at: frame.place)
          let isDamaged = checked.isDamaged
          #expect(!isDamaged)
        } catch {
          failures.append(frame.place)
          #expect(error.fault == refusal.fault)
        }
      }
      #expect(failures == [1])
    }

    @Test func `workers leave the last picture to the main decoder`() throws {
      let words =
        "-f lavfi -i testsrc2=s=160x128:r=25:d=4 -pix_fmt yuv420p -c:v libx265 "
        + "-x265-params log-level=none:keyint=10:bframes=0:wpp=0"
      try makeOnce("a.ts", words.split(separator: " ").map(String.init), in: scratch.folder)
      let video = try VideoFile(opening: scratch.path("a.ts"))
      #expect(try video.timeline(.whole).count == 100)
      #expect(video.hashes(of: Array(0..<100), workers: 2).left == [99])
    }
  }
}
