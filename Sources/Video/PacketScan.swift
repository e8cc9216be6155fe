import CFFmpeg
import Timeline

/// How far a scan has to go before the question it is made for has its answer.
enum ScanGoal {
  /// To the end of the stream.
  case end
  /// Until no later packet can be shown at or before this tick.
  case tick(Int64)
  /// Until this many frames, counted from the first, have their final places.
  case frames(Int)

  /// Packets that are read beyond the answer: twice the sixteen pictures that any codec may reorder, and one.
  static let margin = 33
}

/// Reading packets into a table without decoding them, or taking them from an index that was kept.
struct PacketScan {
  private let reader: PacketReader
  private let kept: KeptPackets?
  private var beyond = 0
  private var frames = 0

  /// - Parameter kept: the packets that follow those of the table, which then take the place of reading.
  init(_ reader: PacketReader, recalling kept: KeptPackets? = nil) {
    self.reader = reader
    self.kept = kept
  }

  /// Reads on until the goal is met or the stream ends; false when neither is within the packets that were kept.
  @discardableResult
  mutating func run(_ goal: ScanGoal, into table: inout PacketTable) throws(VideoError) -> Bool {
    beyond = 0
    frames = 0
    var isReached = true
    if case .frames = goal { frames = table.records.count }
    while !isMet(goal) {
      guard let record = try next() else {
        isReached = kept?.isEnded ?? true
        if isReached { table.finish(isClean: kept != nil || reader.endedClean) }
        break
      }
      guard table.records.count < PacketTable.mostRecords else { throw VideoError("reading packets", .limit(.memory)) }
      note(record, goal)
      table.append(record)
    }
    table.arrange(jump: reader.jump)
    return isReached
  }

  private func next() throws(VideoError) -> PacketRecord? {
    if let kept { return kept.next() }
    return try reader.next()
  }

  private func isMet(_ goal: ScanGoal) -> Bool {
    switch goal {
    case .end: false
    case .tick: beyond >= ScanGoal.margin
    case .frames(let count): frames - ScanGoal.margin >= count
    }
  }

  private mutating func note(_ record: PacketRecord, _ goal: ScanGoal) {
    guard let timestamp = record.presentation, !record.isDiscarded, !record.isHidden else { return }
    frames += 1
    if case .tick(let tick) = goal { beyond = timestamp > tick ? beyond + 1 : 0 }
  }
}

extension PacketReader {
  /// The ticks by which decode timestamps must fall by more than 1 s, or rise by more than 10 s, to start anew; where the
  /// container does not let its clock start anew they may rise by any time, which is how long a picture stays.
  var jump: (back: Int64, forward: Int64)? {
    guard let timeBase, let second = timeBase.lastTick(atOrBefore: Rational(1)),
      let ten = timeBase.lastTick(atOrBefore: Rational(10))
    else { return nil }
    return (back: second, forward: demuxer.mayJump ? ten : .max)
  }

  /// The stream's time base, nil when the file gives one that is not above zero.
  var timeBase: TimeBase? {
    guard let base = stream?.pointee.time_base else { return nil }
    return TimeBase(Int64(base.num), Int64(base.den))
  }
}
