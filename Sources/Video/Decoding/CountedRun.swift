/// What a decoder is run for over packets that were counted: which pictures are wanted, which packets that takes, and what
/// came.
///
/// It knows pictures by the packets that they come of, and each only in its turn.
struct CountedRun {
  /// The last packet that is fed.
  let last: Int
  /// The pictures that did not come.
  private(set) var missing: Set<Int>
  private let packets: CountedPackets
  private let start: Int
  /// The picture of the packet that it starts at.
  private let first: Int
  /// The picture whose turn it is.
  private var next: Int

  /// Plans a run for pictures, given in rising order; nil where no picture came of the packet that it is to start at.
  ///
  /// - Parameter start: the packet that is in hand.
  init?(_ pictures: [Int], from start: Int, in packets: CountedPackets) {
    guard let first = packets.picture(of: start), let lastPicture = pictures.last else { return nil }
    self.packets = packets
    self.start = start
    self.first = first
    next = first
    missing = Set(pictures)
    // A decoder that starts between two pictures keeps more of them back than one that comes from the beginning.
    let margin = packets.packets[start].isOpen ? PacketTable.margin : 0
    last = min(packets.lastNeeded(forPicture: lastPicture, from: start) + margin, packets.packets.count - 1)
  }

  /// The way of its packets, not begun yet.
  var feed: PacketFeed {
    PacketFeed(from: start, isInHand: true, DecodeRun(from: nil, startsOpen: packets.packets[start].isOpen))
  }

  /// How a packet is fed.
  func feeding(_ number: Int) -> PacketFeed.Feeding {
    let packet = packets.packets[number]
    return PacketFeed.Feeding(
      startsClean: packet.isStart && !packet.isOpen, isLeading: packets.picture(of: number).map { $0 < first } ?? false)
  }

  /// What the next picture is that the decoder puts out.
  ///
  /// - Parameter isContradicted: whether a picture cannot be the one that was counted in this place.
  mutating func judge(
    _ picture: borrowing DecodedFrame, unless isContradicted: (borrowing DecodedFrame, Int) -> Bool
  ) -> PacketFeed.Verdict {
    guard let number = picture.number.map({ $0 + start }), let place = packets.picture(of: number) else {
      return .refuting
    }
    // What precedes the start on screen needs what precedes it in the file.
    if place < first { return .passing }
    while packets.isLost(picture: next) { next += 1 }
    guard place == next, !isContradicted(picture, place) else { return .refuting }
    next += 1
    guard missing.remove(place) != nil else { return .passing }
    return missing.isEmpty ? .last(place) : .wanted(place)
  }
}
