/// The finger's path in pixels, without points too close to see and with at most a few thousand.
struct Trail {
  /// A point, and whether the pen was lifted before it.
  struct Step: Equatable {
    let x: Double
    let y: Double
    let isStart: Bool
    /// Whether the finger was outside the area, so that the point is drawn on its border.
    var isOutside = false
  }

  /// Points less than this many pixels from the one before are dropped.
  static let nearest = 0.3

  /// No trail has more points than this.
  static let longest = 8000

  private var kept: [Step] = []

  /// Adds a point; `isStart` lifts the pen before it.
  mutating func addPoint(x: Double, y: Double, isStart: Bool, isOutside: Bool = false) {
    if !isStart, let last = kept.last, last.isOutside == isOutside {
      let dx = x - last.x
      let dy = y - last.y
      if dx * dx + dy * dy < Trail.nearest * Trail.nearest { return }
    }
    kept.append(Step(x: x, y: y, isStart: isStart, isOutside: isOutside))
  }

  /// The points to draw: all, or of each group of neighbours the first and the outermost in each direction.
  var steps: [Step] {
    guard kept.count > Trail.longest else { return kept }
    let runs = Trail.longest / 5
    var steps: [Step] = []
    steps.reserveCapacity(Trail.longest)
    for run in 0..<runs {
      let range = (run * kept.count / runs)..<((run + 1) * kept.count / runs)
      var outermost = [range.lowerBound, range.lowerBound, range.lowerBound, range.lowerBound, range.lowerBound]
      for index in range {
        if kept[index].x < kept[outermost[1]].x { outermost[1] = index }
        if kept[index].x > kept[outermost[2]].x { outermost[2] = index }
        if kept[index].y < kept[outermost[3]].y { outermost[3] = index }
        if kept[index].y > kept[outermost[4]].y { outermost[4] = index }
      }
      outermost.sort()
      var previous = range.lowerBound - 1
      for index in outermost where index > previous {
        let hasStart = kept[(previous + 1)...index].contains { $0.isStart }
        let step = kept[index]
        steps.append(Step(x: step.x, y: step.y, isStart: hasStart, isOutside: step.isOutside))
        previous = index
      }
    }
    return steps
  }

  /// The line through the steps: only the pieces inside the area, or only those that reach outside.
  static func path(_ steps: [Step], outside isOutside: Bool = false) -> PathData {
    var path = PathData()
    var pen: Step?
    for (one, other) in zip(steps, steps.dropFirst()) where !other.isStart {
      guard (one.isOutside || other.isOutside) == isOutside else { continue }
      if pen != one { path.move(one.x, one.y) }
      path.line(other.x, other.y)
      pen = other
    }
    return path
  }

  /// Small arrowheads along the path, at most `limit`, that show its direction.
  static func arrows(_ steps: [Step], limit: Int) -> PathData {
    var total = 0.0
    for (one, other) in zip(steps, steps.dropFirst()) where !other.isStart { total += distance(one, other) }
    let interval = max(90, total / Double(max(1, limit)))
    var path = PathData()
    var sinceLast = interval / 2
    var tail = steps.first
    for (one, other) in zip(steps, steps.dropFirst()) {
      if other.isStart {
        sinceLast = interval / 2
        tail = other
        continue
      }
      let length = distance(one, other)
      // Within a long straight piece the arrow is placed at the exact distance.
      if sinceLast + length >= interval, length > 0, !one.isOutside, !other.isOutside {
        let share = min(max((interval - sinceLast) / length, 0), 1)
        let x = one.x + (other.x - one.x) * share
        let y = one.y + (other.y - one.y) * share
        // Dense points give a direction only over several of them; across a corner it would not be that of the path.
        let from = length > 5 ? one : tail.map { distance($0, other) > 2 ? $0 : one } ?? one
        let reach = distance(from, other)
        // After a corner between dense points there is no arrow until the path is straight again.
        let along = (other.x - from.x) * (other.x - one.x) + (other.y - from.y) * (other.y - one.y)
        if reach > 1, along > 0.95 * reach * length {
          path.arrow(
            x, y, dx: (other.x - from.x) / reach, dy: (other.y - from.y) / reach, length: 8, halfWidth: 3.6)
          sinceLast = length * (1 - share)
        }
      } else {
        sinceLast += length
      }
      if let place = tail, distance(place, other) > 5 { tail = one }
    }
    return path
  }

  private static func distance(_ one: Step, _ other: Step) -> Double {
    let dx = other.x - one.x
    let dy = other.y - one.y
    return (dx * dx + dy * dy).squareRoot()
  }
}
