import Timeline

extension PacketTable {
  /// The frames as a table of the `Timeline` module.
  ///
  /// - Parameter statedEnd: the end of the whole video, if it is not that of the last packet.
  func frameTable(
    timeBase: TimeBase, origin: Rational, averageRate: Rational?, timecodeStart: Timecode?, statedEnd: StatedEnd? = nil
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
    frames.holdLast(until: statedEnd, timeBase, origin)
    return FrameTable(
      frames: frames, timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart,
      isComplete: isComplete, promisedEnd: statedEnd?.missing)
  }
}
