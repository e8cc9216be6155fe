import Plotting
import Scrubbing

/// Texts about stretches, in frames, or in hundredths of the range without a video.
struct StretchText {
  private let frameCount: Int?
  /// The finger's way, in points, that is the whole range.
  private let travel: Double
  private let style: SpeedWords

  init(_ rehearsal: GestureRehearsal) {
    let configuration = rehearsal.configuration
    (frameCount, travel, style) = (rehearsal.frameCount, configuration.travel, configuration.speedWords)
  }

  /// The sum of a stretch: `+40.0 points × ½ ÷ 339 × 600 frames = +35.4 frames`.
  func sum(_ stretch: SliderStretch) -> String {
    guard let (points, result) = parts(stretch) else { return "\(sum(stretch.value)) \(words(stretch.reason))" }
    return points + " " + result
  }

  /// The same in lines, and shorter, for a drawing: the longest first.
  func labels(_ stretch: SliderStretch) -> [[String]] {
    let short = [[sum(stretch.value), words(stretch.reason)], [amount(stretch.value)]]
    guard let (points, result) = parts(stretch) else { return [[sum(stretch)]] + short }
    return [[points + " " + result], [points, result]] + short
  }

  /// The finger's way and the speed, and what that is of the range.
  private func parts(_ stretch: SliderStretch) -> (points: String, result: String)? {
    guard let speeds = stretch.reason.speeds else { return nil }
    let factor = speeds == [1] ? "" : " × " + speeds.map(style.text).joined(separator: " to ")
    let whole = frameCount.map { "\($0) frames" } ?? "100 %"
    return (
      "\(signed(stretch.points)) points\(factor) ÷ \(TableLayout.number(travel, upTo: 2))",
      "× \(whole) = \(sum(stretch.value))"
    )
  }

  /// All stretches by their reasons: `0 → 375: +106.2 at 1×, +35.4 at ½×, +224.5 closing up`.
  func summary(
    _ totals: [(reason: SliderStretch.Reason, value: Double)], _ rehearsal: GestureRehearsal, end: Double
  ) -> String {
    func place(_ value: Double) -> String {
      rehearsal.frameCount == nil
        ? TableLayout.number(value * 100, upTo: 1) + " %" : rehearsal.frameIndex(at: value).map { "\($0)" } ?? "-"
    }
    let sums = totals.filter { abs($0.value) >= SliderStretch.leastShown }.map { total in
      "\(amount(total.value)) \(words(total.reason))"
    }
    return "\(place(rehearsal.value)) → \(place(end)): "
      + (sums.isEmpty ? "nothing moves" : sums.joined(separator: ", "))
  }

  private func words(_ reason: SliderStretch.Reason) -> String {
    switch reason {
    case .speed(let speed): "at \(style.text(speed))×"
    case .curve(let near, let far): "between \(style.text(near))× and \(style.text(far))×"
    case .closing: "closing up"
    case .end: "at an end"
    case .jump: "jumping"
    case .whole: "in whole steps"
    case .set: "set"
    case .corrected: "corrected"
    case .back: "cancelled"
    case .rounding: "rounding"
    }
  }

  private func sum(_ value: Double) -> String { amount(value) + (frameCount == nil ? " %" : " frames") }

  private func amount(_ value: Double) -> String {
    let amount = value * Double(frameCount ?? 100)
    return abs(amount) < 0.05 && amount != 0 ? (amount < 0 ? "-" : "+") + "<0.1" : signed(amount)
  }

  private func signed(_ amount: Double) -> String {
    let tenths = (abs(amount) * 10).rounded() / 10
    let text = TableLayout.number(tenths, upTo: 1)
    return (amount < 0 ? "-" : "+") + text + (text.contains(".") || tenths >= 1e6 ? "" : ".0")
  }
}

extension ScrubberConfiguration {
  /// How people write its speeds.
  var speedWords: SpeedWords { SpeedWords(speeds.entries.map(\.speed)) }
}
