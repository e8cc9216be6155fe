import Timeline

/// The positions that were filled in a file, as ranges, since most are filled in order.
struct PlaceSet {
  /// Ascending, and none touches the next one.
  private var ranges: [Range<Int>] = []

  /// How many positions are filled, if there is no gap; else nil.
  var wholeCount: Int? {
    guard let first = ranges.first else { return 0 }
    return ranges.count == 1 && first.lowerBound == 0 ? first.upperBound : nil
  }

  /// Fills a place.
  mutating func insert(_ place: Int) {
    let index = ranges.partitioningIndex { $0.upperBound >= place }
    guard index < ranges.count else {
      return ranges.append(place..<(place + 1))
    }
    let range = ranges[index]
    if range.contains(place) { return }
    if range.upperBound == place {
      let next = index + 1
      if next < ranges.count, ranges[next].lowerBound == place + 1 {
        ranges[index] = range.lowerBound..<ranges[next].upperBound
        ranges.remove(at: next)
      } else {
        ranges[index] = range.lowerBound..<(place + 1)
      }
    } else if range.lowerBound == place + 1 {
      ranges[index] = place..<range.upperBound
    } else {
      ranges.insert(place..<(place + 1), at: index)
    }
  }
}
