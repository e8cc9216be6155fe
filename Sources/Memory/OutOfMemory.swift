/// The error of memory that could not be had.
public struct OutOfMemory: Error, Hashable, Sendable, CustomStringConvertible {
  /// How many bytes were needed; `Int.max` when they cannot be counted.
  public let byteCount: Int

  /// Makes the error of an allocation.
  public init(byteCount: Int) { self.byteCount = byteCount }

  /// A message that starts in lower case and has no full stop.
  public var description: String { "out of memory: \(byteCount) bytes were needed" }
}
