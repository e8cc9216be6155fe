/// When and how a seek ended.
public struct SeekCompletion: Hashable, Sendable {
  /// When it ended, in microseconds on the clock of the requests.
  public let timeInMicroseconds: Int64

  /// How it ended.
  public let result: SeekResult

  /// Makes a completion.
  public init(timeInMicroseconds: Int64, result: SeekResult) {
    self.timeInMicroseconds = timeInMicroseconds
    self.result = result
  }
}

/// A performer of seeks, one after the other: a decoder in real time, or a fixed latency.
public protocol SeekPerformer {
  /// Performs the seek to `frame`, and returns when it has ended.
  ///
  /// It starts at `start`, never earlier on its own clock. With `abandon`, a request will cancel it at that time, so it
  /// gives up then, or at once if that time has passed; a picture that comes at exactly that time still counts. Both
  /// are in microseconds. A performer that is late reports that in the completion; giving up without `abandon` counts
  /// as a failure.
  mutating func seek(to frame: Int, startingAt start: Int64, abandoningAt abandon: Int64?) -> SeekCompletion
}

/// A performer whose seeks all take the same time, on a virtual clock, and never fail.
public struct FixedLatency: SeekPerformer, Hashable, Sendable {
  /// How long each seek takes, in microseconds, 0 or more.
  public let microseconds: Int64

  /// Makes a performer whose seeks take `microseconds`; less than 0 counts as 0.
  public init(microseconds: Int64) {
    self.microseconds = max(0, microseconds)
  }

  /// Shows the frame one latency after `start`, at most at `Int64.max`, unless it is abandoned before.
  public mutating func seek(
    to frame: Int, startingAt start: Int64, abandoningAt abandon: Int64?
  ) -> SeekCompletion {
    let (sum, isOverflow) = start.addingReportingOverflow(microseconds)
    let end = isOverflow ? Int64.max : sum
    if let abandon, abandon < end {
      return SeekCompletion(timeInMicroseconds: max(start, abandon), result: .abandoned)
    }
    return SeekCompletion(timeInMicroseconds: end, result: .shown)
  }
}
