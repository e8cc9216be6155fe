/// Edit lists that only move all pictures to t = 0 (ISO/IEC 14496-12, 8.6.6), as most writers add one to a track whose
/// first picture is shown later than it is decoded.
///
/// FFmpeg's demuxer then gives the same packets whether it applies the list to each sample, for which it copies the
/// index, or only moves the first timestamp (its option `advanced_editlist`).
struct PlainEdits {
  private let read: MovieBoxes.Read
  /// The units of an entry's length in a second.
  private let movieScale: Int64

  /// Whether the video track has such a list, and no other track that FFmpeg sees has any list.
  ///
  /// All tables must be in their usual places (`TablePlaces`).
  static func areAll(
    reading read: @escaping MovieBoxes.Read, size: Int64, without hidden: [MovieBoxes.SoundTrack]
  ) -> Bool {
    guard let movie = MovieBoxes.index(reading: read, size: size) else { return false }
    let boxes = Array(MovieBoxes.Level(in: movie, reading: read))
    // FFmpeg uses the time scale of the last movie header before the track.
    let header = boxes.prefix { $0.type != "trak" }.last { $0.type == "mvhd" }
    let edits = PlainEdits(read: read, movieScale: header.map { MovieBoxes.scale(of: $0, read) } ?? 0)
    let tracks = boxes.filter { $0.type == "trak" }
    let edited = tracks.indices.filter { number in
      !hidden.contains { $0.number == number } && !edits.boxes(["edts"], in: tracks[number]).isEmpty
    }
    return edited.count == 1 && edits.arePlain(in: tracks[edited[0]])
      && !boxes.contains { $0.type == "mvex" || $0.type == "cmov" }
  }

  /// The most samples: hours of video have far fewer.
  private static let mostSamples = 10_000_000
  /// Units in a second that FFmpeg uses as they are: it replaces negative ones, and large ones change its last duration.
  private static let scales: ClosedRange<Int64> = 1...10_000_000
  /// Where a track's tables are.
  private static let tables = ["mdia", "minf", "stbl"]

  private init(read: @escaping MovieBoxes.Read, movieScale: Int64) { (self.read, self.movieScale) = (read, movieScale) }

  /// Whether a video track's list is one entry that begins with the first sample, the earliest one shown, and ends no
  /// earlier than the last one.
  private func arePlain(in track: MovieBoxes.Box) -> Bool {
    guard MovieBoxes.handler(of: track, read) == "vide",
      let list = box(["edts", "elst"], in: track).flatMap({ EditList($0, reading: read) }), !list.isDelayed,
      let scale = box(["mdia", "mdhd"], in: track).map({ MovieBoxes.scale(of: $0, read) }),
      Self.scales.contains(movieScale), let shown = shownTimes(in: track),
      Self.scales.contains(scale) || shown.delay > SampleDelays.longest.upperBound
    else { return false }
    let first = list.start
    let (ticks, overflows) = list.length.multipliedReportingOverflow(by: scale)
    return !overflows && first == shown.first && first == shown.least && shown.end - first <= ticks / movieScale
  }

  /// When the first and the earliest sample are shown and the last one ends, and the longest delay, in the track's units;
  /// nil if the tables do not tell, if a delay is below zero, or if two samples are earliest or end last, of which FFmpeg may leave one out.
  private func shownTimes(
    in track: MovieBoxes.Box
  ) -> (first: Int64, least: Int64, end: Int64, delay: Int64)? {
    guard var times = runs("stts", in: track), var delays = runs("ctts", in: track),
      let sizes = box(Self.tables + ["stsz"], in: track), let first = delays.first?.value
    else { return nil }
    var (count, decode, least, end): (Int64, Int64, Int64, Int64) = (0, 0, .max, 0)
    var (firsts, lasts, longest) = (0, 0, Int64(0))
    var time: (count: Int64, value: Int64) = (0, 0)
    while let run = delays.next() {
      guard run.value >= 0 else { return nil }
      longest = max(longest, run.value)
      var left = run.count
      count += left
      // So no sum below can overflow.
      guard count <= Self.mostSamples else { return nil }
      while left > 0 {
        if time.count == 0 {
          guard let next = times.next(), next.value > 0, next.count > 0 else { return nil }
          time = next
        }
        let part = min(left, time.count)
        // Within this part each sample is shown after the one before it.
        let shown = decode + run.value
        if shown <= least { (least, firsts) = (shown, shown < least ? 1 : firsts + 1) }
        decode += part * time.value
        let ended = decode + run.value
        if ended >= end { (end, lasts) = (ended, ended > end ? 1 : lasts + 1) }
        (left, time.count) = (left - part, time.count - part)
      }
    }
    let isWhole = time.count == 0 && times.next() == nil && count == Self.number(read(sizes.content + 8, 4))
    guard isWhole, firsts == 1, lasts == 1 else { return nil }
    return areInChunks(count, in: track) && startsWithKeyframe(track) ? (first, least, end, longest) : nil
  }

  /// Whether the chunks have exactly this many samples: if they have more, FFmpeg ignores the edit list.
  private func areInChunks(_ count: Int64, in track: MovieBoxes.Box) -> Bool {
    let places = ["stco", "co64"].flatMap { boxes(Self.tables + [$0], in: track) }
    guard places.count == 1, let table = box(Self.tables + ["stsc"], in: track) else { return false }
    let (chunks, runs) = (Self.number(read(places[0].content + 4, 4)), Self.number(read(table.content + 4, 4)))
    guard count <= Self.mostSamples, runs > 0, runs <= count, runs * 12 <= table.end - table.content - 8 else {
      return false
    }
    let bytes = read(table.content + 8, Int(runs) * 12)
    guard bytes.count == runs * 12 else { return false }
    func field(_ place: Int) -> Int64 { Self.number(bytes[place..<place + 4]) }
    var (next, samples): (Int64, Int64) = (1, 0)
    for place in stride(from: 0, to: bytes.count, by: 12) {
      let end = place + 12 < bytes.count ? field(place + 12) : chunks + 1
      guard field(place) == next, end > next, end - next <= count, field(place + 4) <= count else { return false }
      samples += (end - next) * field(place + 4)
      guard samples <= count else { return false }
      next = end
    }
    return samples == count
  }

  /// Whether decoding starts at the first sample: FFmpeg looks for a keyframe where the list begins.
  private func startsWithKeyframe(_ track: MovieBoxes.Box) -> Bool {
    let lists = boxes(Self.tables + ["stss"], in: track)
    guard let list = lists.first else { return true }
    let head = read(list.content + 4, 8)
    return lists.count == 1 && head.count == 8 && Self.number(head[4...]) == 1
  }

  // MARK: Boxes

  /// An unsigned number; one of 64 bits that does not fit is negative.
  private static func number(_ bytes: some Sequence<UInt8>) -> Int64 { bytes.reduce(0) { $0 << 8 | Int64($1) } }

  /// The box at the end of a path; nil unless there is exactly one.
  private func box(_ path: [String], in parent: MovieBoxes.Box) -> MovieBoxes.Box? {
    let found = boxes(path, in: parent)
    return found.count == 1 ? found[0] : nil
  }

  private func boxes(_ path: [String], in parent: MovieBoxes.Box) -> [MovieBoxes.Box] {
    MovieBoxes.boxes(path, in: parent, read)
  }

  private func runs(_ name: String, in track: MovieBoxes.Box) -> Runs? {
    guard let box = box(Self.tables + [name], in: track) else { return nil }
    let count = Self.number(read(box.content + 4, 4))
    guard count > 0, count <= Self.mostSamples, count * 8 <= box.end - box.content - 8 else { return nil }
    let bytes = read(box.content + 8, Int(count) * 8)
    return bytes.count == count * 8 ? Runs(bytes: bytes) : nil
  }

  /// The runs of a table: how many samples, and the value of each.
  private struct Runs {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var first: (count: Int64, value: Int64)? {
      var copy = self
      return copy.next()
    }

    mutating func next() -> (count: Int64, value: Int64)? {
      guard place < bytes.count else { return nil }
      defer { place += 8 }
      return bytes.withUnsafeBytes { bytes in
        let count = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        let value = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: Int32.self))
        return (Int64(count), Int64(value))
      }
    }
  }
}
