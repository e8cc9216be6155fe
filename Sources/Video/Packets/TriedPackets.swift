/// Facts about single packets that can only be found by decoding.
struct TriedPackets {
  /// Packets of which no picture comes.
  private(set) var hidden: Set<Int> = []
  /// Packets whose pictures are damaged so much that they cannot be had, which keep their places all the same.
  private(set) var lost: Set<Int> = []

  /// Takes a packet for one of which no picture comes.
  mutating func hide(_ index: Int) { hidden.insert(index) }

  /// Marks a packet's picture as too damaged to decode.
  mutating func lose(_ index: Int) { lost.insert(index) }

  /// Whether the packet with this number may be a frame.
  func mayShow(_ record: PacketRecord, _ index: Int) -> Bool {
    record.hiding.isEmpty && !hidden.contains(index)
  }
}
