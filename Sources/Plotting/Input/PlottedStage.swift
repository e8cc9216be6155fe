public import Scrubbing

/// The animated part at the top of a drawing: the frames that are shown while the gesture goes on.
public struct PlottedStage: Hashable, Sendable {
  /// A frame that is shown from a moment on.
  public struct Showing: Hashable, Sendable {
    /// When, in microseconds.
    public var timeInMicroseconds: Int64
    /// The number of its picture.
    public var tile: Int

    /// Makes one from its moment and the number of its picture.
    public init(timeInMicroseconds: Int64, tile: Int) {
      (self.timeInMicroseconds, self.tile) = (timeInMicroseconds, tile)
    }
  }

  /// The pictures, each once; the captions are lines beside them.
  public var tiles: [PlottedThumbnail]

  /// Which of them is shown when, in order; the last one is the end of the gesture.
  public var showings: [Showing]

  /// Where the knob is at the value 0 and at 1; nil for a control without one.
  public var knobs: (low: ControlGeometry.Frame, high: ControlGeometry.Frame)? {
    get { lowKnob.flatMap { low in highKnob.map { (low, $0) } } }
    set { (lowKnob, highKnob) = (newValue?.low, newValue?.high) }
  }
  private var lowKnob: ControlGeometry.Frame?
  private var highKnob: ControlGeometry.Frame?

  /// A line below, such as what is left out.
  public var note: String

  /// Makes a stage.
  public init(tiles: [PlottedThumbnail], showings: [Showing], note: String = "") {
    (self.tiles, self.showings, self.note) = (tiles, showings, note)
  }
}
