import CFFmpeg
import Timeline

/// Frames of a container's table, and the packets around them, which were read together.
struct Surroundings {
  let packets: PacketTable
  /// The frames in ascending order, and the position of each among the frames of the packets.
  let frames: [(number: Int, place: Int)]

  var places: [Int] { frames.map(\.place) }

  /// The number of the frame at a position.
  func number(at place: Int) -> Int? { frames.first { $0.place == place }?.number }
}

extension PacketTimeline {
  /// The packets around listed frames, in the order of the frames, those of one group in one piece; nil if they differ
  /// from the list, if they cannot be looked up, or if there are so many groups that records for all packets cost less.
  func surroundings(ofListed frames: [Int]) throws(VideoError) -> [Surroundings]? {
    guard let listing, let stream = finder.reader.stream else { return nil }
    let most = min(Self.mostListed, listing.count / Self.leastRecords)
    guard frames.count == 1 || listing.startCount(of: frames, upTo: most, stream) <= most else { return nil }
    var found: [Surroundings] = []
    var rest = frames[...]
    // From the last one on: the packets read for it begin at the keyframe of its group, so that they have others of it.
    while let last = rest.last {
      guard let packets = try packets(aroundListed: last) else { return nil }
      var part: [(number: Int, place: Int)] = []
      while let frame = rest.last, let tick = listing.tick(ofFrame: frame),
        let place = packets.place(ofFrame: frame, at: tick)
      {
        part.append((frame, place))
        rest.removeLast()
      }
      guard !part.isEmpty else { return nil }
      found.append(Surroundings(packets: packets, frames: part.reversed()))
    }
    return found.reversed()
  }

  /// The packets around a listed frame, as they were read; nil if they differ from the list, if the frame cannot be looked
  /// up, or after too many look-ups.
  private func packets(aroundListed frame: Int) throws(VideoError) -> PacketTable? {
    guard let listing, let tick = listing.tick(ofFrame: frame), let stream = finder.reader.stream else { return nil }
    if scanned.covers(tick) { return scanned }
    guard windows.count < Self.mostListed || windows.contains(where: { $0.covers(tick) }),
      let number = try window(covering: tick), listing.confirms(windows[number], stream)
    else { return nil }
    return windows[number]
  }

  /// The most look-ups of listed frames.
  private static let mostListed = 32
  /// A look-up costs as much as the records of about this many packets.
  private static let leastRecords = 4_000
}

extension PacketTable {
  /// The position of a frame that is shown at a tick, by its number in the whole stream; nil if it is not certainly here.
  fileprivate func place(ofFrame number: Int, at tick: Int64) -> Int? {
    guard covers(tick) else { return nil }
    let place = startsAtBeginning ? number : ticks.partitioningIndex { $0 >= tick }
    return timestamp(ofFrame: place) == tick ? place : nil
  }
}
