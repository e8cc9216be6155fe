import Packing
import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A long file, the cache of its index, and the expected pictures.
struct KeptFile {
  let scratch: Scratch
  let path: Path
  let cache: IndexCache
  private let round: [ExpectedFrame]
  private let rounds: Int

  init(_ clip: Fixture, rounds: Int, format: String) throws {
    scratch = try Scratch()
    path = try RepeatedClip(clip, rounds: rounds, format: format, in: scratch).path
    cache = IndexCache(folder: scratch.path("cache"), program: "test")
    round = try clip.expectedFrames()
    self.rounds = rounds
    // Until then another change of the file could get the same timestamp.
    usleep(40_000)
  }

  /// A file in a format whose packets cannot be written one by one without timestamps: by FFmpeg's tool.
  init(looping clip: Fixture, rounds: Int) throws {
    scratch = try Scratch()
    path = scratch.path("repeated." + clip.url.pathExtension)
    let result = try run([
      "ffmpeg", "-v", "error", "-nostdin", "-stream_loop", "\(rounds - 1)", "-i", clip.path, "-c", "copy", path.text,
    ])
    try #require(result.status == 0, "\(result.stderr)")
    cache = IndexCache(folder: scratch.path("cache"), program: "test")
    round = try clip.expectedFrames()
    self.rounds = rounds
    usleep(40_000)
  }

  var count: Int { round.count * rounds }

  func md5(_ index: Int) -> String { round[index % round.count].md5 }

  func open(isCached: Bool = true) throws -> VideoFile {
    try VideoFile(opening: path, indexes: isCached ? cache : nil)
  }

  /// The file of the index; it must be the only one.
  var indexURL: URL {
    get throws {
      let folder = URL(filePath: cache.folder.text)
      let names = try FileManager.default.contentsOfDirectory(atPath: cache.folder.text)
      return folder.appending(path: try #require(names.first { $0.hasSuffix(".index") }))
    }
  }

  var bytes: [UInt8] {
    get throws { try Array(Data(contentsOf: indexURL)) }
  }

  /// Replaces the stored index by another one with the right digest.
  func forge(_ change: (inout KeptIndex) throws -> Void) throws {
    try forge(payload: { payload in
      var packing = VarintReader(payload)
      var index = try KeptIndex(unpacking: &packing)
      try change(&index)
      return index.packed()
    })
  }

  /// Like `forge`, for the packed bytes.
  func forge(payload change: ([UInt8]) throws -> [UInt8]) throws {
    let key = try key
    let payload = try change(#require(IndexCache.index(in: bytes, for: key)))
    try Data(#require(IndexCache.bytes(of: payload, for: key))).write(to: indexURL)
  }

  /// The key of the index.
  private var key: IndexKey {
    get throws {
      let (file, bytes) = (try open(isCached: false), try bytes)
      let stream = try file.facts().streamIndex
      // Whether the streams were probed depends on the container.
      let keys = [false, true].map { isProbed in
        IndexKey(
          file.identity, stream: stream, isProbed: isProbed, limits: Limits(), program: cache.program,
          openedAfter: .now)
      }
      return try #require(keys.first { IndexCache.index(in: bytes, for: $0) != nil })
    }
  }
}

extension KeptIndex {
  /// Changes the records only.
  mutating func change(_ body: (inout [PacketRecord]) throws -> Void) throws {
    var all = try KeptIndexTests.all(records)
    try body(&all)
    records = PackedRecords(all)
  }
}

extension PacketRecord {
  /// The record with some values changed.
  func with(
    presentation: Int64?? = nil, position: Int64? = nil, traits: KeyframeClassifier.Traits? = nil,
    hiding: Hiding? = nil
  ) -> PacketRecord {
    PacketRecord(
      presentation: presentation ?? self.presentation, decode: decode, position: position ?? self.position,
      duration: duration, traits: traits ?? self.traits, field: field,
      hiding: hiding ?? self.hiding, isCorrupt: isCorrupt, settings: settings)
  }
}

extension FrameTable {
  /// Whether two tables are equal in all frames.
  func isSame(as other: FrameTable) -> Bool {
    frames == other.frames && origin == other.origin && end == other.end && isComplete == other.isComplete
  }
}

extension Decoding {
  @Suite(.enabled(if: RepeatedClip.canBeWritten, "this libavformat writes no files"))
  struct RecalledTimelineTests {
    struct Case: CustomTestStringConvertible {
      let clip: Fixture
      let rounds: Int
      let format: String
      var testDescription: String { "\(clip.name) as \(format)" }
    }

    private static let cases = [
      Case(clip: .h264BFrames, rounds: 15, format: "matroska"), Case(clip: .h264BFrames, rounds: 15, format: "mpegts"),
      Case(clip: .h264BFrames, rounds: 15, format: "mp4"), Case(clip: .h264OpenGOP, rounds: 36, format: "mpegts"),
      Case(clip: .h264OpenGOP, rounds: 36, format: "matroska"),
      Case(clip: .mpeg2TransportStream, rounds: 45, format: "mpegts"),
      Case(clip: .hevc10Bit, rounds: 53, format: "matroska"), Case(clip: .h264Fields, rounds: 230, format: "mpegts"),
    ]

    @Test(arguments: cases)
    func `the second run uses the index of the first one, with the same results`(_ parameters: Case) throws {
      let kept = try KeptFile(parameters.clip, rounds: parameters.rounds, format: parameters.format)
      try #require(kept.count > 2050)
      let plain = try kept.open(isCached: false).timeline(.whole)
      let first = try kept.open()
      #expect(try first.timeline(.whole).isSame(as: plain) && !first.usesKeptIndex)
      guard case .kept(let bytes) = first.keepIndex() else {
        Issue.record("nothing was kept")
        return
      }
      #expect(try bytes == kept.bytes.count && bytes < 12 * (parameters.clip == .h264Fields ? 2 : 1) * kept.count)
      #expect(first.seekCount == 0)

      let second = try kept.open()
      #expect(try second.timeline(.whole).isSame(as: plain) && second.usesKeptIndex && !second.hasDiscardedIndex)
      var numbers = SeededNumbers(seed: 4)
      for index in (0..<12).map({ _ in numbers.below(kept.count) }) + [0, kept.count - 1] {
        let (pictures, missing) = try second.hashes(of: [index], in: .main)
        #expect(missing.isEmpty && pictures[index]?.hash == kept.md5(index), "frame \(index)")
      }
      #expect(second.keepIndex() == .nothingNew && !second.hasDiscardedIndex)
    }

    @Test(arguments: cases)
    func `a run with a partial index reads the rest from the file`(_ parameters: Case) throws {
      let kept = try KeptFile(parameters.clip, rounds: parameters.rounds, format: parameters.format)
      let plain = try kept.open(isCached: false)
      let first = try kept.open()
      let extents = [TimelineExtent.throughFrame(300), .throughFrame(2010)]
      let parts = try extents.map { try first.timeline($0) }
      guard case .kept(let bytes) = first.keepIndex() else {
        Issue.record("nothing was kept")
        return
      }
      // Less of it, or just as much, is stored already, and nothing beyond is read.
      let second = try kept.open()
      for (extent, part) in zip(extents, parts) {
        #expect(try second.timeline(extent).isSame(as: part) && !part.isComplete)
      }
      #expect(second.usesKeptIndex && second.keepIndex() == .nothingNew)
      let third = try kept.open()
      _ = try third.timeline(.throughFrame(1200))
      #expect(try third.timeline(.whole).isSame(as: plain.timeline(.whole)))
      #expect(third.usesKeptIndex && !third.hasDiscardedIndex)
      guard case .kept(let all) = third.keepIndex() else {
        Issue.record("the rest was not kept")
        return
      }
      #expect(all > bytes)
      let fourth = try kept.open()
      #expect(try fourth.timeline(.whole).isSame(as: plain.timeline(.whole)) && fourth.keepIndex() == .nothingNew)
    }

    @Test func `a moment by time is looked up by seeking`() throws {
      let kept = try KeptFile(.h264BFrames, rounds: 15, format: "matroska")
      let first = try kept.open()
      _ = try first.timeline(.whole)
      _ = first.keepIndex()
      let second = try kept.open()
      let moment = try #require(Rational(2 * 2000 + 1, 50))
      #expect(try second.lookUp(around: moment).stretch == .window(0))
      #expect(try second.grab(at: moment).hash == kept.md5(2000) && second.keepIndex() == .nothingNew)
    }

    @Test func `short files store no index`() throws {
      let kept = try KeptFile(.h264BFrames, rounds: 3, format: "matroska")
      let video = try kept.open()
      _ = try video.timeline(.whole)
      #expect(video.keepIndex() == .nothingNew)
      #expect(try kept.scratch.names == ["repeated.matroska"])
    }

    @Test func `a file that was changed meanwhile is read again`() throws {
      let kept = try KeptFile(.h264BFrames, rounds: 15, format: "mpegts")
      let first = try kept.open()
      _ = try first.timeline(.whole)
      _ = first.keepIndex()
      // One byte of a packet's header gets its old value again, and the file its old modification time.
      let name = kept.path.text
      let modified = try FileManager.default.attributesOfItem(atPath: name)[.modificationDate]
      let handle = try FileHandle(forUpdating: URL(filePath: name))
      try handle.seek(toOffset: 188)
      try handle.write(contentsOf: Data([0x47]))
      try handle.close()
      try FileManager.default.setAttributes([.modificationDate: #require(modified)], ofItemAtPath: name)
      usleep(40_000)
      let second = try kept.open()
      #expect(try second.timeline(.whole).count == kept.count && !second.usesKeptIndex)
      // While it is open, it is changed once more.
      try FileHandle(forUpdating: URL(filePath: name)).truncate(atOffset: 1000)
      #expect(second.keepIndex() == .changed)
    }

    @Test func `a file that is cut off is reported as such each time`() throws {
      let kept = try KeptFile(.h264BFrames, rounds: 15, format: "mp4")
      // The index of this container is at the end: with fragments, the end can be cut off.
      let result = try run([
        "ffmpeg", "-v", "error", "-nostdin", "-i", kept.path.text, "-c", "copy", "-movflags",
        "frag_keyframe+empty_moov", "-f", "mp4", "-y", kept.path.text + ".frag",
      ])
      try #require(result.status == 0, "\(result.stderr)")
      let bytes = try Data(contentsOf: URL(filePath: kept.path.text + ".frag"))
      try bytes.prefix(bytes.count - 3000).write(to: URL(filePath: kept.path.text))
      usleep(40_000)
      let plain = try kept.open(isCached: false)
      let whole = try plain.timeline(.whole)
      try #require(plain.isCutOff && whole.count > 2050)
      for _ in 0..<3 {
        let video = try kept.open()
        #expect(try video.timeline(.throughFrame(2001)).count > 2001)
        #expect(try video.timeline(.whole).isSame(as: whole) && video.isCutOff)
        _ = video.keepIndex()
      }
    }
  }
}
