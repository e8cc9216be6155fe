import Timeline

/// Frames of a container's table, and the packets around them, which were read together.
struct Surroundings {
  let packets: PacketTable
  /// The frames in ascending order, and the position of each among the frames of the packets.
  private(set) var frames: [(number: Int, place: Int)] = []

  /// Takes the last of these listed frames as far as they are among the packets; nil if not even the very last is.
  init?(_ packets: PacketTable, taking rest: inout ArraySlice<Int>, of listing: PacketListing) {
    self.packets = packets
    while let frame = rest.last, let tick = listing.tick(ofFrame: frame), let place = place(ofFrame: frame, at: tick) {
      frames.append((frame, place))
      rest.removeLast()
    }
    guard !frames.isEmpty else { return nil }
    frames.reverse()
  }

  var places: [Int] { frames.map(\.place) }

  /// The number of the frame at a position.
  func number(at place: Int) -> Int? { frames.first { $0.place == place }?.number }

  /// The position of a frame that is shown at a tick; nil if it is not certainly here.
  private func place(ofFrame number: Int, at tick: Int64) -> Int? {
    guard packets.covers(tick) else { return nil }
    let place = packets.startsAtBeginning ? number : packets.ticks.partitioningIndex { $0 >= tick }
    return packets.timestamp(ofFrame: place) == tick ? place : nil
  }
}
