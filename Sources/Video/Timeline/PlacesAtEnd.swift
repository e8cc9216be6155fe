import CFFmpeg

/// Places without a picture behind the last packet of an AVI: its header counts them, and each goes on showing the picture
/// before.
final class PlacesAtEnd {
  /// Where a packet is: among the chunks of its stream, and in the file.
  typealias Place = (number: Int64?, position: Int64)

  private let finder: FrameFinder
  /// How many are behind the packet at this position, once they are counted.
  private var counted: (position: Int64, count: Int64)?

  init(_ finder: FrameFinder) { self.finder = finder }

  /// Whether the header of an AVI, which loses its index with its end, counts packets behind the last one. That of a
  /// file that is as long as it says may count too many.
  ///
  /// - Parameters:
  ///   - places: those of the last two packets.
  ///   - count: the number of packets.
  func areMissing(behind places: [Place], count: @autoclosure () -> Int) -> Bool {
    let reader = finder.reader
    guard reader.container.countsPlaces, let claimed = reader.stream?.pointee.nb_frames else { return false }
    guard places.count == 2, let before = places[0].number, let last = places[1].number else {
      return claimed > Int64(count()) && !reader.source.tail.isOneRIFF
    }
    // Empty chunks are counted, too. Where they cannot be read, there may be as many as between the last two packets.
    let missing = claimed.subtractingReportingOverflow(last).partialValue
    return missing > max(1, last &- before) && missing - 1 > chunks(behind: places[1].position)
      && !reader.source.tail.isOneRIFF
  }

  /// The tick at which an AVI ends that has empty chunks behind these last packets; nil without them.
  func end(behind places: [Place]) -> Int64? {
    guard finder.reader.container.countsPlaces, let last = places.last, let number = last.number else { return nil }
    let count = chunks(behind: last.position)
    return count > 0 ? number.addingReportingOverflow(1 + count).partialValue : nil
  }

  private func chunks(behind position: Int64) -> Int64 {
    if let counted, counted.position == position { return counted.count }
    let count = finder.reader.source.tail.emptyChunks(behindAVI: position)
    counted = (position, count)
    return count
  }
}
