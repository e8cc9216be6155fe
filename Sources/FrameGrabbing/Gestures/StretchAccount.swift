import Scrubbing

/// Splits the changes of a slider's value in a gesture into stretches, each with one reason, whose sums add up.
///
/// A stretch at a speed is exactly points × speed ÷ width; the rest of a movement is a stretch with another reason.
struct StretchAccount {
  private let configuration: ScrubberConfiguration
  private var value: Double
  private var speed: Double
  /// The finger's place along the slider; nil if no touch is tracked.
  private var place: Double?
  /// When the last event was, in microseconds.
  private var time: Int64 = 0
  /// The stretches in progress, each with the finger's place at its first event, and the sum of points × speed.
  private var open: [(stretch: SliderStretch, start: Double, product: Double)] = []
  private let start: Double
  /// The sums by reason, in the order in which they came.
  private(set) var totals: [(reason: SliderStretch.Reason, value: Double)] = []

  /// A change of the value that is less than this is rounding.
  private static let least = 0x1p-44

  init(_ rehearsal: GestureRehearsal) {
    configuration = rehearsal.configuration
    (value, start, speed) = (rehearsal.value, rehearsal.value, 1)
  }

  // MARK: Events

  /// Takes the next event; returns the stretches that ended before it.
  mutating func take(_ played: PlayedEvent) -> [SliderStretch] {
    let event = played.event
    let along = event.location.map { configuration.strip?.axis == .vertical ? $0.y : $0.x }
    defer { (value, speed, time) = (event.value, event.speed, played.timeInMicroseconds) }
    switch played.name {
    case Phase.began.rawValue:
      place = event.isTracking ? along : nil
      return close() + change(.jump, to: event.value, at: played.timeInMicroseconds)
    case Phase.moved.rawValue: return move(to: along, played, .speed(event.speed))
    case Phase.ended.rawValue where configuration.isMovedByLift:
      defer { place = nil }
      // At the lift such a slider moves at full speed; with any other speed it jumps.
      return move(to: along, played, .speed(1))
    case Phase.stationary.rawValue, PlayedEvent.timer: return []
    case Phase.ended.rawValue, Phase.cancelled.rawValue:
      place = nil
      return event.value == value ? [] : change(.back, to: event.value, at: played.timeInMicroseconds)
    default: return change(.set, to: event.value, at: played.timeInMicroseconds)
    }
  }

  /// Takes a correction on lift; returns the stretches that ended before it.
  mutating func take(_ correction: Correction) -> [SliderStretch] {
    defer { value = correction.value }
    return change(.corrected, to: correction.value, at: time)
  }

  /// The stretches that end with the last event, and what was rounded away.
  mutating func finish() -> [SliderStretch] {
    let last = close()
    let rest = totals.reduce(value - start) { $0 - $1.value }
    guard rest != 0 else { return last }
    note(.rounding, rest)
    return last + [SliderStretch(reason: .rounding, value: rest, span: time...time)]
  }

  /// A change at one moment, if there is any.
  private mutating func change(_ reason: SliderStretch.Reason, to other: Double, at time: Int64) -> [SliderStretch] {
    add(other == value ? [] : [SliderStretch(reason: reason, value: other - value, span: time...time)])
  }

  /// A move of the finger.
  private mutating func move(
    to along: Double?, _ played: PlayedEvent, _ reason: SliderStretch.Reason
  ) -> [SliderStretch] {
    guard let along, let last = place else { return [] }
    place = along
    let (now, change) = (reason.speeds?.first ?? 1, played.event.value - value)
    let (isAtEnd, wasAtEnd) = (played.event.value <= 0 || played.event.value >= 1, value <= 0 || value >= 1)
    // Nothing moved: the event changes only the speed, or the drag is not along the slider.
    if change == 0, along != last, !isAtEnd { return close() }
    let product = now * (along - last)
    let rest = change - product / configuration.travel
    let span = min(time, played.timeInMicroseconds)...played.timeInMicroseconds
    var parts = [
      SliderStretch(
        reason: curve(at: played.zoneStart) ?? reason, points: along - last, value: product / configuration.travel,
        span: span)
    ]
    if abs(rest) > Self.least {
      let reason: SliderStretch.Reason =
        if configuration.countsSteps { now == speed ? .whole : .jump } else if isAtEnd {
          .end
        } else if configuration.closesGap { .closing } else if wasAtEnd { .end } else { .jump }
      parts.append(SliderStretch(reason: reason, value: rest, span: span))
    }
    return add(parts, from: last, to: along, product)
  }

  /// The part of a curve that begins at a distance; nil for a slider without one, and beyond the last entry.
  private func curve(at distance: Double) -> SliderStretch.Reason? {
    guard configuration.isCurve, let next = configuration.speeds.entry(behind: distance) else { return nil }
    let entry = configuration.speeds.entry(at: distance)
    return entry.speed == next.speed ? nil : .curve(entry.speed, next.speed)
  }

  /// Continues the stretches with the same reasons, and ends the others.
  ///
  /// - Parameters:
  ///   - first: Where the finger was.
  ///   - last: Where it is.
  ///   - product: Its way × the speed.
  private mutating func add(
    _ parts: [SliderStretch], from first: Double = 0, to last: Double = 0, _ product: Double = 0
  ) -> [SliderStretch] {
    let ended = close { stretch in parts.contains { $0.reason == stretch.reason } }
    for part in parts {
      guard let index = open.firstIndex(where: { $0.stretch.reason == part.reason }) else {
        open.append((part, first, product))
        continue
      }
      open[index].stretch.span = open[index].stretch.span.lowerBound...part.span.upperBound
      guard let speeds = part.reason.speeds else {
        open[index].stretch.value += part.value
        continue
      }
      // Computed from the first event on, so that rounding errors do not add up.
      let points = last - open[index].start
      open[index].product = speeds.count == 1 ? speeds[0] * points : open[index].product + product
      open[index].stretch.points = points
      open[index].stretch.value = open[index].product / configuration.travel
    }
    return ended
  }

  private mutating func close(unless goesOn: (SliderStretch) -> Bool = { _ in false }) -> [SliderStretch] {
    let ended = open.map(\.stretch).filter { !goesOn($0) }
    open.removeAll { !goesOn($0.stretch) }
    for stretch in ended { note(stretch.reason, stretch.value) }
    return ended.filter { $0.value != 0 || $0.points != 0 }
  }

  private mutating func note(_ reason: SliderStretch.Reason, _ value: Double) {
    if let index = totals.firstIndex(where: { $0.reason == reason }) {
      totals[index].value += value
    } else if totals.count < Self.mostTotals {
      totals.append((reason, value))
    } else {
      // A table may have any number of speeds: the last total takes the rest.
      totals[totals.count - 1].value += value
    }
  }

  /// The most reasons with their own totals.
  private static let mostTotals = 64
}
