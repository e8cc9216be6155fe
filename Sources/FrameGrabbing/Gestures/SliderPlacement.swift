import GestureFiles
import Timeline

extension GestureSlider {
  /// Why a slider has no place in a video.
  struct Fault: Error {
    /// The value at fault.
    let place: GestureFile.Place
    let reason: String
  }
}

extension GestureSlider.Placement {
  /// Finds a slider's range and starting value in a video; without one only percentages have a meaning.
  ///
  /// - Parameters:
  ///   - from: Where the range starts; nil for the start of the video.
  ///   - to: Where it ends; nil for the end.
  ///   - value: Where the slider stands; nil for the start of the range.
  init(
    from rangeFrom: TimeSpecification?, to rangeTo: TimeSpecification?, value: TimeSpecification?,
    in timeline: FrameTable?
  ) throws(GestureSlider.Fault) {
    let from = try Self.moment(rangeFrom ?? .start, at: .rangeFrom, in: timeline)
    let to = try Self.moment(rangeTo ?? .end, at: .rangeTo, in: timeline)
    guard from < to, let span = to.subtracting(from) else {
      // A video of zero duration cannot be scrubbed, but its one moment can be found.
      if from == to, rangeFrom == nil, rangeTo == nil {
        self.init(from: from, to: to, value: 0)
        return
      }
      throw GestureSlider.Fault(
        place: .range,
        reason: from == to ? "this range is empty in this video" : "this range is reversed in this video")
    }
    guard let value else {
      self.init(from: from, to: to, value: 0)
      return
    }
    let start = try Self.moment(value, at: .value, in: timeline)
    guard start >= from, start <= to, let offset = start.subtracting(from), let share = offset.divided(by: span) else {
      throw GestureSlider.Fault(place: .value, reason: "this value is outside the slider's range in this video")
    }
    self.init(from: from, to: to, value: share.nearestDouble)
  }

  private static func moment(
    _ time: TimeSpecification, at place: GestureFile.Place, in timeline: FrameTable?
  ) throws(GestureSlider.Fault) -> Rational {
    guard let timeline else {
      switch time {
      case .start: return .zero
      case .end: return Rational(1)
      case .percent(let percent):
        if let share = percent.divided(by: Rational(100)) { return share }
        throw GestureSlider.Fault(place: place, reason: "this percentage has too many digits")
      default:
        throw GestureSlider.Fault(
          place: place, reason: "only percentages, 'start' and 'end' have a meaning without a video; name one")
      }
    }
    do throws(MomentError) {
      return try timeline.time(of: time, bounds: .refuse)
    } catch {
      throw GestureSlider.Fault(place: place, reason: error.description)
    }
  }
}
