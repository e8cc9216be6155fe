/// The frames whose pictures are kept: at most a given number, those nearest to the wanted frame.
struct KeptFrames: Sendable {
  /// How many are kept at most, 1 or more.
  let capacity: Int

  /// The kept frames, ascending.
  private var frames: [Int] = []

  /// Starts with no pictures; a capacity below 1 counts as 1, because only a kept picture can be shown.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Whether one more can be kept without another one being dropped.
  var hasRoom: Bool { frames.count < capacity }

  /// Whether a frame's picture is kept.
  func contains(_ frame: Int) -> Bool {
    let place = insertionIndex(of: frame)
    return place < frames.count && frames[place] == frame
  }

  /// Keeps one more, and says whether it was not kept before.
  mutating func insert(_ frame: Int) -> Bool {
    let place = insertionIndex(of: frame)
    guard place == frames.count || frames[place] != frame else { return false }
    frames.insert(frame, at: place)
    return true
  }

  /// Removes the frames farthest from the wanted one until the capacity is met, and returns them.
  mutating func removeExcess(around wanted: Int) -> [Int] {
    var removed: [Int] = []
    while frames.count > capacity, let frame = farthest(from: wanted) {
      if frame == frames.last { frames.removeLast() } else { frames.removeFirst() }
      removed.append(frame)
    }
    return removed
  }

  /// The kept frame nearest to the wanted one, of two equally near ones the earlier; nil if none is kept.
  func nearest(to wanted: Int) -> Int? {
    let place = insertionIndex(of: wanted)
    let behind = place < frames.count ? frames[place] : nil
    let before = place > 0 ? frames[place - 1] : nil
    guard let behind, let before else { return behind ?? before }
    return behind - wanted < wanted - before ? behind : before
  }

  /// Whether a frame would be kept if its picture were added now.
  func wouldKeep(_ frame: Int, around wanted: Int) -> Bool {
    guard !hasRoom, let farthest = farthest(from: wanted) else { return true }
    return abs(frame - wanted) < abs(farthest - wanted)
  }

  /// The first frame of a range that is not kept.
  func firstMissing(in range: Range<Int>) -> Int? {
    var (frame, place) = (range.lowerBound, insertionIndex(of: range.lowerBound))
    while frame < range.upperBound, place < frames.count, frames[place] == frame {
      (frame, place) = (frame + 1, place + 1)
    }
    return frame < range.upperBound ? frame : nil
  }

  /// The last frame of a range that is not kept.
  func lastMissing(in range: Range<Int>) -> Int? {
    var (end, place) = (range.upperBound, insertionIndex(of: range.upperBound))
    while end > range.lowerBound, place > 0, frames[place - 1] == end - 1 { (end, place) = (end - 1, place - 1) }
    return end > range.lowerBound ? end - 1 : nil
  }

  /// Of two equally far frames the later goes: an earlier one costs more to decode again.
  private func farthest(from wanted: Int) -> Int? {
    guard let first = frames.first, let last = frames.last else { return nil }
    return abs(wanted - first) > abs(last - wanted) ? first : last
  }

  private func insertionIndex(of frame: Int) -> Int {
    frames.firstPlace { kept in kept >= frame }
  }
}
