import CFFmpeg
import Files
import Timeline

/// The pictures of an open video: in this thread or by workers, and how far damage reaches that one of them shows.
extension VideoFile {
  /// Decodes frames of one stretch, given by their places in rising order, and hands each picture out once.
  ///
  /// - Parameters:
  ///   - frames: The places of the frames.
  ///   - stretch: The stretch that they are places in.
  ///   - isAbandoned: Asked between packets, whether the pictures are no longer wanted.
  ///   - body: Takes a place and its picture.
  /// - Returns: the frames whose picture did not come out of the decoder, not even by decoding from the beginning.
  /// - Throws: `VideoError` when the file cannot be read any more, a limit is reached, or with `abandoned`.
  public func pictures(
    of frames: [Int], in stretch: Stretch, unless isAbandoned: (() -> Bool)? = nil,
    _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    let stage = stopwatch?.enter(.decode)
    defer { stopwatch?.resume(stage) }
    finder.reader.isAbandoned = isAbandoned
    defer { finder.reader.isAbandoned = nil }
    if self.frames.isCounted {
      guard stretch == .main else { return frames }
      let missing = try countedPictures(of: frames, body)
      if missing.contains(where: { !self.frames.isLost($0) }) { try self.frames.forget() }
      return missing
    }
    guard let packets = self.frames.packets(of: stretch) else { return frames }
    let lost = frames.filter { packets.isLost(packets.presentationOrder[$0]) }
    if !lost.isEmpty, isEncrypted { throw VideoError("decoding", .encrypted) }
    let mark = source.journal.mark
    let wanted = lost.isEmpty ? frames : frames.filter { !packets.isLost(packets.presentationOrder[$0]) }
    let missing = try finder.decode(wanted, in: packets) { frame, decoded throws(VideoError) in
      if let picture = try self.picture(decoded) { try body(frame, picture) }
    }
    // What does not fit the file was kept of another state of it; the caller has to ask the timeline again.
    if !missing.isEmpty, stretch == .main, self.frames.isRecalled {
      try self.frames.forget()
      return missing
    }
    // Packets that the decoder refutes do not tell the timeline, either.
    if !missing.isEmpty, finder.isRefuted, !self.frames.isHarmed { try self.frames.count() }
    if !missing.isEmpty, source.journal.complains(of: "max pixel count", since: mark) {
      throw VideoError("decoding", .limit(.pixels(size: nil, allowed: limits.pixels)))
    }
    // A decoder that gets no memory says no more than that it failed.
    if !missing.isEmpty, source.journal.complains(of: "get_buffer() failed", since: mark) {
      throw VideoError("decoding", .limit(.memory))
    }
    return lost.isEmpty ? missing : (lost + missing).sorted()
  }

  /// Decodes one frame of the main stretch while scrubbing: to a later frame it goes on from the one before.
  ///
  /// The picture is the same as that of `pictures`.
  ///
  /// - Parameters:
  ///   - frame: The frame index.
  ///   - isAbandoned: Asked between packets, whether the picture is no longer wanted.
  ///   - body: Takes the picture.
  /// - Returns: whether the picture came.
  /// - Throws: `VideoError` as `pictures` does.
  public func picture(
    next frame: Int, unless isAbandoned: (() -> Bool)? = nil,
    _ body: (consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard !frames.isCounted, let packets = frames.packets(of: .main),
      !packets.presentationOrder.indices.contains(frame) || !packets.isLost(packets.presentationOrder[frame])
    else {
      return try pictures(of: [frame], in: .main, unless: isAbandoned) { _, picture throws(VideoError) in
        try body(picture)
      }.isEmpty
    }
    let stage = stopwatch?.enter(.decode)
    defer { stopwatch?.resume(stage) }
    finder.reader.isAbandoned = isAbandoned
    defer { finder.reader.isAbandoned = nil }
    let isFound = try finder.decode(next: frame, in: packets) { decoded throws(VideoError) in
      if let picture = try self.picture(decoded) { try body(picture) }
    }
    if !isFound, frames.isRecalled {
      try frames.forget()
    } else if !isFound, finder.isRefuted, !frames.isHarmed {
      try frames.count()
    }
    return isFound
  }

  func picture(_ decoded: consuming DecodedFrame) throws(VideoError) -> Picture? {
    try finder.reader.picture(decoded, limits: limits)
  }

  /// Workers that decode side by side, as many as asked or fewer; nil when the video cannot be opened again.
  func crew(_ count: Int) -> DecodeWorkers? {
    if workers.map({ $0.count < count }) ?? true {
      workers = DecodeWorkers(count, of: finder, source: source, limits: limits)
    }
    return workers
  }

  /// Decodes frames of one stretch with several workers, and hands out what they made of the pictures.
  ///
  /// - Parameters:
  ///   - frames: The places of the frames, in rising order.
  ///   - stretch: The stretch that they are places in.
  ///   - workers: How many work at the most; fewer where there is too little to do.
  ///   - make: Makes something of a place's picture, on the thread of a worker, whose number it is told, 0 and up; nil
  ///     leaves the place.
  ///   - take: Takes what was made of a place, on the calling thread, in any order; false ends the work.
  /// - Returns: the places that are left, in rising order, for ``pictures(of:in:unless:_:)``: all of them where workers do
  ///   not pay, and any that are not plainly right.
  public func pictures<Value: Sendable>(
    of frames: [Int], in stretch: Stretch, workers: Int,
    make: @Sendable (Int, Int, consuming Picture) -> Value?, take: (Int, Value) -> Bool
  ) -> [Int] {
    guard workers > 1, !self.frames.isCounted, let packets = self.frames.packets(of: stretch),
      let parameters = finder.reader.stream?.pointee.codecpar, !PrimingPacket.isNeeded(by: parameters.pointee)
    else { return frames }
    let groups = Self.groups(of: frames, in: packets)
    let cost = groups.reduce(0) { sum, group in
      sum + (group.frames.map { packets.presentationOrder[$0] }.max() ?? group.start) - group.start + 1
    }
    guard groups.count > 1, cost >= Self.leastPackets, let crew = crew(min(workers, groups.count)) else {
      return frames
    }
    var done: Set<Int> = []
    crew.decode(groups, in: packets, make) { (frame: Int, value: Value) in
      done.insert(frame)
      deadline.restart()
      return take(frame, value)
    }
    return frames.filter { !done.contains($0) }
  }

  /// Packets to be decoded, below which opening the video again costs more than it saves.
  private static let leastPackets = 64

  private static func groups(of frames: [Int], in packets: PacketTable) -> [DecodeWorkers.Group] {
    var groups: [DecodeWorkers.Group] = []
    var rest = frames[...]
    while let frame = rest.first {
      let start = packets.start(forFrame: frame)
      let group = rest.prefix { packets.start(forFrame: $0) == start }
      rest = rest.dropFirst(group.count)
      if let start { groups.append(DecodeWorkers.Group(start: start, frames: Array(group))) }
    }
    return groups
  }

  /// How far the damage reaches that the picture of a frame shows, as far as the timeline was read; nil where that is
  /// not known.
  public func damageReach(of frame: Int, in stretch: Stretch) -> DamageReach? {
    if let counted = frames.countedPackets {
      guard stretch == .main,
        let table = damageTable(of: stretch, count: counted.numbers.count, { try? frames.countedTable() })
      else { return nil }
      return DamageReach(
        around: frame, order: counted.numbers, isStart: { counted.packets[$0].isStart }, in: table, isMain: true)
    }
    guard let packets = frames.packets(of: stretch),
      let table = damageTable(
        of: stretch, count: packets.presentationOrder.count, { try? frames.frameTable(packets) })
    else { return nil }
    return DamageReach(
      around: frame, order: packets.presentationOrder, isStart: { packets.records[$0].isCleanStart }, in: table,
      isMain: stretch == .main)
  }

  /// The table of a stretch, kept as long as it is the same: where one picture is damaged, many are.
  private func damageTable(of stretch: Stretch, count: Int, _ make: () -> FrameTable?) -> FrameTable? {
    if let known = tableForDamage, known.revision == revision, known.stretch == stretch, known.table.count == count {
      return known.table
    }
    guard count > 0, let table = make() else { return nil }
    tableForDamage = (revision, stretch, table)
    return table
  }
}
