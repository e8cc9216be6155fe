/// How a scroll scrubber's nub shows itself.
public enum NubState: String, CaseIterable, Hashable, Sendable {
  /// In the background.
  case unselected
  /// In the foreground.
  case selected
  /// In the foreground, with the finger on it.
  case highlighted
}

/// A scroll scrubber as it is after an event.
public struct NubReport: Hashable, Sendable {
  /// How the nub shows itself.
  public let state: NubState
  /// How far the strip has scrolled, in points.
  public let offset: Double
  /// The nub's upper left corner relative to that of the control's frame, in points.
  public let origin: Point
}

/// The states of a nub and the timer that sends it into the background. Source: SPTScrollViewScrubber.
struct NubIndicator: Hashable, Sendable {
  private(set) var state = NubState.selected
  /// When the nub goes into the background, in microseconds; nil while no timer runs.
  private(set) var deadline: Int64?
  private let delay: Int64

  init(delayMicroseconds: Int64) {
    delay = delayMicroseconds
  }

  /// A finger is on the nub.
  mutating func press() {
    state = .highlighted
    deadline = nil
  }

  /// The finger left the nub, by lifting or otherwise.
  mutating func release(at time: Int64) {
    state = .selected
    schedule(from: time)
  }

  /// The strip scrolled without a finger: that starts the timer anew, but selects nothing.
  mutating func scroll(at time: Int64) { schedule(from: time) }

  /// Lets the timer run out if it does so by `time`; returns when the nub went into the background, if it did.
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
