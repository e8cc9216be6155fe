import Files
import Timeline

/// The timeline of one stream, read as far as questions need it, from one of two sources: the packets, or, if these do
/// not give it, every picture decoded and counted.
///
/// A class, since it moves the file's only reader.
final class StreamTimeline {
  /// The source of the frames.
  enum Source {
    case packets(PacketTimeline)
    case counted(CountedStream)
  }

  let timeBase: TimeBase
  /// The timecode of the first frame as the file gives it.
  let timecodeStart: Timecode?
  /// Where t = 0 is, in absolute seconds of the file.
  private(set) var origin = Rational.zero
  private(set) var source: Source
  /// How often pictures had to be counted.
  private var countings = 0
  private let clock: VideoClock
  private let beginning: ClockOrigin
  private let averageRate: Rational?

  /// Reads the beginning of the stream: where its time starts and which pictures it really starts with.
  ///
  /// - Parameter recall: Makes the memory for a stream that begins with these packets.
  init(
    _ finder: FrameFinder, timeBase: TimeBase, clock: VideoClock, timecodeStart: Timecode?, limits: Limits,
    recall: (PacketTable) -> IndexMemory?
  ) throws(VideoError) {
    let reader = finder.reader
    var head = PacketTable(startsAtBeginning: true, orderCheck: reader.orderCheck)
    beginning = try ClockOrigin.find(reader, limits: limits, into: &head)
    averageRate = reader.stream.flatMap { reader.demuxer.averageRate(of: $0) }
    self.timeBase = timeBase
    self.clock = clock
    self.timecodeStart = timecodeStart
    let packets = PacketTimeline(finder, timeBase: timeBase, head: head, memory: recall(head))
    source = .packets(packets)
    try follow(packets.settle())
    setOrigin()
  }

  // MARK: State

  /// The packets, whether they give the frames or not.
  var packets: PacketTimeline {
    switch source {
    case .packets(let packets): packets
    case .counted(let counted): counted.packets
    }
  }

  /// Whether probing might tell more of the stream's beginning.
  var beginsDoubtfully: Bool { beginning.isDoubtful }

  /// The packets from the beginning on, as far as they were scanned.
  var table: PacketTable { packets.table }

  /// Packets around single moments of a long file.
  var windows: [PacketTable] { packets.windows }

  /// The packets of a stretch; nil for a window that was never looked up.
  func packets(of stretch: Stretch) -> PacketTable? { packets.packets(of: stretch) }

  /// Whether packets that should give pictures are broken, so that missing pictures contradict nothing.
  var isHarmed: Bool { packets.isHarmed }

  /// How often the timeline changed.
  var revision: Int { packets.revision + countings }

  /// Whether pictures are found by counting, since their packets do not identify them.
  var isCounted: Bool {
    switch source {
    case .packets: false
    case .counted: true
    }
  }

  /// The packets of counted pictures; nil if the packets themselves identify them.
  var countedPackets: CountedPackets? {
    switch source {
    case .packets: nil
    case .counted(let counted): counted.timeline.packets
    }
  }

  /// The first packet that is fed in a decode of everything.
  var firstFed: Int {
    switch source {
    case .packets(let packets): packets.scanned.firstFed
    case .counted(let counted): counted.firstFed
    }
  }

  /// Whether any part of the timeline comes from an earlier run only.
  var isRecalled: Bool {
    switch source {
    case .packets(let packets): packets.isRecalled
    case .counted(let counted): counted.isRecalled
    }
  }

  /// Whether a counted picture is known to be undecodable.
  func isLost(_ number: Int) -> Bool {
    switch source {
    case .packets: false
    case .counted(let counted): counted.timeline.isLost(number)
    }
  }

  /// Whether it is not known that a counted picture is in its place, or when it is shown.
  func isDoubtful(_ number: Int) -> Bool {
    switch source {
    case .packets: false
    case .counted(let counted):
      counted.timeline.isDoubtful(number) || counted.timeline.isHeldWithoutTime(number) && isCutOff
    }
  }

  /// Whether pictures were counted by an earlier run, and this picture differs from the one that came out then.
  func contradicts(_ picture: borrowing DecodedFrame, as number: Int) -> Bool {
    switch source {
    case .packets: false
    case .counted(let counted): counted.contradicts(picture, as: number)
    }
  }

  /// Stores the results, for the next run.
  func keep(of file: borrowing InputFile) -> IndexKeeping { packets.keep(of: file) }

  func lastTick(atOrBefore time: Rational) -> Int64? {
    origin.adding(time).flatMap { timeBase.lastTick(atOrBefore: $0) }
  }

  // MARK: Frames

  /// The frames from the first on, at least as far as requested; pictures are decoded only if the packets alone do not
  /// give the timeline.
  ///
  /// - Throws: `VideoError` with `noFrames` when nothing can be decoded.
  func timeline(_ extent: TimelineExtent) throws(VideoError) -> FrameTable {
    guard case .packets(let packets) = source else { return try frameTable() }
    switch extent {
    case .whole: try scan(.end)
    case .keyframes: _ = try readOn { false }
    case .everyPacket: try follow(packets.scanEveryPacket())
    case .throughFrame(let index): try follow(packets.scan(throughFrame: index))
    case .throughTime(let time):
      if let tick = lastTick(atOrBefore: time) { try scan(through: tick) } else { try scan(.end) }
    }
    return try frameTable()
  }

  /// The frames from the first on, as far as they are known.
  func frameTable() throws(VideoError) -> FrameTable {
    switch source {
    case .packets(let packets):
      guard let listing = packets.listing, let stream = packets.finder.reader.stream,
        let built = FrameTable(
          frames: listing.frameList(stream), timeBase: timeBase, origin: origin, averageRate: averageRate,
          timecodeStart: timecodeStart, isComplete: true)
      else { return try frameTable(packets.table) }
      return built
    case .counted(let counted):
      guard let built = frameTable(counted, origin: origin, timecodeStart: timecodeStart, statedEnd: statedEnd)
      else { throw VideoError("reading the timeline", lackOfFrames) }
      return built
    }
  }

  /// The frames of a stretch of packets.
  func frameTable(_ packets: PacketTable) throws(VideoError) -> FrameTable {
    let built = packets.frameTable(
      timeBase: timeBase, origin: origin, averageRate: averageRate, timecodeStart: timecodeStart,
      statedEnd: packets.isComplete ? statedEnd : nil)
    guard let built else { throw VideoError("reading the timeline", lackOfFrames) }
    return built
  }

  private func frameTable(
    _ counted: CountedStream, origin: Rational, timecodeStart: Timecode? = nil, statedEnd: StatedEnd? = nil
  ) -> FrameTable? {
    let finder = counted.packets.finder
    return counted.timeline.frameTable(
      timeBase: timeBase, origin: origin, rate: counted.rate ?? averageRate, timecodeStart: timecodeStart,
      delay: finder.reader.container.countsPlaces ? finder.statedDelay ?? 0 : nil,
      countsPeriods: finder.reader.container.countsPeriods, jump: finder.reader.jump, statedEnd: statedEnd)
  }

  private func setOrigin() {
    let first: Rational?
    let isStamped: Bool
    switch source {
    case .packets(let packets):
      first = packets.firstTick.flatMap { timeBase.seconds(ofTicks: $0) }
      isStamped = true
    case .counted(let counted):
      first = frameTable(counted, origin: .zero)?.time(ofFrame: 0)
      isStamped = counted.timeline.isStamped
    }
    let shown = isStamped ? [beginning.shown, first].compactMap { $0 }.min() : first
    switch clock {
    case .firstFrame: origin = first ?? .zero
    case .player: origin = [shown, heard(withPicturesFrom: first)].compactMap { $0 }.min() ?? .zero
    }
  }

  /// When sound is first heard. Without an index of MXF, FFmpeg counts times of decoding from 0, so that pictures, which
  /// wait for others, would be shown after the sound that goes with them.
  private func heard(withPicturesFrom first: Rational?) -> Rational? {
    guard packets.finder.reader.container.countsFrames, let first, let heard = beginning.heard,
      let decoded = packets.head.records.first?.decode, decoded >= 0, let sent = timeBase.seconds(ofTicks: decoded),
      let late = first.subtracting(sent), late > .zero
    else { return beginning.heard }
    return heard.adding(late) ?? heard
  }

  // MARK: Reading on

  /// Reads on towards the end of the stream, unless something else is wanted; returns whether all of it is known, and
  /// its keyframes are certain.
  func readOn(unless isOver: @escaping () -> Bool) throws(VideoError) -> Bool {
    if case .packets = source { try scan(.endUnless(isOver)) }
    guard case .packets(let packets) = source else { return true }
    guard packets.isComplete else { return false }
    guard let isRight = packets.confirmsKeyframes(unless: isOver) else { return false }
    guard !isRight else { return true }
    try forget()
    return try readOn(unless: isOver)
  }

  /// Reads on until the frame on screen at a tick is certain.
  func scan(through tick: Int64) throws(VideoError) {
    if !packets.covers(tick) { try scan(.tick(tick)) }
    // A jump of the timestamps may have met the goal too early.
    if !packets.covers(tick) { try scan(.end) }
  }

  private func scan(_ goal: ScanGoal) throws(VideoError) {
    switch source {
    case .packets(let packets): try follow(packets.scan(goal))
    case .counted(let counted): try follow(counted.packets.scan(goal, isCounted: true))
    }
  }

  /// Reads packets and acts on the result: stored packets may have been discarded and read again, and pictures may have
  /// to be counted.
  private func follow(_ reading: @autoclosure () throws(VideoError) -> CountingPlan?) throws(VideoError) {
    let packets = packets
    let before = packets.revision
    let plan: CountingPlan?
    do {
      // Counted pictures are discarded with the packets, even if reading them again fails.
      defer { if packets.revision != before { source = .packets(packets) } }
      plan = try reading()
    }
    if let plan { try count(by: plan) } else if packets.revision != before { setOrigin() }
  }

  /// Reads the packets that decoding these frames of a stretch needs, if only the container's table lists them.
  ///
  /// - Parameter inGroups: whether packets up to the next start are read, too, since decoding will continue.
  /// - Returns: false if the table is wrong about any of them: then all packets were read, and frames may have other
  ///   positions.
  func confirm(_ frames: [Int], in stretch: Stretch, inGroups: Bool = false) throws(VideoError) -> Bool {
    guard stretch == .main, case .packets(let packets) = source, try !packets.confirm(frames, inGroups: inGroups) else {
      return true
    }
    try forget()
    return false
  }

  /// Discards results of earlier runs, since the file contradicts them; frames may have other positions now.
  func forget() throws(VideoError) {
    if isRecalled { try follow(packets.forget()) }
  }

  /// Handles a decoder that contradicts the packets: decodes everything once.
  ///
  /// If the pictures come out as the packets say except for a few, these frames are marked as lost and all others keep
  /// their indexes. Otherwise the pictures are counted.
  func count() throws(VideoError) {
    try scan(.end)
    guard case .packets(let packets) = source else { return }
    packets.finder.startSearch()
    let plan = CountingPlan(packets.scanned, of: packets.finder.reader)
    // Packets whose order is damaged are not fed on the way to a frame either: a decoder would show others out of order.
    let damaged = packets.scanned.records.indices.filter { packets.scanned.records[$0].hasDamagedOrder }
    if !damaged.isEmpty, try packets.lose(allBut: packets.finder.countPictures(by: plan.leaving(out: damaged))) {
      countings += 1
      return
    }
    let counted = try packets.finder.countPictures(by: plan)
    if packets.lose(allBut: counted) { countings += 1 } else { count(CountedStream(packets, counted, by: plan)) }
  }

  private func count(by plan: CountingPlan) throws(VideoError) {
    // Everything is read, even if only one picture was to be decoded.
    packets.finder.startSearch()
    count(try CountedStream.count(packets, by: plan))
  }

  private func count(_ counted: CountedStream) {
    source = .counted(counted)
    // If counting fails, the timeline is the same as before, and so are references to its frames.
    countings += 1
    setOrigin()
  }
}
