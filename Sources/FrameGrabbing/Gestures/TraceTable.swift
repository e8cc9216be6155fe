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

  init(_ rehearsal: GestureRehearsal) {
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
      [Self.sums(stretches, rehearsal).joined(separator: "; "), Self.note(played, refusal)]
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
      Self.sums(stretches, rehearsal).joined(separator: "; "),
    ])
  }

  /// The sums of stretches, but for roundings of which nothing would show.
  private static func sums(_ stretches: [SliderStretch], _ rehearsal: GestureRehearsal) -> [String] {
    stretches.filter { $0.reason != .rounding || abs($0.value) >= 0x1p-40 }.map { sum($0, rehearsal) }
  }

  /// The sum of a stretch: `+40.0 points × ½ ÷ 339 × 600 frames = +35.4 frames`.
  private static func sum(_ stretch: SliderStretch, _ rehearsal: GestureRehearsal) -> String {
    let whole = rehearsal.frameCount.map { "\($0) frames" } ?? "100 %"
    let sum = amount(stretch.value, rehearsal) + (rehearsal.frameCount == nil ? " %" : " frames")
    guard case .speed(let speed) = stretch.reason else { return "\(sum) \(stretch.reason.words)" }
    let factor = speed == 1 ? "" : " × \(SliderStretch.Reason.text(of: speed))"
    let width = TableLayout.number(rehearsal.configuration.travel, upTo: 2)
    return "\(signed(stretch.points)) points\(factor) ÷ \(width) × \(whole) = \(sum)"
  }

  /// All stretches by their reasons: `0 → 375: +106.2 at 1×, +35.4 at ½×, +224.5 closing up`.
  static func summary(
    _ totals: [(reason: SliderStretch.Reason, value: Double)], _ rehearsal: GestureRehearsal, end: Double
  ) -> String {
    func place(_ value: Double) -> String {
      rehearsal.frameCount == nil
        ? TableLayout.number(value * 100, upTo: 1) + " %" : frame(at: value, rehearsal)
    }
    let sums = totals.filter { abs($0.value) >= 0x1p-40 }.map { total in
      "\(amount(total.value, rehearsal)) \(total.reason.words)"
    }
    return "\(place(rehearsal.value)) → \(place(end)): "
      + (sums.isEmpty ? "nothing moves" : sums.joined(separator: ", "))
  }

  /// In frames, or in hundredths of the range without a video.
  private static func amount(_ value: Double, _ rehearsal: GestureRehearsal) -> String {
    let amount = value * Double(rehearsal.frameCount ?? 100)
    return abs(amount) < 0.05 && amount != 0 ? (amount < 0 ? "-" : "+") + "<0.1" : signed(amount)
  }

  private static func signed(_ amount: Double) -> String {
    let tenths = (abs(amount) * 10).rounded() / 10
    let text = TableLayout.number(tenths, upTo: 1)
    return (amount < 0 ? "-" : "+") + text + (text.contains(".") || tenths >= 1e6 ? "" : ".0")
  }

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
