import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Containers that say something else than what is in them: moments are the same as when everything is read.
  @Suite struct LyingContainerTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ name: String, _ words: String) throws -> [UInt8] {
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
      return try scratch.bytes(of: name)
    }

    private static let source = "-f lavfi -i testsrc2=s=96x64:r=25:d=6"
    private static let matroska = "\(source) -c:v libx264 -g 25 -bf 2 -pix_fmt yuv420p"

    /// Frames at twelve times and at the end, each in a file that is opened for it, against all frames read in a row and
    /// FFmpeg's own decode.
    private func check(
      _ bytes: [UInt8], as name: String, _ what: String, limits: Limits = .believing, frames: Int = 12,
      hashes expected: [String]? = nil
    ) throws {
      try scratch.write(Data(bytes), to: name)
      let path = scratch.path(name)
      let all = try VideoFile(opening: path).timeline(.everyPacket)
      let hashes = try expected ?? linearHashes(of: name, in: scratch.folder, isFirstVideo: true)
      try #require(all.count == hashes.count, "\(what)")
      for index in stride(from: 0, to: all.count, by: max(1, all.count / frames)) + [all.count - 1] {
        let video = try VideoFile(opening: path, limits: limits)
        let time = try #require(all.time(ofFrame: index)?.adding(Rational(1, 100) ?? .zero))
        let found = try video.settled { () throws(VideoError) in
          let part = try video.lookUp(around: time)
          let place = (try? part.table.frameIndex(onScreenAt: time, bounds: .refuse)) ?? -1
          var hash = ""
          _ = try video.pictures(of: [part.reference(to: place)]) { _, picture throws(VideoError) in
            hash = try picture.md5()
          }
          return hash
        }
        #expect(found == hashes[index], "\(what), frame \(index)")
      }
      let video = try VideoFile(opening: path, limits: limits)
      #expect(try video.distantEnd() ?? video.timeline(.whole).end == all.end, "\(what)")
    }

    /// The places behind an element's identifier in a Matroska file.
    private func places(of identifier: [UInt8], in bytes: [UInt8], from start: Int = 0) -> [Int] {
      (start..<bytes.count - 12).filter { bytes[$0..<$0 + identifier.count].elementsEqual(identifier) }
        .map { $0 + identifier.count }
    }

    @Test func `cues that lead nowhere, or to another cluster`() throws {
      let bytes = try make("cues.mkv", Self.matroska)
      let cues = try #require(places(of: [0x1C, 0x53, 0xBB, 0x6B], in: bytes).last)
      // CueClusterPosition (RFC 9559, 5.1.5.1.2.2), of one, two or three bytes.
      let positions = places(of: [0xF1], in: bytes, from: cues).filter { (0x81...0x83).contains(bytes[$0]) }
      try #require(positions.count >= 5)
      let last = try #require(positions.last)
      for (what, change) in [
        ("nowhere", { (_: Int) -> UInt8 in 0xFF }), ("to the first cluster", { (_: Int) -> UInt8 in 0x01 }),
        ("to the last cluster", { (byte: Int) -> UInt8 in bytes[last + byte] }),
      ] {
        var lying = bytes
        for place in positions.dropFirst() where bytes[place] == bytes[last] {
          for byte in 1...Int(bytes[place] & 0x0F) { lying[place + byte] = change(byte) }
        }
        try check(lying, as: "lying.mkv", "cues \(what)")
      }
    }

    @Test func `a duration that is too long or too short`() throws {
      let bytes = try make("duration.mkv", Self.matroska)
      // Duration (RFC 9559, 5.1.2.12): a number of eight bytes, in milliseconds.
      let place = try #require(places(of: [0x44, 0x89, 0x88], in: bytes).first)
      for seconds in [1.0, 60.0] {
        var lying = bytes
        withUnsafeBytes(of: (seconds * 1000).bitPattern.bigEndian) {
          lying.replaceSubrange(place..<place + 8, with: $0)
        }
        try check(lying, as: "lying.mkv", "\(seconds) s")
      }
      let movie = try make("duration.mp4", Self.matroska)
      // ISO/IEC 14496-12, 8.2.2: version, flags, two dates, units a second, duration; 8.4.2 alike.
      for box in ["mvhd", "mdhd"] {
        let tag = try #require(places(of: Array(box.utf8), in: movie).first)
        for duration in [[0, 0, 1, 0], [0x7F, 0, 0, 0]] as [[UInt8]] {
          var lying = movie
          lying.replaceSubrange(tag + 16..<tag + 20, with: duration)
          try check(lying, as: "lying.mp4", "\(box) \(duration)")
        }
      }
    }

    @Test func `a segment of unknown size`() throws {
      var bytes = try make("unknown.mkv", Self.matroska)
      let segment = try #require(places(of: [0x18, 0x53, 0x80, 0x67], in: bytes).first)
      bytes.replaceSubrange(segment..<segment + 8, with: [0x01] + Array(repeating: 0xFF, count: 7))
      try check(bytes, as: "lying.mkv", "unknown size")
      // Its end is not known to be the file's.
      #expect(try VideoFile(opening: scratch.path("lying.mkv")).distantEnd() == nil)
    }

    @Test func `an index of fragments that is another file's`() throws {
      let fragments = "\(Self.matroska) -movflags frag_keyframe"
      let bytes = try make("parts.mp4", fragments)
      let other = try make(
        "other.mp4", "-f lavfi -i testsrc2=s=96x64:r=10:d=9 -c:v libx264 -g 7 -movflags frag_keyframe")
      // The index (8.8.9) ends both files; its last four bytes are its size.
      func index(_ bytes: [UInt8]) -> Int { bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) } }
      try check(bytes, as: "lying.mp4", "as it is")
      try check(bytes.dropLast(index(bytes)) + other.suffix(index(other)), as: "lying.mp4", "another index")
      try check(Array(bytes.dropLast(index(bytes))), as: "lying.mp4", "no index")
    }

    // FFmpeg seeks by the index of segments (8.16.3) as if its times were those of decoding, and then passes over fragments
    // that it has not read.
    @Test(arguments: ["+dash+global_sidx -frag_duration 500000", "cmaf+global_sidx -frag_duration 300000"])
    func `an index of segments`(flags: String) throws {
      let bytes = try make("segments.mp4", "\(Self.matroska) -sc_threshold 0 -movflags \(flags)")
      try check(bytes, as: "small.mp4", "small", limits: Limits(), frames: 150)
      try check(bytes, as: "large.mp4", "large", frames: 75)
    }

    /// Entries of an edit list at its own rate: lengths in milliseconds, and starts in ticks of 1/12800 s.
    private static let edits: [(what: String, entries: [(length: Int, start: Int)])] = [
      ("a middle is cut out", [(1000, 1024 + 20 * 512), (1000, 1024 + 60 * 512)]),
      ("a pause in the middle", [(500, 1024), (500, -1), (1000, 1024 + 40 * 512)]),
      // From the keyframe at 5 s on all pictures are hidden.
      ("the last group is left out", [(4800, 0)]),
    ]

    @Test(arguments: edits.indices) func `an edit list`(number: Int) throws {
      let (what, entries) = Self.edits[number]
      let bytes = try make("edited.mp4", "\(Self.matroska) -sc_threshold 0")
      let list = [0, entries.count] + entries.flatMap { [$0.length, $0.start, 1 << 16] }
      let edited = try Movie.adding(
        list.flatMap(Movie.bigEndian), to: ["moov", "trak", "edts", "elst"], inPlace: true, of: bytes)
      try check(edited, as: "small.mp4", what, limits: Limits(), frames: 150)
      try check(edited, as: "large.mp4", what, frames: 75)
    }

    @Test func `leading pictures behind an end of sequence in the middle`() throws {
      let open = "\(Self.source) -c:v libx265 -x265-params log-level=none:keyint=15:open-gop=1:bframes=3"
      let stream = try make("open.hevc", open)
      // The second round begins with the first picture of the stream at which decoding may start and pictures lead (a
      // CRA picture, type 21): behind an end of sequence (type 36) they are not shown (ITU-T H.265, 8.1.3).
      let units = places(of: [0, 0, 1], in: stream)
      let random = try #require(units.filter { stream[$0] >> 1 & 0x3F == 21 }.dropFirst().first)
      let parameters = stream[..<(try #require(units.first { stream[$0] >> 1 & 0x3F < 32 }) - 4)]
      let second = parameters + stream[(random - 4)...]
      try scratch.write(Data(second), to: "second.hevc")
      try scratch.write(Data(stream + [0, 0, 0, 1, 72, 1] + second), to: "joined.hevc")
      let rest = try linearHashes(of: "second.hevc", in: scratch.folder)
      for ending in ["mp4", "mkv", "ts"] {
        // The first round by itself, in the same container: of both together, FFmpeg loses its last pictures.
        for file in ["open", "joined"] {
          let input = ending == "mp4" ? ["-r", "25", "-i", "\(file).hevc"] : ["-i", "\(file).mp4"]
          try ffmpeg(input + ["-c", "copy", "\(file).\(ending)"], in: scratch.folder)
        }
        let name = "joined.\(ending)"
        let hashes = try linearHashes(of: "open.\(ending)", in: scratch.folder) + rest
        let video = try VideoFile(opening: scratch.path(name), limits: .believing)
        #expect(try video.decodableTimeline().count >= hashes.count, "\(name)")
        try check(scratch.bytes(of: name), as: "again-" + name, name, hashes: hashes)
      }
    }
  }
}
