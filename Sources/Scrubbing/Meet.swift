/// How the knob closes the gap to a finger that returns to the reference line after slow scrubbing.
public enum Meet: String, CaseIterable, Hashable, Sendable {
  /// As published: each approaching event closes 1/(1 + distance) of the gap, so the result depends on the number of
  /// events.
  case faithful

  /// framegrab's own rule: an event closes the same share of the gap by which the finger's distance shrank.
  ///
  /// On a purely vertical return the remaining gap does not depend on the number of events, and is 0 at the knob.
  case exact

  /// The gap is not closed.
  case none
}

/// The vertical part of one move, relative to the reference line.
struct Approach {
  let line: Double
  let previous: Double
  let current: Double

  /// The new distance from the line, in points, never negative.
  var distance: Double { abs(current - line) }

  /// Whether the finger comes nearer without reaching the line, from above or from below; every comparison is strict.
  var isNearing: Bool {
    (line < current && current < previous) || (line > current && current > previous)
  }

  /// Whether the finger was off the line and is now on it or has crossed it.
  var isArriving: Bool {
    (previous < line && current >= line) || (previous > line && current <= line)
  }

  /// The value before clamping after the step `step`, from the value before the event and the unadjusted value
  /// that the gap is measured to.
  func value(_ value: Double, unadjusted: Double, step: Double, meet: Meet) -> Double {
    switch meet {
    case .faithful where isNearing:
      value + step + (unadjusted - value) / (1 + distance)
    case .exact where isArriving:
      // value + (unadjusted - value) may have a rounding error in doubles; the whole gap has to be closed.
      unadjusted + step
    case .exact where isNearing:
      value + step + (unadjusted - value) * (1 - distance / abs(previous - line))
    case .faithful, .exact, .none:
      value + step
    }
  }
}
