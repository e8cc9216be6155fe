/// The packets of a transport stream (ISO/IEC 13818-1, 2.4.3.2): of a fixed size, each starting with a sync byte.
enum TransportShape {
  /// Bytes of a packet, from the sync byte on.
  static let length = 188
  /// What each starts with.
  static let sync: UInt8 = 0x47
  /// From one to the next: plain, with the arrival time of a Blu-ray disc before each, and with parity after it.
  static let sizes = [188, 192, 204]
  /// The fewest consecutive packets to accept a size.
  static let fewest = 5

  /// How many bytes from the start of a file tell the size of its packets.
  static let head = 2 * fewest * 204

  /// From one packet to the next in the first bytes of a file; nil if they are no transport stream.
  static func size(ofPacketsIn bytes: [UInt8]) -> Int? { sizes.first { phase(of: bytes[...], size: $0) != nil } }

  /// Where the first packet starts in some bytes, if there are enough packets of this size.
  static func phase(of bytes: ArraySlice<UInt8>, size: Int) -> Int? {
    guard bytes.count >= fewest * size else { return nil }
    return (bytes.startIndex..<bytes.startIndex + size).first { phase in
      (0..<fewest).allSatisfy { bytes[phase + $0 * size] == sync }
    }
  }
}

/// The end of a transport stream.
struct TransportTail {
  /// Whether the last packet is incomplete.
  let isCut: Bool

  /// How many bytes from the end of the file are enough.
  static let length = 204 * 8

  /// Reads the last bytes of a file; if no packets are recognised, the tail is taken as complete.
  init(_ tail: [UInt8]) {
    let fitting = TransportShape.sizes.flatMap { size in
      // Of a Blu-ray disc, four bytes precede the sync byte.
      let offset = size == 192 ? 4 : 0
      return (0..<size).filter { phase in
        let starts = stride(from: phase + offset, to: tail.count, by: size)
        return starts.count(where: { _ in true }) >= TransportShape.fewest
          && starts.allSatisfy { tail[$0] == TransportShape.sync }
      }.map { phase in (tail.count - phase) % size == 0 }
    }
    // Another byte may be equal in all packets by chance: one alignment in which the last packet is complete is enough.
    isCut = !fitting.isEmpty && !fitting.contains(true)
  }
}
