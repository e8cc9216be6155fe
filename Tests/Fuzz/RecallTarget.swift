import Packing
import CFFmpeg
import Files
import Synchronization
import TestSupport
import Timeline
@testable import Video

extension FuzzTarget {
  /// A kept index of a real clip with changes, with the right digest: the clip's frames are looked up and decoded with it.
  /// The first byte chooses the clip, then come up to eight changes, then what is looked up.
  static let recall = FuzzTarget(name: "recall", longest: 128, mutations: 20) { bytes in
    var input = FuzzedBytes(bytes)
    let clips = RecalledClip.all
    guard !clips.isEmpty else { throw FuzzFault(description: "no clip can be opened") }
    let clip = clips[input.below(clips.count)]
    let scratch = try Scratch()
    let cache = IndexCache(folder: scratch.path("cache"), program: RecalledClip.program)
    guard case .kept = cache.store(clip.changed(&input).packed(), for: clip.key) else { return }
    do {
      let video = try clip.open(cache)
      for _ in 0..<3 { try clip.look(into: video, &input) }
    } catch let error as VideoError {
      // The clip is sound, whatever an index says of it.
      throw FuzzFault(description: "a sound clip is refused: \(error)")
    }
  }
}

/// A clip, its own index, and the pictures that it holds.
private struct RecalledClip: Sendable {
  static let program = "fuzz"
  static let all = [Fixture.h264OpenGOP, .h264OpenGOPTransportStream, .vp9, .mpeg4AVI, .h264Fields]
    .compactMap { try? RecalledClip($0) }

  let key: IndexKey
  private let path: Path
  private let index: KeptIndex
  private let records: [PacketRecord]
  /// The hash of each picture by its timestamp; nil if pictures are counted, since they have no timestamps of their own.
  private let hashes: [Int64: String]?

  init(_ clip: Fixture) throws {
    path = Path(clip.path)
    let time = WallTime.now
    let video = try VideoFile(opening: path)
    let all = try video.lookUp(.whole)
    let reader = video.finder.reader
    key = IndexKey(
      video.identity, stream: reader.streamIndex, isProbed: reader.isProbed, limits: Limits(), program: Self.program,
      openedAfter: time)
    records = video.frames.table.unpairedRecords
    var index = KeptIndex()
    index.isEnded = true
    if case .counted(let counted) = video.frames.source {
      index.counted = KeptIndex.Counted(first: counted.firstFed, timeline: counted.timeline, rate: counted.rate)
    }
    self.index = index
    var hashes: [Int64: String] = [:]
    _ = try video.pictures(of: all.table.frames.indices.map(all.reference)) { frame, picture throws(VideoError) in
      hashes[all.table.frames[frame.place].timestamp] = try picture.md5()
    }
    self.hashes = index.counted == nil ? hashes : nil
  }

  func open(_ cache: IndexCache) throws -> VideoFile { try VideoFile(opening: path, indexes: cache) }

  // MARK: Changes

  func changed(_ input: inout FuzzedBytes) -> KeptIndex {
    var index = index
    var records = records
    let count = input.below(9)
    for _ in 0..<count {
      let place = input.short() % max(1, records.count)
      guard !records.isEmpty else { break }
      switch input.below(10) {
      case 0: records[place] = records[place].with(presentation: input.integer())
      case 1: records[place] = records[place].with(position: input.integer())
      case 2: records[place] = records[place].with(traits: input.byte())
      case 3: records[place] = records[place].with(hiding: input.byte())
      case 4: records.remove(at: place)
      case 5: records.insert(records[place], at: input.short() % records.count)
      case 6: records.removeLast(min(records.count, 1 + input.below(40)))
      case 7: index.isEnded = input.flag()
      case 8: index.hiddenLeading = (0..<input.below(4)).map { _ in input.short() % records.count }
      default: index.isShown[place] = input.flag()
      }
    }
    index.records = PackedRecords(records)
    if input.below(4) == 1 { spoil(&index, &input) }
    return index
  }

  /// Changes a byte of the packed records or of the counted pictures.
  private func spoil(_ index: inout KeptIndex, _ input: inout FuzzedBytes) {
    guard let counted = index.counted, input.flag() else {
      var bytes = index.records.bytes
      if !bytes.isEmpty { bytes[input.short() % bytes.count] = input.byte() }
      index.records = PackedRecords(count: index.records.count, bytes: bytes)
      return
    }
    var packing = VarintWriter()
    counted.timeline.pack(into: &packing)
    packing.replace(byteAt: input.short() % packing.bytes.count, by: input.byte())
    var reader = VarintReader(packing.bytes)
    guard let timeline = try? CountedTimeline(unpacking: &reader) else { return }
    index.counted = KeptIndex.Counted(first: counted.first, timeline: timeline, rate: counted.rate)
  }

  // MARK: Look-ups

  /// Looks one frame up and decodes it: a picture that comes is the clip's at this time.
  func look(into video: VideoFile, _ input: inout FuzzedBytes) throws {
    let part: TimelinePart
    switch input.below(3) {
    case 0: part = try video.lookUp(.whole)
    case 1: part = try video.lookUp(.throughFrame(Int(input.byte())))
    default: part = try video.lookUp(around: Rational(Int64(input.byte()), 50) ?? .zero)
    }
    let place = Int(input.byte()) % part.table.count
    var fault: FuzzFault?
    _ = try video.pictures(of: [part.reference(to: place)]) { frame, picture throws(VideoError) in
      let timestamp = part.table.frames[frame.place].timestamp
      guard let hashes, !picture.isDamaged else { return }
      let hash = try picture.md5()
      if hashes[timestamp] != hash { fault = FuzzFault(description: "a wrong picture came for timestamp \(timestamp)") }
    }
    if let fault { throw fault }
  }
}

extension PacketRecord {
  fileprivate func with(
    presentation: Int64? = nil, position: Int64? = nil, traits: UInt8? = nil, hiding: UInt8? = nil
  ) -> PacketRecord {
    // Not FFmpeg's value for no timestamp, which stored records cannot have.
    let presentation = presentation.map { max($0, .min + 1) }
    return PacketRecord(
      presentation: presentation ?? self.presentation, decode: decode, position: position ?? self.position,
      duration: duration, traits: traits.map { KeyframeClassifier.Traits(rawValue: $0 & 0x7F) } ?? self.traits,
      field: field, hiding: hiding.map { Hiding(rawValue: $0 & 3) } ?? self.hiding, isCorrupt: isCorrupt,
      settings: settings)
  }
}
