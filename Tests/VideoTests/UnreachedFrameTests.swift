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

    /// Writes the file with a frame spoilt where its encoder put the sizes of its two tiles: at the first place that a run
    /// of ffmpeg calls invalid. In a header and in the tiles, dav1d may take damage for pictures.
    private func spoil(_ frame: Range<Int>, of whole: [UInt8], as name: String) throws {
      for place in stride(from: frame.lowerBound + 16, to: frame.upperBound - 24, by: 4) {
        var spoilt = whole
        for offset in 0..<24 { spoilt[place + offset] = 0xFF }
        try scratch.write(Data(spoilt), to: name)
        let decode = try run(
          ["ffmpeg", "-v", "error", "-c:v", "libdav1d", "-i", name, "-f", "null", "-"], in: scratch.folder)
        if decode.stderr.contains("Invalid data found") { return }
      }
      Issue.record("no damage was noticed: \(name)")
    }

    /// A frame in the middle is spoilt where the sizes of its two tiles are.
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
      // The packet with the top of the second pyramid, frames below it, and the one that is shown first.
      let packet = try #require(frames.indices.first { $0 > 9 && frames[$0].count > 3 })
      var numbers = SeededNumbers(seed: 7)
      for (number, frame) in frames[packet].enumerated() {
        let (name, start) = ("spoilt-\(number).ivf", places[packet].lowerBound)
        try spoil((start + frame.place.lowerBound)..<(start + frame.place.upperBound), of: whole, as: name)
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
        // Everything behind the top depends on it; what depends on the others ends with this pyramid, after 16 packets.
        #expect(number == 0 ? intact.isEmpty : intact.count >= Self.frames - packet - 16, "\(number)")
        #expect(intact.count < Self.frames - packet, "\(number)")
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
