/// The position of a slider.
struct Position: Hashable, Sendable {
  /// The value, always within the range.
  var value: Double

  /// The value without slow scrubbing and without limits.
  var unadjusted: Double

  /// The position of a scroll scrubber's nub and its scroll offset.
  var nub: NubPosition?

  /// From where the way of a slider that follows an anchor is measured; nil without a drag.
  var anchor: Anchor?
}

/// A place of the finger, and the value that it stands for.
struct Anchor: Hashable, Sendable {
  let x: Double
  let value: Double
}

/// The start of a drag, from which later locations of the finger are measured.
struct TouchDown: Hashable, Sendable {
  let location: Point
  /// The distance of the touch-down to the right of the knob's centre, in points.
  let grabOffset: Double
  /// The slider's position at touch-down.
  let position: Position
}
