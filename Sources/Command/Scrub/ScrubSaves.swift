/// The saves of a scrubbing session: one is done at a time, the others wait.
struct ScrubSaves {
  private var waiting: [(frame: Int, leaves: Bool)] = []
  /// Whether the session ends when the save that is done has ended well; nil if none is.
  private(set) var current: Bool?

  /// Adds one, of this frame.
  mutating func add(_ frame: Int, leaves: Bool) { waiting.append((frame, leaves)) }

  /// Begins the next one, unless one is done; returns its frame.
  mutating func begin() -> Int? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    current = next.leaves
    return next.frame
  }

  /// Ends the one that is done; returns whether the session ends with it, nil if none was done.
  mutating func end() -> Bool? {
    defer { current = nil }
    return current
  }

  /// Gives all of them up.
  mutating func clear() { (waiting, current) = ([], nil) }
}
