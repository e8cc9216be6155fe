/// The position of a slider.
struct Position: Hashable, Sendable {
  /// The value, always within the range.
  var value: Double

  /// The value without slow scrubbing and without limits.
  var unadjusted: Double

  /// The position of a scroll scrubber's nub and its scroll offset.
  var nub: NubPosition?

  /// Where the movement of a slider that follows an anchor is measured from; nil without a drag.
  var anchor: Anchor?

  /// The finger's last column of pixels at full speed on Media3's bar, which is kept from drag to drag.
  var coarsePixel: Int64 = 0

  /// Whether the drag began more along the slider than across it; nil until the finger has moved.
  var isAlong: Bool?
}

/// A location of the finger, and the value that belongs to it.
struct Anchor: Hashable, Sendable {
  let x: Double
  let value: Double
  /// The entry of the speed table when the anchor was set; nil if the model does not need it.
  var entry: SpeedTable.Entry?
}

/// The start of a drag, from which later locations of the finger are measured.
struct TouchDown: Hashable, Sendable {
  let location: Point
  /// The distance of the touch-down to the right of the knob's centre, in points.
  let grabOffset: Double
  /// The slider's position at touch-down.
  let position: Position
  /// The value before the touch, which touch-down may have changed.
  let valueBefore: Double
}
