/// One seek of the player while the gesture ran.
public struct PlottedSeek: Hashable, Sendable {
  /// When it was issued, in microseconds.
  public var issuedAt: Int64

  /// When it was done or given up, in microseconds; earlier than `issuedAt` counts as the same moment.
  public var endedAt: Int64

  /// The frame index that was asked for.
  public var target: Int

  /// The frame index that came on screen; nil if none did.
  public var shown: Int?

  /// Whether a newer target was wanted before this one was done.
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
