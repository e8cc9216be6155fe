public import Scrubbing

/// The slider as drawn: its frame, its knob's positions, and where its speed zones begin.
public struct PlottedControl: Hashable, Sendable {
  /// The rectangle of the control, in points.
  public var frame: ControlGeometry.Frame

  /// The track of a slider; nil for a control without one, such as a scroll scrubber.
  public var track: ControlGeometry.Track?

  /// The knob's position before the first event.
  public var startKnob: ControlGeometry.Frame?

  /// The knob's position after the last event.
  public var endKnob: ControlGeometry.Frame?

  /// The speeds by distance, ascending; empty for a model without speeds.
  public var zones: [SpeedTable.Entry]

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
    frame: ControlGeometry.Frame, track: ControlGeometry.Track? = nil, startKnob: ControlGeometry.Frame? = nil,
    endKnob: ControlGeometry.Frame? = nil, zones: [SpeedTable.Entry] = [], zoneLine: Double = 0,
    zonesAreAbove: Bool = true,
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
