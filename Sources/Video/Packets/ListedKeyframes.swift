import CFFmpeg
import Files

/// Looks at the packets that the container's table calls keyframes, without reading any other.
struct ListedKeyframes {
  /// How many of them were looked at, and may start decoding.
  private var certain = 0
  /// The bytes that may still be read.
  private var rest = Self.mostBytes

  /// Whether decoding may start at each of these packets, by its own bytes: no if one is no start, or if there are too
  /// many of them to look at; nil if something else is wanted first, and the next call continues.
  ///
  /// - Parameter records: Packets with their numbers in the container's table; the same ones in each call.
  mutating func areStarts(
    _ records: some Sequence<(number: Int, record: PacketRecord)>, by reader: PacketReader, unless isOver: () -> Bool
  ) -> Bool? {
    // In an intra-only codec, every packet is a start; in PNG, each that the container calls a keyframe.
    switch reader.classifier.starts?.syntax {
    case .intraOnly, .png: return true
    default: break
    }
    var (coming, known, place) = (records.dropFirst(certain).makeIterator(), [(number: Int, record: PacketRecord)](), 0)
    while true {
      // The system fetches several at once: two hours whose file is not in memory take two thirds of the time.
      while known.count < place + Self.ahead, let next = coming.next() {
        reader.source.file.expectReading(at: next.record.position, count: Self.headBytes[0])
        known.append(next)
      }
      guard place < known.count else { return true }
      if isOver() { return nil }
      let (number, record) = known[place]
      place += 1
      let size = reader.stream.map { Int(fg_index_size($0, Int32(clamping: number))) } ?? 0
      var isStart = false
      for head in Self.headBytes.filter({ $0 < size }) + [size] where !isStart {
        rest -= head
        guard rest >= 0 else { return false }
        isStart = reader.startsDecoding(at: record.position, bytes: head, isWhole: head == size)
      }
      guard isStart else { return false }
      certain += 1
    }
  }

  /// The first size mostly includes the first slice's header; the second nearly always, even after parameter sets.
  private static let headBytes = [512, 4096]
  /// How many keyframes the system is told of in advance.
  private static let ahead = 32
  /// The most bytes that are read for all of them; with more, all packets are read instead.
  private static let mostBytes = 16 << 20
}

extension PacketReader {
  /// Whether the first bytes of a packet show that decoding may start there.
  fileprivate func startsDecoding(at position: Int64, bytes count: Int, isWhole: Bool) -> Bool {
    let bytes = source.bytes(at: position, count: count)
    guard bytes.count == count else { return false }
    let traits = bytes.withUnsafeBytes { classifier.traits(of: $0, isFlagged: false) }
    guard traits.contains(.cleanStart), !isWhole else { return traits.contains(.cleanStart) }
    return switch classifier.starts?.syntax {
    // The first slice of an H.264 IDR picture, or of an HEVC random-access picture, tells the type of the others.
    case .h264: !traits.contains(.openStart)
    case .hevc: true
    default: false
    }
  }
}
