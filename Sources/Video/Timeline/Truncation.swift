import CFFmpeg
import Timeline

/// The effect of a cut-off file on the timeline.
extension StreamTimeline {
  private var reader: PacketReader { packets.finder.reader }

  /// Whether the file is cut off: the container claims more than there is.
  var isCutOff: Bool {
    if case .counted(let counted) = source {
      if counted.timeline.endsDamaged, reader.container.mayEndAnywhere { return true }
      // Everything was decoded, but not every packet listed.
      if !packets.isComplete,
        packets.endsEarly
          || packets.placesAtEnd.areMissing(behind: lastPlaces, count: counted.timeline.packets.packets.count)
      {
        return true
      }
    }
    return packets.isCutOff
  }

  private var lastPlaces: [PlacesAtEnd.Place] {
    guard case .counted(let counted) = source else { return packets.lastPlaces }
    return counted.timeline.packets.packets.suffix(2).map { ($0.decode, $0.position) }
  }

  /// The end of the whole video from its header, in seconds from t = 0, if its end is missing; nil if unknown, or if
  /// the container's index lists every frame.
  var promisedEnd: Rational? {
    guard isCutOff else { return nil }
    guard reader.isPadded else { return reader.claimedEnd?.subtracting(origin) }
    // How many pictures the missing packets have is unknown where pictures are counted, but not how long they last.
    return isCounted ? listedEnd.flatMap(timeBase.seconds(ofTicks:))?.subtracting(origin) : nil
  }

  /// The end of the whole video as the file gives it; nil if it is that of the last packet.
  var statedEnd: StatedEnd? {
    if let promisedEnd { return StatedEnd(time: promisedEnd, isMissing: true) }
    let end = packets.placesAtEnd.end(behind: lastPlaces).flatMap(timeBase.seconds(ofTicks:))?.subtracting(origin)
    return end.map { StatedEnd(time: $0, isMissing: false) }
  }

  /// The tick at which the last packet of an ISO base media file's index ends, as FFmpeg gives its duration.
  private var listedEnd: Int64? {
    guard let stream = reader.stream, stream.pointee.duration > 0,
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)?.pointee
    else { return nil }
    return max(stream.pointee.duration, last.timestamp &+ 1)
  }

  /// Why no picture can be decoded.
  var lackOfPictures: VideoError.Fault {
    if reader.isEncrypted { return .encrypted }
    let table = packets.scanned
    let isHidden = reader.container.hasIndexFirst && table.isComplete && !table.records.isEmpty
    return isHidden && table.records.allSatisfy { $0.hiding.contains(.byContainer) } ? .hiddenFrames : .noFrames
  }

  /// Why there are no frames: of a file of segments only the first part may be there.
  var lackOfFrames: VideoError.Fault {
    let isDescription =
      reader.container.hasIndexFirst && MovieBoxes.isInitialSegment(reading: reader.source.bytes(at:count:))
    return isDescription ? .noSegments : lackOfPictures
  }

  /// Whether the container describes the whole video although its end is missing.
  /// A header that is wrong, since pictures follow the end that it gives, does not.
  var tellsWhole: Bool {
    if reader.isPadded, !isCounted { return true }
    guard let promisedEnd else { return false }
    let last = (try? frameTable()).flatMap { $0.time(ofFrame: $0.count - 1) }
    return last.map { promisedEnd > $0 } ?? true
  }

  /// Whether another picture, which is missing, may have been shown between a frame and the next one of those that are
  /// there: in the tail of a file that is cut off.
  func mayLackNext(ofFrame place: Int, in timeline: FrameTable, of stretch: Stretch) -> Bool {
    switch source {
    case .packets(let packets):
      guard let tail = packets.tailStart(of: stretch) else { return false }
      return place + 1 >= timeline.count || timeline.frames[place + 1].tick > tail
    case .counted(let counted): return place + 1 >= counted.timeline.firstHeld && isCutOff
    }
  }

  /// The first frame of the list from the beginning on behind which another one may be missing although a later one is
  /// there: that one's index is not known. Nil if there is none.
  func frameBeforeGap(in timeline: FrameTable) -> Int? {
    guard isCutOff, timeline.count > 1 else { return nil }
    // Those in the tail, which are the last ones, from its first on.
    let tail = (0..<timeline.count - 1).reversed().prefix { mayLackNext(ofFrame: $0, in: timeline, of: .main) }
    return tail.last { place in timeline.ownEnd(ofFrame: place).map { $0 < timeline.frames[place + 1].tick } ?? false }
  }

  /// The number of a frame's packet, if it is the last one, and may lack data without a sign; nil otherwise.
  func lastPacket(ifOf place: Int, in stretch: Stretch) -> Int? {
    guard packets.finder.codec == AV_CODEC_ID_HEVC, !reader.packetsAreWhole else { return nil }
    if let counted = countedPackets {
      let last = counted.packets.count - 1
      return counted.picture(of: last) == place ? last : nil
    }
    guard let packets = packets(of: stretch), packets.isComplete,
      packets.presentationOrder.indices.contains(place), packets.presentationOrder[place] == packets.records.count - 1
    else { return nil }
    return packets.records.count - 1
  }
}

extension FrameTable {
  /// The tick at which a frame ends if others may follow it before the next one that is known: by its packet's duration or
  /// the shortest step between the frames before it, whichever is less; nil if neither is known. A packet's duration may be
  /// that of all (Matroska, `DefaultDuration`), also at a variable rate. If times are rounded (33, 33, 34), a step may be
  /// one tick longer.
  func ownEnd(ofFrame place: Int) -> Int64? {
    let frame = frames[place]
    let near = frames[max(0, place - Self.nearness)...place]
    let steps = zip(near.dropFirst(), near).map { $0.tick &- $1.tick }.filter { $0 > 0 }
    guard let span = ([frame.duration].filter { $0 > 0 } + steps).min() else { return nil }
    let (end, overflows) = frame.tick.addingReportingOverflow(span)
    if overflows { return nil }
    guard span >= Self.leastRounded, place + 1 < frames.count, frames[place + 1].tick &- end == 1 else { return end }
    return end &+ 1
  }

  /// A step of fewer ticks is not rounded to them.
  private static let leastRounded: Int64 = 4

  /// How many frames before one show how long it lasts.
  private static let nearness = 64
}
