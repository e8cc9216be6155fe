public import GestureFiles
public import Scrubbing
public import Timeline

/// A drag as it is asked for: from one moment to another, as a hand would make it.
public struct DragWish: Sendable {
  /// A moment, and how it was typed.
  public struct Moment: Sendable {
    /// What it means.
    public let time: TimeSpecification
    /// Its text, for messages.
    public let text: String

    /// Makes a moment.
    public init(_ time: TimeSpecification, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// The most touches of a drag; a hand makes some hundred.
  public static let mostTouches = 100_000

  /// Which slider is dragged.
  public var model = Model.scrubbingSlider
  /// A slider of one's own, in place of a model's usual one.
  public var control: GestureControl?
  /// Where the slider stands before the drag; nil for where its file says, or the start.
  public var from: Moment?
  /// Where the drag ends; nil for an example that ends anywhere.
  public var reach: Moment?
  /// How far the finger moves away from the slider, upwards, in points, 0 or more.
  public var away = 0.0
  /// Whether the finger comes back to the height of the slider at the end.
  public var returns = false
  /// How long the drag takes, in seconds, above 0.
  public var duration = Rational(2)
  /// Events a second, 1 to 1000.
  public var rate = Rational(60)

  /// Makes a wish for an example of the standard slider.
  public init() {}
}
