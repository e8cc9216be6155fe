/// A part of a video between two moments, of which the first belongs to it and the second does not.
public struct TimeSpan: Hashable, Sendable {
  /// Where it starts; nil for t = 0, and for frames for the first one.
  public let from: TimeSpecification?
  /// Where it ends; nil for the end of the video.
  public let to: TimeSpecification?

  /// Makes a span between two moments, nil for the beginning and the end.
  public init(from: TimeSpecification? = nil, to: TimeSpecification? = nil) {
    self.from = from
    self.to = to
  }

  /// The time in seconds from t = 0 up to which the timeline has to be known, or `nil` for all of it.
  public var lastTime: Rational? {
    switch from {
    case nil, .time?, .start?: break
    default: return nil
    }
    guard case .time(let time) = to else { return nil }
    return time
  }
}
