/// The search for the place of a touch, nearest to its present one, with which a gesture ends where it should.
///
/// The value may depend on the place in any way: it turns back where the speed changes later, and stays where a
/// correction holds it. So all places of a grid are tried, the nearest first, and finer ones between two neighbours
/// that end before and behind the aim.
struct LeastMove {
  /// Where the touch is.
  let origin: Double
  /// The range of places that are tried.
  let bounds: ClosedRange<Double>
  /// The distance between places of the grid, in points, above 0.
  let spacing: Double
  /// Plays the gesture with this place: −1, 0 or 1 for an end before, at or behind the aim; nil if it cannot be played.
  let side: (Double) -> Int?

  /// The most places that are tried.
  static let mostPlaces = 1 << 19

  /// One direction: the last place that was tried, its side, and the next one.
  private struct Front {
    let direction: Double
    var last: (place: Double, side: Int?)
    var next: Int
  }

  /// The nearest place that reaches the aim; nil if none does.
  func place() -> Double? {
    let own = side(origin)
    if own == 0 { return origin }
    guard let here = Int(exactly: (origin / spacing).rounded(.down)) else { return nil }
    let isOnGrid = Double(here) * spacing == origin
    var fronts = [
      Front(direction: -1, last: (origin, own), next: isOnGrid ? here - 1 : here),
      Front(direction: 1, last: (origin, own), next: here + 1),
    ]
    var places = 0
    while !fronts.isEmpty, places < Self.mostPlaces {
      // The search goes on in the direction whose next place is nearer.
      let index = fronts.indices.min { distance(fronts[$0]) < distance(fronts[$1]) } ?? 0
      let place = self.place(fronts[index])
      guard bounds.contains(place) else {
        fronts.remove(at: index)
        continue
      }
      places += 1
      let (last, now) = (fronts[index].last, side(place))
      if now != 0, let before = last.side, let now, before != now,
        let found = between(last.place, before, place)
      {
        return found
      }
      if now == 0 { return place }
      fronts[index].last = (place, now)
      fronts[index].next += Int(fronts[index].direction)
    }
    return nil
  }

  private func place(_ front: Front) -> Double {
    // A quotient of whole numbers has the fewest digits: 3/10 is 0.3, and 3 · 0.1 is not.
    let perPoint = (1 / spacing).rounded()
    return spacing < 1 ? Double(front.next) / perPoint : Double(front.next) * spacing
  }

  private func distance(_ front: Front) -> Double { abs(place(front) - origin) }

  /// The place with the fewest decimals where the aim begins, between a near place and a far one on different sides of
  /// it; nil if the value jumps over the aim.
  private func between(_ near: Double, _ nearSide: Int, _ far: Double) -> Double? {
    var (miss, hit) = (near, far)
    var isHit = false
    while true {
      let middle = miss + (hit - miss) / 2
      guard middle != miss, middle != hit else { break }
      let now = side(middle)
      if now == nearSide { miss = middle } else { (hit, isHit) = (middle, isHit || now == 0) }
    }
    // Now `miss` and `hit` are neighbouring doubles, and the aim begins between them, if anywhere.
    guard isHit || side(hit) == 0 else { return nil }
    var power = 1 / spacing
    for _ in 0..<16 {
      power *= 10
      let steps = (hit * power).rounded(far > near ? .up : .down)
      let place = steps / power
      if abs(place - near) <= abs(far - near), side(place) == 0 { return place }
    }
    return side(hit) == 0 ? hit : nil
  }
}
