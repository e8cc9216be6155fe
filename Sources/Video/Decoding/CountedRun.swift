/// A decoder run over counted packets: which pictures are wanted, which packets are needed, and which pictures came
/// out.
///
/// It identifies pictures by the packets that they come from, and expects them in order.
struct CountedRun {
  /// The last packet that is fed.
  let last: Int
  /// The pictures that did not come out.
  private(set) var missing: Set<Int>
  private let packets: CountedPackets
  private let start: Int
  /// The picture of the packet at which the run starts.
  private let first: Int
  /// The picture that is expected next.
  private var next: Int
  /// Whether the run ends at damage: a decoder that was used before does not conceal it the same way each time.
  private let endsAtDamage: Bool

  /// Plans a run for pictures, given in ascending order; nil if the packet at `start` gave no picture.
  ///
  /// - Parameter start: the packet that the reader holds.
  init?(_ pictures: [Int], from start: Int, in packets: CountedPackets, endsAtDamage: Bool) {
    guard let first = packets.picture(of: start), let lastPicture = pictures.last else { return nil }
    self.packets = packets
    self.start = start
    self.endsAtDamage = endsAtDamage
    self.first = first
    next = first
    missing = Set(pictures)
    // A decoder that starts between two pictures holds back more of them than one that starts at the beginning.
    let margin = packets.packets[start].isOpen ? PacketTable.margin : 0
    last = min(packets.lastNeeded(forPicture: lastPicture, from: start) + margin, packets.packets.count - 1)
  }

  /// A new feed for its packets.
  var feed: PacketFeed {
    PacketFeed(from: start, isInHand: true, DecodeRun(from: nil, startsOpen: packets.packets[start].isOpen))
  }

  /// How a packet is fed.
  func feeding(_ number: Int) -> PacketFeed.Feeding {
    let packet = packets.packets[number]
    return PacketFeed.Feeding(
      startsClean: packet.isStart && !packet.isOpen, isLeading: packets.picture(of: number).map { $0 < first } ?? false,
      settings: number == start ? packets.settings(at: number) : [])
  }

  /// What to do with the next picture from the decoder.
  ///
  /// - Parameter isContradicted: whether a picture cannot be the one that was counted in this position.
  mutating func judge(
    _ picture: borrowing DecodedFrame, unless isContradicted: (borrowing DecodedFrame, Int) -> Bool
  ) -> PacketFeed.Verdict {
    if endsAtDamage, picture.followsDamage { return .refuting }
    guard let number = picture.number.map({ $0 + start }), let place = packets.picture(of: number) else {
      return .refuting
    }
    // Pictures shown before the start may depend on earlier packets.
    if place < first { return .passing }
    while packets.isLost(picture: next) { next += 1 }
    guard place == next, !isContradicted(picture, place) else { return .refuting }
    next += 1
    guard missing.remove(place) != nil else { return .passing }
    return missing.isEmpty ? .last(place) : .wanted(place)
  }
}
