import CFFmpeg
import Timeline

/// The end of a file that is cut off, and what is known of the missing part.
extension PacketTimeline {
  /// Whether the file is cut off: the container claims more than there is.
  var isCutOff: Bool {
    if finder.reader.isPadded || endsInSegment { return true }
    guard isComplete else { return false }
    if scanned.isCutOff || reachesPastEnd || endsInPacket || lacksEnd { return true }
    // AVI loses its index with its end, but its header gives the number of packets.
    guard finder.reader.container.countsPlaces, let claimed = finder.reader.stream?.pointee.nb_frames else {
      return false
    }
    // Empty chunks are counted, too, and the file may end with some: as many as lie between the last two packets.
    guard let last = table.records.last?.decode, let before = table.records.dropLast().last?.decode else {
      return claimed > Int64(table.records.count)
    }
    return claimed.subtractingReportingOverflow(last).partialValue > max(1, last &- before)
  }

  /// The same, as far as the header and the last bytes show.
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
      if !packets.isComplete, packets.endsEarly { return true }
    }
    return packets.isCutOff
  }

  /// The end of the whole video from its header, in seconds from t = 0, if its end is missing; nil if unknown, or if
  /// the container's index lists every frame.
  var promisedEnd: Rational? {
    guard isCutOff, !reader.isPadded else { return nil }
    return reader.claimedEnd?.subtracting(origin)
  }

  /// Why there are no frames: of a file of segments only the first part may be there.
  var lackOfFrames: VideoError.Fault {
    let isDescription =
      reader.container.hasIndexFirst && MovieBoxes.isInitialSegment(reading: reader.source.bytes(at:count:))
    return isDescription ? .noSegments : .noFrames
  }

  /// Whether the container describes the whole video although its end is missing.
  var tellsWhole: Bool { reader.isPadded || promisedEnd != nil }

  /// The start of the tail of a file that is cut off (`PacketTimeline.tailStart`); nil for counted pictures.
  func tailStart(of stretch: Stretch) -> Int64? {
    switch source {
    case .packets(let packets): packets.tailStart(of: stretch)
    case .counted: nil
    }
  }
}
