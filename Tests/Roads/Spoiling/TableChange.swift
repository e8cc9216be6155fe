import Faults
import TestSupport

/// A change of what a container says of its frames; sizes and structure stay as they are.
protocol TableChange: Sendable {
  /// A word for the file's name.
  var name: String { get }
  /// Makes the change.
  func apply(to bytes: inout [UInt8], _ numbers: inout SeededNumbers)
}

/// The changes that suit a file.
enum TableChanges {
  static func all(for bytes: [UInt8]) -> [any TableChange] {
    let boxes = ISOBoxes.all(in: bytes)
    if boxes.first.map({ ["ftyp", "styp", "moov", "wide", "mdat", "free"].contains($0.type) }) == true {
      return BoxTable.all(in: boxes)
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      let blocks = EBMLElements.simpleBlocks(in: bytes)
      return blocks.isEmpty ? [] : BlockChange.Part.allCases.map { BlockChange(part: $0, blocks: blocks) }
    }
    if bytes.letters(at: 0) == "RIFF", let index = IndexChange.entries(in: bytes) {
      return IndexChange.Part.allCases.map { IndexChange(part: $0, entries: index) }
    }
    return []
  }
}

/// The keyframe flag or the time of some blocks of a Matroska file.
private struct BlockChange: TableChange {
  enum Part: String, CaseIterable {
    case flags, times, orders
  }

  let part: Part
  let blocks: [Int]
  var name: String { "blocks-" + part.rawValue }

  func apply(to bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    for _ in 0..<3 {
      let block = blocks[numbers.below(blocks.count)]
      switch part {
      case .flags: bytes[block + 3] ^= 0x80
      case .times:
        let time = (bytes.big(2, at: block + 1) ?? 0) &+ UInt64(numbers.below(400)) &- 200
        bytes.putBig(time, 2, at: block + 1)
      case .orders:
        let other = blocks[numbers.below(blocks.count)]
        let times = (bytes.big(2, at: block + 1) ?? 0, bytes.big(2, at: other + 1) ?? 0)
        bytes.putBig(times.1, 2, at: block + 1)
        bytes.putBig(times.0, 2, at: other + 1)
      }
    }
  }
}

/// The keyframe flag, the place or the size of some entries of an AVI file's index.
private struct IndexChange: TableChange {
  enum Part: String, CaseIterable {
    case flags, orders, sizes
  }

  let part: Part
  /// Where the entries of 16 bytes start: name, flags, place, size.
  let entries: [Int]
  var name: String { "idx1-" + part.rawValue }

  static func entries(in bytes: [UInt8]) -> [Int]? {
    guard let place = bytes.indices.dropLast(8).last(where: { bytes[$0] == 0x69 && bytes.letters(at: $0) == "idx1" }),
      let size = bytes.little(4, at: place + 4)
    else { return nil }
    let count = min(Int(size), bytes.count - place - 8) / 16
    return count > 0 ? (0..<count).map { place + 8 + 16 * $0 } : nil
  }

  func apply(to bytes: inout [UInt8], _ numbers: inout SeededNumbers) {
    for _ in 0..<3 {
      let entry = entries[numbers.below(entries.count)]
      switch part {
      case .flags: bytes[entry + 4] ^= 0x10
      case .orders:
        let other = entries[numbers.below(entries.count)]
        let places = (bytes.little(8, at: entry + 8) ?? 0, bytes.little(8, at: other + 8) ?? 0)
        bytes.putLittle(places.1, 8, at: entry + 8)
        bytes.putLittle(places.0, 8, at: other + 8)
      case .sizes: bytes.putLittle(UInt64(numbers.below(2000)), 4, at: entry + 12)
      }
    }
  }
}
