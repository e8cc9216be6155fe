import FrameGrabbing
import GestureFiles
import Timeline

/// Moves the slider by keys. Moves to a distant place are jumps, which set the mark.
enum ScrubSteps {
  static func perform(_ command: ScrubCommand, on slider: inout LiveSlider, time: Int64) {
    let range = slider.frames
    switch command {
    case .step(let count): slider.step(by: count, time: time)
    case .adjust(let isForwards): slider.adjust(isForwards ? .increment : .decrement, time: time)
    case .edge(let isLast): slider.go(to: isLast ? range.upperBound : range.lowerBound, time: time)
    case .tenths(let tenths):
      if let frame = slider.frame(at: Double(tenths) / 10) { slider.go(to: frame, time: time) }
    case .seconds(let seconds): go(by: Rational(Int64(seconds)), slider: &slider, time: time)
    case .keyframe(let isForwards):
      if let frame = keyframe(isForwards, slider) { slider.step(by: frame - slider.frame, time: time) }
    case .back: if let mark = slider.mark { slider.go(to: mark, time: time) }
    default: break
    }
  }

  private static func go(by seconds: Rational, slider: inout LiveSlider, time: Int64) {
    let timeline = slider.timeline
    guard let here = timeline.time(ofFrame: slider.frame), let there = here.adding(seconds),
      let frame = try? timeline.frameIndex(onScreenAt: there, bounds: .clamp)
    else { return }
    slider.step(by: frame - slider.frame, time: time)
  }

  /// The previous or next keyframe within the range.
  private static func keyframe(_ isForwards: Bool, _ slider: LiveSlider) -> Int? {
    let (frames, range, here) = (slider.timeline.frames, slider.frames, slider.frame)
    if isForwards {
      guard here < range.upperBound else { return nil }
      return (here + 1...range.upperBound).first { frames[$0].isKeyframe }
    }
    guard here > range.lowerBound else { return nil }
    return (range.lowerBound..<here).last { frames[$0].isKeyframe }
  }
}
