import Files

/// Finds jobs that may have the same output, with a few bytes for each: 32 bits of a hash of the name, in a hash table.
///
/// Equal marks do not prove equal names, so the jobs must be read again: among a million different names, about a
/// hundred pairs have equal marks.
struct OutputMarks {
  /// The mark of the output at each place; 0 for none.
  private var marks: [UInt32] = []
  /// The hash table of places: each in the first free slot from its mark on; -1 is free, and the count is a power of 2.
  private var slots = [Int32](repeating: -1, count: 1024)
  private var count = 0

  /// The places whose outputs have the same mark, in ascending order.
  func places(of output: Path) -> [Int] {
    let mark = Self.mark(output)
    var places: [Int] = []
    var slot = Int(mark) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if marks[place] == mark { places.append(place) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return places
  }

  /// Adds the output at a place; places must be added in ascending order.
  mutating func insert(_ output: Path, at place: Int) {
    let mark = Self.mark(output)
    while marks.count < place { marks.append(0) }
    marks.append(mark)
    count += 1
    if count > slots.count / 4 * 3 { grow() }
    insert(place, mark)
  }

  private mutating func insert(_ place: Int, _ mark: UInt32) {
    var slot = Int(mark) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for (place, mark) in marks.enumerated() where mark != 0 && place < marks.count - 1 { insert(place, mark) }
  }

  /// 32 bits of a hash that differs from run to run, so that names with equal ones cannot be prepared; never 0.
  private static func mark(_ output: Path) -> UInt32 { max(1, UInt32(truncatingIfNeeded: output.hashValue)) }
}
