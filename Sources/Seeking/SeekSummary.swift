/// The summary of a replay.
public struct SeekSummary: Hashable, Sendable {
  /// How many requests there were.
  public let requests: Int

  /// How many seeks were started for them.
  public let seeks: Int

  /// How many times a picture came on screen that differs from the one before.
  public let framesShown: Int

  /// How many seeks failed.
  public let failures: Int

  /// The longest time without a new picture, in microseconds, from the first request to the last new picture; nil if
  /// none was shown.
  public let longestWithoutPicture: Int64?

  /// The time from the last request until its frame was on screen for good, in microseconds; 0 if it was there already,
  /// nil if it was not on screen at the end.
  public let timeToSettle: Int64?

  /// Makes a summary.
  public init(
    requests: Int, seeks: Int, framesShown: Int, failures: Int, longestWithoutPicture: Int64?, timeToSettle: Int64?
  ) {
    self.requests = requests
    self.seeks = seeks
    self.framesShown = framesShown
    self.failures = failures
    self.longestWithoutPicture = longestWithoutPicture
    self.timeToSettle = timeToSettle
  }
}

/// The pictures that came on screen during a replay.
struct PictureLog {
  private(set) var count = 0
  private(set) var frame: Int?
  private(set) var longestWait: Int64?

  /// When the picture on screen appeared; before the first one, the time of the first request.
  private var since: Int64

  init(start: Int64, shown: Int?) {
    (since, frame) = (start, shown)
  }

  mutating func show(_ frame: Int, at time: Int64) {
    guard frame != self.frame else { return }
    count += 1
    self.frame = frame
    longestWait = max(longestWait ?? 0, Self.microseconds(from: since, to: time))
    since = time
  }

  /// The time from `request` until its frame was on screen for good, or nil if it is not on screen.
  func timeToSettle(on request: SeekRequest) -> Int64? {
    guard frame == request.frame else { return nil }
    return Self.microseconds(from: request.timeInMicroseconds, to: since)
  }

  /// The duration; 0 if `end` is not after `start`, `Int64.max` if it does not fit.
  private static func microseconds(from start: Int64, to end: Int64) -> Int64 {
    guard end > start else { return 0 }
    let (difference, isOverflow) = end.subtractingReportingOverflow(start)
    return isOverflow ? Int64.max : difference
  }
}
