/// The state of a replay: the seeker, the remaining requests, and the seek in flight.
struct SeekCourse {
  /// A seek that has been performed already, but ends later than the requests handled so far.
  private struct Flight {
    let target: Int
    let requestedAt: Int64
    let issuedAt: Int64
    let endedAt: Int64
    let result: SeekResult

    /// Whether it was cancelled by a request, which is then handled first even if its time equals this end.
    let isCutShort: Bool
  }

  private let requests: [SeekRequest]
  private(set) var seeker: any Seeker
  private var flight: Flight?

  /// The seek to start next; the one before it has ended and has been reported.
  private var due: SeekOrder?

  /// The number of requests handled now, and when the newest seek started.
  private var handled = 0
  private var handledAtStart = 0

  private var seeks = 0
  private var failures = 0
  private var lastEnd = Int64.min
  private var pictures: PictureLog

  /// - Parameter shown: The frame on screen before the first request; nil for none.
  init(requests: [SeekRequest], seeker: any Seeker, shown: Int? = nil) {
    self.requests = requests
    self.seeker = seeker
    pictures = PictureLog(start: requests.first?.timeInMicroseconds ?? 0, shown: shown)
  }

  var summary: SeekSummary {
    SeekSummary(
      requests: requests.count, seeks: seeks, framesShown: pictures.count, failures: failures,
      longestWithoutPicture: pictures.longestWait,
      timeToSettle: requests.last.flatMap { request in pictures.timeToSettle(on: request) })
  }

  /// Handles requests until a seek has ended; nil when all requests are handled and nothing is in flight.
  mutating func endNextSeek(_ performer: inout some SeekPerformer) -> SeekRecord? {
    if let order = due {
      due = nil
      // This also applies after a cancelled seek: a performer that gives up late starts the next one late.
      start(order, at: lastEnd, &performer)
    }
    while true {
      if let flight, !isRequestNext(before: flight) {
        let record = land(flight)
        due = seeker.finish(flight.target, flight.result)
        return record
      }
      guard handled < requests.count else { return nil }
      let request = requests[handled]
      handled += 1
      guard let order = seeker.request(request.frame) else { continue }
      guard let flight else {
        start(order, at: request.timeInMicroseconds, &performer)
        continue
      }
      // The order replaces the seek in flight, so the order returned for the end of that seek is obsolete.
      let record = land(flight)
      _ = seeker.finish(flight.target, flight.result)
      due = order
      return record
    }
  }

  private func isRequestNext(before flight: Flight) -> Bool {
    guard handled < requests.count else { return false }
    return flight.isCutShort || requests[handled].timeInMicroseconds < flight.endedAt
  }

  private mutating func start(_ order: SeekOrder, at issuedAt: Int64, _ performer: inout some SeekPerformer) {
    let requestedAt = requestTime(of: order.frame) ?? issuedAt
    let abandon = nextCancellation()
    let completion = performer.seek(to: order.frame, startingAt: issuedAt, abandoningAt: abandon)
    let endedAt = max(issuedAt, completion.timeInMicroseconds)
    let isCutShort = completion.result == .abandoned && abandon.map { time in endedAt >= time } ?? false
    // In a replay nothing else uses the player, and a seeker might retry an abandoned seek forever, so count it as
    // failed.
    let isUnasked = completion.result == .abandoned && !isCutShort
    flight = Flight(
      target: order.frame, requestedAt: requestedAt, issuedAt: issuedAt, endedAt: endedAt,
      result: isUnasked ? .failed("the seek was given up without being cancelled") : completion.result,
      isCutShort: isCutShort)
    handledAtStart = handled
  }

  private mutating func land(_ flight: Flight) -> SeekRecord {
    self.flight = nil
    lastEnd = flight.endedAt
    switch flight.result {
    case .shown: pictures.show(flight.target, at: flight.endedAt)
    case .failed: failures += 1
    case .abandoned: break
    }
    let newest = handled > 0 ? requests[handled - 1].frame : flight.target
    let record = SeekRecord(
      number: seeks, target: flight.target, requestedAt: flight.requestedAt, issuedAt: flight.issuedAt,
      endedAt: flight.endedAt, result: flight.result, isSuperseded: newest != flight.target)
    seeks += 1
    return record
  }

  /// When the newest run of consecutive requests for `frame` began, among those since the previous seek; nil if there
  /// is none.
  ///
  /// Each request is examined for one seek only, so that the total time is linear in the number of requests.
  private func requestTime(of frame: Int) -> Int64? {
    let since = requests[handledAtStart..<handled]
    guard let last = since.lastIndex(where: { request in request.frame == frame }) else { return nil }
    let other = since[..<last].lastIndex { request in request.frame != frame }
    return requests[other.map { index in index + 1 } ?? handledAtStart].timeInMicroseconds
  }

  /// When the seek about to start will be cancelled, or nil if it will not.
  private func nextCancellation() -> Int64? {
    guard seeker.cancelsOnRequest else { return nil }
    var rehearsal = seeker
    // Any order replaces the seek in flight: a performer does one seek at a time.
    let cancelling = requests[handled...].first { request in rehearsal.request(request.frame) != nil }
    return cancelling?.timeInMicroseconds
  }
}
