import Files

/// The two time limits of a worker; its messages can extend the first, but only results extend the second.
struct WorkerPatience {
  /// The nanoseconds that are allowed without progress.
  let allowance: Int64
  /// The nanoseconds that are allowed between two results.
  private let mostBetweenResults: Int64
  /// When work began, or the worker last sent a message, and its processor time then.
  private var progress: (wall: Int64, processor: Int64?)
  /// When work began, or the broker last received a picture, a report or a finding.
  private var result: Int64

  /// Nanoseconds over the time limit before a worker is ended, since it usually ends the work itself.
  private static let delay: Int64 = 1_000_000_000
  /// Waiting for a processor on a busy machine is not counted, up to this many times the allowance: a worker that was
  /// stopped, or waits forever, uses no processor time, either.
  private static let mostWaiting: Int64 = 4
  /// The most time for one result: this many times the allowance, and a second for each of so many bytes of the video.
  private static let mostForResult: Int64 = 20
  private static let bytesPerSecond: Int64 = 4 << 20

  /// - Parameters:
  ///   - allowance: The nanoseconds that are allowed without progress.
  ///   - size: The bytes of the video.
  ///   - processor: The processor time that the worker has taken before.
  init(allowance: Int64, size: Int64, processor: Int64?, now: Int64 = SystemClock.steady.nanoseconds) {
    self.allowance = allowance
    progress = (now, processor)
    result = now
    let (limit, overflows) = allowance.multipliedReportingOverflow(by: Self.mostForResult)
    let reading = (size / Self.bytesPerSecond).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLarge) = limit.addingReportingOverflow(reading.partialValue)
    mostBetweenResults = overflows || reading.overflow || isTooLarge ? .max : sum
  }

  /// Notes a message from the worker.
  ///
  /// - Parameter isResult: Whether it brought a result, and not only progress.
  mutating func note(isResult: Bool, processor: Int64?, now: Int64 = SystemClock.steady.nanoseconds) {
    progress = (now, processor)
    if isResult { result = now }
  }

  /// Does not count time during which this process was stopped.
  mutating func excuse(_ nanoseconds: Int64) {
    progress.wall += nanoseconds
    result += nanoseconds
  }

  /// Nanoseconds until the time may be over; 0 if it is.
  func remaining(processor: Int64?, now: Int64 = SystemClock.steady.nanoseconds) -> Int64 {
    let quiet = now - progress.wall
    let (soft, overflows) = allowance.addingReportingOverflow(Self.delay)
    guard !overflows else { return max(0, mostBetweenResults - (now - result)) }
    // Several threads use more processor time than passes, so both times must exceed the limit.
    let worked = processor.flatMap { now in progress.processor.map { now - $0 } } ?? quiet
    let (hard, isEndless) = allowance.multipliedReportingOverflow(by: Self.mostWaiting)
    let untilSoft = max(soft - quiet, soft - worked)
    let untilHard = isEndless ? .max : max(hard, soft) - quiet
    return max(0, min(untilSoft, untilHard, mostBetweenResults - (now - result)))
  }
}
