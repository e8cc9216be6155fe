/// One of several sliders that a gesture is drawn on.
public struct PlottedSlider: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// The events in order.
  public var events: [PlottedEvent]

  /// Makes a slider.
  public init(name: String, events: [PlottedEvent]) {
    self.name = name
    self.events = events
  }
}
