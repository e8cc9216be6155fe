/// The AV1 frames that wanted pictures are predicted from, directly or through others: no other frame between them and
/// their start has to be decoded.
///
/// Encoders with a pyramid of references leave most frames unneeded, and may put needed and unneeded frames into one
/// packet. A decoder that gets only the needed frames outputs the same pictures (in dav1d a frame's headers,
/// probabilities and motion vectors come only from the slots that it names).
struct ReferenceClosure {
  /// The packet at which decoding starts.
  let start: Int
  /// The packet after the last one whose frames are known.
  let end: Int
  /// The frames of all packets, and for each packet its first one.
  private let frames: [AV1Frame]
  private let firsts: [Int]
  private let isReached: [Bool]
  /// How many frames are decoded.
  let count: Int

  /// - Parameters:
  ///   - packets: the frames of each packet from the start on.
  ///   - isWanted: whether a packet's picture is wanted.
  init(of packets: [[AV1Frame]], from start: Int, isWanted: (Int) -> Bool) {
    self.start = start
    end = start + packets.count
    frames = Array(packets.joined())
    var firsts = [0]
    for packet in packets { firsts.append(firsts[firsts.count - 1] + packet.count) }
    self.firsts = firsts
    var isReached = frames.map { _ in false }
    // The slots that are read before they are replaced again.
    var live: UInt8 = 0
    var count = 0
    for packet in packets.indices.reversed() {
      let isWanted = isWanted(start + packet)
      for number in (firsts[packet]..<firsts[packet + 1]).reversed() {
        let frame = frames[number]
        // The first frame is always decoded: its packet has the sequence header.
        guard frame.writes & live != 0 || isWanted && frame.isShown || number == 0 else { continue }
        live = live & ~frame.writes | frame.reads
        isReached[number] = true
        if !frame.showsExisting { count += 1 }
      }
    }
    self.isReached = isReached
    self.count = count
  }

  /// Whether the packets of frames are among those that are known.
  func covers(_ frames: [Int], in table: borrowing PacketTable) -> Bool {
    frames.allSatisfy { table.presentationOrder[$0] < end }
  }

  private func numbers(of packet: Int) -> Range<Int> {
    (start..<end).contains(packet) ? firsts[packet - start]..<firsts[packet - start + 1] : 0..<0
  }

  /// Whether a packet's picture is not decoded.
  func leavesOut(_ packet: Int) -> Bool { numbers(of: packet).contains { frames[$0].isShown && !isReached[$0] } }

  /// The parts of a packet that are not decoded; nil if it is left out as a whole.
  func unreached(of packet: Int) -> [Range<Int>]? {
    let numbers = numbers(of: packet)
    if !numbers.isEmpty, !numbers.contains(where: { isReached[$0] }) { return nil }
    return numbers.flatMap { isReached[$0] ? [] : [frames[$0].place] }
  }

  /// For each packet from this one on, the frames of this one that its picture depends on or is: bit 0 for the first.
  func dependence(on packet: Int) -> [UInt32] {
    var slots = [UInt32](repeating: 0, count: 8)
    return (packet..<max(packet, end)).map { later in
      var shown: UInt32 = 0
      for (place, number) in numbers(of: later).enumerated() {
        let frame = frames[number]
        var mask: UInt32 = later == packet ? 1 << UInt32(place) : 0
        for slot in slots.indices where frame.reads >> slot & 1 != 0 { mask |= slots[slot] }
        for slot in slots.indices where frame.writes >> slot & 1 != 0 { slots[slot] = mask }
        if frame.isShown { shown = mask }
      }
      return shown
    }
  }
}
