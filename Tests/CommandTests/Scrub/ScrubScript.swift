import TestSupport

/// What a hand does on the scrubbing screen, at random, as the bytes that a terminal sends.
struct ScrubScript {
  /// Pieces in order; each is a key or a report of the mouse.
  private(set) var pieces: [String] = []

  private var numbers: SeededNumbers
  private let size: TerminalSize
  private let isPixels: Bool

  /// Press, 60 random motions, release, keys, wheel and a second drag, in a terminal that reports cells or pixels.
  init(seed: UInt64, size: TerminalSize, isPixels: Bool) {
    numbers = SeededNumbers(seed: seed)
    (self.size, self.isPixels) = (size, isPixels)
    drag(motions: 60)
    keys(8)
    for _ in 0..<numbers.below(5) {
      let action: TerminalMouse = numbers.below(2) == 0 ? .wheelUp : .wheelDown
      report(action, place())
    }
    // Another slider now and then; what follows is the take.
    if numbers.below(3) == 0 { pieces.append(["z", "m", "zz", "Z"][numbers.below(4)]) }
    drag(motions: 10 + numbers.below(20))
    keys(numbers.below(3))
    // The take has an event.
    pieces.append(numbers.below(2) == 0 ? "l" : "h")
  }

  /// The bytes in pieces of random lengths, which tear sequences.
  mutating func torn() -> [[UInt8]] {
    var left = pieces.flatMap { Array($0.utf8) }[...]
    var torn: [[UInt8]] = []
    while !left.isEmpty {
      torn.append(Array(left.prefix(1 + numbers.below(120))))
      left = left.dropFirst(torn[torn.count - 1].count)
    }
    return torn
  }

  /// A place on the screen, or near it where places are pixels.
  private mutating func place() -> (x: Int, y: Int) {
    if !isPixels { return (1 + numbers.below(size.columns), 1 + numbers.below(size.rows)) }
    return (numbers.below(size.pixelWidth + 400) - 200, numbers.below(size.pixelHeight + 600) - 300)
  }

  private mutating func report(_ action: TerminalMouse, _ place: (x: Int, y: Int)) {
    pieces.append(action.report(x: place.x, y: place.y))
  }

  /// A drag from the picture or the slider, now and then without its release.
  private mutating func drag(motions: Int) {
    var place = place()
    let row = numbers.below(3) == 0 ? size.rows - 3 : 1 + numbers.below(size.rows - 3)
    place.y = isPixels ? row * size.cellHeight - size.cellHeight / 2 : row
    report(.press, place)
    for _ in 0..<motions {
      // Mostly small steps, as hands make them, and many equal places.
      if numbers.below(4) == 0 {
        place = self.place()
      } else {
        place = (place.x + numbers.below(9) - 4, place.y + numbers.below(5) - 2)
        if !isPixels { place = (min(max(place.x, 1), size.columns), min(max(place.y, 1), size.rows)) }
      }
      report(.drag, place)
    }
    report(numbers.below(4) == 0 ? .hover : .release, place)
  }

  private mutating func keys(_ count: Int) {
    let keys = [
      "\u{1B}[D", "\u{1B}[C", "\u{1B}[1;2D", "\u{1B}[1;2C", "\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "[", "]",
      "3", "7", ",", ">", "\u{1B}[H", "\u{1B}[F",
    ]
    for _ in 0..<count { pieces.append(keys[numbers.below(keys.count)]) }
  }
}
