import Testing

@testable import Timeline

func fraction(_ numerator: Int64, _ denominator: Int64 = 1) throws -> Rational {
  try #require(Rational(numerator, denominator))
}

func base(_ numerator: Int64, _ denominator: Int64) throws -> TimeBase {
  try #require(TimeBase(numerator, denominator))
}

func label(_ text: String) throws -> Timecode { try Timecode(parsing: text) }

/// A table whose timestamps are its ticks.
func table(
  _ ticks: [Int64], base: (Int64, Int64), duration: Int64 = 0, origin: Rational = .zero, rate: Rational? = nil,
  start: Timecode? = nil, isComplete: Bool = true
) throws -> FrameTable {
  let frames = ticks.enumerated().map { index, tick in
    FrameTable.Frame(
      timestamp: tick, tick: tick, ordinal: ticks[..<index].reversed().prefix { $0 == tick }.count,
      duration: duration, isKeyframe: index == 0)
  }
  let timeBase = try #require(TimeBase(base.0, base.1))
  return try #require(
    FrameTable(
      frames: frames, timeBase: timeBase, origin: origin, averageRate: rate, timecodeStart: start,
      isComplete: isComplete))
}

/// `count` frames at a constant rate of 1 / (step ticks).
func steady(
  _ count: Int, step: Int64, base: (Int64, Int64), start: Timecode? = nil, isComplete: Bool = true
) throws -> FrameTable {
  try table(
    (0..<Int64(count)).map { $0 * step }, base: base, duration: step, start: start, isComplete: isComplete)
}
