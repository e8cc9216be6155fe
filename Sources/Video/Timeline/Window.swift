import Timeline

/// Looking up single moments of a long file without a full scan.
extension StreamTimeline {
  /// The frames around one moment, found without scanning from the beginning if the container allows it.
  ///
  /// - Returns: the frames, and their stretch for `pictures`; `.main` when they start at the first frame.
  func neighbourhood(of time: Rational) throws(VideoError) -> (FrameTable, Stretch) {
    guard case .packets(let packets) = source, let tick = lastTick(atOrBefore: time) else {
      return (try timeline(.whole), .main)
    }
    if !packets.table.covers(tick) {
      if let number = try packets.window(covering: tick) {
        return (try frameTable(packets.windows[number]), .window(number))
      }
      try scan(through: tick)
    }
    return (try frameTable(), .main)
  }

  /// The end of the last frame in seconds from t = 0, found by seeking to the end; nil if only the whole timeline gives
  /// it, or if that is known already.
  ///
  /// With it, every moment can be looked up by seeking, with the same result as in the whole timeline: the container
  /// listed all packets when it was opened, and none beyond the end of the file, or the file ends where the container
  /// says that its packets end, and was read up to there.
  func distantEnd() throws(VideoError) -> Rational? {
    guard case .packets(let packets) = source, let window = try packets.lastWindow() else { return nil }
    return try frameTable(window).end
  }
}

/// Packets around single moments, without those between them and the beginning.
extension PacketTimeline {
  /// The number of the window that has the frame on screen at a tick, looked up if needed; nil if moments cannot be
  /// looked up.
  func window(covering tick: Int64) throws(VideoError) -> Int? {
    if let known = windows.firstIndex(where: { $0.covers(tick) }) { return known }
    guard leadsToMoments, let window = try window(around: tick) else { return nil }
    windows.append(window)
    return windows.count - 1
  }

  /// The last packets of the stream; nil if it is not certain that they are the last, or if the table has them.
  func lastWindow() throws(VideoError) -> PacketTable? {
    // Later than any timestamp, and far enough from the greatest integer for sums not to overflow.
    guard leadsToMoments, !table.isComplete, tellsEnd, let window = try window(around: .max / 4), window.isComplete,
      !window.isCutOff, tellsEnd
    else { return nil }
    return window
  }

  /// Whether what is read last is the end of the stream.
  private var tellsEnd: Bool { tellsAllPackets || endsWithSegment }

  /// Whether the file ends where its header says that all packets end, so that reading to the end of the file meets the
  /// last of them (Matroska).
  private var endsWithSegment: Bool { finder.segmentEnd == finder.fileSize && finder.reader.starts != nil }

  /// Whether moments can be looked up by seeking.
  private var leadsToMoments: Bool {
    !finder.reader.container.mayJump && !finder.reader.container.mayChangeSettings && !table.bringsSettings
      && !(finder.reader.starts?.endsAtDoubt ?? true) && finder.reader.primer?.encoder == nil
  }

  /// Evaluated again after the end was read, since fragments may follow.
  private var tellsAllPackets: Bool {
    !reachesPastEnd && finder.reader.demuxer.tellsAllPackets(of: finder.reader.streamIndex)
  }

  /// Reads the packets around a tick, from a keyframe before it; nil when the container does not lead there, or when
  /// any of them may be missing.
  private func window(around tick: Int64) throws(VideoError) -> PacketTable? {
    var aim = tick
    for attempt in 0..<4 {
      guard finder.seek(to: aim) else { return nil }
      var window = PacketTable(
        startsAtBeginning: false, aim: aim, orderCheck: finder.reader.orderCheck)
      var scan = PacketScan(finder.reader)
      let failures = finder.reader.failures
      try scan.read(until: .tick(tick), into: &window)
      // Broken packets are settled only in the main table, and if some packets are missing, the requested one may be
      // too.
      guard !window.lacksTimestamps, !window.isDoubtful, !window.records.contains(where: { $0.isCorrupt }),
        finder.reader.failures == failures
      else { return nil }
      if let start = window.firstStart, let timestamp = window.records[start].presentation, timestamp <= tick,
        window.covers(tick)
      {
        return window
      }
      guard let landed = window.records.first?.decode ?? window.records.first?.presentation else { return nil }
      let step = (timeBase.lastTick(atOrBefore: Rational(1)) ?? 1) << Int64(2 * attempt)
      aim = min(landed, aim).subtractingReportingOverflow(attempt == 0 ? 1 : step).partialValue
    }
    return nil
  }
}
