import CFFmpeg

/// Places of an AVI without a picture at its end: its header counts them, and each goes on showing the picture before.
extension PacketTimeline {
  /// Where a packet of an AVI is: among the chunks of its stream, and in the file.
  typealias Place = (number: Int64?, position: Int64)

  /// The places of the last two packets; empty where the container counts none. The records of a long list are not made
  /// for nothing: that would cost more than all else.
  var lastPlaces: [Place] {
    finder.reader.container.countsPlaces ? table.records.suffix(2).map { ($0.decode, $0.position) } : []
  }

  /// Whether the header of an AVI, which loses its index with its end, counts packets behind the last one. That of a
  /// file that is as long as it says may count too many.
  ///
  /// - Parameter places: those of the last two packets.
  func lacksPlaces(behind places: [Place], count: @autoclosure () -> Int) -> Bool {
    let reader = finder.reader
    guard reader.container.countsPlaces, let claimed = reader.stream?.pointee.nb_frames else { return false }
    guard places.count == 2, let before = places[0].number, let last = places[1].number else {
      return claimed > Int64(count()) && !reader.source.tail.isOneRIFF
    }
    // Empty chunks are counted, too. Where they cannot be read, there may be as many as between the last two packets.
    let missing = claimed.subtractingReportingOverflow(last).partialValue
    return missing > max(1, last &- before)
      && missing - 1 > emptyChunks(behind: places[1].position)
      && !reader.source.tail.isOneRIFF
  }

  /// The tick at which an AVI ends that has empty chunks behind these last packets; nil without them.
  func end(behind places: [Place]) -> Int64? {
    let reader = finder.reader
    guard reader.container.countsPlaces, let last = places.last, let number = last.number else { return nil }
    let count = emptyChunks(behind: last.position)
    return count > 0 ? number.addingReportingOverflow(1 + count).partialValue : nil
  }

  private func emptyChunks(behind position: Int64) -> Int64 {
    if let emptyChunks, emptyChunks.position == position { return emptyChunks.count }
    let count = finder.reader.source.tail.emptyChunks(behindAVI: position)
    emptyChunks = (position, count)
    return count
  }
}
