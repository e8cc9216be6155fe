public import Timeline

/// One question to a grabber, and what answers it.
public struct Request: Hashable, Sendable {
  /// How it is asked.
  public enum Way: Hashable, Sendable {
    /// By frame index.
    case index(Int)
    /// By seconds from t = 0.
    case time(Rational)
    /// By a drag of so many points along a slider of 343 that stands for the whole video.
    case drag(points: Int)
  }

  /// How it is asked.
  public let way: Way
  /// The frame that is due; nil for an error.
  public let frame: Int?

  /// Makes a question and its answer.
  public init(_ way: Way, frame: Int?) {
    self.way = way
    self.frame = frame
  }
}

extension Request: CustomStringConvertible {
  /// The question in short.
  public var description: String {
    switch way {
    case .index(let index): "--frame \(index)"
    case .time(let time): "--at \(time)s"
    case .drag(let points): "a drag of \(points) points"
    }
  }
}
