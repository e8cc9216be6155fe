/// Matroska files that were joined end to end (`cat`): FFmpeg reads all blocks as the first file describes its tracks.
enum JoinedSegments {
  /// Where a joined file begins of which FFmpeg would misread a video; nil if there is none, or if that is not known: after
  /// a segment without a size.
  static func misread(reading read: MovieBoxes.Read, size: Int64) -> Int64? {
    var start: Int64 = 0
    var first: Description?
    for _ in 0..<most {
      guard let end = MatroskaSegment(read(start, MatroskaSegment.headSize))?.end else { return nil }
      let (next, overflow) = start.addingReportingOverflow(end)
      if start == 0 {
        guard !overflow, next < size, read(next, 4) == MatroskaSegment.mark else { return nil }
        first = Description(read(start, mostBytes))
      } else if let first, let own = Description(read(start, mostBytes)), own.differs(from: first) {
        return start
      }
      guard !overflow, next < size else { return nil }
      start = next
    }
    return nil
  }

  /// More files than anyone joins, and more bytes than their descriptions have.
  private static let (most, mostBytes) = (256, 1 << 16)

  /// What a file says of its videos, and of its clock (RFC 9559, 5.1.2 and 5.1.4).
  private struct Description {
    private let scale: [ArraySlice<UInt8>]
    /// By their numbers.
    private var tracks: [[UInt8]: [[UInt8]]] = [:]
    /// Each of their colors' elements: matrix, range and so on.
    private var colors: [[UInt8]: [[UInt8]]] = [:]

    /// Nil if its tracks are not among these bytes.
    init?(_ bytes: [UInt8]) {
      var reader = ElementReader(bytes)
      guard reader.enter(0x1853_8067), let tracks = reader.contents(of: 0x1654_AE6B).first else { return nil }
      scale = reader.contents(of: 0x1549_A966).flatMap { $0.contents(of: 0x2A_D7B1) }.map(\.rest)
      for track in tracks.contents(of: 0xAE) where track.contents(of: 0x83).first?.rest.elementsEqual([1]) ?? false {
        guard let number = track.contents(of: 0xD7).first.map({ Array($0.rest) }) else { continue }
        // The codec and its settings, whether the bytes are packed or encrypted, width and height.
        let picture = track.contents(of: 0xE0).first
        func all(_ reader: ElementReader, _ wanted: UInt32) -> [UInt8] {
          reader.contents(of: wanted).flatMap { Array($0.rest) }
        }
        self.tracks[number] =
          [0x86, 0x63A2, 0x6D80].map { all(track, $0) }
          + [0xB0, 0xBA].map { part in picture.map { all($0, part) } ?? [] }
        let color = picture?.contents(of: 0x55B0).first
        colors[number] = color.map { color in (Array(0x55B1...0x55BD) + [0x55D0]).map { all(color, $0) } }
      }
    }

    /// Whether one of the videos would be misread by the first description. What only one of them states of colors is taken
    /// for the same: the pictures state it, too.
    func differs(from first: Self) -> Bool {
      scale != first.scale || tracks != first.tracks
        || colors.contains { number, own in
          zip(own, first.colors[number] ?? []).contains { !$0.isEmpty && !$1.isEmpty && $0 != $1 }
        }
    }
  }
}
