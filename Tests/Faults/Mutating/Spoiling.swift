import TestSupport

/// Ways to spoil the bytes of a file.
enum Spoiling {
  /// The first part of the file.
  static func cut(_ bytes: [UInt8], percent: Int) -> [UInt8] { Array(bytes.prefix(bytes.count * percent / 100)) }

  /// Flips single bits, one in `spacing` bytes on average and at least one.
  ///
  /// - Parameter part: where, as a part of the file from its start.
  static func flip(_ bytes: [UInt8], spacing: Int, part: Double, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    let reach = max(1, Int(Double(bytes.count) * part))
    for _ in 0..<max(1, min(reach / spacing, 100_000)) where !bytes.isEmpty {
      bytes[numbers.below(min(reach, bytes.count))] ^= 1 << UInt8(numbers.below(8))
    }
    return bytes
  }

  /// The start of one file and the end of another, or of the same.
  static func splice(_ first: [UInt8], _ second: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    Array(first.prefix(numbers.below(first.count + 1))) + second.suffix(numbers.below(second.count + 1))
  }

  /// Fills a few runs with one value.
  static func fill(_ bytes: [UInt8], with value: UInt8, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(4) {
      let run = block(bytes.count, &numbers)
      for place in run { bytes[place] = value }
    }
    return bytes
  }

  /// Repeats or removes a few blocks, or exchanges them with others.
  static func shift(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(4) where !bytes.isEmpty {
      let run = block(bytes.count, &numbers)
      switch numbers.below(3) {
      case 0: bytes.removeSubrange(run)
      case 1: bytes.insert(contentsOf: bytes[run], at: numbers.below(bytes.count))
      default:
        let piece = Array(bytes[run])
        let start = numbers.below(bytes.count - piece.count + 1)
        bytes.replaceSubrange(start..<(start + piece.count), with: piece)
      }
    }
    return bytes
  }

  /// Makes one to four size fields lie, mostly one.
  static func lie(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    let fields = Structure.fields(of: bytes)
    var bytes = bytes
    for _ in 0...max(0, numbers.below(7) - 3) where !fields.isEmpty {
      // The fields of the headers come first, in most containers.
      let reach = numbers.below(2) == 0 ? fields.count : min(fields.count, 60)
      let field = fields[numbers.below(reach)]
      let lies = field.lies(in: bytes)
      if !lies.isEmpty { field.write(lies[numbers.below(lies.count)], in: &bytes) }
    }
    return bytes
  }

  /// A run of 1 byte to an eighth of the file, mostly short.
  private static func block(_ count: Int, _ numbers: inout SeededNumbers) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let longest = [4, 64, 188, 2048, max(1, count / 8)][numbers.below(5)]
    let start = numbers.below(count)
    return start..<min(count, start + 1 + numbers.below(longest))
  }
}
