/// One seek of the player while the gesture ran.
public struct PlottedSeek: Hashable, Sendable {
  /// When it was issued, in microseconds.
  public var issuedAt: Int64

  /// When it finished or was abandoned, in microseconds; a time before `issuedAt` counts as `issuedAt`.
  public var endedAt: Int64

  /// The requested frame index.
  public var target: Int

  /// The frame index that was shown; nil if none was.
  public var shown: Int?

  /// Whether a newer target was requested before this seek finished.
  public var isSuperseded: Bool

  /// Makes a seek from its span in microseconds and its frame indices.
  public init(issuedAt: Int64, endedAt: Int64, target: Int, shown: Int?, isSuperseded: Bool) {
    self.issuedAt = issuedAt
    self.endedAt = endedAt
    self.target = target
    self.shown = shown
    self.isSuperseded = isSuperseded
  }
}
