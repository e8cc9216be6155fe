/// The tables of still pictures (AVIF) in the order in which FFmpeg understands them.
///
/// FFmpeg 5.1 reads the places of the items (`iloc`) before it knows which one is shown (`pitm`) if they are in this
/// order, as several encoders write them, and then uses memory that it did not set. ISO/IEC 14496-12, 8.11.1 has no
/// order, so that the second table is shown to it in front of the first.
struct ItemOrder {
  /// The byte position from which on the file is replaced.
  let place: Int64
  /// What is shown there.
  let bytes: [UInt8]

  /// Longer tables stay as they are.
  private static let most: Int64 = 1 << 20

  /// Reads both tables; nil if they are in order, or if the file is no still picture.
  init?(reading read: @escaping MovieBoxes.Read, size: Int64) {
    let tables = MovieBoxes.itemTables(reading: read, size: size)
    guard let places = tables.first(where: { $0.type == "iloc" }),
      let primary = tables.first(where: { $0.type == "pitm" }),
      places.start < primary.start, primary.end - places.start <= Self.most
    else { return nil }
    place = places.start
    let moved = Int(primary.end - primary.start)
    let all = read(places.start, Int(primary.end - places.start))
    guard all.count == primary.end - places.start else { return nil }
    bytes = Array(all.suffix(moved) + all.dropLast(moved))
  }
}

extension MovieBoxes {
  /// The tables of a file of still pictures (AVIF); none if it has tracks.
  static func itemTables(reading read: @escaping Read, size: Int64) -> [Box] {
    guard read(4, 8).elementsEqual("ftypavif".utf8) else { return [] }
    let boxes = Array(Level(to: size, reading: read))
    guard let meta = boxes.first(where: { $0.type == "meta" }), !boxes.contains(where: { $0.type == "moov" }) else {
      return []
    }
    // A version and flags precede the boxes in it.
    return Array(Level(from: meta.content + 4, to: meta.end, reading: read))
  }
}
