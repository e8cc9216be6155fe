/// Facts about single packets that can only be found by decoding.
struct TriedPackets {
  /// Packets that give no picture.
  private(set) var hidden: Set<Int> = []
  /// Packets whose pictures are too damaged to decode; they keep their places as frames.
  private(set) var lost: Set<Int> = []

  /// Whether the stream goes on at jumps of its clock, by the packets there.
  var goesOn: [Int: Bool] = [:]

  /// Whether nothing was found.
  var isEmpty: Bool { hidden.isEmpty && lost.isEmpty }

  /// Marks a packet as one that gives no picture.
  mutating func hide(_ index: Int) { hidden.insert(index) }

  /// Marks a packet's picture as too damaged to decode.
  mutating func lose(_ index: Int) { lost.insert(index) }

  /// Whether the packet with this number may be a frame.
  func mayShow(_ record: PacketRecord, _ index: Int) -> Bool {
    record.hiding.isEmpty && !hidden.contains(index)
  }
}
