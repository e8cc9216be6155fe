/// A picture of one gesture: the finger's path, how the slider reacted, and the frame on which it ended.
///
/// At the top are the control, its speed zones and the finger's path, to scale. Below, on one time axis, are the value,
/// the speed, the frame index, the pulses and the seeks, and thumbnails with leader lines to their moments.
public struct GesturePlot: Hashable, Sendable {
  /// The first line of the picture and its title.
  public var title: String

  /// The line below the title, such as the model and the video.
  public var subtitle: String

  /// The slider.
  public var control: PlottedControl

  /// The events in order.
  public var events: [PlottedEvent]

  /// Why the value moved, in parts; empty if that was not computed.
  public var stretches: [PlottedStretch] = []

  /// All stretches by their reasons, in a line.
  public var stretchWords = ""

  /// The seeks of the player; empty if they were not computed.
  public var seeks: [PlottedSeek]

  /// How the seeks were computed, such as the seeker's name and how long a seek takes.
  public var seekCaption: String?

  /// The pictures, in any order.
  public var thumbnails: [PlottedThumbnail]

  /// The animated part at the top; nil for a drawing that does not move.
  public var stage: PlottedStage?

  /// How many frames the video has; nil if unknown.
  public var frameCount: Int?

  /// A label for the value 0; nil if unknown.
  public var rangeStart: String?

  /// A label for the value 1; nil if unknown.
  public var rangeEnd: String?

  /// When the frame on which the gesture ended starts in the video; nil if unknown.
  public var endTime: String?

  /// Why the gesture is not valid, and the touch that makes it so; nil for a valid one.
  public var refusal: PlottedRefusal?

  /// Makes a picture; nothing is drawn yet.
  public init(
    title: String, subtitle: String, control: PlottedControl, events: [PlottedEvent], seeks: [PlottedSeek] = [],
    seekCaption: String? = nil, thumbnails: [PlottedThumbnail] = [], frameCount: Int? = nil,
    rangeStart: String? = nil, rangeEnd: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.control = control
    self.events = events
    self.seeks = seeks
    self.seekCaption = seekCaption
    self.thumbnails = thumbnails
    self.frameCount = frameCount
    self.rangeStart = rangeStart
    self.rangeEnd = rangeEnd
  }
}
