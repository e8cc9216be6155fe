import Files

/// Where the one element that holds a Matroska or WebM file's packets ends, by its own account (RFC 8794 and RFC 9559).
struct MatroskaSegment: Equatable {
  /// The first byte behind it; nil when the writer did not know, as with a live recording.
  let end: Int64?

  /// Reads the first bytes of a file; nil when they are not those of Matroska.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard reader.readID() == 0x1A45_DFA3, let header = reader.readSize(), reader.skip(header) else { return nil }
    // Between the two there may be elements that say nothing (Void, CRC-32).
    while let id = reader.readID(), let size = reader.readSize() {
      if id == 0x1853_8067 {
        // A size has 56 bits at most.
        end = size == Reader.unknown ? nil : Int64(reader.position) + size
        return
      }
      guard id == 0xEC || id == 0xBF, reader.skip(size) else { return nil }
    }
    return nil
  }

  /// How many bytes of a file hold the beginning of its segment, unless something strange precedes it.
  static let headSize = 4096

  private struct Reader {
    static let unknown: Int64 = -1
    let bytes: [UInt8]
    private(set) var position = 0

    /// An element's ID: as many bytes as its first one has zeros, and one; all of them belong to it.
    mutating func readID() -> UInt32? {
      guard position < bytes.count, bytes[position] >= 0x10 else { return nil }
      return number(bytes[position].leadingZeroBitCount + 1).flatMap { UInt32(exactly: $0) }
    }

    /// An element's size: of its first byte only what follows the first one counts; all ones mean that it is unknown.
    mutating func readSize() -> Int64? {
      guard position < bytes.count, bytes[position] != 0 else { return nil }
      let count = bytes[position].leadingZeroBitCount + 1
      guard let raw = number(count) else { return nil }
      let mask = UInt64(1) << UInt64(7 * count) - 1
      return raw & mask == mask ? Self.unknown : Int64(raw & mask)
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
