public import Scrubbing

/// Why no gesture can be made, or changed, so that it ends at a moment.
public enum DragFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is a moment that takes a video, and there is none.
  case needsVideo(String)
  /// The percentage is not one of the slider's.
  case notOnSlider(String)
  /// Another frame starts at the same time and hides the frame.
  case hidden(frame: Int)
  /// The slider covers other frames only.
  case outsideRange(frame: Int, frames: ClosedRange<Int>)
  /// No place that the finger can go to gives the moment; both are fragments.
  case outOfReach(moment: String, reason: String)
  /// The model has no table of speeds by the finger's distance above the slider.
  case noDistance(Model)
  /// The finger would leave the screen; whole points that there are above the slider.
  case offScreen(room: Int)
  /// There would be more touches than this.
  case tooManyTouches(limit: Int)
  /// The event with this number cannot be moved; a fragment about it.
  case notMovable(event: Int?, reason: String)
  /// The file that was written does not give what was asked for, which is a fault of the search.
  case notReached(String)

  /// The error message.
  public var description: String {
    switch self {
    case .needsVideo(let text):
      "'\(text)' has a meaning only in a video: name one, or give a percentage, 'start' or 'end'"
    case .notOnSlider(let text): "'\(text)' is not on the slider, which goes from 0% to 100%"
    case .hidden(let frame):
      "frame \(frame) is never on screen: the frame after it starts at the same time; ask for that one"
    case .outsideRange(let frame, let frames):
      "frame \(frame) is not on the slider, which goes from frame \(frames.lowerBound) to frame \(frames.upperBound)"
    case .outOfReach(let moment, let reason): "\(moment) is out of reach: \(reason)"
    case .noDistance(let model):
      "'\(model.rawValue)' has no table of speeds for distances above the slider, which --away needs: leave --away out"
    case .offScreen(let room):
      "the finger would leave the screen: there are \(room) points above the slider"
    case .tooManyTouches(let limit):
      "so long a drag at this rate has more than \(limit) touches: give a shorter --over or a lower --rate"
    case .notMovable(let event, let reason): (event.map { "touch \($0) " } ?? "") + reason
    case .notReached(let moment): "the gesture that was found does not end on \(moment)"
    }
  }

  /// Whether the request itself is at fault, and not what is in the video.
  public var isMisuse: Bool {
    switch self {
    case .needsVideo, .notOnSlider, .noDistance, .offScreen, .tooManyTouches, .notMovable: true
    case .hidden, .outsideRange, .outOfReach, .notReached: false
    }
  }
}
