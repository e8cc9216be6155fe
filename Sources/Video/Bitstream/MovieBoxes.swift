/// The boxes of an ISO base media file's top level (ISO/IEC 14496-12, 4.2).
struct MovieBoxes {
  /// Whether some of the samples are described by fragments (`moof`), of which an index at the beginning knows nothing.
  let hasFragments: Bool

  /// Boxes that are looked at before the rest is given up: those before the first fragment are a handful.
  private static let mostBoxes = 64

  /// Goes from box to box until the first fragment, or the end of what is there.
  ///
  /// - Parameter read: Gives as many bytes of the file from a place on, or fewer at its end.
  init(reading read: (_ position: Int64, _ count: Int) -> [UInt8]) {
    var position: Int64 = 0
    var found = false
    for _ in 0..<Self.mostBoxes where !found {
      let head = read(position, 16)
      guard head.count >= 8 else { break }
      found = head[4..<8].elementsEqual("moof".utf8)
      var size = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      if size == 1, head.count == 16 {
        guard let large = Int64(exactly: head[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else { break }
        size = large
      }
      let (next, overflow) = position.addingReportingOverflow(size)
      // 0 means to the end of the file.
      guard size >= 8, !overflow else { break }
      position = next
    }
    hasFragments = found
  }
}
