internal import Scrubbing

/// The order of events with one finger: times never go backwards, and strokes do not overlap.
struct EventOrder {
  /// The maximum number of touches.
  static let maximumTouchCount = 1_000_000

  /// Whether the finger is down after the last event.
  private(set) var isDown = false
  private var first: Int64?
  private var last: Int64?

  /// Checks the time of the next event.
  mutating func pass(_ time: Int64, at field: ScriptValue) throws(GestureFileError) {
    if let first, let last {
      guard time >= last else {
        throw field.fault("time goes backwards: \(time) microseconds come after \(last) microseconds")
      }
      guard !time.subtractingReportingOverflow(first).overflow else {
        throw field.fault("the gesture is longer than microseconds can count")
      }
    }
    first = first ?? time
    last = time
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
