import Faults
import TestSupport

/// Some entries of the tables of one kind in an mp4 or mov file.
struct BoxTable: TableChange {
  /// The length of an entry, and which of its numbers are changed: their places and widths.
  private struct Layout {
    let entry: Int
    let number: Int
    let reach: Int
  }

  /// Sync samples, durations, presentation offsets, edits, chunks, and the samples of fragments.
  private static let layouts: [(type: String, layout: Layout)] = [
    ("stss", Layout(entry: 4, number: 0, reach: 8)), ("stts", Layout(entry: 8, number: 4, reach: 2000)),
    ("ctts", Layout(entry: 8, number: 4, reach: 4000)), ("elst", Layout(entry: 12, number: 4, reach: 20_000)),
    ("stco", Layout(entry: 4, number: 0, reach: 40)), ("trun", Layout(entry: 4, number: 0, reach: 2000)),
  ]

  let name: String
  private let layout: Layout
  /// Where the first entry is, and how many there are.
  private let tables: [(start: Int, count: Int)]
  private let isSwap: Bool

  /// A change of numbers for each kind of table that the file has, and for some an exchange of entries.
  static func all(in boxes: [ISOBoxes.Box]) -> [any TableChange] {
    layouts.flatMap { type, layout -> [any TableChange] in
      // Version, flags, and the number of entries come first.
      let tables = boxes.filter { $0.type == type && $0.contents.count >= 8 + layout.entry }
        .map { (start: $0.contents.lowerBound + 8, count: ($0.contents.count - 8) / layout.entry) }
      guard !tables.isEmpty else { return [] }
      let changes = [BoxTable(name: type, layout: layout, tables: tables, isSwap: false)]
      let canSwap = ["ctts", "stco", "stts"].contains(type)
      return canSwap
        ? changes + [BoxTable(name: type + "-order", layout: layout, tables: tables, isSwap: true)] : changes
    }
  }

  func apply(to bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    let table = tables[numbers.below(tables.count)]
    for _ in 0..<2 {
      let entry = table.start + layout.entry * numbers.below(table.count)
      if isSwap {
        let other = table.start + layout.entry * numbers.below(table.count)
        let values = (bytes.big(layout.entry, at: entry) ?? 0, bytes.big(layout.entry, at: other) ?? 0)
        bytes.putBig(values.1, layout.entry, at: entry)
        bytes.putBig(values.0, layout.entry, at: other)
      } else {
        let value = bytes.big(4, at: entry + layout.number) ?? 0
        // Wraps around as the table's own numbers do.
        let moved = value &+ UInt64(numbers.below(2 * layout.reach)) &- UInt64(layout.reach)
        bytes.putBig(moved, 4, at: entry + layout.number)
      }
    }
  }
}
