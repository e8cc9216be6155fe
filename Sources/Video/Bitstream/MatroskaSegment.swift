/// The end of the Segment element, which holds the packets of a Matroska or WebM file, as given in its header (RFC 8794
/// and RFC 9559).
struct MatroskaSegment: Equatable {
  /// The offset of the first byte after it; nil if the size is unknown, as in a live recording.
  let end: Int64?
  /// Whether it may have an index of its keyframes (Cues): not if its first cluster is met without a mention of one.
  let mayHaveCues: Bool

  /// Reads the first bytes of a file; nil when they are not those of Matroska.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard reader.readID() == 0x1A45_DFA3, let header = reader.readSize(), reader.skip(header) else { return nil }
    // Between the header and the segment there may be filler elements (Void, CRC-32).
    while let id = reader.readID(), let size = reader.readSize() {
      if id == 0x1853_8067 {
        // A size has at most 56 bits.
        end = size == Reader.unknown ? nil : Int64(reader.position) + size
        mayHaveCues = reader.mayMentionCues()
        return
      }
      guard id == 0xEC || id == 0xBF, reader.skip(size) else { return nil }
    }
    return nil
  }

  /// The first bytes of every such file.
  static let mark: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

  /// How many bytes to read from the start of a file to find its segment, unless something unusual precedes it.
  static let headSize = 4096

  private struct Reader {
    static let unknown: Int64 = -1
    let bytes: [UInt8]
    private(set) var position = 0

    /// Reads an element's ID: its length in bytes is the number of leading zeros in the first byte, plus one; all bits
    /// belong to the ID.
    mutating func readID() -> UInt32? {
      guard position < bytes.count, bytes[position] >= 0x10 else { return nil }
      return number(bytes[position].leadingZeroBitCount + 1).flatMap { UInt32(exactly: $0) }
    }

    /// Reads an element's size: the leading zeros and the first one bit of the first byte are not part of the value;
    /// all ones mean an unknown size.
    mutating func readSize() -> Int64? {
      guard position < bytes.count, bytes[position] != 0 else { return nil }
      let count = bytes[position].leadingZeroBitCount + 1
      guard let raw = number(count) else { return nil }
      let mask = UInt64(1) << UInt64(7 * count) - 1
      return raw & mask == mask ? Self.unknown : Int64(raw & mask)
    }

    /// Whether an index of keyframes (Cues) may follow: it is met, or a list of elements (SeekHead) names it or another list,
    /// or the first cluster is too far away to see.
    mutating func mayMentionCues() -> Bool {
      let (cues, list, cluster): (UInt32, UInt32, UInt32) = (0x1C53_BB6B, 0x114D_9B74, 0x1F43_B675)
      while let id = readID(), let size = readSize() {
        if id == cluster { return false }
        let start = position
        guard id != cues, skip(size) else { return true }
        guard id == list else { continue }
        let content = bytes[start..<position]
        for number in [cues, list] {
          let mark = (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
          if content.indices.dropLast(3).contains(where: { content[$0...].starts(with: mark) }) { return true }
        }
      }
      return true
    }

    mutating func skip(_ count: Int64) -> Bool {
      guard count >= 0, count <= Int64(bytes.count - position) else { return false }
      position += Int(count)
      return true
    }

    private mutating func number(_ count: Int) -> UInt64? {
      guard count <= bytes.count - position else { return nil }
      defer { position += count }
      return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
