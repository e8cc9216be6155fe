import Files

/// How long a worker may take: two time limits, of which no word of the worker moves the second.
struct WorkerPatience {
  /// The nanoseconds that are allowed without progress.
  let allowance: Int64
  /// The nanoseconds that are allowed between two results.
  private let mostBetweenResults: Int64
  /// When a question was put, or the worker last told of progress, and how much processor time it had taken by then.
  private var progress: (wall: Int64, processor: Int64?)
  /// When a question was put, or the broker last took a picture, a report or a row.
  private var result: Int64

  /// Nanoseconds after the time limit before a worker is ended: it usually notices the limit itself.
  private static let delay: Int64 = 1_000_000_000
  /// A worker that waits for its turn on a busy machine has made no progress for no fault of its own; one that was
  /// stopped, or waits for ever, has none after so many times the allowance.
  private static let mostWaiting: Int64 = 4
  /// So many times the allowance, and a second for each of so many bytes of the video, are enough for any one result.
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

  /// Notes a message of the worker.
  ///
  /// - Parameter isResult: Whether the broker took a result, and not only word that there will be one.
  mutating func note(isResult: Bool, processor: Int64?, now: Int64 = SystemClock.steady.nanoseconds) {
    progress = (now, processor)
    if isResult { result = now }
  }

  /// Takes time out in which this process itself was stopped.
  mutating func excuse(_ nanoseconds: Int64) {
    progress.wall += nanoseconds
    result += nanoseconds
  }

  /// Nanoseconds after which the time may be over, 0 if it is.
  func remaining(processor: Int64?, now: Int64 = SystemClock.steady.nanoseconds) -> Int64 {
    let quiet = now - progress.wall
    let (soft, overflows) = allowance.addingReportingOverflow(Self.delay)
    guard !overflows else { return max(0, mostBetweenResults - (now - result)) }
    // Threads take processor time side by side, so both clocks have to have gone on for long enough.
    let worked = processor.flatMap { now in progress.processor.map { now - $0 } } ?? quiet
    let (hard, isEndless) = allowance.multipliedReportingOverflow(by: Self.mostWaiting)
    let untilSoft = max(soft - quiet, soft - worked)
    let untilHard = isEndless ? .max : max(hard, soft) - quiet
    return max(0, min(untilSoft, untilHard, mostBetweenResults - (now - result)))
  }
}
