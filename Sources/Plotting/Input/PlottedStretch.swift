/// A part of a gesture in which the value moved for one reason, with its sum.
public struct PlottedStretch: Hashable, Sendable {
  /// When the finger's way began, in microseconds.
  public var from: Int64

  /// When it ended, in microseconds; a time before `from` counts as `from`.
  public var through: Int64

  /// Whether the finger moved the value, and not the slider by itself.
  public var isByFinger: Bool

  /// What is written, as lines; the first that has room is taken, so that the longest comes first.
  public var labels: [[String]]

  /// Makes a stretch from its span in microseconds.
  public init(from: Int64, through: Int64, isByFinger: Bool, labels: [[String]]) {
    (self.from, self.through, self.isByFinger, self.labels) = (from, through, isByFinger, labels)
  }
}
