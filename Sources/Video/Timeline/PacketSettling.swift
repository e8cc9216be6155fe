/// What the packets do not say, and only decoding shows.
extension PacketTimeline {
  /// Finds out which frames the stream begins with.
  func settle() throws(VideoError) -> CountingPlan? {
    if let plan = try settleHead() { return plan }
    if let plan = try settleRest() { return plan }
    firstTick = scanned.ticks.first
    return nil
  }

  /// Finds out whether pictures that precede the first keyframe in presentation order, but follow it in the file, are
  /// shown: they may depend on missing pictures.
  private func settleHead() throws(VideoError) -> CountingPlan? {
    var plan: CountingPlan?
    while plan == nil, scanned.firstStart.map({ scanned.records.count <= $0 + PacketTable.margin }) ?? true,
      !isComplete
    {
      // Until a start is found, twice as far each time: the whole table is sorted again after each scan.
      plan = try scan(.frames(scanned.records.count * (scanned.firstStart == nil ? 2 : 1) + 1))
    }
    complete()
    if let plan = plan ?? CountingPlan(neededFor: scanned, of: finder.reader) { return plan }
    let leading = scanned.leadingFrames
    guard let first = scanned.firstStart, !leading.isEmpty else { return nil }
    if let known = memory?.hidden(among: leading) {
      isRecalled = true
      hide(known)
      return nil
    }
    let last = min(scanned.records.count - 1, first + PacketTable.margin)
    let shown = try finder.timestampsShown(upTo: last, in: scanned)
    let records = scanned.records
    let hidden = leading.filter { index in records[index].presentation.map { !shown.contains($0) } ?? false }
    memory?.note(hiddenLeading: hidden)
    hide(hidden)
    return nil
  }

  /// Finds out what only decoding shows of the packets that were read since it was asked last.
  func settleRest() throws(VideoError) -> CountingPlan? {
    if let plan = try settleBroken() { return plan }
    for (jump, leading) in scanned.openJumps where isComplete || scanned.records.count > jump + PacketTable.margin {
      let goesOn: Bool
      if let known = memory?.isShown(leading[0]) {
        (goesOn, isRecalled) = (known, true)
      } else {
        goesOn = try finder.goesOn(over: jump, leading: leading, in: scanned)
        memory?.note(leading[0], isShown: goesOn)
      }
      scanned.note(jump: jump, goesOn: goesOn)
      guard goesOn else { continue }
      scanned.arrange(jump: finder.reader.jump)
      return CountingPlan(neededFor: scanned, of: finder.reader)
    }
    return nil
  }

  /// Finds out whether packets that the container calls broken, and fields without a second one, still come out. Broken
  /// packets that give none keep their positions.
  private func settleBroken() throws(VideoError) -> CountingPlan? {
    let single = Set(scanned.singleFields(from: inspected))
    let known = memory?.hiddenPackets.filter { inspected..<scanned.records.count ~= $0 } ?? []
    let broken = scanned.records.indices.dropFirst(inspected).filter { index in
      // The last packet of a file that is cut off may be incomplete without being marked as broken.
      scanned.records[index].isCorrupt || single.contains(index) || index == scanned.records.count - 1 && isCutOff
    }
    inspected = scanned.firstOpen
    // In a file with more of them, the rest is checked when needed: a picture that does not come out is an error.
    for index in (broken + Set(known).subtracting(broken).sorted()).prefix(16) {
      guard let frame = scanned.presentationOrder.firstIndex(of: index) else { continue }
      if let known = memory?.isShown(index) {
        isRecalled = true
        if !known { hide([index]) }
        continue
      }
      let result = try finder.decodeResult(of: frame, in: scanned)
      // The cause may be wrong records from a stored index.
      if result != .picture, scanned.isRecalled { return try forget() }
      let isSingle = single.contains(index)
      // The packets do not say what comes out, whether this field does or not; nor of two pictures with one time which.
      if isSingle && result == .contradicted || result != .picture && scanned.equals(of: [frame]).count > 1 {
        return CountingPlan(scanned, of: finder.reader)
      }
      // An incomplete packet at the end of a cut-off file does not count as a frame, unless the container lists what
      // follows.
      let endsEarly = isCutOff && !finder.reader.isPadded || isSingle
      let isTail = endsEarly && frame == scanned.presentationOrder.count - 1
      // A packet that FFmpeg cut from a byte stream, or a single field, is not a frame in any decode if the decoder skips
      // it without an error.
      let isSkipped = result == .nothing || result == .contradicted
      let isNoFrame = isTail || isSkipped && (isSingle || !finder.reader.packetsAreWhole)
      if result == .picture {
        memory?.note(index, isShown: true)
      } else if isNoFrame {
        memory?.note(index, isShown: false)
        hide([index])
      } else {
        scanned.lose(index)
      }
    }
    return nil
  }

  private func hide(_ records: [Int]) {
    guard !records.isEmpty else { return }
    for index in records { scanned.hide(index) }
    scanned.arrange(jump: finder.reader.jump)
  }
}
