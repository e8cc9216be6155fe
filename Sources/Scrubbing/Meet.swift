/// How the knob closes up to a finger that returns to the reference line after slow scrubbing.
public enum Meet: String, CaseIterable, Hashable, Sendable {
  /// As published: each approaching event closes 1/(1 + distance) of the gap, so it depends on how many events there
  /// are.
  case faithful

  /// framegrab's own: an event closes the share of the gap by which the finger shortened its distance.
  ///
  /// On a purely vertical return what is left does not depend on the number of events, and is nothing at the knob.
  case exact

  /// The gap stays.
  case none
}

/// The vertical part of one move, seen from the reference line.
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

  /// Whether the finger came from off the line and is now on it or beyond it.
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
      // value + (unadjusted - value) in doubles may miss by a rounding; the whole gap is to be closed.
      unadjusted + step
    case .exact where isNearing:
      value + step + (unadjusted - value) * (1 - distance / abs(previous - line))
    case .faithful, .exact, .none:
      value + step
    }
  }
}
