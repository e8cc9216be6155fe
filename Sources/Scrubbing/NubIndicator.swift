/// The appearance of a scroll scrubber's nub.
public enum NubState: String, CaseIterable, Hashable, Sendable {
  /// In the background.
  case unselected
  /// In the foreground.
  case selected
  /// In the foreground, with the finger on it.
  case highlighted
}

/// The state of a scroll scrubber after an event.
public struct NubReport: Hashable, Sendable {
  /// The appearance of the nub.
  public let state: NubState
  /// How far the strip has scrolled, in points.
  public let offset: Double
  /// The nub's upper left corner relative to that of the control's frame, in points.
  public let origin: Point
}

/// The state of a nub and the timer that moves it to the background. Source: SPTScrollViewScrubber.
struct NubIndicator: Hashable, Sendable {
  private(set) var state = NubState.selected
  /// When the nub moves to the background, in microseconds; nil while no timer runs.
  private(set) var deadline: Int64?
  private let delay: Int64

  init(delayMicroseconds: Int64) {
    delay = delayMicroseconds
  }

  /// Handles a finger on the nub.
  mutating func press() {
    state = .highlighted
    deadline = nil
  }

  /// Handles a finger that left the nub, by lifting or cancellation.
  mutating func release(at time: Int64) {
    state = .selected
    schedule(from: time)
  }

  /// Handles scrolling without a finger: this restarts the timer, but does not select the nub.
  mutating func scroll(at time: Int64) { schedule(from: time) }

  /// Fires the timer if it is due by `time`; returns when the nub moved to the background, if it did.
  mutating func expire(by time: Int64) -> Int64? {
    guard let deadline, deadline <= time else { return nil }
    self.deadline = nil
    guard state == .selected else { return nil }
    state = .unselected
    return deadline
  }

  private mutating func schedule(from time: Int64) {
    let (sum, overflows) = time.addingReportingOverflow(delay)
    deadline = overflows ? nil : sum
  }
}
