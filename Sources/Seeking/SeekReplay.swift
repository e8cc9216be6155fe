/// Plays requests through a seeker and a performer, event by event in order of time.
///
/// If a seek ends at exactly the time of a request, the end comes first. A seek is performed in one go, so requests
/// that fall before its end are handled afterwards, but at their own times, in order, and before that end.
public struct SeekReplay: Hashable, Sendable {
  /// The requests in order; none is earlier than the one before.
  public let requests: [SeekRequest]

  /// The seeker that turns them into seeks.
  public let seeker: SeekerKind

  /// The frame on screen before the first request, nil for none.
  public let shown: Int?

  /// Makes a replay; a request earlier than the one before it counts as coming at the same time.
  public init(requests: [SeekRequest], seeker: SeekerKind, shown: Int? = nil) {
    var latest = Int64.min
    self.requests = requests.map { request in
      latest = max(latest, request.timeInMicroseconds)
      return SeekRequest(timeInMicroseconds: latest, frame: request.frame)
    }
    (self.seeker, self.shown) = (seeker, shown)
  }

  /// Performs the seeks, reports each one before the next starts, and returns the summary; throws what `report` does.
  ///
  /// There are never more seeks than requests, and the time taken grows with the number of requests only.
  public func run<Failure: Error>(
    _ performer: inout some SeekPerformer, report: (SeekRecord) throws(Failure) -> Void
  ) throws(Failure) -> SeekSummary {
    var course = SeekCourse(requests: requests, seeker: seeker.makeSeeker(shown: shown), shown: shown)
    while let record = course.endNextSeek(&performer) {
      try report(record)
    }
    return course.summary
  }
}
