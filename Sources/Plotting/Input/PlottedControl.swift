/// The slider as the picture shows it: where it lies, where its knob stood, and where its speeds begin.
public struct PlottedControl: Hashable, Sendable {
  /// The rectangle of the control, in points.
  public var frame: PlottedRectangle

  /// The track of a slider; nil for a control that has none, such as a scroll scrubber.
  public var track: PlottedTrack?

  /// Where the knob stood before the first event.
  public var startKnob: PlottedRectangle?

  /// Where the knob stood after the last event.
  public var endKnob: PlottedRectangle?

  /// The speeds by distance, ascending; empty for a model without speeds.
  public var zones: [PlottedZone]

  /// The height in the picture, in points, from which the distances of the zones are measured.
  public var zoneLine: Double

  /// Whether distances downwards slow the knob as well; otherwise only those upwards do.
  public var zonesAreTwoSided: Bool

  /// Makes a control; all places are in points, y grows downwards.
  public init(
    frame: PlottedRectangle, track: PlottedTrack? = nil, startKnob: PlottedRectangle? = nil,
    endKnob: PlottedRectangle? = nil, zones: [PlottedZone] = [], zoneLine: Double = 0, zonesAreTwoSided: Bool = false
  ) {
    self.frame = frame
    self.track = track
    self.startKnob = startKnob
    self.endKnob = endKnob
    self.zones = zones
    self.zoneLine = zoneLine
    self.zonesAreTwoSided = zonesAreTwoSided
  }
}

/// The stretch of the control along which the knob slides.
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

/// A speed and the distance from which it is in force.
public struct PlottedZone: Hashable, Sendable {
  /// The share of the finger's movement that reaches the value; 1 is full speed.
  public var speed: Double

  /// The distance from the zone line, in points, from which the speed is in force.
  public var fromDistance: Double

  /// A speed in the words of the drawing: 1×, ½×, 0.1×.
  public static func label(ofSpeed speed: Double) -> String { NumberText.speed(speed) }

  /// Makes a zone from its speed and its distance in points.
  public init(speed: Double, fromDistance: Double) {
    self.speed = speed
    self.fromDistance = fromDistance
  }
}
