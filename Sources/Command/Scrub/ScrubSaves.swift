/// The saves of a scrubbing session: one is done at a time, the others wait.
struct ScrubSaves {
  private struct Save {
    let frame: Int
    /// Whether the session ends when it has ended well.
    let leaves: Bool
  }

  private var waiting: [Save] = []
  private var current: Save?
  /// The frame that was saved last; its picture is where the next one would be written, or beside it.
  private var last: Int?

  /// Adds one, of this frame.
  mutating func enqueue(_ frame: Int, leaves: Bool) { waiting.append(Save(frame: frame, leaves: leaves)) }

  /// Begins the next one, unless one is done; returns its frame.
  mutating func begin() -> Int? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    current = next
    return next.frame
  }

  /// Ends the one that is done; returns whether the session ends with it, nil if none was done.
  mutating func end(isSaved: Bool) -> Bool? {
    guard let ended = current else { return nil }
    current = nil
    if isSaved { last = ended.frame }
    return isSaved && ended.leaves
  }

  /// Whether one is done now.
  var isBusy: Bool { current != nil }

  /// Whether this frame was saved last, and nothing is left to do.
  func areDone(with frame: Int) -> Bool { current == nil && waiting.isEmpty && last == frame }

  /// Gives all of them up.
  mutating func clear() { (waiting, current) = ([], nil) }
}
