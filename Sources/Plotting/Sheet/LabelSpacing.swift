/// Positions along a line, moved as little as possible so that neighbours do not overlap.
enum LabelSpacing {
  /// The ascending positions closest to the `wished` ones (least squares) that are at least `gap` apart and between
  /// `low` and `high`; evenly spaced where there is not enough room. The order stays as given.
  static func places(_ wished: [Double], gap: Double, low: Double, high: Double) -> [Double] {
    guard let last = wished.indices.last else { return [] }
    if Double(last) * gap > high - low {
      let step = last > 0 ? (high - low) / Double(last) : 0
      return wished.indices.map { low + Double($0) * step }
    }
    // With the gaps subtracted, the positions only have to ascend: neighbours that do not are pooled at their mean.
    var pools: [(sum: Double, count: Int)] = []
    for (index, place) in wished.enumerated() {
      pools.append((place - Double(index) * gap, 1))
      while pools.count > 1 {
        let upper = pools[pools.count - 1]
        let lower = pools[pools.count - 2]
        guard lower.sum / Double(lower.count) > upper.sum / Double(upper.count) else { break }
        pools.removeLast(2)
        pools.append((lower.sum + upper.sum, lower.count + upper.count))
      }
    }
    var places: [Double] = []
    for pool in pools {
      let mean = min(max(pool.sum / Double(pool.count), low), high - Double(last) * gap)
      for _ in 0..<pool.count { places.append(mean + Double(places.count) * gap) }
    }
    return places
  }
}
