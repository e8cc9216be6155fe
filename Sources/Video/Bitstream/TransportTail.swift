/// The end of a transport stream (ISO/IEC 13818-1, 2.4.3.2): packets of a fixed size, each starting with a sync byte.
struct TransportTail {
  /// Whether the last packet is incomplete.
  let isCut: Bool

  /// The packet sizes and the offset of the sync byte: plain, with the arrival time of a Blu-ray disc before the
  /// packet, and with parity after it.
  private static let shapes = [(size: 188, sync: 0), (size: 192, sync: 4), (size: 204, sync: 0)]
  /// The fewest consecutive packets to accept a shape.
  private static let fewest = 5

  /// How many bytes from the end of the file are enough.
  static let length = 204 * 8

  /// Reads the last bytes of a file; if no packets are recognised, the tail is taken as complete.
  init(_ tail: [UInt8]) {
    let fitting = Self.shapes.flatMap { shape in
      (0..<shape.size).filter { phase in
        let starts = stride(from: phase + shape.sync, to: tail.count, by: shape.size)
        return starts.count(where: { _ in true }) >= Self.fewest && starts.allSatisfy { tail[$0] == 0x47 }
      }.map { phase in (tail.count - phase) % shape.size == 0 }
    }
    // Another byte may be equal in all packets by chance: one alignment in which the last packet is complete is enough.
    isCut = !fitting.isEmpty && !fitting.contains(true)
  }
}
