/// A table of scrubbing speeds by vertical distance: each speed applies from its distance up to the next one's.
///
/// Entry i applies to distances in [distance i, distance i+1), the last one to all greater distances; smaller distances
/// than the first count as the first. Of entries with equal distances the last wins. Source: ScrubbingSlider (2020).
public struct SpeedTable: Hashable, Sendable {
  /// A speed and the distance from which it applies.
  public struct Entry: Hashable, Sendable {
    /// The share of the finger's movement that the value follows, above 0; 1 is full speed.
    public let speed: Double

    /// The vertical distance from the reference line, in points.
    public let distance: Double

    /// Makes an entry; a table checks it.
    public init(speed: Double, distance: Double) {
      self.speed = speed
      self.distance = distance
    }
  }

  /// The entry that a drag starts with: the one with the least distance.
  public let first: Entry
  private let others: [Entry]

  /// All entries by ascending distance, at least one.
  public var entries: [Entry] { [first] + others }

  /// Whether there is only one entry, that is one fixed speed.
  public var isFixed: Bool { others.isEmpty }

  /// Makes a table from entries in any order; without entries the speed is always 1.
  ///
  /// Entries with equal distances keep their order. Throws if a number is not finite or a speed is not above 0.
  public init(_ entries: [Entry]) throws(GestureFault) {
    for entry in entries {
      guard entry.speed.isFinite else { throw .notFinite("scrubbing speed") }
      guard entry.distance.isFinite else { throw .notFinite("distance of a scrubbing speed") }
      guard entry.speed > 0 else { throw .speedNotPositive(entry.speed) }
    }
    self.init(checked: entries)
  }

  private init(checked entries: [Entry]) {
    // The standard sort is not guaranteed to be stable, and for equal distances the order matters.
    let sorted = entries.enumerated().sorted { a, b in
      (a.element.distance, a.offset) < (b.element.distance, b.offset)
    }
    first = sorted.first?.element ?? Entry(speed: 1, distance: 0)
    others = sorted.dropFirst().map(\.element)
  }

  /// The entry with the greatest distance.
  var last: Entry { others.last ?? first }

  /// One entry, full speed at every distance.
  public static let fullSpeed = SpeedTable(checked: [])

  /// ScrubbingSlider's table: full speed, a half from 50 points, a quarter from 100, a tenth from 150.
  public static let scrubbingSlider = SpeedTable(checked: [
    Entry(speed: 1, distance: 0), Entry(speed: 0.5, distance: 50),
    Entry(speed: 0.25, distance: 100), Entry(speed: 0.1, distance: 150),
  ])

  /// Frame Grabber's table: full speed, a half from 70 points, a quarter from 120, a tenth from 170.
  public static let frameGrabber = SpeedTable(checked: [
    Entry(speed: 1, distance: 0), Entry(speed: 0.5, distance: 70),
    Entry(speed: 0.25, distance: 120), Entry(speed: 0.1, distance: 170),
  ])

  /// Telegram's table, of distances below the touch-down that have to be exceeded.
  static let telegram = SpeedTable(checked: [
    Entry(speed: 1, distance: 0), Entry(speed: 0.5, distance: 50), Entry(speed: 0.25, distance: 100),
    Entry(speed: 0.01, distance: 150),
  ])

  /// The entry at `distance` points: the last one whose distance is not greater.
  ///
  /// A distance below the smallest one in the table counts as that one.
  public func entry(at distance: Double) -> Entry {
    let next = next(after: distance)
    return next == 0 ? first : others[next - 1]
  }

  /// The entry behind the one at `distance` points; nil for the last one.
  public func entry(behind distance: Double) -> Entry? {
    let next = next(after: distance)
    return next < others.count ? others[next] : nil
  }

  /// The speed at `distance` points, on the straight line from entry to entry; before the first and behind the last it
  /// is theirs.
  func interpolatedSpeed(at distance: Double) -> Double {
    let next = next(after: distance)
    let entry = next == 0 ? first : others[next - 1]
    guard next < others.count, distance > entry.distance else { return entry.speed }
    let share = (distance - entry.distance) / (others[next].distance - entry.distance)
    return entry.speed + (others[next].speed - entry.speed) * share
  }

  /// How many of the other entries are at `distance` points or nearer.
  private func next(after distance: Double) -> Int {
    let distance = max(first.distance, distance)
    // Binary search, so that a malicious table of a million entries does not cost a million steps per event.
    var low = 0
    var high = others.count
    while low < high {
      let middle = low + (high - low) / 2
      if others[middle].distance <= distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
