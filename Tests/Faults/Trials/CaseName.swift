/// The name of a case: what makes it again, alone.
public struct CaseName: Hashable, Sendable, CustomStringConvertible {
  /// The seed of the run.
  public let seed: UInt64
  /// The class of faults.
  public let kind: String
  /// The number in its class, from 0.
  public let number: Int

  /// A name of these parts.
  public init(seed: UInt64, kind: String, number: Int) {
    (self.seed, self.kind, self.number) = (seed, kind, number)
  }

  /// The name in a text like 1/flips/17; nil if it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let seed = UInt64(parts[0]), let number = Int(parts[2]), number >= 0 else { return nil }
    self.init(seed: seed, kind: String(parts[1]), number: number)
  }

  /// Seed, class and number with slashes between them.
  public var description: String { "\(seed)/\(kind)/\(number)" }

  /// A number that depends on all of them.
  var mixed: UInt64 {
    var sum = seed &* 0x9E37_79B9_7F4A_7C15
    for byte in "\(kind)/\(number)".utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return sum
  }
}
