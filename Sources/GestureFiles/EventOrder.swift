internal import Scrubbing

/// The order of events with one finger: times never go backwards, and strokes do not overlap.
struct EventOrder {
  /// The maximum number of touches.
  static let maximumTouchCount = 1_000_000

  /// Whether the finger is down after the last event.
  private(set) var isDown = false
  private var first: Int64?
  private var last: Int64?
  /// Whether every time so far is a whole number of seconds.
  private var isWhole = true

  /// Checks the time of the next event, in microseconds.
  mutating func pass(_ time: Int64, at field: ScriptValue) throws(GestureFileError) {
    isWhole = isWhole && time % Self.second == 0
    if let first, let last {
      guard time >= last else {
        throw field.fault(
          "time goes backwards: \(ScriptNumber.seconds(time)) s comes after \(ScriptNumber.seconds(last)) s"
            + hint(first, last))
      }
      guard !time.subtractingReportingOverflow(first).overflow else {
        throw field.fault("the gesture is longer than can be counted" + hint(first, last))
      }
    }
    first = first ?? time
    last = time
  }

  private static let second: Int64 = 1_000_000

  /// Asks in the message whether times are milliseconds, if all are whole numbers and span ten seconds or more.
  private func hint(_ first: Int64, _ last: Int64) -> String {
    let (span, isLong) = last.subtractingReportingOverflow(first)
    guard isWhole, isLong || span >= 10 * Self.second else { return "" }
    return "; 't' is in seconds: are these milliseconds?"
  }

  /// Checks the phase of the next touch.
  mutating func pass(_ phase: Phase, at field: ScriptValue) throws(GestureFileError) {
    if phase == .began {
      guard !isDown else {
        throw field.fault("'began' comes twice: the finger is down already (one finger is supported)")
      }
      isDown = true
      return
    }
    guard isDown else { throw field.fault("'\(phase.rawValue)' comes before 'began': the finger is not down") }
    if phase == .ended || phase == .cancelled { isDown = false }
  }
}
