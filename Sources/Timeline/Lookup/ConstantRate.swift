/// The search for a constant frame rate that matches the start of every frame.
struct ConstantRate {
  /// The start of each frame in ticks, in ascending order.
  let starts: FrameList.Ticks
  /// Whether the distance from each of them to the next is the same.
  let areEven: Bool
  let timeBase: TimeBase
  let averageRate: Rational?
  /// The duration of the last frame, in seconds.
  let lasting: Rational

  /// Seconds per frame, or `nil` when no constant rate is within one tick everywhere.
  ///
  /// Several rates can fit a short video in coarse ticks. The order of preference is: ticks that are evenly spaced at a
  /// standard rate; the rate declared in the file if it is a standard rate; the closest standard rate; any other rate
  /// declared in the file; the mean of the frames.
  var frameDuration: Rational? {
    let claimed = averageRate.flatMap { Rational(1).divided(by: $0) }.map(standard)
    guard let first = starts.first, let last = starts.last, starts.count > 1 else { return claimed ?? lasting }
    let (ticks, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, ticks > 0, let span = timeBase.seconds(ofTicks: ticks),
      let mean = span.divided(by: Rational(Int64(starts.count - 1)))
    else { return nil }

    let isEven = explains(mean, withinTicks: 0)
    if isEven, standardDurations.contains(mean) { return mean }
    if let claimed, standardDurations.contains(claimed), explains(claimed, withinTicks: 1) { return claimed }
    let near =
      standardDurations
      .compactMap { duration in distance(duration, mean).map { (duration: duration, distance: $0) } }
      // Without this limit, frames one second apart in ticks of one second would match any fast rate.
      .filter { candidate in mean.divided(by: Rational(32)).map { candidate.distance <= $0 } ?? false }
      .sorted { $0.distance < $1.distance }
    for candidate in near where explains(candidate.duration, withinTicks: 1) { return candidate.duration }
    if let claimed, explains(claimed, withinTicks: 1) { return claimed }
    return isEven || explains(mean, withinTicks: 1) ? mean : nil
  }

  /// The standard duration that a container meant by this one: Matroska rounds it to a nanosecond, and FFmpeg its rate to a
  /// fraction of small numbers. Standard durations are a thousandth apart.
  private func standard(_ duration: Rational) -> Rational {
    standardDurations.first { standard in
      guard let apart = distance(duration, standard), let most = standard.divided(by: Rational(100_000)) else {
        return false
      }
      return apart <= most
    } ?? duration
  }

  /// Whether every frame n starts within `allowance` ticks of first + n · duration.
  private func explains(_ duration: Rational, withinTicks allowance: Int128) -> Bool {
    guard let first = starts.first else { return false }
    // In units of 1 / (product of the two denominators), a tick is `perTick` long and a frame `perFrame`.
    let perTick = Int128(timeBase.secondsPerTick.numerator) * Int128(duration.denominator)
    let perFrame = Int128(duration.numerator) * Int128(timeBase.secondsPerTick.denominator)
    let (limit, tooWide) = perTick.multipliedReportingOverflow(by: allowance)
    guard !tooWide else { return false }
    if !areEven, isExplained(perTick, perFrame, limit) { return true }
    // With equal distances, the last frame deviates most.
    let numbers = areEven ? starts.count - 1..<starts.count : 0..<starts.count
    for n in numbers {
      let way = (Int128(starts[n]) - Int128(first)).multipliedReportingOverflow(by: perTick)
      let place = Int128(n).multipliedReportingOverflow(by: perFrame)
      let apart = way.partialValue.subtractingReportingOverflow(place.partialValue)
      guard !way.overflow, !place.overflow, !apart.overflow, apart.partialValue.magnitude <= limit.magnitude
      else { return false }
    }
    return true
  }

  /// The same in 64 bits, which takes a tenth of the time; also false if 64 bits are not enough.
  private func isExplained(_ perTick: Int128, _ perFrame: Int128, _ limit: Int128) -> Bool {
    guard let first = starts.first, let perTick = Int64(exactly: perTick), let perFrame = Int64(exactly: perFrame),
      let limit = Int64(exactly: limit)
    else { return false }
    var number: Int64 = 0
    for start in starts {
      let (ticks, isFar) = start.subtractingReportingOverflow(first)
      let way = ticks.multipliedReportingOverflow(by: perTick)
      let place = number.multipliedReportingOverflow(by: perFrame)
      let apart = way.partialValue.subtractingReportingOverflow(place.partialValue)
      guard !isFar, !way.overflow, !place.overflow, !apart.overflow, apart.partialValue.magnitude <= limit.magnitude
      else { return false }
      number += 1
    }
    return true
  }

  private func distance(_ one: Rational, _ other: Rational) -> Rational? {
    one < other ? other.subtracting(one) : one.subtracting(other)
  }
}

/// Seconds per frame at the rates that cameras and standards use; 1001 in the denominator is NTSC's (SMPTE ST 12-1 and
/// ST 2036-1).
private let standardDurations: [Rational] = {
  let whole: [Int64] = [10, 12, 15, 24, 25, 30, 48, 50, 60, 100, 120, 240]
  let slowed: [Int64] = [15, 24, 30, 48, 60, 120, 240]
  return whole.compactMap { Rational(1, $0) } + slowed.compactMap { Rational(1001, $0 * 1000) }
}()
