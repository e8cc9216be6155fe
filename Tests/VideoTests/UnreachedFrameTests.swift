import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Frames of AV1 that no wanted picture is predicted from are not decoded, and change nothing.
  @Suite struct UnreachedFrameTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    private static let frames = 50

    private func make(_ name: String, _ words: [String]) throws {
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=192x112:r=25:d=2", "-pix_fmt", "yuv420p"] + words + [name], in: scratch.folder
      )
    }

    private static func svt(_ parameters: String) -> [String] {
      ["-c:v", "libsvtav1", "-preset", "9", "-crf", "45", "-g", "250", "-svtav1-params", "lp=1" + parameters]
    }

    private static let aom = [
      "-c:v", "libaom-av1", "-b:v", "0", "-crf", "45", "-cpu-used", "8", "-row-mt", "0", "-g", "250",
    ]

    /// With a bound for the frames that are decoded for each picture alone, of all that precede it.
    private static let codings: [(name: String, words: [String], mostDecoded: Double)] = [
      // A pyramid over 16 pictures: of each, its top, and below the last one at most 4 more.
      ("pyramid.mp4", svt(""), 0.5),
      ("grain.mkv", svt(":film-grain=20"), 0.5),
      // Intra-only frames at which a pyramid starts; frames of a low delay; switch frames.
      ("open.mp4", svt(":irefresh-type=1:keyint=16"), 0.5),
      ("low.ivf", svt(":pred-struct=1"), 0.5),
      // Every frame refers to the one before it.
      ("aom.webm", aom + ["-lag-in-frames", "16", "-denoise-noise-level", "20"], 1),
      ("resilient.mkv", aom + ["-usage", "realtime", "-lag-in-frames", "0", "-error-resilience", "default"], 1),
    ]

    /// How many frames are decoded for one alone, and how many there are up to its packet.
    private func decoded(for frame: Int, of video: VideoFile) throws -> (some: Int, all: Int) {
      let packets = try #require(video.frames.packets(of: .main))
      let start = try #require(packets.start(forFrame: frame))
      #expect(try video.finder.land(on: start, in: packets))
      guard let closure = try video.finder.closure(of: [frame], from: start, in: packets) else { return (0, 0) }
      #expect(closure.covers([frame], in: packets))
      let whole = try #require(try video.finder.closure(of: Array(0...frame), from: start, in: packets))
      return (closure.count, whole.count)
    }

    @Test(arguments: codings.indices) func `every frame decoded alone equals a linear decode`(_ number: Int) throws {
      let (name, words, mostDecoded) = Self.codings[number]
      try make(name, words)
      let truth = try linearHashes(of: name, in: scratch.folder)
      try #require(truth.count == Self.frames)
      let video = try VideoFile(opening: scratch.path(name))
      #expect(try video.timeline(.whole).count == Self.frames && !video.isCounted)
      var (some, all) = (0, 0)
      for index in truth.indices {
        let (alone, _) = try video.hashes(of: [index], in: .main)
        #expect(alone[index]?.hash == truth[index] && alone[index]?.isDamaged == false, "\(name), frame \(index)")
        let counts = try decoded(for: index, of: video)
        (some, all) = (some + counts.some, all + counts.all)
      }
      #expect(some > 0 && Double(some) <= mostDecoded * Double(all), "\(name): \(some) of \(all)")
      var numbers = SeededNumbers(seed: 29)
      for _ in 0..<10 {
        let some = Set((0..<4).map { _ in numbers.below(Self.frames) }).sorted()
        let (pictures, _) = try video.hashes(of: some, in: .main)
        for index in some { #expect(pictures[index]?.hash == truth[index], "\(name), frame \(index) of \(some)") }
      }
    }

    // MARK: Damage

    /// The bytes of an IVF file, and where its packets are: after a header of 32 bytes, each after one of 12, which
    /// begins with its size.
    private func packets(of file: [UInt8]) -> [Range<Int>] {
      var found: [Range<Int>] = []
      var place = 32
      while place + 12 <= file.count {
        let size = (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
        found.append(place + 12..<place + 12 + size)
        place += 12 + size
      }
      return found
    }

    /// What becomes of frames that are wanted together.
    private func outcome(of places: [Int], of video: VideoFile) throws -> [Int: String] {
      let (pictures, missing) = try video.hashes(of: places, in: .main)
      return pictures.mapValues { $0.isDamaged ? "damaged" : $0.hash }
        .merging(missing.map { ($0, "missing") }) { first, _ in first }
    }

    /// The packets whose pictures depend on a frame of a packet, by the slots that frames read and write.
    private func dependents(on number: Int, of packet: Int, among packets: [[AV1Frame]]) -> Set<Int> {
      var (spoilt, found): (UInt8, Set<Int>) = (0, [])
      for later in packet..<packets.count {
        for (place, frame) in packets[later].enumerated() {
          let isSpoilt = later == packet && place == number || frame.reads & spoilt != 0
          spoilt = isSpoilt ? spoilt | frame.writes : spoilt & ~frame.writes
          if isSpoilt, frame.isShown { found.insert(later) }
        }
      }
      return found
    }

    /// Where each coded frame says how long its first tile is, in bytes from the start of its unit, as ffmpeg reads it.
    private func tileSizes(of name: String) throws -> [Range<Int>] {
      let trace = try run(
        ["ffmpeg", "-nostdin", "-i", name, "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"],
        in: scratch.folder)
      var (sizes, count): ([Range<Int>], Int) = ([], 0)
      // [trace_headers @ 0x55…] BIT NAME BITS = VALUE
      for words in trace.stderr.split(separator: "\n").map({ $0.split(separator: " ") }) where words.count > 5 {
        guard words[0] == "[trace_headers", let bit = Int(words[3]), let value = words.last.flatMap({ Int($0) }) else {
          continue
        }
        if words[4].hasPrefix("tile_size_bytes_minus") { count = value + 1 }
        // The size is behind this flag's byte (AV1, 5.11.1).
        if words[4] == "tile_start_and_end_present_flag" { sizes.append(bit / 8 + 1..<bit / 8 + 1 + count) }
      }
      return sizes
    }

    /// A frame in the middle is spoilt where the size of the first of its two tiles is: longer than the frame, which dav1d
    /// notices. In a header and in the tiles it may take damage for pictures.
    @Test func `what is damaged does not depend on which other frames are wanted`() throws {
      try make("whole.ivf", Self.svt(":tile-columns=1"))
      let whole = try scratch.bytes(of: "whole.ivf")
      let places = packets(of: whole)
      try #require(places.count == Self.frames)
      var reader = AV1FrameReader()
      let frames = try places.map { place in
        try #require(whole[place].withUnsafeBytes { reader.frames(of: UnsafeRawBufferPointer(rebasing: $0[...])) })
      }
      let truth = try linearHashes(of: "whole.ivf", in: scratch.folder)
      // A packet with the top of a pyramid, frames below it, and the one that is shown first.
      let packet = try #require(frames.indices.first { $0 > 9 && frames[$0].count > 3 })
      var numbers = SeededNumbers(seed: 7)
      let sizes = try tileSizes(of: "whole.ivf")
      try #require(sizes.count == frames.joined().count { !$0.showsExisting })
      let codedBefore = frames[..<packet].joined().count { !$0.showsExisting }
      // A size of one byte may say nothing that is too long.
      let tooLong = frames[packet].indices.filter {
        frames[packet][$0].place.count < 1 << (8 * sizes[codedBefore + $0].count)
      }
      try #require(tooLong.count > 1)
      for number in tooLong {
        let name = "spoilt-\(number).ivf"
        let start = places[packet].lowerBound + frames[packet][number].place.lowerBound
        var spoilt = whole
        for byte in sizes[codedBefore + number] { spoilt[start + byte] = 0xFF }
        try scratch.write(Data(spoilt), to: name)
        func open() throws -> VideoFile {
          let video = try VideoFile(opening: scratch.path(name))
          #expect(try video.timeline(.whole).count == Self.frames && !video.isCounted)
          return video
        }
        let video = try open()
        var alone: [Int: String] = [:]
        for index in 0..<Self.frames { alone.merge(try outcome(of: [index], of: video)) { first, _ in first } }
        #expect((0..<packet).allSatisfy { alone[$0] == truth[$0] })
        let intact = (packet..<Self.frames).filter { alone[$0] == truth[$0] }
        let dependents = dependents(on: number, of: packet, among: frames)
        #expect(!dependents.isEmpty, "\(number)")
        #expect(intact == (packet..<Self.frames).filter { !dependents.contains($0) }, "\(number)")
        #expect(alone.values.allSatisfy { $0 == "damaged" || $0 == "missing" || truth.contains($0) })
        let together = try open()
        #expect(try outcome(of: Array(0..<Self.frames), of: together) == alone, "all, \(number)")
        for _ in 0..<12 {
          let some = Set((0..<5).map { _ in numbers.below(Self.frames) }).sorted()
          #expect(try outcome(of: some, of: together) == alone.filter { some.contains($0.key) }, "\(some), \(number)")
        }
      }
    }
  }
}
