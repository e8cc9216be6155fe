import Timeline

/// What a search for a drag aims at: a frame, or without a video a value.
enum DragAim {
  /// The frame with this index on screen.
  case frame(Int)
  /// A value from 0 to 1, or slightly above it, so that the time is not before a frame that starts there.
  case value(Double)

  /// How far a value may exceed the requested one: 0.1 ms in a video of a day.
  static let tolerance = 1e-9
  /// How far it may be below, since sums of doubles are not exact: 1 ns in a video of a day, whose times are rounded to
  /// ticks anyway.
  static let rounding = 1e-14

  /// The side of the aim on which a value is: −1 before it, 0 on it, 1 behind it.
  func side(of value: Double, on slider: GestureRehearsal) -> Int {
    switch self {
    case .frame(let wanted):
      // Only a value in the missing part of a file has no frame.
      guard let frame = slider.frame(at: value)?.index else { return 1 }
      return frame < wanted ? -1 : frame == wanted ? 0 : 1
    case .value(let wanted): return value < wanted - Self.rounding ? -1 : value <= wanted + Self.tolerance ? 0 : 1
    }
  }

  /// The aim as words.
  var words: String {
    switch self {
    case .frame(let index): "frame \(index)"
    case .value(let value): Self.percent(value)
    }
  }

  /// The frame or the percentage at a value, as words.
  static func words(at value: Double, on slider: GestureRehearsal, _ timeline: FrameTable?) -> String {
    guard timeline != nil else { return percent(value) }
    return slider.frame(at: value).map { "frame \($0.index)" } ?? "the missing end"
  }

  /// A value as a percentage with up to four decimals.
  static func percent(_ value: Double) -> String { TableLayout.number(value * 100, upTo: 4) + "%" }

  /// Finds what a moment means on a slider.
  ///
  /// - Throws: `GrabError` for a moment outside the video, or that needs one; `DragFault` by its subject for a frame
  ///   that the slider never shows.
  init(
    _ moment: DragWish.Moment, on slider: GestureRehearsal, in video: DragVideo?, bounds: Bounds
  ) throws(DragAimError) {
    guard let video else {
      self = .value(try Self.share(moment))
      return
    }
    let index: Int
    do throws(MomentError) {
      index = try video.timeline.resolve(moment.time, bounds: bounds).index
    } catch {
      throw .moment(error, asked: moment.text)
    }
    guard let first = slider.frame(at: 0)?.index else { throw .drag(.notOnSlider(moment.text)) }
    let last = slider.frame(at: 1)?.index ?? video.timeline.count - 1
    guard first <= last, (first...last).contains(index) else {
      throw .drag(.outsideRange(frame: index, frames: min(first, last)...max(first, last)))
    }
    let frames = video.timeline.frames
    if index + 1 < frames.count, frames[index + 1].tick == frames[index].tick { throw .drag(.hidden(frame: index)) }
    self = .frame(index)
  }

  /// A moment as a share of any video, 0 to 1.
  static func share(_ moment: DragWish.Moment) throws(DragAimError) -> Double {
    switch moment.time {
    case .start: return 0
    case .end: return 1
    case .percent(let percent):
      guard percent >= .zero, percent <= Rational(100), let share = percent.divided(by: Rational(100)) else {
        throw .drag(.notOnSlider(moment.text))
      }
      return share.nearestDouble
    default: throw .drag(.needsVideo(moment.text))
    }
  }
}
