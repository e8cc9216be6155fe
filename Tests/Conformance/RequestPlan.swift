import TestSupport
import Timeline

/// The requests for one file; the same on every run.
struct RequestPlan {
  private let file: CorpusFile
  private var numbers: SeededNumbers

  /// A microsecond; for times that are derived from others', a millisecond, since they are rounded to ticks.
  private static let hair = Rational(1, 1_000_000) ?? .zero
  private static let millisecond = Rational(1, 1000) ?? .zero
  /// The slider's length in points.
  private static let width = 343

  init(_ file: CorpusFile) {
    self.file = file
    // A seed that depends only on the name.
    numbers = SeededNumbers(seed: file.name.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
  }

  /// Indexes: all of a short file; in a long one the ends and runs of three at random positions. Then indexes outside.
  mutating func indexes(outside: Bool = true) -> [Request] {
    let count = file.frames.count
    var chosen: Set<Int> = count <= 120 ? Set(0..<count) : [0, 1, count - 2, count - 1]
    while count > 120, chosen.count < 40 {
      let place = 1 + numbers.below(count - 2)
      chosen.formUnion([place - 1, place, place + 1])
    }
    return chosen.sorted().map { Request(.index($0), frame: $0) }
      + (outside ? [count, count + 1000].map { Request(.index($0), frame: nil) } : [])
  }

  /// Times of some frames: their starts, a microsecond before, the middles; the end of the last one, and past it.
  mutating func times(of most: Int) -> [Request] {
    var chosen: Set<Int> = [0, file.frames.count - 1]
    while chosen.count < min(most, file.frames.count) { chosen.insert(numbers.below(file.frames.count)) }
    var requests: [Request] = []
    for index in chosen.sorted() {
      let frame = file.frames[index]
      let until = index + 1 < file.frames.count ? file.frames[index + 1].clock : file.end
      let hair = frame.isInterpolated ? Self.millisecond : Self.hair
      // By time, the last one of equal frames.
      let start = frame.isInterpolated ? frame.clock.adding(hair) : frame.clock
      add(start, to: &requests)
      add(frame.clock.subtracting(hair), to: &requests)
      add(until.subtracting(frame.clock)?.divided(by: Rational(2))?.adding(frame.clock), to: &requests)
    }
    add(file.end.subtracting(Self.millisecond), to: &requests)
    if !file.frames[file.frames.count - 1].isInterpolated { add(file.end, to: &requests) }
    for late in [Self.millisecond, Rational(3600)] {
      if let time = file.end.adding(late) { requests.append(Request(.time(time), frame: nil)) }
    }
    requests.append(Request(.time(Rational(-1)), frame: nil))
    return requests
  }

  private func add(_ time: Rational?, to requests: inout [Request]) {
    guard let time, time >= .zero, time <= file.end else { return }
    requests.append(Request(.time(time), frame: frame(onScreenAt: time)))
  }

  /// The expected frame at a time; none clearly after the last one of a file that should continue.
  private func frame(onScreenAt time: Rational) -> Int? {
    let index = file.frame(onScreenAt: time)
    guard file.isTold, index == file.frames.count - 1, let late = Rational(1, 5),
      let hole = file.frames[index].clock.adding(late), time > hole
    else { return index }
    return nil
  }

  /// Drags that end clearly inside a frame: value = points / 343, time = value · end, rounded to ticks of this base.
  mutating func drags(of most: Int, timeBase: TimeBase) -> [Request] {
    guard let tick = timeBase.seconds(ofTicks: 1), let half = tick.divided(by: Rational(2)) else { return [] }
    // Half a tick, plus a margin for the rounding of doubles, or for ticks from which others are derived.
    let isInterpolated = file.frames.contains { $0.isInterpolated }
    guard let margin = half.adding(isInterpolated ? Self.millisecond : Rational(1, 100_000) ?? .zero) else { return [] }
    var requests: [Request] = []
    for _ in 0..<most * 20 where requests.count < most {
      let points = 1 + numbers.below(Self.width)
      guard let share = Rational(Int64(points), Int64(Self.width)), let time = share.multiplied(by: file.end),
        let early = time.subtracting(margin), let late = time.adding(margin)
      else { continue }
      let index = frame(onScreenAt: early)
      guard index == frame(onScreenAt: late) else { continue }
      requests.append(Request(.drag(points: points), frame: index))
    }
    return requests
  }

  /// The same requests in another order.
  mutating func shuffled(_ requests: [Request]) -> [Request] { requests.shuffled(using: &numbers) }
}
