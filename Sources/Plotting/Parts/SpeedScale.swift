import Scrubbing

/// The vertical scale of speeds: a row for each if they are few, logarithmic if they are many.
struct SpeedScale {
  /// The speeds, each with its own row, the fastest first; nil if they are too many, or on a curve.
  let rows: [Double]?

  private let lowLogarithm: Double
  private let highLogarithm: Double

  /// More speeds than this share a logarithmic axis.
  static let mostRows = 8

  /// Makes a scale for the speeds of the zones and the events.
  init(_ control: PlottedControl, _ events: [PlottedEvent]) {
    var distinct: Set<Double> = []
    var slowest = Double.infinity
    var fastest = 0.0
    var previous: Double?
    func include(_ speed: Double) {
      guard speed != previous else { return }
      previous = speed
      if distinct.count <= SpeedScale.mostRows { distinct.insert(speed) }
      if speed > 0 { slowest = min(slowest, speed) }
      fastest = max(fastest, speed)
    }
    for zone in control.zones { include(zone.speed) }
    for event in events { include(event.speed) }
    rows = distinct.count <= SpeedScale.mostRows && !control.isCurve ? distinct.sorted(by: >) : nil
    lowLogarithm = SpeedScale.logarithm(min(slowest, fastest))
    highLogarithm = max(SpeedScale.logarithm(fastest), lowLogarithm + 0.1)
  }

  /// The height that the scale needs, in pixels.
  var height: Double {
    guard let rows else { return 130 }
    return Double(rows.count) * 20 + 8
  }

  /// The y coordinate of a speed within a panel, in pixels.
  func y(_ speed: Double, top: Double) -> Double {
    if let rows {
      let row = rows.firstIndex(of: speed) ?? 0
      return top + 4 + (Double(row) + 0.5) * 20
    }
    let share = (SpeedScale.logarithm(speed) - lowLogarithm) / (highLogarithm - lowLogarithm)
    return top + 8 + (1 - min(max(share, 0), 1)) * (height - 16)
  }

  /// The speeds that are labelled.
  var labels: [Double] {
    if let rows { return rows }
    var labels: [Double] = []
    for speed in SpeedScale.roundSpeeds {
      let value = SpeedScale.logarithm(speed)
      guard value >= lowLogarithm, value <= highLogarithm else { continue }
      let place = y(speed, top: 0)
      if labels.allSatisfy({ (y($0, top: 0) - place).magnitude >= 14 }) { labels.append(speed) }
    }
    return labels
  }

  /// Speeds for a logarithmic scale, those first that are marked first: powers of ten, then those between them.
  static let roundSpeeds: [Double] = [1.0, 5, 2].flatMap { factor in
    (0...6).flatMap { exponent -> [Double] in
      let power = (0..<exponent).reduce(1.0) { product, _ in product * 10 }
      // Dividing (instead of multiplying by a fraction) keeps values such as 0.1 exact.
      return power > 1 ? [factor * power, factor / power] : [factor]
    }
  }

  /// The natural logarithm by its series, of a number clamped to a millionth to a million.
  static func logarithm(_ number: Double) -> Double {
    let value = min(max(number, 1e-6), 1e6)
    // value = 2^exponent · significand, and ln s = 2 artanh((s − 1)/(s + 1)), where the quotient is below 1/3.
    let quotient = (value.significand - 1) / (value.significand + 1)
    let square = quotient * quotient
    var power = quotient
    var sum = 0.0
    for odd in stride(from: 1.0, through: 21, by: 2) {
      sum += power / odd
      power *= square
    }
    return Double(value.exponent) * 0.693_147_180_559_945_3 + 2 * sum
  }
}
