extension RandomAccessCollection where Index == Int {
  /// The first place whose element no longer belongs to the front part, or the end; the elements of the front part come
  /// before all others.
  package func endOfFront(where isInFront: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
