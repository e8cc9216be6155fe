extension RandomAccessCollection where Index == Int {
  /// The first place whose element belongs to the second part, or the end; the elements of the first part come before all
  /// others.
  package func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
