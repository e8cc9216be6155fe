/// Pseudo-random numbers that are the same on every run (SplitMix64: Steele, Lea and Flood, 2014).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a sequence; the same seed gives the same numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The next number from 0 up to, not including, `bound`; 0 when the bound is below 1.
  public mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(max(bound, 1)))
  }

  /// The next number from `low` up to, not including, `high`.
  public mutating func double(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
