/// The end of a transport stream (ISO/IEC 13818-1, 2.4.3.2): packets of one size, each of which starts with a sync byte.
struct TransportTail {
  /// Whether the last packet is not there as a whole.
  let isCut: Bool

  /// The sizes of packets, and where in them the sync byte is: plain, with the arrival time of a Blu-ray disc before it,
  /// and with parity behind it.
  private static let shapes = [(size: 188, sync: 0), (size: 192, sync: 4), (size: 204, sync: 0)]
  /// Packets that must follow one another for a shape to be believed.
  private static let fewest = 5

  /// How many of the last bytes are enough.
  static let length = 204 * 8

  /// Reads the last bytes of a file; a tail in which no packets can be told is taken for whole.
  init(_ tail: [UInt8]) {
    let fitting = Self.shapes.flatMap { shape in
      (0..<shape.size).filter { phase in
        let starts = stride(from: phase + shape.sync, to: tail.count, by: shape.size)
        return starts.count(where: { _ in true }) >= Self.fewest && starts.allSatisfy { tail[$0] == 0x47 }
      }.map { phase in (tail.count - phase) % shape.size == 0 }
    }
    // Another byte may be the same in all packets: one way in which the last packet is whole is enough.
    isCut = !fitting.isEmpty && !fitting.contains(true)
  }
}
