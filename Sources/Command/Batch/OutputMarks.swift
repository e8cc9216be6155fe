import Files

/// Finds jobs that may have the same output, with a few bytes for each: half a hash of the name, and a table of places.
///
/// Whether two names with the same half are the same has to be seen by reading the jobs again: of a million different
/// names, about a hundred pairs have it.
struct OutputMarks {
  /// A half hash of the output for each place; 0 where there is none.
  private var marks: [UInt32] = []
  /// Places, each in the first free slot from the one that its mark says; -1 is a free slot. The count is a power of two.
  private var slots = [Int32](repeating: -1, count: 1024)
  private var count = 0

  /// The places that were added of outputs with the same mark, the first one first.
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

  /// Adds the output of a place; they come in their order.
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

  /// Half of a hash that differs from run to run, so that no file of jobs can be made to have equal ones; never 0.
  private static func mark(_ output: Path) -> UInt32 { max(1, UInt32(truncatingIfNeeded: output.hashValue)) }
}
