/// The trust in a container's table of packets, and its comparison with packets that are read.
struct ContainerTable {
  /// Whether packets may be taken from the table without reading them; false once it was wrong, or if there is none.
  var isBelieved: Bool
  /// How far its keyframes were looked at.
  private var keyframes = ListedKeyframes()
  /// Whether seeking leads to moments, once it was asked.
  private var leads: Bool?

  init(of finder: FrameFinder) { isBelieved = finder.fileSize >= finder.limits.leastListedBytes }

  /// Whether seeking leads to moments. Among fragments FFmpeg takes the times of presentation in an index of segments for
  /// those of decoding, and after a seek passes over fragments that it has not read; and its times of a second edit
  /// depend on the first. A second description is not told again after a seek behind it. Without cues FFmpeg reads
  /// Matroska up to the moment, and of equal times, where the clock starts anew on the way, takes the last one.
  mutating func leadsToMoments(in reader: PacketReader) -> Bool {
    if let leads { return leads }
    guard reader.container.hasIndexFirst else {
      let hasCues = !reader.container.isOneElement || reader.source.matroskaSegment()?.mayHaveCues ?? true
      leads = hasCues && !reader.container.isReadUpToMoments
      return leads ?? true
    }
    let (read, size) = (reader.source.bytes(at:count:), reader.source.fileSize)
    let isWhole = !MovieBoxes(reading: read).hasFragments
    let track = reader.source.number(ofStream: reader.streamIndex)
    let found =
      isWhole && !EditList.isIntricate(ofTrack: track, reading: read, size: size)
      && SampleDescriptions.areOne(ofTrack: track, reading: read, size: size)
    leads = found
    return found
  }

  /// What the table gives for the packets after those that were read.
  enum List {
    /// The order of the frames; the packets' records can be made from it.
    case frames(PacketListing)
    /// All packets, which were added to the packet table.
    case packets
    /// Nothing: it is not believed, or reading up to the goal is cheaper.
    case nothing
  }

  /// Lists the packets of a table whose first ones were read; the list must have these as they were read.
  ///
  /// - Parameter reachesPastEnd: whether the container lists packets beyond the end of the file.
  mutating func list(
    for goal: ScanGoal, into table: inout PacketTable, by finder: FrameFinder, reachesPastEnd: @autoclosure () -> Bool
  ) throws(VideoError) -> List {
    let reader = finder.reader
    switch goal {
    case .frames(let count): if !reader.isFar(count - table.records.count) { return .nothing }
    // The end of a time span: most of what precedes it is decoded, and so read, anyway.
    case .tick(let tick):
      let packets = reader.packets(through: tick) - table.records.count
      if !reader.isFar(packets, over: PacketReader.mostSpanned) { return .nothing }
    case .end, .endUnless: break
    }
    guard isBelieved else { return .nothing }
    isBelieved = false
    reader.source.holdTables()
    guard let first = table.records.first, first.isStart, reader.listsAllPackets, !reader.isPadded,
      table.records.allSatisfy({ $0.confirms($0) }), finder.seek(to: first.decode ?? 0)
    else { return .nothing }
    if let listing = try reader.listing(behind: table) {
      isBelieved = true
      return .frames(listing)
    }
    guard !reachesPastEnd(), finder.seek(to: first.decode ?? 0), let listed = try reader.listedPackets(from: first),
      listed.count >= table.records.count, zip(table.records, listed).allSatisfy({ $0.confirms($1) })
    else { return .nothing }
    var whole = table
    whole.list(listed)
    whole.arrange(jump: reader.jump)
    guard !whole.isDoubtful, !whole.hasJump else { return .nothing }
    // Fragments list no durations, but the last duration is needed for the end of the video.
    if reader.fragments != nil {
      guard let start = whole.lastStart,
        finder.fileSize - whole.records[start].position <= PacketReader.mostSpanned,
        let read = try finder.read(from: start, through: whole.records.count - 1, in: whole),
        whole.confirm(read, from: start, by: reader.orderCheck)
      else { return .nothing }
    }
    table = whole
    isBelieved = true
    return .packets
  }

  /// Reads the packets that decoding these frames needs, if only the container lists them.
  ///
  /// - Parameter inGroups: whether packets up to the next start are read, too.
  /// - Returns: false if the list is wrong about any of them.
  func confirm(
    _ frames: [Int], in table: inout PacketTable, inGroups: Bool, by finder: FrameFinder
  ) throws(VideoError) -> Bool {
    guard table.isListed else { return true }
    var rest = frames[...]
    while let frame = rest.first {
      guard let start = table.start(forFrame: frame) else { return false }
      let group = rest.prefix { table.start(forFrame: $0) == start }
      rest = rest.dropFirst(group.count)
      var needed = group.map { table.presentationOrder[$0] }.max() ?? start
      if inGroups { needed = table.records[(needed + 1)...].firstIndex(where: \.isStart) ?? table.records.count }
      let last = min(max(start, needed) + PacketTable.margin, table.records.count - 1)
      guard table.records[start...last].contains(where: \.isListed) else { continue }
      guard let read = try finder.read(from: start, through: last, in: table),
        table.confirm(read, from: start, by: finder.reader.orderCheck), !finder.reader.borrowsSets
      else { return false }
    }
    return true
  }

  /// Whether decoding may start at all keyframes that the container lists; nil if something else is wanted first.
  ///
  /// - Parameter listed: the keyframes that are only listed, with the numbers of their packets.
  mutating func confirmsKeyframes(
    among listed: some Sequence<(number: Int, record: PacketRecord)>, by reader: PacketReader, unless isOver: () -> Bool
  ) -> Bool? {
    keyframes.areStarts(listed, by: reader, unless: isOver)
  }
}
