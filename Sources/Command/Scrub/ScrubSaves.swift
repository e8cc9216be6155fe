/// The queue of saves of a scrubbing session, which are done one at a time.
struct ScrubSaves {
  private struct Save {
    let frame: Int
    /// Whether the session ends once this save has succeeded.
    let leaves: Bool
  }

  private var waiting: [Save] = []
  private var current: Save?
  /// The frame that was saved last: leaving with it needs no second save.
  private var last: Int?

  /// Adds a save of this frame.
  mutating func enqueue(_ frame: Int, leaves: Bool) { waiting.append(Save(frame: frame, leaves: leaves)) }

  /// Starts the next save if none is running; returns its frame.
  mutating func begin() -> Int? {
    guard current == nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    current = next
    return next.frame
  }

  /// Ends the running save; returns whether the session ends with it, nil if none was running.
  mutating func end(isSaved: Bool) -> Bool? {
    guard let ended = current else { return nil }
    current = nil
    if isSaved { last = ended.frame }
    return isSaved && ended.leaves
  }

  /// Whether a save is running.
  var isBusy: Bool { current != nil }

  /// Whether this frame was the last one saved, and no save is left.
  func areDone(with frame: Int) -> Bool { current == nil && waiting.isEmpty && last == frame }

  /// Drops all saves.
  mutating func clear() { (waiting, current) = ([], nil) }
}
