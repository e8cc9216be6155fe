import CFFmpeg

/// Decoding from the beginning on, whatever the packets say.
extension FrameFinder {
  /// Decodes the beginning of the stream, up to a packet, and returns the timestamps of the pictures that came out.
  func timestampsShown(upTo last: Int, in table: borrowing PacketTable) throws(VideoError) -> Set<Int64> {
    try reopenToMove()
    var shown: Set<Int64> = []
    let first = table.firstStart ?? 0
    try decodeLinearly(from: first, through: last, depth: table.reorderDepth) { picture throws(VideoError) in
      if let timestamp = picture.timestamp { shown.insert(timestamp) }
      return true
    }
    return shown
  }

  /// Decodes from the first keyframe packet on without trusting any timestamp, until the body returns false.
  ///
  /// - Parameters:
  ///   - threads: with more than one, nothing is known of damage.
  ///   - note: Takes each packet's record and size in bytes before its pictures come.
  ///
  /// - Returns: the packets, counted from the first one fed, that the decoder gave an error for; with several threads they
  ///   tell no more than that there were errors.
  @discardableResult
  func decodeFromStart(
    first: Int, depth: Int, threads: Int32 = 1, note: (PacketRecord, Int32) -> Void = { _, _ in },
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Set<Int> {
    try reopenToMove()
    return try decodeLinearly(from: first, through: nil, depth: depth, threads: threads, note: note, body)
  }

  @discardableResult
  private func decodeLinearly(
    from first: Int, through last: Int?, depth: Int, threads: Int32 = 1,
    note: (PacketRecord, Int32) -> Void = { _, _ in },
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Set<Int> {
    let decoding = try openDecoder(depth: depth, threads: threads, isPrimed: false)
    defer { decoding.decoder.flush() }
    var decodeRun = DecodeRun(from: nil, threads: threads == 1 ? 1 : 2)
    var index = 0
    while let record = try reader.next() {
      if index >= first {
        note(record, reader.packet.pointer.pointee.size)
        guard !record.isMissing else {
          decodeRun.skip()
          if index == last { break }
          index += 1
          continue
        }
        let goesOn = try decodeRun.feed(
          reader.packet, startsClean: record.traits.contains(.cleanStart) && !record.traits.contains(.openStart),
          isLast: index == last, to: decoding.decoder, body)
        if !goesOn || index == last { return decodeRun.failures }
      }
      index += 1
    }
    _ = try decodeRun.drain(decoding.decoder, body)
    return decodeRun.failures
  }
}
