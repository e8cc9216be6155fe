import CFFmpeg
import Timeline

/// Finds t = 0: the earliest time at which any stream of the file is shown or heard, as on a player's clock.
///
/// The beginning of the file is read, pictures and sound, until no earlier time can follow. The video packets are added
/// to the table meanwhile, so that a scan continues from there.
struct ClockOrigin {
  /// The earliest timestamp of the packets up to the first start, in absolute seconds of the file: players count from
  /// it even if decoding starts later. Leading pictures after that start do not count.
  private(set) var shown: Rational?
  /// The earliest time at which sound is heard, likewise, on the clock of the pictures.
  private(set) var heard: Rational?
  /// The audio streams with no sound heard yet.
  private var unheard: [Int: SoundStart] = [:]
  private var firstVideo: Rational?
  private var videoPackets = 0
  private var clock = DecodeClock()
  /// Whether the timestamps have started anew: everything after that is later, whatever its timestamps are.
  private var hasJumped = false
  /// Whether probing might tell more about a Matroska file: decoding does not start at its first packet, a packet has
  /// no time of its own, or samples are dropped from packets of unknown length.
  private(set) var isDoubtful = false
  /// Whether a packet was read at which decoding may start.
  private var hasStarted = false

  /// Reads the beginning, until neither an earlier picture nor an earlier sound can follow.
  static func find(
    _ reader: PacketReader, limits: Limits, into table: inout PacketTable
  ) throws(VideoError) -> ClockOrigin {
    var origin = ClockOrigin()
    for index in 0..<reader.demuxer.streamCount {
      guard let stream = reader.demuxer.stream(index),
        stream.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      else { continue }
      origin.unheard[index] = SoundStart(stream, startsAtZero: reader.container.startsSoundAtZero)
    }
    reader.demuxer.keepOnly(Set(origin.unheard.keys).union([reader.streamIndex]))
    defer { reader.demuxer.keepOnly([reader.streamIndex]) }
    let start = reader.bytesRead
    var begun: Set<Int> = []
    while !origin.isFinal(limits, bytes: reader.bytesRead - start) {
      guard let (index, record) = try reader.nextOfAny() else {
        table.finish(isClean: reader.endedClean, endsPartly: reader.isPartial)
        break
      }
      if record != nil || origin.unheard[index] != nil, begun.insert(index).inserted,
        !StatedStreams.list(reader.packet, of: reader.demuxer.stream(index))
      {
        origin.isDoubtful = true
      }
      if let record {
        origin.see(record, timeBase: reader.timeBase, jump: reader.jump)
        table.append(record, isWhole: reader.packetsAreWhole)
      } else {
        origin.hear(reader.packet.pointer, index: index)
      }
    }
    table.arrange(jump: reader.jump)
    // Sound is not late with the pictures.
    if let heard = origin.heard, let first = table.records.first, let shown = first.presentation,
      let decoded = first.decode, shown > decoded,
      let late = reader.timeBase?.seconds(ofTicks: reader.tables.lateness(lead: shown &- decoded))
    {
      origin.heard = heard.adding(late) ?? heard
    }
    return origin
  }

  private init() {}

  /// Whether all sound was heard, or five seconds of video or the bytes for probing have passed.
  private func isFinal(_ limits: Limits, bytes: Int64) -> Bool {
    if hasJumped { return true }
    guard videoPackets >= PacketTable.margin else { return false }
    if unheard.isEmpty || bytes > limits.probeBytes { return true }
    return isPastProbe
  }

  private var isPastProbe = false

  private mutating func see(_ record: PacketRecord, timeBase: TimeBase?, jump: (back: Int64, forward: Int64)?) {
    videoPackets += 1
    isDoubtful = isDoubtful || record.presentation == nil || videoPackets == 1 && !record.isCleanStart
    if let jump,
      clock.startsAnew(at: record.decode, shown: record.presentation, isStart: record.isCleanStart, jump: jump)
    {
      hasJumped = true
    }
    guard !hasJumped else { return }
    guard !record.hiding.contains(.byContainer), let timestamp = record.presentation,
      let time = timeBase?.seconds(ofTicks: timestamp)
    else { return }
    if !hasStarted { shown = shown.map { min($0, time) } ?? time }
    hasStarted = hasStarted || record.isStart
    if let first = firstVideo {
      if let passed = time.subtracting(first), passed > Rational(5) { isPastProbe = true }
    } else {
      firstVideo = time
    }
  }

  private mutating func hear(_ packet: UnsafeMutablePointer<AVPacket>, index: Int) {
    let time = unheard[index]?.hear(packet)
    isDoubtful = isDoubtful || unheard[index]?.countsLengths == true
    guard let time else { return }
    unheard[index] = nil
    heard = heard.map { min($0, time) } ?? time
  }
}
