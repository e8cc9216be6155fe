extension [Int] {
  /// Sorts packet numbers, given in ascending order, by presentation time; packets with equal times stay in file order.
  ///
  /// Codecs move pictures by a few positions only, so insertion sort takes a few steps for each. In other files that
  /// would take too long: they are sorted with the standard sort.
  mutating func sortByTime(_ time: (Int) -> Int64) {
    var steps = 0
    for place in indices.dropFirst() {
      let number = self[place]
      let own = time(number)
      var free = place
      while free > 0, time(self[free - 1]) > own {
        self[free] = self[free - 1]
        free -= 1
        steps += 1
      }
      self[free] = number
      guard steps <= 32 * count else { return sort { (time($0), $0) < (time($1), $1) } }
    }
  }
}
