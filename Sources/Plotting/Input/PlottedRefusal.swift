/// The touch that makes a gesture invalid as a grab.
public struct PlottedRefusal: Hashable, Sendable {
  /// The index of its event; one that does not exist is not marked.
  public var event: Int

  /// What is wrong, such as "misses the knob".
  public var words: String

  /// Makes a mark at an event.
  public init(event: Int, words: String) {
    self.event = event
    self.words = words
  }
}
