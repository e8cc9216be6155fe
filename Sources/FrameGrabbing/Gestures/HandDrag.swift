import GestureFiles
import Scrubbing
import Timeline

/// A drag from the knob to an end, as a hand makes it.
///
/// Along the slider the finger follows the minimum-jerk path, 10τ³ − 15τ⁴ + 6τ⁵ of the way at the share τ of the time
/// (Flash and Hogan, 1985, The coordination of arm movements). If it also goes away from the slider, it does so first, on
/// the same path in a third of the time, and stays there: people leave the slider and then scrub, at one speed. If it comes
/// back, that takes the last third, without a movement along the slider: the knob of many sliders then catches up.
struct HandDrag {
  /// Where the finger touches down: the centre of the knob, in points, with one decimal if that is still on the knob.
  let start: Point
  /// Whether the end is a y, as for a nub that goes up and down, and not an x.
  let isVertical: Bool
  private let away: Double
  private let returns: Bool
  /// The times of the events after the first, in microseconds.
  private let times: [Int64]

  /// Prepares a drag of a slider at its initial value.
  ///
  /// - Throws: `DragFault` for too many touches, and for a finger that leaves the screen.
  init(_ wish: DragWish, on configuration: ScrubberConfiguration) throws(DragFault) {
    isVertical = configuration.strip?.axis == .vertical
    let knob = configuration.thumbFrame(at: configuration.initialValue)
    let centre = Point(x: knob.x + knob.width / 2, y: knob.y + knob.height / 2)
    let rounded = Point(x: Self.rounded(centre.x, decimals: 1), y: Self.rounded(centre.y, decimals: 1))
    start = knob.contains(rounded) ? rounded : centre
    guard wish.away <= start.y else { throw .offScreen(room: Int(exactly: start.y.rounded(.down)) ?? 0) }
    (away, returns) = (wish.away, wish.returns)
    guard let times = Self.times(wish) else { throw .tooManyTouches(limit: DragWish.mostTouches) }
    self.times = times
  }

  /// Every 1/rate seconds before the end, and at the end; nil for too many.
  private static func times(_ wish: DragWish) -> [Int64]? {
    guard let base = TimeBase(1, 1_000_000), let end = base.nearestTick(to: wish.duration),
      let periods = wish.duration.multiplied(by: wish.rate), periods.ceiling < DragWish.mostTouches
    else { return nil }
    var times: [Int64] = []
    var step: Int64 = 1
    while let passed = Rational(step).divided(by: wish.rate), passed < wish.duration,
      let time = base.nearestTick(to: passed)
    {
      times.append(time)
      step += 1
    }
    return times + [end]
  }

  /// The events of the drag to an end along the slider, in points; only the end itself has more than two decimals.
  func events(to end: Double) -> [GestureEvent] {
    var events = [GestureEvent.touch(Touch(timeInMicroseconds: 0, phase: .began, location: start))]
    events.reserveCapacity(times.count + 2)
    let last = times.last ?? 1
    let from = isVertical ? start.y : start.x
    for time in times {
      let share = Double(time) / Double(max(last, 1))
      let part = Self.way(alongShare(of: share))
      let along = time == last || part == 1 ? end : Self.rounded(from + (end - from) * part, decimals: 2)
      let height = Self.rounded(start.y - away * awayShare(of: share), decimals: 2)
      let place = isVertical ? Point(x: start.x, y: along) : Point(x: along, y: height)
      events.append(.touch(Touch(timeInMicroseconds: time, phase: .moved, location: place)))
    }
    return events + [lift]
  }

  /// The share of the movement along the slider at a share of the whole time: the first third is for moving away from
  /// the slider, the last third for coming back.
  private func alongShare(of share: Double) -> Double {
    guard away > 0 else { return share }
    return returns ? 3 * share - 1 : (3 * share - 1) / 2
  }

  /// How far the finger is from the slider, as a share of the farthest.
  private func awayShare(of share: Double) -> Double {
    Self.way(3 * share) - (returns ? Self.way(3 * share - 2) : 0)
  }

  /// Touches that press the knob without moving it.
  var press: [GestureEvent] {
    [.touch(Touch(timeInMicroseconds: 0, phase: .began, location: start)), lift]
  }

  private var lift: GestureEvent {
    .touch(Touch(timeInMicroseconds: times.last ?? 0, phase: .ended, location: nil))
  }

  /// The minimum-jerk path: the share of the way at a share of the time; 0 up to 0, and 1 from 1 on.
  static func way(_ share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    let cube = share * share * share
    return cube * (10 - 15 * share + 6 * share * share)
  }

  private static func rounded(_ value: Double, decimals: Int) -> Double {
    let power = decimals == 1 ? 10.0 : 100.0
    return (value * power).rounded() / power
  }
}
