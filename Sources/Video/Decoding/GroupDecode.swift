/// Decoding of the frames that depend on one keyframe.
extension FrameFinder {
  /// Decodes the frames of one keyframe; while some are missing, tries again from an earlier keyframe.
  ///
  /// First with the decoder that is open, which gives intact pictures; whatever is damaged is decoded by a new one that
  /// skips nothing, so that it is the same whatever was decoded before, and whichever other frames are wanted.
  func decodeGroup(
    _ frames: [Int], start: Int, in table: borrowing PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var start = start
    var missing = try runQuickly(frames, from: start, in: table, body)
    if missing.isEmpty { return [] }
    for _ in 0..<4 {
      guard try land(on: start, in: table) else { break }
      missing = try run(missing, start: start, in: table, body)
      guard !missing.isEmpty, let earlier = table.start(before: start) else { break }
      start = earlier
    }
    return missing
  }

  /// Decodes frames with the decoder that is open, as far as they are intact.
  ///
  /// A damaged picture that no other depends on costs itself only, as if each frame were wanted alone.
  private func runQuickly(
    _ frames: [Int], from start: Int, in table: borrowing PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var threads = Self.threads(for: frames, from: start, in: table)
    var (missing, damaged): ([Int], [Int]) = (frames, [])
    while !missing.isEmpty, try land(on: start, in: table) {
      missing = try run(missing, start: start, in: table, threads: threads, isQuick: true, body)
      guard let packet = damagedPacket else { break }
      // Of several threads, any one may have met it.
      if threads == 1 {
        guard table.records[packet].traits.contains(.unreferenced),
          let place = missing.firstIndex(where: { table.presentationOrder[$0] == packet })
        else { break }
        damaged.append(missing.remove(at: place))
      }
      threads = 1
    }
    return (damaged + missing).sorted()
  }

  /// Decodes the frames of one start packet, once, with one thread; after any problem, the rest are reported as
  /// missing.
  func decodeOnce(
    _ frames: [Int], start: Int, in table: PacketTable,
    _ body: (Int, consuming DecodedFrame) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    try land(on: start, in: table) ? run(frames, start: start, in: table, isQuick: true, body) : frames
  }
}
