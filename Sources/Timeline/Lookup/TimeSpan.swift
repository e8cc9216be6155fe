/// A part of a video between two moments, including the first and excluding the second.
public struct TimeSpan: Hashable, Sendable {
  /// Where it starts; nil for t = 0, or for frames the first one.
  public let from: TimeSpecification?
  /// Where it ends; nil for the end of the video.
  public let to: TimeSpecification?

  /// Makes a span between two moments; nil means the beginning or the end.
  public init(from: TimeSpecification? = nil, to: TimeSpecification? = nil) {
    self.from = from
    self.to = to
  }

  /// The time in seconds from t = 0 up to which the timeline is needed, or `nil` for all of it.
  public var lastTime: Rational? {
    switch from {
    case nil, .time?, .start?: break
    default: return nil
    }
    guard case .time(let time) = to else { return nil }
    return time
  }
}
