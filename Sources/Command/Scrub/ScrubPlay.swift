import FrameGrabbing
import Timeline

/// A slider that plays: its frames at their own times, up to the end of its range.
///
/// Each frame is one step from the slider's place at the start, so the whole play is a single event of the take.
struct ScrubPlay {
  /// The slider at the start.
  private let start: LiveSlider
  /// When that was, in microseconds.
  private let startTime: Int64
  /// In seconds of the video.
  private let firstMoment: Rational
  /// The frame of the last ``slider(at:)``.
  private var frame: Int

  /// Nil if no frame follows.
  init?(_ slider: LiveSlider, at time: Int64) {
    guard let moment = slider.timeline.time(ofFrame: slider.frame) else { return nil }
    (start, startTime, firstMoment, frame) = (slider, time, moment, slider.frame)
    if nextTime == nil { return nil }
  }

  /// When the next frame is due, in microseconds; nil behind the last one.
  var nextTime: Int64? {
    let timeline = start.timeline
    var next = frame + 1
    // Skips frames that start at the same time.
    while next <= start.frames.upperBound, let now = timeline.time(ofFrame: frame),
      let time = timeline.time(ofFrame: next)
    {
      if time > now {
        let way = time.subtracting(firstMoment)?.multiplied(by: Rational(1_000_000))
        return way.map { startTime &+ $0.ceiling }
      }
      next += 1
    }
    return nil
  }

  /// The slider at a time that is not before the last one.
  mutating func slider(at time: Int64) -> LiveSlider {
    var slider = start
    if let passed = Rational(max(0, time - startTime), 1_000_000), let moment = firstMoment.adding(passed),
      let target = try? slider.timeline.frameIndex(onScreenAt: moment, bounds: .clamp)
    {
      frame = max(frame, min(target, slider.frames.upperBound))
    }
    slider.go(to: frame, time: time)
    return slider
  }
}

/// When the user last did something, and what is due after a pause; times in microseconds.
struct ScrubRest {
  /// When the terminal last sent bytes.
  var lastInput: Int64 = 0
  /// When another frame was last wanted.
  private var lastWish: Int64 = 0
  /// Whether what is due after a pause was done.
  var hasRested = false
  /// The last line printed about a frame on a text screen.
  var spoken: String?

  /// Notes that another frame is wanted.
  mutating func begin(at time: Int64) { (lastWish, hasRested) = (time, false) }

  /// From when on an escape character counts as a key, and not as the start of a sequence.
  var escapeTime: Int64 { lastInput + 100_000 }
  /// From when on the slider counts as stopped.
  var restTime: Int64 { lastWish + 200_000 }
  /// When to print the frame on a text screen.
  var speakingTime: Int64 { lastWish + 150_000 }
}
