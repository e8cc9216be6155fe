import Timeline

extension PacketTable {
  /// The frames as a table of the `Timeline` module.
  ///
  /// - Parameter promisedEnd: the end of the whole video, in seconds from t = 0, if packets at its end are missing.
  func frameTable(
    timeBase: TimeBase, origin: Rational, averageRate: Rational?, timecodeStart: Timecode?, promisedEnd: Rational? = nil
  ) -> FrameTable? {
    var frames: [FrameTable.Frame] = []
    frames.reserveCapacity(presentationOrder.count)
    for (place, index) in presentationOrder.enumerated() {
      let record = records[index]
      let timestamp = record.presentation ?? 0
      let ordinal: Int
      if let last = frames.last, last.timestamp == timestamp { ordinal = last.ordinal + 1 } else { ordinal = 0 }
      frames.append(
        FrameTable.Frame(
          timestamp: timestamp, tick: ticks[place], ordinal: ordinal, duration: record.duration,
          isKeyframe: record.isCleanStart, isDecodable: !isLost(index)))
    }
    return FrameTable(
      frames: frames, timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart,
      isComplete: isComplete, promisedEnd: promisedEnd)
  }
}
