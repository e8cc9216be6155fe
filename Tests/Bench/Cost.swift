/// What one run of a contender cost.
public struct Cost: Hashable, Sendable {
  /// Milliseconds of all processors, in the program and in the system for it.
  public var cpu: Double
  /// Milliseconds from the start of the program until it was gone.
  public var wall: Double
  /// The most memory that it had at a time, in MiB; nil where another program's memory would be meant.
  public var memory: Double?
  /// Bytes of its pictures.
  public var bytes: Double

  /// A cost.
  public init(cpu: Double, wall: Double, memory: Double?, bytes: Double) {
    (self.cpu, self.wall, self.memory, self.bytes) = (cpu, wall, memory, bytes)
  }

  /// What is compared.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    case cpu
    case wall
    case memory
    case bytes

    /// In people's words.
    public var name: String {
      switch self {
      case .cpu: "CPU time"
      case .wall: "wall time"
      case .memory: "memory"
      case .bytes: "size"
      }
    }
  }

  /// One of its parts.
  public subscript(kind: Kind) -> Double? {
    switch kind {
    case .cpu: cpu
    case .wall: wall
    case .memory: memory
    case .bytes: bytes
    }
  }
}

extension [Cost] {
  /// The middle of what the rounds cost; nil without rounds.
  public func median(of kind: Cost.Kind) -> Double? { compactMap { $0[kind] }.median }

  /// The middle of the ratios that the rounds had, each to the other's run of the same round.
  ///
  /// Nil where there is nothing to be compared.
  public func ratio(of kind: Cost.Kind, to others: [Cost]) -> Double? {
    zip(self, others).compactMap { mine, other -> Double? in
      guard let mine = mine[kind], let other = other[kind], other > 0 else { return nil }
      return mine / other
    }.median
  }
}

extension [Double] {
  /// The middle one, or the mean of the two in the middle; nil of none.
  public var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
