/// The end of the Segment element, which holds the packets of a Matroska or WebM file, as given in its header (RFC 8794
/// and RFC 9559).
struct MatroskaSegment: Equatable {
  /// The offset of the first byte after it; nil if the size is unknown, as in a live recording.
  let end: Int64?
  /// Whether it may have an index of its keyframes (Cues): not if its first cluster is met without a mention of one.
  let mayHaveCues: Bool

  /// Reads the first bytes of a file; nil when they are not those of Matroska.
  init?(_ bytes: [UInt8]) {
    var reader = ElementReader(bytes)
    guard reader.readID() == 0x1A45_DFA3, let header = reader.readSize(), reader.skip(header) else { return nil }
    // Between the header and the segment there may be filler elements (Void, CRC-32).
    while let id = reader.readID(), let size = reader.readSize() {
      if id == 0x1853_8067 {
        // A size has at most 56 bits.
        end = size == ElementReader.unknown ? nil : Int64(reader.position) + size
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
}

extension ElementReader {
  /// Whether an index of keyframes (Cues) may follow: it is met, or a list of elements (SeekHead) names it or another list,
  /// or the first cluster is too far away to see.
  fileprivate mutating func mayMentionCues() -> Bool {
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
}
