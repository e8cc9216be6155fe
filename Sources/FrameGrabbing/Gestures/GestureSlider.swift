import Timeline

/// A slider's place in a video, and how its values and the frames belong together.
///
/// A gesture that is played and one that is drawn with the mouse both use it, so that they cannot differ.
struct GestureSlider {
  /// The part of the video that the slider spans, and its value before the first event.
  struct Placement {
    /// In seconds from t = 0; without a video as a share of it.
    let from: Rational
    let to: Rational
    /// 0 to 1.
    let value: Double
  }

  let placement: Placement
  /// All frames of the video; nil for none.
  let timeline: FrameTable?
  /// The frames in the slider's range; nil without a video.
  let frames: ClosedRange<Int>?
  private let scale: SliderScale?

  init(_ placement: Placement, in timeline: FrameTable?) {
    (self.placement, self.timeline) = (placement, timeline)
    scale = timeline?.scale(from: placement.from, to: placement.to)
    frames = timeline.flatMap { Self.frames(placement, $0) }
  }

  private static func frames(_ placement: Placement, _ timeline: FrameTable) -> ClosedRange<Int>? {
    guard let first = timeline.frameIndex(gestureFrom: placement.from, to: placement.to, value: 0)?.index,
      let last = timeline.frameIndex(gestureFrom: placement.from, to: placement.to, value: 1)?.index, first <= last
    else { return nil }
    return first...last
  }

  /// How many frames begin in the range, without one that begins at its end; nil without a video.
  var frameCount: Int? {
    frames.map { frames in
      let endsWithStart = frames.count > 1 && timeline?.time(ofFrame: frames.upperBound) == placement.to
      return frames.count - (endsWithStart ? 1 : 0)
    }
  }

  /// The length of the range in seconds; nil without a video.
  var length: Rational? { timeline == nil ? nil : placement.to.subtracting(placement.from) }

  /// The tick and the frame at a value; nil without a video, and in the missing part of a file that is cut off.
  func frame(at value: Double) -> (tick: Int64, index: Int)? {
    guard let timeline, let scale, let found = timeline.frameIndex(on: scale, value: value),
      !timeline.isBehindLastFrame(tick: found.tick)
    else { return nil }
    return found
  }

  /// The value at which the frame `count` frames further is on screen, within the slider's range; nil without a video.
  func value(stepping count: Int64, from value: Double) -> Double? {
    guard let timeline, let frames, let index = frame(at: value)?.index else { return nil }
    let (sum, overflows) = Int64(index).addingReportingOverflow(count)
    let wanted = overflows ? (count < 0 ? Int64.min : .max) : sum
    // Which frame that is, the file does not say: the slider's end is missing, too.
    let isMissing = timeline.lacksEnd && timeline.lastFrameEnd.map { $0 < placement.to } ?? false
    if isMissing, wanted > frames.upperBound { return 1 }
    var target = Int(min(max(wanted, Int64(frames.lowerBound)), Int64(frames.upperBound)))
    // Of frames with the same start only the last is ever on screen: a step back skips the others.
    while count < 0, target > frames.lowerBound, timeline.frames[target].tick == timeline.frames[index].tick {
      target -= 1
    }
    guard let time = timeline.time(ofFrame: target), let span = placement.to.subtracting(placement.from),
      let way = time.subtracting(placement.from)
    else { return nil }
    guard span > .zero, way > .zero else { return 0 }
    guard way < span else { return 1 }
    return way.divided(by: span)?.nearestDouble
  }
}
