public import Timeline

/// One request to a grabber, and the expected answer.
public struct Request: Hashable, Sendable {
  /// The way of requesting.
  public enum Way: Hashable, Sendable {
    /// By frame index.
    case index(Int)
    /// By seconds from t = 0.
    case time(Rational)
    /// By a drag of this many points along a slider of 343 points that represents the whole video.
    case drag(points: Int)
  }

  /// The way of requesting.
  public let way: Way
  /// The expected frame; nil for an error.
  public let frame: Int?

  /// Makes a request with its expected answer.
  public init(_ way: Way, frame: Int?) {
    self.way = way
    self.frame = frame
  }
}

extension Request: CustomStringConvertible {
  /// The request in short.
  public var description: String {
    switch way {
    case .index(let index): "--frame \(index)"
    case .time(let time): "--at \(time)s"
    case .drag(let points): "a drag of \(points) points"
    }
  }
}
