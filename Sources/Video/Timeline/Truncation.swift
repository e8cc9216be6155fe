import CFFmpeg
import Timeline

/// What a file that is cut off shows at its end, and what is told of what is missing.
extension PacketTimeline {
  /// Whether the file is cut off: the container promises more than there is.
  var isCutOff: Bool {
    if finder.reader.isPadded || endsInSegment { return true }
    guard table.isComplete else { return false }
    if table.isCutOff || reachesPastEnd || endsInPacket { return true }
    // AVI loses its index with its end, but its header tells how many packets there should be.
    guard finder.reader.container.countsPlaces, let claimed = finder.reader.stream?.pointee.nb_frames else {
      return false
    }
    // Chunks that are empty count too; the last ones may be that. Their number is as good as that between pictures.
    guard let last = table.records.last?.decode, let before = table.records.dropLast().last?.decode else {
      return claimed > Int64(table.records.count)
    }
    return claimed.subtractingReportingOverflow(last).partialValue > max(1, last &- before)
  }

  /// Whether the last packet is known not to be there as a whole.
  private var endsInPacket: Bool {
    let reader = finder.reader
    if reader.container.hasPacketsOfOneLength { return reader.endsInTransportPacket }
    return reader.isPartial && table.records.last?.isCorrupt ?? false
  }

  /// Where the tail of a file that is cut off begins: pictures shown after the last packet's time of decoding may have
  /// been meant to follow others that are not there. Nil for a file that is whole, or of which every frame is told.
  func tailStart(of stretch: Stretch) -> Int64? {
    guard !finder.reader.isPadded, let packets = packets(of: stretch), packets.isComplete,
      packets.isCutOff || reachesPastEnd || stretch == .main && isCutOff
    else { return nil }
    return packets.records.last { $0.decode != nil }?.decode ?? Int64.min
  }
}

/// What a file that is cut off makes of the timeline.
extension StreamTimeline {
  private var reader: PacketReader { packets.finder.reader }

  /// Whether the file is cut off: the container promises more than there is.
  var isCutOff: Bool { packets.isCutOff }

  /// Where the whole video ends by its header, in seconds from t = 0, if its end is missing; nil where nothing tells, or
  /// where the container's index tells of every frame.
  var promisedEnd: Rational? {
    guard isCutOff, !reader.isPadded else { return nil }
    return reader.claimedEnd?.subtracting(origin)
  }

  /// Whether the container tells of the whole video although its end is missing.
  var tellsWhole: Bool { reader.isPadded || promisedEnd != nil }

  /// Where the tail of a file that is cut off begins (`PacketTimeline.tailStart`); nil for pictures that were counted.
  func tailStart(of stretch: Stretch) -> Int64? {
    switch source {
    case .packets(let packets): packets.tailStart(of: stretch)
    case .counted: nil
    }
  }
}
