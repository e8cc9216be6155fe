import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Timelines from the table of an ISO base media file, whose packets are not read for them.
  @Suite struct ListedPacketsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Files by ffmpeg, each with what is special about its table: reordering, an edit list that hides packets, no
    /// reordering, a picture each packet, sound between, several slices, tiny packets.
    struct Made: CustomTestStringConvertible {
      let name: String
      let words: String
      var isBelieved = true
      var testDescription: String { name }
    }

    private static let source = "-f lavfi -i testsrc2=s=96x64:r=25:d=4"

    private static let made = [
      Made(name: "pyramid.mp4", words: "\(source) -c:v libx264 -g 25 -bf 3 -b-pyramid normal -pix_fmt yuv420p"),
      Made(name: "open.mp4", words: "\(source) -c:v libx264 -g 20 -x264-params open-gop=1:bframes=3 -pix_fmt yuv420p"),
      // Delays below zero, which move the decoding and not the pictures.
      Made(
        name: "negative.mp4",
        words: "\(source) -c:v libx264 -g 25 -bf 2 -pix_fmt yuv420p -movflags negative_cts_offsets"),
      Made(name: "plain.mp4", words: "\(source) -c:v libx264 -g 25 -bf 0 -pix_fmt yuv420p"),
      Made(name: "sound.mov", words: "\(source) -f lavfi -i sine=d=4 -c:v libx264 -g 12 -c:a aac -pix_fmt yuv420p"),
      Made(name: "slices.mp4", words: "\(source) -c:v libx264 -g 30 -x264-params slices=4 -pix_fmt yuv420p"),
      Made(name: "hevc.mp4", words: "\(source) -c:v libx265 -x265-params log-level=none:keyint=25 -pix_fmt yuv420p"),
      Made(name: "prores.mov", words: "\(source) -c:v prores_ks"),
      Made(name: "jpeg.mov", words: "\(source) -c:v mjpeg"),
      // Interlaced streams may have fields in packets of their own.
      Made(
        name: "fields.mp4", words: "\(source) -c:v libx264 -flags +ildct+ilme -x264-params tff=1 -pix_fmt yuv420p",
        isBelieved: false),
      // Packets that are no pictures are usual in MPEG-4 part 2, and VP9 may hide pictures.
      Made(name: "mpeg4.mp4", words: "\(source) -c:v mpeg4", isBelieved: false),
      Made(name: "vp9.mp4", words: "\(source) -c:v libvpx-vp9 -cpu-used 8", isBelieved: false),
      // Fragments follow the header; of the second kind, the first pictures are in it.
      Made(
        name: "fragments.mp4",
        words: "\(source) -c:v libx264 -g 12 -pix_fmt yuv420p -movflags frag_keyframe+empty_moov"),
      Made(
        name: "half.mp4",
        words: "\(source) -f lavfi -i sine=d=4 -c:v libx264 -g 12 -c:a aac -pix_fmt yuv420p -movflags frag_keyframe"),
      Made(
        name: "dash.mp4",
        words: "\(source) -c:v libx265 -x265-params log-level=none:keyint=12 -pix_fmt yuv420p -movflags +dash"),
    ]

    private func make(_ name: String, _ words: String) throws {
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
    }

    private func make(_ made: Made) throws -> Path {
      try make(made.name, made.words)
      return scratch.path(made.name)
    }

    /// The frames, with the durations of others where they have none: fragments list none, and only the last one counts.
    private static func completed(_ table: FrameTable, from other: FrameTable) -> FrameList {
      guard table.frames.last?.duration == other.frames.last?.duration else { return FrameList([]) }
      let frames = zip(table.frames, other.frames).map { frame, other in
        FrameTable.Frame(
          timestamp: frame.timestamp, tick: frame.tick, ordinal: frame.ordinal,
          duration: frame.duration == 0 ? other.duration : frame.duration, isKeyframe: frame.isKeyframe,
          isDecodable: frame.isDecodable)
      }
      return FrameList(frames)
    }

    /// Compares the timeline that the table gives with that of all packets, and every picture with FFmpeg's own decode.
    private func compare(_ path: Path, with hashes: [String]?, isBelieved: Bool?) throws {
      let read = try VideoFile(opening: path).timeline(.everyPacket)
      let video = try VideoFile(opening: path, limits: .believing)
      let listed = try video.timeline(.whole)
      if let isBelieved { #expect(video.believesTable == isBelieved) }
      #expect(
        Self.completed(listed, from: read) == read.frames && listed.end == read.end && listed.origin == read.origin)
      let other = try VideoFile(opening: path, limits: .believing)
      #expect(try Self.completed(other.timeline(.keyframes), from: read) == read.frames)
      if let isBelieved { #expect(other.believesTable == isBelieved) }
      let (pictures, missing) = try video.hashes(of: Array(0..<listed.count), in: .main)
      #expect(missing.isEmpty)
      if let hashes { #expect((0..<listed.count).map { pictures[$0]?.hash ?? "" } == hashes) }
    }

    @Test(arguments: made)
    func `the table gives the same frames as the packets`(_ made: Made) throws {
      let path = try make(made)
      let hashes = try linearHashes(of: made.name, in: scratch.folder, isFirstVideo: true)
      try compare(path, with: hashes, isBelieved: made.isBelieved)
    }

    @Test(arguments: Fixture.withPictures)
    func `fixtures have the same frames by either way`(_ clip: Fixture) throws {
      try compare(Path(clip.path), with: nil, isBelieved: nil)
    }

    @Test(arguments: made.filter(\.isBelieved))
    func `each frame alone, in a file that is opened for it`(_ made: Made) throws {
      let path = try make(made)
      let hashes = try linearHashes(of: made.name, in: scratch.folder, isFirstVideo: true)
      var numbers = SeededNumbers(seed: 29)
      for place in Array(hashes.indices).shuffled(using: &numbers).prefix(24) {
        let video = try VideoFile(opening: path, limits: .believing)
        #expect(try video.timeline(.whole).count == hashes.count)
        let (pictures, missing) = try video.hashes(of: [place], in: .main)
        #expect(missing.isEmpty && pictures[place]?.hash == hashes[place] && video.believesTable, "frame \(place)")
      }
    }

    @Test func `an edit list that hides packets hides them in the table`() throws {
      _ = try make(Self.made[0])
      // From 1.3 s on: decoding starts at the keyframe at 1 s, and the edit list hides what is before.
      try ffmpeg(["-ss", "1.3", "-i", "pyramid.mp4", "-c", "copy", "cut.mp4"], in: scratch.folder)
      try compare(scratch.path("cut.mp4"), with: try linearHashes(of: "cut.mp4", in: scratch.folder), isBelieved: nil)
    }

    // MARK: Tables that lie

    /// The bytes of a file, and the place of the data of its first box of a kind.
    private func bytes(_ name: String, of box: String) throws -> (bytes: [UInt8], place: Int) {
      let bytes = try scratch.bytes(of: name)
      let tag = Array(box.utf8)
      let place = try #require((4..<bytes.count - 8).first { bytes[$0..<$0 + 4].elementsEqual(tag) })
      return (bytes, place + 4)
    }

    private func number(_ bytes: [UInt8], _ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func `a sync sample that is none is found when it is decoded`() throws {
      _ = try make(Self.made[0])
      let hashes = try linearHashes(of: "pyramid.mp4", in: scratch.folder)
      // ISO/IEC 14496-12, 8.6.2: version and flags, the count, the numbers of the samples, from 1. The keyframe of
      // 3 s, sample 76, which opening does not read, becomes 81.
      var (bytes, place) = try bytes("pyramid.mp4", of: "stss")
      try #require(number(bytes, place + 4) == 4 && number(bytes, place + 20) == 76)
      bytes[place + 23] = 81
      try scratch.write(Data(bytes), to: "lying.mp4")
      let video = try VideoFile(opening: scratch.path("lying.mp4"), limits: .believing)
      let frames = try video.timeline(.keyframes).frames
      #expect(frames.indices.filter { frames[$0].isKeyframe } == [0, 25, 50, 75] && !video.believesTable)
      for frame in [0, 49, 74, 75, 79, 80, 81, 98, 99] {
        let video = try VideoFile(opening: scratch.path("lying.mp4"), limits: .believing)
        _ = try video.timeline(.whole)
        try #require(video.believesTable)
        let found = try video.settled { () throws(VideoError) in
          let all = try video.lookUp(.whole)
          var hash = ""
          _ = try video.pictures(of: [all.reference(to: frame)]) { _, picture throws(VideoError) in
            hash = try picture.md5()
          }
          return hash
        }
        #expect(found == hashes[frame], "frame \(frame)")
        // What decoding frame 0 needs is as the table says; frame 49 already needs packet 82.
        #expect(video.believesTable == (frame == 0), "frame \(frame)")
      }
    }

    /// Makes a packet one that is no picture: the header of its first slice (1) becomes that of a delimiter (9).
    private func blank(_ number: Int, of name: String, as other: String, isSmall: Bool) throws {
      // ISO/IEC 14496-12, 8.7.3: version and flags, a size of 0, the count, the size of each sample.
      let (whole, place) = try bytes(name, of: "stsz")
      let sizes = (0..<100).map { self.number(whole, place + 12 + 4 * $0) }
      try #require(self.number(whole, place + 8) == 100 && (sizes[number] < 256) == isSmall)
      // The samples follow each other; behind the length of four bytes is the header of the unit.
      var bytes = whole
      let header = try self.bytes(name, of: "mdat").place + sizes[..<number].reduce(0, +) + 4
      try #require([1, 0x21, 0x41, 0x61].contains(bytes[header]))
      bytes[header] = bytes[header] & 0xE0 | 9
      try scratch.write(Data(bytes), to: other)
    }

    @Test func `a large packet that is no picture is found where it is read`() throws {
      // Noise, so that no picture is small.
      let noise = "-f lavfi -i testsrc2=s=96x64:r=25:d=4,noise=alls=60:allf=t"
      try make("noise.mp4", "\(noise) -c:v libx264 -g 20 -sc_threshold 0 -bf 0 -pix_fmt yuv420p")
      try blank(10, of: "noise.mp4", as: "early.mp4", isSmall: false)
      try compare(scratch.path("early.mp4"), with: nil, isBelieved: false)
      try blank(90, of: "noise.mp4", as: "late.mp4", isSmall: false)
      let video = try VideoFile(opening: scratch.path("late.mp4"), limits: .believing)
      let listed = try video.timeline(.whole)
      #expect(listed.count == 100 && video.believesTable)
      // Frame 30 needs packets 20 to 63, frame 85 those from 80 on.
      #expect(try video.hashes(of: [30], in: .main).missing.isEmpty && video.believesTable)
      #expect(try video.hashes(of: [85], in: .main).missing == [85] && !video.believesTable)
      let read = try VideoFile(opening: scratch.path("late.mp4")).timeline(.everyPacket)
      #expect(try video.timeline(.whole).frames == read.frames)
    }

    @Test func `what a decode needs was read before`() throws {
      let path = try make(Self.made[1])
      let video = try VideoFile(opening: path, limits: .believing)
      _ = try video.timeline(.whole)
      _ = try video.hashes(of: [84, 85], in: .main)
      // Keyframes are 20 apart; opening reads no further than twice 33 packets beyond the first.
      let isListed = video.frames.table.records.map(\.isListed)
      #expect(isListed[68..<80].allSatisfy { $0 } && !isListed[80...].contains(true) && video.believesTable)
      // With their own traits, which the table does not give: pictures that no other needs.
      #expect(video.frames.table.records[80...].contains { $0.traits.contains(.unreferenced) })
    }

    @Test func `one frame is decoded from the packets around it, and the records are not made for it`() throws {
      let video = try VideoFile(opening: try make(Self.made[1]), limits: .believing)
      _ = try video.timeline(.whole)
      #expect(try video.hashes(of: [85], in: .main).missing.isEmpty && video.knownCutOff == false)
      #expect(video.frames.packets.listing != nil && video.frames.windows.count == 1 && video.believesTable)
      #expect(!video.frames.windows[0].records.contains { $0.isListed })
      // What is known of the file does not depend on whether they were made.
      let before = try video.timeline(.whole)
      #expect(video.frames.table.records.count == 100 && video.frames.packets.listing == nil)
      let after = try video.timeline(.whole)
      #expect(before.frames == after.frames && before.end == after.end && video.believesTable)
    }

    @Test func `if one frame's picture does not come out, the table is not believed any more`() throws {
      let made = try #require(Self.made.first { $0.name == "prores.mov" })
      let read = try VideoFile(opening: try make(made), limits: .believing)
      _ = try read.timeline(.whole)
      var bytes = try scratch.bytes(of: "prores.mov")
      // Behind the size and the name of the frame, the size of its header: none can be so large.
      let place = Int(read.frames.table.records[50].position) + 8
      bytes.replaceSubrange(place..<place + 2, with: [255, 255])
      try scratch.write(Data(bytes), to: "broken.mov")
      let video = try VideoFile(opening: scratch.path("broken.mov"), limits: .believing)
      _ = try video.timeline(.whole)
      #expect(try video.hashes(of: [51], in: .main).missing.isEmpty && video.frames.packets.listing != nil)
      #expect(try video.hashes(of: [50], in: .main).missing == [50] && !video.believesTable)
    }

    @Test func `pictures of a codec without reordering are not listed in another order`() throws {
      let made = try #require(Self.made.first { $0.name == "jpeg.mov" })
      #expect(try listing(of: make(made)) != nil)
      // Number 80 is shown two and a half pictures of 512 ticks after it is decoded: behind number 82. Opening reads 67.
      let delays = Movie.box("ctts", Movie.runs([(80, 0), (1, 1280), (1, 0), (18, 0)]))
      let bytes = try Movie.adding(delays, to: Movie.tables, of: scratch.bytes(of: made.name))
      try scratch.write(Data(bytes), to: "delayed.mov")
      #expect(try listing(of: scratch.path("delayed.mov")) == nil)
      try compare(scratch.path("delayed.mov"), with: nil, isBelieved: false)
    }

    private func listing(of path: Path) throws -> PacketListing? {
      let video = try VideoFile(opening: path, limits: .believing)
      _ = try video.timeline(.whole)
      return video.frames.packets.listing
    }

    @Test func `the list is dropped if the demuxer has other packets by now, since the file was written anew`() throws {
      let path = try make(Self.made[1])
      let bytes = try scratch.bytes(of: Self.made[1].name)
      let words = "-f lavfi -i testsrc2=s=96x64:r=25:d=0.8 -c:v libx264 -pix_fmt yuv420p"
      let short = try Data(scratch.bytes(of: make(Made(name: "short.mp4", words: words)).lastComponent.description))
      let video = try VideoFile(opening: path, limits: .believing)
      #expect(try video.timeline(.whole).count == 100 && video.frames.packets.listing != nil)
      let handle = try FileHandle(forWritingTo: scratch.folder.appendingPathComponent(Self.made[1].name))
      try handle.truncate(atOffset: 0)
      // The file stays the same one, and has the size that it had.
      try handle.write(contentsOf: short + Data(count: bytes.count - short.count))
      try video.frames.packets.finder.reopen()
      #expect(video.frames.table.records.count < 100 && !video.frames.table.isComplete && !video.believesTable)
    }

    @Test func `a small packet that is no picture is seen, so that the table is not believed`() throws {
      // One grey picture for 4 s: all packets but the first are a few bytes.
      try make("still.mp4", "-f lavfi -i color=gray:s=96x64:r=25:d=4 -c:v libx264 -bf 0 -g 250 -pix_fmt yuv420p")
      try compare(scratch.path("still.mp4"), with: nil, isBelieved: true)
      try blank(90, of: "still.mp4", as: "hole.mp4", isSmall: true)
      try compare(scratch.path("hole.mp4"), with: nil, isBelieved: false)
    }

    @Test func `a file that is cut off is not believed`() throws {
      // Large packets, which are not looked at.
      try make("first.mov", "\(Self.source) -c:v mjpeg -q:v 2 -movflags faststart")
      let bytes = try scratch.bytes(of: "first.mov")
      // The same with a fragment that has nothing in it, in place of the room before the pictures.
      let room = try #require((0..<bytes.count).first { bytes[$0...].starts(with: Array("wide".utf8)) })
      for kind in ["wide", "moof"] {
        var cut = Array(bytes[..<(bytes.count * 3 / 4)])
        cut.replaceSubrange(room..<room + 4, with: Array(kind.utf8))
        try scratch.write(Data(cut), to: "cut-off.mov")
        let video = try VideoFile(opening: scratch.path("cut-off.mov"), limits: .believing)
        #expect(try video.timeline(.whole).count > 0 && !video.believesTable, "\(kind)")
      }
    }

    @Test func `fragments that are cut off, or followed by something else, are not believed`() throws {
      let made = try #require(Self.made.first { $0.name == "half.mp4" })
      _ = try make(made)
      let bytes = try scratch.bytes(of: "half.mp4")
      for other in [Array(bytes.dropLast(40)), bytes + [1, 2, 3]] {
        try scratch.write(Data(other), to: "other.mp4")
        let video = try VideoFile(opening: scratch.path("other.mp4"), limits: .believing)
        _ = try video.timeline(.whole)
        #expect(!video.believesTable, "\(other.count) of \(bytes.count)")
      }
    }

    // MARK: Bytes

    @Test func `any question of a long file reads what its answer needs`() throws {
      // 30 s of noise: some 10 MB. Around a frame are 60 packets and the 33 that follow, a ninth of the file.
      let noise = "-f lavfi -i testsrc2=s=320x180:r=30:d=30,noise=alls=40:allf=t"
      try make("long.mp4", "\(noise) -c:v libx264 -preset ultrafast -g 30 -qp 24 -pix_fmt yuv420p")
      let size = try VideoFile(opening: scratch.path("long.mp4")).byteCount
      try #require(size > 4 << 20)
      for extent in [TimelineExtent.whole, .throughFrame(450)] {
        let video = try VideoFile(opening: scratch.path("long.mp4"))
        #expect(try video.timeline(extent).count == 900)
        let (pictures, missing) = try video.hashes(of: [450], in: .main)
        #expect(missing.isEmpty && pictures.count == 1 && video.bytesRead < size / 4, "\(extent)")
      }
      let looked = try VideoFile(opening: scratch.path("long.mp4"))
      #expect(try looked.timeline(.keyframes).frames.count { $0.isKeyframe } == 30)
      #expect(looked.believesTable && looked.bytesRead < size / 4)
      // While scrubbing, the packets up to the next keyframe are read at once: a decode that goes on does not seek.
      let scrubbed = try VideoFile(opening: scratch.path("long.mp4"))
      let all = try scrubbed.lookUp(.whole)
      var seeks: [Int] = []
      for place in 450..<480 {
        #expect(try scrubbed.picture(next: all.reference(to: place)) { _ in })
        seeks.append(scrubbed.seekCount)
      }
      #expect(scrubbed.believesTable && seeks[0] == seeks[29], "\(seeks)")
      // Of fragments only the headers are read, for a time, too.
      try ffmpeg(["-i", "long.mp4", "-c", "copy", "-movflags", "frag_keyframe", "parts.mp4"], in: scratch.folder)
      let parts = try VideoFile(opening: scratch.path("parts.mp4"))
      #expect(
        try parts.grab(at: Rational(15)).hash
          == VideoFile(opening: scratch.path("long.mp4")).grab(at: Rational(15)).hash)
      #expect(parts.believesTable && parts.bytesRead < size / 4)
      // In one file a time needs no table at all.
      let timed = try VideoFile(opening: scratch.path("long.mp4"))
      #expect(try !timed.grab(at: Rational(15)).isDamaged && !timed.believesTable && timed.bytesRead < size / 4)
      let video = try VideoFile(opening: scratch.path("long.mp4"))
      _ = try video.timeline(.everyPacket)
      #expect(video.bytesRead >= size * 9 / 10 && !video.believesTable)
    }
  }
}
