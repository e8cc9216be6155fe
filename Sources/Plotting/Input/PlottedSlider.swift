/// One of several sliders that a gesture is drawn on.
public struct PlottedSlider: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// The events in order.
  public var events: [PlottedEvent]
  /// Whether its speed changes evenly from event to event, and not in steps.
  public var isCurve: Bool

  /// Makes a slider.
  public init(name: String, events: [PlottedEvent], isCurve: Bool = false) {
    self.name = name
    self.events = events
    self.isCurve = isCurve
  }
}
