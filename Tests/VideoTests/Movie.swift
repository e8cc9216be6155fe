import TestSupport
import Testing

/// Changes of the boxes of an mp4 whose index follows the data, so that no place in it changes.
enum Movie {
  /// Where the tables of the first track are.
  static let tables = ["moov", "trak", "mdia", "minf", "stbl"]

  /// A box with this content.
  static func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
    bigEndian(8 + content.count) + Array(type.utf8) + content
  }

  /// A number of 32 bits.
  static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The content of a table of runs.
  static func runs(_ runs: [(count: Int, value: Int)]) -> [UInt8] {
    bigEndian(0) + bigEndian(runs.count) + runs.flatMap { bigEndian($0.count) + bigEndian($0.value) }
  }

  /// Adds bytes at the end of the box at a path, or in place of its content; `trak:1` is the second track.
  static func adding(_ more: [UInt8], to path: [String], inPlace: Bool = false, of bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    var (start, end) = (0, bytes.count)
    var parents: [Int] = []
    for name in path {
      var (place, before) = (start, Int(name.dropFirst(5)) ?? 0)
      while place < end {
        if bytes[place + 4..<place + 8].elementsEqual(name.utf8.prefix(4)) {
          if before == 0 { break }
          before -= 1
        }
        place += size(at: place, bytes)
      }
      try #require(place < end, "\(name)")
      parents.append(place)
      (start, end) = (place + 8, place + size(at: place, bytes))
    }
    let removed = inPlace ? end - start : 0
    bytes.replaceSubrange(end - removed..<end, with: more)
    for place in parents {
      bytes.replaceSubrange(place..<place + 4, with: bigEndian(size(at: place, bytes) + more.count - removed))
    }
    return bytes
  }

  private static func size(at place: Int, _ bytes: [UInt8]) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
