/// One request for a frame.
public struct SeekRequest: Hashable, Sendable {
  /// When it comes, in microseconds.
  public let timeInMicroseconds: Int64

  /// The requested frame, a frame index.
  public let frame: Int

  /// Makes a request.
  public init(timeInMicroseconds: Int64, frame: Int) {
    self.timeInMicroseconds = timeInMicroseconds
    self.frame = frame
  }
}

/// The record of one seek; all times are microseconds on the clock of the requests.
public struct SeekRecord: Hashable, Sendable {
  /// The 0-based number of the seek.
  public let number: Int

  /// The frame sought, a frame index.
  public let target: Int

  /// When the target was requested: the first of the consecutive requests for it that no earlier seek answered.
  public let requestedAt: Int64

  /// When the seek started.
  public let issuedAt: Int64

  /// When the seek ended, never before it started.
  public let endedAt: Int64

  /// How the seek ended.
  public let result: SeekResult

  /// Whether the newest request was for another frame when the seek ended or was cancelled.
  public let isSuperseded: Bool

  /// The frame that the seek showed, or nil if it showed none.
  public var shownFrame: Int? { result == .shown ? target : nil }

  /// Makes a record.
  public init(
    number: Int, target: Int, requestedAt: Int64, issuedAt: Int64, endedAt: Int64, result: SeekResult,
    isSuperseded: Bool
  ) {
    self.number = number
    self.target = target
    self.requestedAt = requestedAt
    self.issuedAt = issuedAt
    self.endedAt = endedAt
    self.result = result
    self.isSuperseded = isSuperseded
  }
}
