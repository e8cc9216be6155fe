import CFFmpeg
import Timeline

/// The end of a file that is cut off, and what is known of the missing part.
extension PacketTimeline {
  /// Whether the file is cut off: the container claims more than there is.
  var isCutOff: Bool {
    if finder.reader.isPadded || endsInSegment { return true }
    guard isComplete else { return false }
    if scanned.isCutOff || reachesPastEnd || endsInPacket || lacksEnd { return true }
    return lacksPlaces(behind: lastPlaces, count: table.records.count)
  }

  /// Where a packet of an AVI is: among the chunks of its stream, and in the file.
  fileprivate typealias Place = (number: Int64?, position: Int64)

  fileprivate var lastPlaces: [Place] { table.records.suffix(2).map { ($0.decode, $0.position) } }

  /// Whether the header of an AVI, which loses its index with its end, counts packets behind the last one.
  ///
  /// - Parameter places: those of the last two packets.
  fileprivate func lacksPlaces(behind places: [Place], count: Int) -> Bool {
    let reader = finder.reader
    guard reader.container.countsPlaces, let claimed = reader.stream?.pointee.nb_frames else { return false }
    guard places.count == 2, let before = places[0].number, let last = places[1].number else {
      return claimed > Int64(count)
    }
    // Empty chunks are counted, too. Where they cannot be read, there may be as many as between the last two packets.
    let missing = claimed.subtractingReportingOverflow(last).partialValue
    return missing > max(1, last &- before)
      && missing - 1 > reader.source.tail.emptyChunks(behindAVI: places[1].position)
  }

  /// The tick at which an AVI ends that has empty chunks behind these last packets; nil without them.
  fileprivate func end(behind places: [Place]) -> Int64? {
    let reader = finder.reader
    guard reader.container.countsPlaces, let last = places.last, let number = last.number else { return nil }
    let count = reader.source.tail.emptyChunks(behindAVI: last.position)
    return count > 0 ? number.addingReportingOverflow(1 + count).partialValue : nil
  }

  /// Whether the file is cut off, as far as the header and the last bytes show.
  var endsEarly: Bool {
    let reader = finder.reader
    return reader.isPadded || endsInSegment || reader.container.hasPacketsOfOneLength && reader.endsInTransportPacket
      || lacksStatedEnd
  }

  /// Whether the last packet is known to be incomplete.
  private var endsInPacket: Bool {
    let reader = finder.reader
    return reader.container.hasPacketsOfOneLength ? reader.endsInTransportPacket : scanned.endsPartly
  }

  /// The start of the tail of a file that is cut off: pictures shown after the last packet's decode time may originally
  /// have followed others that are missing. Nil for a complete file, or if every frame is listed.
  func tailStart(of stretch: Stretch) -> Int64? {
    // All listed packets are in the file.
    guard !finder.reader.isPadded, stretch != .main || listing == nil, let packets = packets(of: stretch),
      packets.isComplete,
      packets.isCutOff || reachesPastEnd || stretch == .main && isCutOff
    else { return nil }
    return packets.records.last { $0.decode != nil }?.decode ?? Int64.min
  }
}

/// The effect of a cut-off file on the timeline.
extension StreamTimeline {
  private var reader: PacketReader { packets.finder.reader }

  /// Whether the file is cut off: the container claims more than there is.
  var isCutOff: Bool {
    if case .counted(let counted) = source {
      if counted.timeline.endsDamaged, reader.container.mayEndAnywhere { return true }
      // Everything was decoded, but not every packet listed.
      if !packets.isComplete,
        packets.endsEarly || packets.lacksPlaces(behind: lastPlaces, count: counted.timeline.packets.packets.count)
      {
        return true
      }
    }
    return packets.isCutOff
  }

  private var lastPlaces: [PacketTimeline.Place] {
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
    let end = packets.end(behind: lastPlaces).flatMap(timeBase.seconds(ofTicks:))?.subtracting(origin)
    return end.map { StatedEnd(time: $0, isMissing: false) }
  }

  /// The tick at which the last packet of an ISO base media file's index ends, as FFmpeg gives its duration.
  private var listedEnd: Int64? {
    guard let stream = reader.stream, stream.pointee.duration > 0,
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)?.pointee
    else { return nil }
    return max(stream.pointee.duration, last.timestamp &+ 1)
  }

  /// Why there are no frames: of a file of segments only the first part may be there.
  var lackOfFrames: VideoError.Fault {
    let isDescription =
      reader.container.hasIndexFirst && MovieBoxes.isInitialSegment(reading: reader.source.bytes(at:count:))
    return isDescription ? .noSegments : .noFrames
  }

  /// Whether the container describes the whole video although its end is missing.
  var tellsWhole: Bool { reader.isPadded && !isCounted || promisedEnd != nil }

  /// The start of the tail of a file that is cut off (`PacketTimeline.tailStart`); nil for counted pictures.
  func tailStart(of stretch: Stretch) -> Int64? {
    switch source {
    case .packets(let packets): packets.tailStart(of: stretch)
    case .counted: nil
    }
  }
}
