import GestureFiles
import Scrubbing

/// Accounts for every change of a slider's value while a gesture is played: stretches whose sums add up to the end.
///
/// The sum of a speed's stretch is its points × speed ÷ width, of nothing else; what is left is a stretch of its own.
struct StretchAccount {
  private let configuration: ScrubberConfiguration
  private var value: Double
  private var speed: Double
  /// Where the finger was along the slider; nil without one that counts.
  private var place: Double?
  /// A stretch that goes on, with the place of its first event.
  private var open: [(stretch: SliderStretch, start: Double)] = []
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
    let (change, before) = (event.value - value, value)
    value = event.value
    let along = event.location.map { configuration.strip?.axis == .vertical ? $0.y : $0.x }
    defer { speed = event.speed }
    switch played.name {
    case Phase.began.rawValue:
      place = event.isTracking ? along : nil
      return close() + add(change == 0 ? [] : [SliderStretch(reason: .jump, value: change)])
    case Phase.moved.rawValue: return move(to: along, change, before: before, at: event.speed)
    case Phase.ended.rawValue where configuration.isMovedByLift:
      // A bar that keeps another speed for the lift jumps.
      let ended = move(to: along, change, before: before, at: 1)
      place = nil
      return ended
    case Phase.stationary.rawValue, PlayedEvent.timer: return []
    case Phase.ended.rawValue, Phase.cancelled.rawValue:
      place = nil
      return change == 0 ? [] : add([SliderStretch(reason: .back, value: change)])
    default: return add(change == 0 ? [] : [SliderStretch(reason: .set, value: change)])
    }
  }

  /// Takes a correction on lift; returns the stretches that ended before it.
  mutating func take(_ correction: Correction) -> [SliderStretch] {
    let change = correction.value - value
    value = correction.value
    return add([SliderStretch(reason: .corrected, value: change)])
  }

  /// The stretches that end with the last event, and what was rounded away.
  mutating func finish() -> [SliderStretch] {
    let last = close()
    let rest = totals.reduce(value - start) { $0 - $1.value }
    guard rest != 0 else { return last }
    note(.rounding, rest)
    return last + [SliderStretch(reason: .rounding, value: rest)]
  }

  private mutating func move(to along: Double?, _ change: Double, before: Double, at now: Double) -> [SliderStretch] {
    guard let along, let last = place else { return [] }
    place = along
    let isAtEnd = value <= 0 || value >= 1
    // An event that moves nothing: one that changes the speed, or a drag that is none of the slider's.
    if change == 0, along != last, !isAtEnd { return close() }
    let share = now * (along - last) / configuration.travel
    let rest = change - share
    var parts = [SliderStretch(reason: .speed(now), points: along - last, value: share)]
    if abs(rest) > Self.least {
      let reason: SliderStretch.Reason =
        if configuration.countsSteps { now == speed ? .whole : .jump } else if isAtEnd {
          .end
        } else if configuration.closesGap { .closing } else if before <= 0 || before >= 1 { .end } else { .jump }
      parts.append(SliderStretch(reason: reason, value: rest))
    }
    return add(parts, from: last, to: along)
  }

  /// Goes on with the stretches that have the same reasons; the others end.
  private mutating func add(_ parts: [SliderStretch], from first: Double = 0, to last: Double = 0) -> [SliderStretch] {
    let ended = close { stretch in parts.contains { $0.reason == stretch.reason } }
    for part in parts {
      guard let index = open.firstIndex(where: { $0.stretch.reason == part.reason }) else {
        open.append((part, first))
        continue
      }
      open[index].stretch.value += part.value
      if case .speed(let speed) = part.reason {
        // From the place of its first event on, so that the sum has no more roundings than a single step.
        open[index].stretch.points = last - open[index].start
        open[index].stretch.value = speed * open[index].stretch.points / configuration.travel
      }
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
      // On a curve every event may have a speed of its own.
      totals[totals.count - 1].value += value
    }
  }

  /// So many reasons have sums of their own.
  private static let mostTotals = 64
}
