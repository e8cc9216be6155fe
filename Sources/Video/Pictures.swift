import CFFmpeg
import Files
import Memory
import Timeline

/// The pictures of an open video: decoded in this thread or by workers, and the reach of damage in them.
extension VideoFile {
  /// Decodes frames and hands each picture out once. Each frame has the full time for reading and decoding.
  ///
  /// - Parameters:
  ///   - frames: References to the frames, those of one list together and in ascending order.
  ///   - isAbandoned: Called between packets: whether the pictures are no longer wanted.
  ///   - body: Receives a frame and its picture.
  /// - Returns: the frames whose pictures did not come out. Frames that are no longer current, and all after them, have
  ///   to be looked up again; frames of a list around a moment may be found in the list from the first frame on. For
  ///   any other frame there is no picture, not even by decoding from the beginning.
  /// - Throws: `VideoError` when the file cannot be read any more, a limit is reached, or with `abandoned`.
  public func pictures(
    of frames: [FrameReference], unless isAbandoned: (() -> Bool)? = nil,
    _ body: (FrameReference, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [FrameReference] {
    try reading(.decode) { () throws(VideoError) in
      finder.reader.isAbandoned = isAbandoned
      defer { finder.reader.isAbandoned = nil }
      var missing: [FrameReference] = []
      var rest = frames[...]
      while let first = rest.first {
        guard isCurrent(first) else { return missing + rest }
        let part = rest.prefix { $0.isBeside(first) }
        rest = rest.dropFirst(part.count)
        let revision = revision
        func reference(_ place: Int) -> FrameReference { FrameReference(place, in: first.stretch, revision: revision) }
        var handed: Set<Int> = []
        var lacksMemory = false
        do throws(VideoError) {
          missing += try pictures(of: part.map(\.place), in: first.stretch) { place, picture throws(VideoError) in
            // Processing a picture, or waiting for the reader of a report, does not count as decoding time.
            self.deadline.pause()
            defer { self.deadline.restart() }
            handed.insert(place)
            let refusals = MemoryRoom.refusals
            try body(reference(place), picture)
            lacksMemory = MemoryRoom.refusals != refusals
            if lacksMemory { throw VideoError("decoding", .limit(.memory)) }
          }.map(reference)
        } catch {
          guard lacksMemory else { throw error }
          // Memory was short while the body processed the picture, perhaps for decoder threads too: new decoders decode
          // the rest.
          finder.closeDecoders(over: -1)
          source.startQuestion()
          rest = part.filter { !handed.contains($0.place) } + rest
        }
      }
      return missing
    }
  }

  /// Decodes frames of one stretch, given by their positions in ascending order.
  private func pictures(
    of frames: [Int], in stretch: Stretch, _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    if self.frames.isCounted {
      guard stretch == .main else { return frames }
      let end = try openEnd(among: frames, in: stretch)
      let missing = try countedPictures(of: frames) { place, picture throws(VideoError) in
        try body(place, end.check(picture, at: place))
      }
      if missing.contains(where: { !self.frames.isLost($0) }) { try self.frames.forget() }
      return missing
    }
    if stretch == .main, let found = try self.frames.packets.surroundings(ofListed: frames) {
      for (number, around) in found.enumerated() {
        let missing = try finder.decode(around.places, in: around.packets) { place, decoded throws(VideoError) in
          guard let frame = around.number(at: place), let picture = try self.picture(decoded) else { return }
          try body(frame, picture)
        }
        guard !missing.isEmpty else { continue }
        // The container's table does not match the file.
        try self.frames.forget()
        return missing.compactMap(around.number) + found[(number + 1)...].flatMap { $0.frames.map(\.number) }
      }
      return []
    }
    guard try self.frames.confirm(frames, in: stretch), let packets = self.frames.packets(of: stretch) else {
      return frames
    }
    let lost = frames.filter { packets.isLost(packets.presentationOrder[$0]) }
    let mark = source.log.mark
    let wanted = lost.isEmpty ? frames : frames.filter { !packets.isLost(packets.presentationOrder[$0]) }
    let end = try openEnd(among: wanted, in: stretch)
    let missing = try finder.decode(wanted, in: packets) { frame, decoded throws(VideoError) in
      let isDoubtful = packets.precedesLoss(frame: frame)
      guard let picture = try self.picture(decoded, isDoubtful: isDoubtful) else { return }
      try body(frame, end.check(picture, at: frame))
    }
    // A stored index does not match the file; the caller has to get the timeline again.
    if !missing.isEmpty, stretch == .main, self.frames.isRecalled {
      try self.frames.forget()
      return missing
    }
    // Packets that contradict the decoder cannot give the timeline, either.
    if !missing.isEmpty, finder.isRefuted, !self.frames.isHarmed { try self.frames.count() }
    if !missing.isEmpty, source.log.complains(of: "max pixel count", since: mark) {
      throw VideoError("decoding", .limit(.pixels(size: nil, allowed: limits.pixels)))
    }
    // A decoder whose allocation exceeds the limit on one allocation reports only that it failed; one that does not know
    // the picture's size says so first.
    if !missing.isEmpty, source.log.complains(of: "get_buffer() failed", since: mark),
      !source.log.complains(of: "image parameters invalid", since: mark)
    {
      throw VideoError("decoding", .limit(.memory))
    }
    return lost.isEmpty ? missing : (lost + missing).sorted()
  }

  /// Decodes one frame while scrubbing: to a later frame it continues from the previous one.
  ///
  /// The picture is the same as that of `pictures`.
  ///
  /// - Parameters:
  ///   - frame: A frame of the list from the first frame on.
  ///   - isAbandoned: Called between packets: whether the picture is no longer wanted.
  ///   - body: Receives the picture.
  /// - Returns: whether the picture came out.
  /// - Throws: `VideoError` as `pictures` does.
  public func picture(
    next frame: FrameReference, unless isAbandoned: (() -> Bool)? = nil,
    _ body: (consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> Bool {
    guard isCurrent(frame) else { return false }
    let place = frame.place
    guard !frames.isCounted, frame.stretch == .main, !frames.table.isLost(frame: place) else {
      return try pictures(of: [frame], unless: isAbandoned) { _, picture throws(VideoError) in
        try body(picture)
      }.isEmpty
    }
    return try reading(.decode) { () throws(VideoError) in
      finder.reader.isAbandoned = isAbandoned
      defer { finder.reader.isAbandoned = nil }
      guard try frames.confirm([place], in: .main, inGroups: true), let packets = frames.packets(of: .main) else {
        return false
      }
      let end = try openEnd(among: [place], in: .main)
      let isFound = try finder.decode(next: place, in: packets) { decoded throws(VideoError) in
        let isDoubtful = packets.precedesLoss(frame: place)
        guard let picture = try self.picture(decoded, isDoubtful: isDoubtful) else { return }
        let refusals = MemoryRoom.refusals
        try body(end.check(picture, at: place))
        // The body reports that memory was short while it processed the picture; decoding it has succeeded.
        if MemoryRoom.refusals != refusals {
          finder.closeDecoders(over: -1)
          source.startQuestion()
        }
      }
      if !isFound, frames.isRecalled {
        try frames.forget()
      } else if !isFound, finder.isRefuted, !frames.isHarmed {
        try frames.count()
      }
      return isFound
    }
  }

  /// - Parameter isDoubtful: whether another picture, which is lost, may have been on screen at some of its time.
  func picture(_ decoded: consuming DecodedFrame, isDoubtful: Bool = false) throws(VideoError) -> Picture? {
    if isDoubtful { decoded.becomeDoubtful() }
    return try finder.reader.picture(decoded, limits: limits, budget: finder.budget)
  }

  /// Workers that decode in parallel, `count` or fewer; nil when the video cannot be opened again.
  func crew(_ count: Int) -> DecodeWorkers? {
    if workers.map({ $0.count < count }) ?? true {
      workers = DecodeWorkers(count, of: finder, source: source, limits: limits)
    }
    return workers
  }

  /// Decodes frames with several workers in parallel, and returns the values that they made from the pictures.
  ///
  /// - Parameters:
  ///   - frames: References to the frames, those of one list together and in ascending order.
  ///   - workers: The maximum number of workers; fewer are used if there is too little to do.
  ///   - make: Makes a value from a frame's picture, on the thread of a worker, whose number, 0 and up, is the first
  ///     argument; nil leaves the frame out.
  ///   - take: Receives the value for a frame, on the calling thread, in any order; false ends the work.
  /// - Returns: the frames that are left, in their order, for ``pictures(of:unless:_:)``: all of them if workers do not
  ///   pay, and any with a problem.
  public func pictures<Value: Sendable>(
    of frames: [FrameReference], workers: Int,
    make: @Sendable (Int, FrameReference, consuming Picture) -> Value?, take: (FrameReference, Value) -> Bool
  ) -> [FrameReference] {
    guard workers > 1, !self.frames.isCounted, frames.allSatisfy(isCurrent), !finder.hasPrimer,
      let (groups, references) = confirmedGroups(
        of: frames.filter { self.frames.lastPacket(ifOf: $0.place, in: $0.stretch) == nil })
    else { return frames }
    let cost = groups.reduce(0) { $0 + $1.cost }
    deadline.restart()
    defer { deadline.pause() }
    guard groups.count > 1, cost >= Self.leastPackets else { return frames }
    let count = affordable(min(workers, groups.count))
    guard count > 1, let crew = crew(count) else { return frames }
    var done: Set<FrameReference> = []
    crew.decode(groups) { (worker: Int, group: Int, place: Int, picture: consuming Picture) -> Value? in
      guard let frame = references[group][place] else { return nil }
      return make(worker, frame, picture)
    } take: { (group: Int, place: Int, value: Value) in
      guard let frame = references[group][place] else { return true }
      done.insert(frame)
      // As in `pictures(of:unless:_:)`: waiting for the reader of a report does not count.
      deadline.pause()
      defer { deadline.restart() }
      return take(frame, value)
    } progress: {
      deadline.restart()
    }
    let rest = frames.filter { !done.contains($0) }
    // Decoding the remaining pictures may need the memory of the workers' decoders.
    if !rest.isEmpty {
      crew.closeDecoders(over: -1)
      MemoryRoom.giveBack()
    }
    return rest
  }

  /// Frames of one start, and the reference of each by its position in their table.
  private typealias Groups = (groups: [DecodeWorkers.Group], references: [[Int: FrameReference]])

  /// Frames by their starts, once their packets were read, and are as the container's table lists them; nil if they are
  /// not.
  private func confirmedGroups(of frames: [FrameReference]) -> Groups? {
    let main = frames.filter { $0.stretch == .main }
    return try? reading(.decode) { () throws(VideoError) -> Groups? in
      var made: Groups = ([], [])
      guard let listed = try self.frames.packets.surroundings(ofListed: main.map(\.place)) else {
        guard try self.frames.confirm(main.map(\.place), in: .main) else { return nil }
        add(frames, to: &made)
        return made
      }
      var rest = main[...]
      for around in listed {
        let part = zip(rest, around.frames).map { (reference: $0, place: $1.place) }
        rest = rest.dropFirst(part.count)
        add(part, of: around.packets, to: &made)
      }
      add(frames.filter { $0.stretch != .main }, to: &made)
      return made
    }
  }

  /// Adds frames as groups with the same start, each with the list that it belongs to.
  private func add(_ frames: [FrameReference], to made: inout Groups) {
    var rest = frames[...]
    while let first = rest.first {
      guard let packets = self.frames.packets(of: first.stretch) else { return }
      let part = rest.prefix { $0.isBeside(first) }
      rest = rest.dropFirst(part.count)
      add(part.map { (reference: $0, place: $0.place) }, of: packets, to: &made)
    }
  }

  /// The same of frames at these positions among the packets.
  private func add(
    _ frames: [(reference: FrameReference, place: Int)], of packets: PacketTable, to made: inout Groups
  ) {
    var rest = frames[...]
    while let start = rest.first.map({ packets.start(forFrame: $0.place) }) {
      let group = rest.prefix { packets.start(forFrame: $0.place) == start }
      rest = rest.dropFirst(group.count)
      guard let start else { continue }
      made.groups.append(DecodeWorkers.Group(start: start, frames: group.map(\.place), table: packets))
      made.references.append(Dictionary(group.map { ($0.place, $0.reference) }) { first, _ in first })
    }
  }

  /// How many workers there is memory for: at least one, at most `count`.
  ///
  /// Each needs one picture, three frames in its decoder and a heap: if there is too little, one fails in the middle of
  /// its work. Without twice as much, for separate heaps, they share one.
  private func affordable(_ count: Int) -> Int {
    guard let parameters = finder.reader.stream?.pointee.codecpar.pointee else { return count }
    let picture = StoredPicture(parameters)
    let (pictures, overflows) = picture.frameBytes.multipliedReportingOverflow(by: 3)
    guard !overflows else { return 1 }
    let parts = [finder.budget.bytes(for: picture), pictures, Self.decoderBytes]
    if !MemoryRoom.has(count, of: parts + parts) { MemoryRoom.shareHeap() }
    return (2...max(2, count)).last { MemoryRoom.has($0, of: parts) } ?? 1
  }

  /// The address space of a decoder besides its pictures: the least heap of a thread that has its own is 64 MiB.
  private static let decoderBytes: Int64 = 64 << 20

  /// The fewest packets to decode for which opening the video again pays.
  private static let leastPackets = 64

  /// The reach of the damage in a frame's picture, as far as the timeline was read; nil if unknown.
  public func damageReach(of frame: FrameReference) -> DamageReach? {
    if let counted = frames.countedPackets {
      guard frame.stretch == .main,
        let table = damageTable(for: frame, count: counted.numbers.count, { try? frames.frameTable() })
      else { return nil }
      return DamageReach(
        around: frame.place, order: counted.numbers, isStart: { counted.packets[$0].isStart }, in: table, isMain: true)
    }
    guard let packets = frames.packets(of: frame.stretch),
      let table = damageTable(
        for: frame, count: packets.presentationOrder.count, { try? frames.frameTable(packets) })
    else { return nil }
    return DamageReach(
      around: frame.place, order: packets.presentationOrder, isStart: { packets.records[$0].isCleanStart }, in: table,
      isMain: frame.stretch == .main)
  }

  /// The table of a frame's list, cached while it stays the same: damaged pictures often come in numbers.
  private func damageTable(for frame: FrameReference, count: Int, _ make: () -> FrameTable?) -> FrameTable? {
    guard isCurrent(frame), count > 0 else { return nil }
    if let known = partForDamage, known.reference(to: frame.place) == frame, known.table.count == count {
      return known.table
    }
    guard let table = make() else { return nil }
    partForDamage = TimelinePart(table, frame.stretch, revision: revision)
    return table
  }

  // MARK: Memory

  /// The memory that one picture may take; its `count` sets what is counted.
  public var pictureBudget: PictureBudget { finder.budget }

  /// Decoders whose frames have more bytes than this are closed while the video is idle.
  private static let mostAtRest: Int64 = 32 << 20

  /// Gives back the memory of decoders with large frames; call it when the video stays open for later questions. They
  /// are opened again when they are needed, and give the same pictures.
  public func rest() {
    finder.closeDecoders(over: Self.mostAtRest)
    workers?.closeDecoders(over: Self.mostAtRest)
  }
}
