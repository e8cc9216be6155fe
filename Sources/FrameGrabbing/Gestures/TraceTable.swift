import Scrubbing

/// The trace of a gesture for people: one line per event.
struct TraceTable {
  private static let layout = TableLayout(columns: [
    .init(title: "t", width: 8), .init(title: "phase", width: 10, isLeft: true), .init(title: "zone", width: 9),
    .init(title: "speed", width: 6), .init(title: "value", width: 8), .init(title: "frame", width: 7),
    .init(title: "", width: 0, isLeft: true),
  ])

  /// The distances from which the speeds apply, ascending; empty for a model without speeds.
  private let distances: [Double]
  private let text: StretchText

  init(_ rehearsal: GestureRehearsal) {
    text = StretchText(rehearsal)
    let configuration = rehearsal.configuration
    distances = configuration.hasSpeeds ? configuration.speeds.entries.map(\.distance) : []
  }

  var heading: String { Self.layout.heading }

  /// One event; `refusal` is what makes its gesture invalid, if that is to be marked here.
  func line(
    _ played: PlayedEvent, _ rehearsal: GestureRehearsal, refusal: GestureRefusal?,
    ending stretches: [SliderStretch] = []
  ) -> String {
    let event = played.event
    return Self.layout.line([
      TableLayout.seconds(played.timeInMicroseconds), played.name, zone(from: played.zoneStart),
      TableLayout.number(event.speed, upTo: 4), TableLayout.number(event.value, upTo: 6),
      Self.frame(at: event.value, rehearsal),
      [sums(stretches).joined(separator: "; "), Self.note(played, refusal)]
        .filter { !$0.isEmpty }.joined(separator: "  "),
    ])
  }

  /// A correction on lift.
  func line(
    _ played: PlayedEvent, _ correction: Correction, _ rehearsal: GestureRehearsal,
    ending stretches: [SliderStretch] = []
  ) -> String {
    Self.layout.line([
      TableLayout.seconds(played.timeInMicroseconds), "corrected", "", "",
      TableLayout.number(correction.value, upTo: 6), Self.frame(at: correction.value, rehearsal),
      sums(stretches).joined(separator: "; "),
    ])
  }

  /// The sums of stretches, but for roundings of which nothing would show.
  private func sums(_ stretches: [SliderStretch]) -> [String] { stretches.filter(\.isShown).map(text.sum) }

  /// The distances, in points, at which the speed applies: `50-100`, `150+`; of equal distances the last has the speed.
  private func zone(from start: Double) -> String {
    guard !distances.isEmpty else { return "-" }
    var (low, high) = (0, distances.count)
    while low < high {
      let middle = low + (high - low) / 2
      if distances[middle] <= start { low = middle + 1 } else { high = middle }
    }
    let from = TableLayout.number(start, upTo: 2)
    return low < distances.count ? from + "-" + TableLayout.number(distances[low], upTo: 2) : from + "+"
  }

  private static func frame(at value: Double, _ rehearsal: GestureRehearsal) -> String {
    rehearsal.frame(at: value).map { String($0.index) } ?? "-"
  }

  private static func note(_ played: PlayedEvent, _ refusal: GestureRefusal?) -> String {
    if let refusal, played.isMarked(by: refusal) { return "<- " + refusal.words }
    return played.name == Phase.began.rawValue && !played.event.isTracking ? "not on the knob" : ""
  }
}
