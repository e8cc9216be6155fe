public import Timeline

/// One thing that was asked for: a time, frame indexes, or the end of a gesture.
public struct Moment: Sendable {
  /// What was asked for.
  public indirect enum Kind: Sendable {
    /// A point in time, or one of the names of a frame that a time may have.
    case time(TimeSpecification)
    /// One frame index or an evenly spaced run of them.
    case frames(FrameSelection)
    /// Where a slider stands when the finger of a gesture has lifted.
    case gesture(Gesture)
  }

  /// What was asked for.
  public let kind: Kind
  /// The words in which it was asked, for the report.
  public let text: String

  /// Makes a moment from what was asked for and the words for it.
  public init(_ kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Whether the answer depends on where the video ends, or on every frame before it.
  var needsWholeTimeline: Bool {
    switch kind {
    case .time(.timecode), .gesture: true
    case .time(let time): time.needsWholeTimeline
    case .frames(let frames): frames.highestIndex == nil
    }
  }

  /// The highest frame index that is asked for by its number.
  var highestIndex: Int64? {
    switch kind {
    case .time(.frame(let index)): index
    case .frames(let frames): frames.highestIndex
    case .time, .gesture: nil
    }
  }

  /// Whether it was asked by time, so that its default name and its metadata hold no index.
  var isByTime: Bool {
    switch kind {
    case .time(let time): !time.needsFrameNumbers
    case .frames, .gesture: false
    }
  }
}
