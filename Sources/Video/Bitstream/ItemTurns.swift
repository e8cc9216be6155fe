/// How the primary item of a file of still pictures is turned and mirrored for display (ISO/IEC 23008-12, 6.5.10 and
/// 6.5.12): AVIF.
struct ItemTurns {
  /// A step, in the order in which they apply.
  enum Step: Equatable {
    /// Quarter turns against the clock.
    case turn(Int)
    /// Left and right are exchanged, else top and bottom.
    case mirror(isSideways: Bool)
  }

  private(set) var steps: [Step] = []

  /// Reads the properties of the primary item; none if the file has tracks, or if anything is not understood.
  init(reading read: @escaping MovieBoxes.Read, size: Int64) {
    let tables = MovieBoxes.itemTables(reading: read, size: size)
    guard let primary = tables.first(where: { $0.type == "pitm" }), let all = tables.first(where: { $0.type == "iprp" })
    else { return }
    let isLong = read(primary.content, 1) != [0]
    let item = Self.number(read(primary.content + 4, isLong ? 4 : 2)[...])
    let properties = MovieBoxes.boxes(["ipco"], in: all, read).flatMap { MovieBoxes.Level(in: $0, reading: read) }
    for table in MovieBoxes.boxes(["ipma"], in: all, read) {
      for place in Self.properties(
        of: item, in: read(table.content, Int(clamping: min(table.end - table.content, 1 << 16))))
      where properties.indices.contains(place - 1) {
        let property = properties[place - 1]
        let value = Int(read(property.content, 1).first ?? 0)
        switch property.type {
        case "irot": steps.append(.turn(value & 3))
        case "imir": steps.append(.mirror(isSideways: value & 1 == 1))
        default: continue
        }
      }
    }
  }

  /// The numbers, from 1 on, of an item's properties (9.3.1).
  private static func properties(of item: Int, in table: [UInt8]) -> [Int] {
    guard table.count >= 8 else { return [] }
    let (itemBytes, hasLongNumbers) = (table[0] < 1 ? 2 : 4, table[3] & 1 == 1)
    var place = 8
    for _ in 0..<number(table[4..<8]) {
      guard place + itemBytes < table.count else { return [] }
      let (found, count) = (number(table[place..<place + itemBytes]), Int(table[place + itemBytes]))
      place += itemBytes + 1
      let bytes = hasLongNumbers ? 2 : 1
      guard place + count * bytes <= table.count else { return [] }
      if found == item {
        // The highest bit says whether the property is essential.
        return (0..<count).map {
          number(table[(place + $0 * bytes)..<(place + ($0 + 1) * bytes)]) & (hasLongNumbers ? 0x7FFF : 0x7F)
        }
      }
      place += count * bytes
    }
    return []
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
