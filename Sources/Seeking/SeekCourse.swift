/// A replay under way: the seeker, the requests still to come, and the seek in flight.
struct SeekCourse {
  /// A seek that has been performed already, though its end lies ahead of the requests handled so far.
  private struct Flight {
    let target: Int
    let requestedAt: Int64
    let issuedAt: Int64
    let endedAt: Int64
    let result: SeekResult

    /// Whether it was given up for a request, which then comes first even if it comes at the very time of this end.
    let isCutShort: Bool
  }

  private let requests: [SeekRequest]
  private(set) var seeker: any Seeker
  private var flight: Flight?

  /// A seek that starts as soon as the one before it, which has been reported by then, is over.
  private var due: SeekOrder?

  /// How many requests have been handled, and how many had been when the newest seek started.
  private var handled = 0
  private var handledAtStart = 0

  private var seeks = 0
  private var failures = 0
  private var lastEnd = Int64.min
  private var pictures: PictureLog

  init(requests: [SeekRequest], seeker: any Seeker) {
    self.requests = requests
    self.seeker = seeker
    pictures = PictureLog(start: requests.first?.timeInMicroseconds ?? 0)
  }

  var summary: SeekSummary {
    SeekSummary(
      requests: requests.count, seeks: seeks, framesShown: pictures.count, failures: failures,
      longestWithoutPicture: pictures.longestWait,
      timeToSettle: requests.last.flatMap { request in pictures.timeToSettle(on: request) })
  }

  /// Goes on until a seek has ended; nil when all requests are handled and nothing is in flight.
  mutating func endNextSeek(_ performer: inout some SeekPerformer) -> SeekRecord? {
    if let order = due {
      due = nil
      // Also after a cancelled seek: a performer that gives up late starts the next one late.
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
      // The order replaces the seek in flight, so whatever that one's end would lead to is out of date.
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
    // Nobody else is here to take the player away, and a seeker might try such a seek again without end.
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

  /// When the newest run of requests for `frame` began, among those since the seek before; nil if there is none.
  ///
  /// No request is looked at for two seeks, so that a million of them cost no more than that.
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
    // With a seek in flight, any order replaces it: a performer does one thing at a time.
    let cancelling = requests[handled...].first { request in rehearsal.request(request.frame) != nil }
    return cancelling?.timeInMicroseconds
  }
}
