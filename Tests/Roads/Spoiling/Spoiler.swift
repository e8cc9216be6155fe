import TestSupport

/// Ways to spoil a file, numbered; the same number and seed give the same bytes.
public struct Spoiler: Sendable {
  /// How many times a file is cut.
  private static let cuts = 10
  /// How many times bits of it are flipped.
  private static let flips = 5

  private let bytes: [UInt8]
  private let seed: UInt64
  private let tables: [any TableChange]

  /// Prepares the spoiling of a file.
  public init(_ bytes: [UInt8], seed: UInt64) {
    (self.bytes, self.seed) = (bytes, seed)
    tables = TableChanges.all(for: bytes)
  }

  /// All variants: cut, with flipped bits, and, if the container has tables, with changed tables.
  public var count: Int { bytes.isEmpty ? 0 : Self.cuts + Self.flips + tables.count }

  /// Some of the variants, chosen by the seed, so that every kind has its turn in a few files.
  public func chosen(_ most: Int) -> [Int] {
    var numbers = SeededNumbers(seed: seed &+ UInt64(bytes.count))
    return Array((0..<count).shuffled(using: &numbers).prefix(most)).sorted()
  }

  /// What is done to the file: a word for its name.
  public func name(of variant: Int) -> String {
    if variant < Self.cuts { return "cut-\(variant)" }
    if variant < Self.cuts + Self.flips { return "flips-\(variant - Self.cuts)" }
    return tables[variant - Self.cuts - Self.flips].name
  }

  /// The spoilt bytes.
  public func bytes(of variant: Int) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed &* 1000 &+ UInt64(variant))
    if variant < Self.cuts {
      // Anywhere in its tenth, so that packets and tables are cut, too.
      let tenth = max(1, bytes.count / Self.cuts)
      return Array(bytes.prefix(variant * tenth + 1 + numbers.below(tenth)))
    }
    if variant < Self.cuts + Self.flips { return flipped(variant - Self.cuts, &numbers) }
    var spoilt = bytes
    tables[variant - Self.cuts - Self.flips].apply(to: &spoilt, &numbers)
    return spoilt
  }

  /// One bit in the first variant, and more and more.
  private func flipped(_ variant: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
    var spoilt = bytes
    for _ in 0..<(1 << (2 * variant)) { spoilt[numbers.below(spoilt.count)] ^= 1 << UInt8(numbers.below(8)) }
    return spoilt
  }
}
