import Timeline

/// The fragments of an ISO base media file at which time starts anew: files were joined end to end (`cat`), or the clock of
/// a recorder was set back.
struct FragmentJoints {
  /// The parts of the file that such fragments take, in file order.
  private var anew: [Range<Int64>] = []
  /// Where a joined file begins of which FFmpeg, which believes the first index only, would misread the track; nil if
  /// there is none.
  private(set) var misread: Int64?

  /// - Parameter number: the track's, in the first index.
  init(_ boxes: FragmentBoxes, ofTrack number: Int, reading read: @escaping MovieBoxes.Read) {
    guard let movie = MovieBoxes.index(reading: read),
      let identifier = MovieFragments.identifier(ofTrack: number, in: movie, read)
    else { return }
    let first = Description(of: identifier, in: movie, read)
    misread = boxes.joined.first { Description(of: identifier, in: $0.index, read) != first }?.start
    var (files, file): (ArraySlice, Int64) = (boxes.joined[...], 0)
    var last: (file: Int64, time: Int64)?
    // What is before all there was in a file repeats nothing.
    var earliest = Int64.max
    for (index, head) in boxes.heads.enumerated() {
      while let next = files.first, next.start < head.start {
        file = next.start
        files.removeFirst()
      }
      guard let part = Self.part(of: identifier, in: head, read) else { continue }
      if let base = part.base, base < file { misread = min(misread ?? file, file) }
      guard let time = part.time else { continue }
      if let last {
        let (fall, isBeyond) = last.time.subtractingReportingOverflow(time)
        // A fragment that repeats another one, or a few of its samples, does not start anew.
        if last.file != file { earliest = .max }
        if !isBeyond, fall >= (last.file != file ? 0 : time < earliest ? 1 : max(1, first.scale ?? 0)) {
          anew.append(head.start..<(index + 1 < boxes.heads.count ? boxes.heads[index + 1].start : .max))
        }
      }
      last = (file, time)
      earliest = min(earliest, time)
    }
  }

  /// Whether a byte of the file belongs to a fragment at which time starts anew.
  func beginsAnew(at position: Int64) -> Bool {
    let next = anew[anew.partitioningIndex { $0.upperBound > position }...].first
    return next?.contains(position) ?? false
  }

  /// What an index says of a track, by the identifier: its ticks per second, its descriptions (8.5.2), and the defaults of
  /// fragments (8.8.3).
  private struct Description: Equatable {
    let scale: Int64?
    let bytes: [[UInt8]]

    init(of identifier: Int64, in movie: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read) {
      let tracks = MovieBoxes.boxes(["trak"], in: movie, read)
      let number = tracks.indices.first { MovieFragments.identifier(ofTrack: $0, in: movie, read) == identifier }
      let track = number.map { tracks[$0] }
      scale = track.flatMap { MovieBoxes.boxes(["mdia", "mdhd"], in: $0, read).first }.map {
        MovieBoxes.scale(of: $0, read)
      }
      let descriptions = track.map { MovieBoxes.boxes(["mdia", "minf", "stbl", "stsd"], in: $0, read) } ?? []
      var parts = [MovieFragments.defaults(of: identifier, in: movie, read)].compactMap {
        $0.map { $0.content..<$0.end }
      }
      for entry in descriptions.flatMap({ MovieBoxes.Level(from: $0.content + 8, to: $0.end, reading: read) }) {
        // A picture's format (12.1.3), and boxes, of which the bit rate does not matter.
        let boxes = entry.content + 78
        parts.append(entry.start + 4..<max(entry.start + 4, boxes))
        for box in MovieBoxes.Level(from: boxes, to: entry.end, reading: read) where box.type != "btrt" {
          parts.append(box.start..<box.end)
        }
      }
      bytes = parts.map { read($0.lowerBound, Int(clamping: min(Int64($0.count), FragmentJoints.mostBytes))) }
    }
  }

  /// More bytes than descriptions have that are compared.
  private static let mostBytes: Int64 = 1 << 20

  /// What a fragment says of a track (8.8.7, 8.8.12): when it begins, and where the file begins by which it counts places.
  private static func part(
    of identifier: Int64, in head: MovieBoxes.Box, _ read: @escaping MovieBoxes.Read
  ) -> (time: Int64?, base: Int64?)? {
    for part in MovieBoxes.boxes(["traf"], in: head, read) {
      let tables = MovieBoxes.tables([part], read)
      guard let header = tables["tfhd"], MovieBoxes.number(at: header.content + 4, read) == identifier else { continue }
      let base = MovieBoxes.number(at: header.content, read) & 1 != 0
      let time = tables["tfdt"].map {
        MovieBoxes.number(at: $0.content + 4, read, bytes: read($0.content, 1).first == 1 ? 8 : 4)
      }
      return (time, base ? MovieBoxes.number(at: header.content + 8, read, bytes: 8) : nil)
    }
    return nil
  }
}
