/// The cost of one run of a contender.
public struct Cost: Hashable, Sendable {
  /// Milliseconds of CPU time on all processors, user and system.
  public var cpu: Double
  /// Milliseconds from the start of the program to its end.
  public var wall: Double
  /// The peak memory, in MiB; nil if it would be another program's.
  public var memory: Double?
  /// Bytes of its pictures.
  public var bytes: Double
  /// Bytes that it read; nil if they were not counted.
  public var read: Double?

  /// A cost.
  public init(cpu: Double, wall: Double, memory: Double?, bytes: Double, read: Double? = nil) {
    (self.cpu, self.wall, self.memory, self.bytes, self.read) = (cpu, wall, memory, bytes, read)
  }

  /// The costs that are compared.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    case cpu
    case wall
    case memory
    case bytes
    case read

    /// The name for people.
    public var name: String {
      switch self {
      case .cpu: "CPU time"
      case .wall: "wall time"
      case .memory: "memory"
      case .bytes: "size"
      case .read: "bytes read"
      }
    }
  }

  /// The cost of this kind.
  public subscript(kind: Kind) -> Double? {
    switch kind {
    case .cpu: cpu
    case .wall: wall
    case .memory: memory
    case .bytes: bytes
    case .read: read
    }
  }
}

extension [Cost] {
  /// The median of the rounds; nil without rounds.
  public func median(of kind: Cost.Kind) -> Double? { compactMap { $0[kind] }.median }

  /// The median of the rounds' ratios, each to the other's run of the same round.
  ///
  /// Nil if there is nothing to compare.
  public func ratio(of kind: Cost.Kind, to others: [Cost]) -> Double? {
    zip(self, others).compactMap { mine, other -> Double? in
      guard let mine = mine[kind], let other = other[kind], other > 0 else { return nil }
      return mine / other
    }.median
  }
}

extension [Double] {
  /// The middle number, or the mean of the two in the middle; nil if there is none.
  public var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
