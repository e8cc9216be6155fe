/// The slider as drawn: its frame, its knob's positions, and where its speed zones begin.
public struct PlottedControl: Hashable, Sendable {
  /// The rectangle of the control, in points.
  public var frame: PlottedRectangle

  /// The track of a slider; nil for a control without one, such as a scroll scrubber.
  public var track: PlottedTrack?

  /// The knob's position before the first event.
  public var startKnob: PlottedRectangle?

  /// The knob's position after the last event.
  public var endKnob: PlottedRectangle?

  /// The speeds by distance, ascending; empty for a model without speeds.
  public var zones: [PlottedZone]

  /// The y coordinate, in points, from which the distances of the zones are measured.
  public var zoneLine: Double

  /// Whether distances upwards slow the knob.
  public var zonesAreAbove: Bool

  /// Whether distances downwards slow the knob.
  public var zonesAreBelow: Bool

  /// Whether speeds between those of the zones are on the line from one to the other.
  public var isCurve: Bool

  /// Makes a control; all positions are in points, y grows downwards.
  public init(
    frame: PlottedRectangle, track: PlottedTrack? = nil, startKnob: PlottedRectangle? = nil,
    endKnob: PlottedRectangle? = nil, zones: [PlottedZone] = [], zoneLine: Double = 0, zonesAreAbove: Bool = true,
    zonesAreBelow: Bool = false, isCurve: Bool = false
  ) {
    self.frame = frame
    self.track = track
    self.startKnob = startKnob
    self.endKnob = endKnob
    self.zones = zones
    self.zoneLine = zoneLine
    self.zonesAreAbove = zonesAreAbove
    self.zonesAreBelow = zonesAreBelow
    self.isCurve = isCurve
  }
}

extension PlottedControl {
  /// How the drawing writes speeds.
  var words: SpeedWords { SpeedWords(zones.map(\.speed)) }
}

/// The part of the control along which the knob slides.
public struct PlottedTrack: Hashable, Sendable {
  /// The left end, in points, in the same space as the frame.
  public var x: Double

  /// The width in points.
  public var width: Double

  /// Makes a track from its left end and its width, in points.
  public init(x: Double, width: Double) {
    self.x = x
    self.width = width
  }
}

/// A speed and the distance from which it applies.
public struct PlottedZone: Hashable, Sendable {
  /// The fraction of the finger's movement that is applied to the value; 1 is full speed.
  public var speed: Double

  /// The distance from the zone line, in points, from which the speed applies.
  public var fromDistance: Double

  /// Makes a zone from its speed and its distance in points.
  public init(speed: Double, fromDistance: Double) {
    self.speed = speed
    self.fromDistance = fromDistance
  }
}
