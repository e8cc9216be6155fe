/// Where a slider stands.
struct Position: Hashable, Sendable {
  /// The value, always within the range.
  var value: Double

  /// The value that full speed and no ends would have given.
  var unadjusted: Double

  /// Where the nub of a scroll scrubber lies, and what it has scrolled to.
  var nub: NubPosition?
}

/// How a drag started: what later places of the finger are measured from.
struct TouchDown: Hashable, Sendable {
  let location: Point
  /// How far right of the knob's centre the finger came down, in points.
  let grabOffset: Double
  /// Where the slider stood.
  let position: Position
}
