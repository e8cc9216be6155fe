import CFFmpeg

/// How far a scan has to go to answer a question.
enum ScanGoal {
  /// To the end of the stream.
  case end
  /// The same, unless something else is wanted first, which is asked every some packets.
  case endUnless(() -> Bool)
  /// Until no later packet can be shown at or before this tick.
  case tick(Int64)
  /// Until this many frames, counted from the first, have their final positions.
  case frames(Int)
}

/// A source of packets other than the file.
protocol PacketSource: AnyObject {
  /// Whether the stream ends after them.
  var isEnded: Bool { get }
  /// The next one; nil after the last one.
  func next() -> PacketRecord?
}

/// Reads packets into a table without decoding them, or takes them from a stored index.
struct PacketScan {
  private let reader: PacketReader
  private let kept: (any PacketSource)?
  private var beyond = 0
  private var frames = 0

  /// - Parameter kept: the packets that follow those of the table, to be used instead of reading.
  init(_ reader: PacketReader, recalling kept: (any PacketSource)? = nil) {
    self.reader = reader
    self.kept = kept
  }

  /// Reads on until the goal is met or the stream ends; false when the stored packets end before either.
  @discardableResult
  mutating func read(until goal: ScanGoal, into table: inout PacketTable) throws(VideoError) -> Bool {
    beyond = 0
    frames = 0
    var isReached = true
    if case .frames = goal { frames = table.records.count }
    while table.wantsMore || !isMet(goal, packets: table.records.count) {
      guard let record = try next() else {
        isReached = kept?.isEnded ?? true
        if isReached {
          table.finish(isClean: kept != nil || reader.endedClean, endsPartly: kept == nil && reader.isPartial)
        }
        break
      }
      guard table.records.count < PacketTable.mostRecords else { throw VideoError("reading packets", .limit(.memory)) }
      note(record, goal)
      table.append(record, isWhole: reader.packetsAreWhole)
    }
    table.arrange(jump: reader.jump)
    return isReached
  }

  private func next() throws(VideoError) -> PacketRecord? {
    if let kept { return kept.next() }
    return try reader.next()
  }

  private func isMet(_ goal: ScanGoal, packets: Int) -> Bool {
    switch goal {
    case .end: false
    case .endUnless(let isOver): packets % 16 == 0 && isOver()
    case .tick: beyond >= PacketTable.margin
    case .frames(let count): frames - PacketTable.margin >= count
    }
  }

  private mutating func note(_ record: PacketRecord, _ goal: ScanGoal) {
    guard let timestamp = record.presentation, record.hiding.isEmpty else { return }
    frames += 1
    if case .tick(let tick) = goal { beyond = timestamp > tick ? beyond + 1 : 0 }
  }
}
