import TestSupport
import Timeline

/// Which frames of a video are asked for, and how; the same for the same seed.
struct FramePlan: Sendable {
  /// A few, for what costs a start of the program each.
  let alone: [Moment]
  /// Many, in random order, each by index, by time in it and by timestamp, as far as it has its own.
  let many: [Moment]
  /// How many frames there are.
  let count: Int
  /// Whether the video is short enough to ask for all of its frames.
  let isShort: Bool

  /// - Parameters:
  ///   - most: How many frames of a long video.
  ///   - alone: How many of them on their own.
  init(_ frames: [ListedFrame], seed: UInt64, most: Int, alone: Int) {
    var numbers = SeededNumbers(seed: seed &+ UInt64(frames.count))
    count = frames.count
    isShort = frames.count <= 25 * most
    var chosen: Set<Int> = frames.count <= 3 * most ? Set(frames.indices) : []
    if chosen.isEmpty, !frames.isEmpty { chosen = [0, 1, frames.count / 2, frames.count - 2, frames.count - 1] }
    while chosen.count < min(most, frames.count) {
      // Runs of three: what one grab leaves behind is seen by the next.
      let start = numbers.below(frames.count)
      chosen.formUnion((start..<start + 3).filter { $0 < frames.count })
    }
    let shuffled = chosen.sorted().shuffled(using: &numbers)
    let picked = shuffled.prefix(alone)
    self.alone = picked.flatMap { Self.ways(to: $0, frames) }
    many = (shuffled.flatMap { Self.ways(to: $0, frames) } + Legitimate.past).shuffled(using: &numbers)
  }

  private static func ways(to index: Int, _ frames: [ListedFrame]) -> [Moment] {
    var ways = [Moment(.frame(index), .index(index))]
    if Legitimate.hasOwnTime(index, in: frames), let time = frames[index].time, time.numerator >= 0 {
      let isMiddle = index % 2 == 0 && index + 1 < frames.count && !Legitimate.mayHaveHoles(frames)
      let middle = isMiddle ? frames[index + 1].time?.adding(time)?.divided(by: Rational(2)) : nil
      ways.append(Moment(.frame(index), .time("\(middle ?? time)")))
    }
    if let pts = frames[index].pts, Legitimate.hasOwnTimestamp(index, in: frames) {
      ways.append(Moment(.frame(index), .timestamp(pts)))
    }
    return ways
  }
}
