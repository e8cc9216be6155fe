/// Searches for a place of the finger, along one axis, for which a gesture ends where it should.
///
/// How a slider's last value depends on one location is piecewise linear in most gestures, but need not be monotone:
/// limits, a thumb that closes its gap and a lift correction make steps. So the search tries locations half a point
/// apart, from the start outwards, and bisects between two of them that end on different sides of the aim.
struct EndSearch {
  /// The place from which the search starts, between the bounds, in points.
  let origin: Double
  /// The places that are looked at, in points.
  let bounds: ClosedRange<Double>
  /// The distance of the places, in points.
  var spacing = 0.5
  /// Plays the gesture with this place: −1, 0 or 1 for an end before, at or behind the aim; nil if it cannot be played.
  let side: (Double) -> Int?

  /// With more places, only the bounds are tried.
  static let mostPlaces = 1 << 19

  /// Of a longer range of places that all hit, only this much counts, in points: all far places reach the last frame.
  private static let widest = 16.0

  /// The place with the fewest decimals among those that reach the aim nearest to the start; nil if none does.
  func nearestPlace() -> Double? { hit().map(settled) }

  // MARK: Finding a place

  private func hit() -> Double? {
    guard let own = side(origin) else { return scan(from: nil) }
    if own == 0 { return origin }
    // The usual case: the further the finger, the further the value.
    for edge in [bounds.upperBound, bounds.lowerBound] where edge != origin {
      guard let there = side(edge), (own < 0) == (edge > origin), there != own else { continue }
      if let found = between(origin, own, edge, there) { return found }
    }
    return scan(from: own)
  }

  /// Looks at every place, nearest to the start first.
  private func scan(from own: Int?) -> Double? {
    var above: (place: Double, side: Int?) = (origin, own)
    var below = above
    for place in places {
      let last = place > origin ? above : below
      let now = side(place)
      if now == 0 { return place }
      if let before = last.side, let now, before != now, let found = between(last.place, before, place, now) {
        return found
      }
      if place > origin { above = (place, now) } else { below = (place, now) }
    }
    return nil
  }

  /// All places but the start: whole multiples of the spacing and the bounds, nearest first.
  var places: [Double] {
    guard spacing > 0, let first = Int(exactly: (bounds.lowerBound / spacing).rounded(.up)),
      let last = Int(exactly: (bounds.upperBound / spacing).rounded(.down)), first <= last,
      !last.subtractingReportingOverflow(first).overflow, last - first <= Self.mostPlaces
    else { return [bounds.lowerBound, bounds.upperBound] }
    let multiples = (first...last).map { Double($0) * spacing }
    return ([bounds.lowerBound, bounds.upperBound] + multiples).filter { $0 != origin }
      .sorted { (abs($0 - origin), $0) < (abs($1 - origin), $1) }
  }

  /// Bisects between two places on different sides; nil if the value jumps over the aim.
  private func between(_ first: Double, _ firstSide: Int, _ second: Double, _ secondSide: Int) -> Double? {
    if secondSide == 0 { return second }
    var (near, far) = (first, second)
    while true {
      let middle = near + (far - near) / 2
      guard middle != near, middle != far, let now = side(middle) else { return nil }
      if now == 0 { return middle }
      if now == firstSide { near = middle } else { far = middle }
    }
  }

  // MARK: Choosing among its neighbours

  /// The place with the fewest decimals in the middle of those around `hit` that also hit.
  private func settled(_ hit: Double) -> Double {
    let low = edge(from: hit, towards: bounds.lowerBound)
    let high = edge(from: hit, towards: bounds.upperBound)
    // Of a longer range, the end that is nearer to the start.
    let range =
      high - low <= Self.widest
      ? low...high
      : abs(low - origin) <= abs(high - origin) ? low...(low + Self.widest) : (high - Self.widest)...high
    let (middle, room) = (
      range.lowerBound + (range.upperBound - range.lowerBound) / 2, (range.upperBound - range.lowerBound) * 3 / 8
    )
    var power = 1.0
    for _ in 0...15 {
      let place = (middle * power).rounded() / power
      // Keeps away from the edges of the range, where another frame begins.
      if abs(place - middle) <= room, side(place) == 0 { return place }
      power *= 10
    }
    return side(middle) == 0 ? middle : hit
  }

  /// The last place that hits, from one that does towards a bound, accurate to 1/64 of the distance.
  private func edge(from hit: Double, towards bound: Double) -> Double {
    var good = hit
    var bad = bound
    var step = bound < hit ? -spacing : spacing
    // The steps grow, so that a long range needs only a few.
    while true {
      let next = good + step
      guard step < 0 ? next > bound : next < bound else {
        if side(bound) == 0 { return bound }
        break
      }
      guard side(next) == 0 else {
        bad = next
        break
      }
      good = next
      step *= 2
    }
    for _ in 0..<60 where abs(bad - good) > min(abs(good - hit) / 64, 1e-3) {
      let middle = good + (bad - good) / 2
      guard middle != good, middle != bad else { break }
      if side(middle) == 0 { good = middle } else { bad = middle }
    }
    return good
  }
}
