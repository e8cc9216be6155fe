extension [Int] {
  /// Sorts the numbers of packets, which rise, by when the packets are shown; equals stay as they are.
  ///
  /// Codecs move pictures by a few places only, so each finds its place a few steps back. In files that do otherwise
  /// that would take for ever: they are sorted in the ordinary way.
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
