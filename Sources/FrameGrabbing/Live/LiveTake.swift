public import GestureFiles
public import Scrubbing

/// The events on a slider since its last change, in order and with their times.
public struct LiveTake: Hashable, Sendable {
  /// The events; times are microseconds since the first.
  public private(set) var events: [GestureEvent] = []
  /// Where the finger is, or was last; nil before the first touch.
  public private(set) var place: Point?
  /// When the first event happened, in microseconds on the caller's clock.
  private var start: Int64?

  /// Events kept free for a drag in progress and its lift.
  private static let reserve = 100_000

  init() {}

  /// Microseconds from the first event to the last.
  public var length: Int64 { events.last?.timeInMicroseconds ?? 0 }

  /// Whether no new drag should begin, since a file has a limited number of events.
  var isFull: Bool { events.count >= GestureFile.maximumTouchCount - Self.reserve }

  /// The time of an event that happens now; never before the last one.
  func moment(at time: Int64) -> Int64 {
    guard let start else { return 0 }
    let (passed, overflows) = time.subtractingReportingOverflow(start)
    return overflows ? length : max(length, passed)
  }

  /// The time of an event on the caller's clock.
  func clockTime(of event: GestureEvent) -> Int64 { (start ?? 0) &+ event.timeInMicroseconds }

  mutating func record(_ event: GestureEvent, at time: Int64) {
    if start == nil { start = time }
    events.append(event)
    if let location = event.touch?.location { place = location }
  }

  /// The events with a lift at the end if there is none.
  var lifted: [GestureEvent] {
    guard let last = events.last(where: { $0.touch != nil })?.touch, last.phase != .ended, last.phase != .cancelled
    else { return events }
    return events + [.touch(Touch(timeInMicroseconds: length, phase: .ended, location: nil))]
  }
}
