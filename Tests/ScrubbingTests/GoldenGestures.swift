import Scrubbing
import TestSupport

/// Random gestures on one slider, and a hash of every bit of what it answers.
struct GoldenGestures {
  /// So many gestures have one hash together.
  static let batch = 1_000

  /// FNV-1a, over 64-bit words.
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ word: UInt64) { hash = (hash ^ word) &* 0x0000_0100_0000_01B3 }

  private mutating func add(_ event: ScrubEvent) {
    add(event.value.bitPattern)
    add(event.unadjusted?.bitPattern ?? 1)
    add(event.speed.bitPattern)
    add(UInt64(event.sends) << 1 | (event.isTracking ? 1 : 0))
    for reason in event.feedback { add(UInt64(FeedbackReason.allCases.firstIndex(of: reason) ?? 7) + 11) }
    if let correction = event.correction {
      add(correction.value.bitPattern)
      add(correction.distance.bitPattern)
    }
    if let nub = event.nub {
      add(nub.offset.bitPattern)
      add(nub.origin.x.bitPattern)
    }
  }

  /// The hash of the gestures of a batch, of which each has its own slider.
  static func hash(_ model: Model, batch: Int) throws -> UInt64 {
    var random = SeededNumbers(seed: UInt64(batch) + 320)
    var golden = GoldenGestures()
    for round in 0..<Self.batch { try golden.play(model, round, &random) }
    return golden.hash
  }

  private mutating func play(_ model: Model, _ round: Int, _ random: inout SeededNumbers) throws {
    let configuration = try slider(
      model, grab: [nil, .anywhere][round % 2], lowest: -3, highest: 4, at: random.double(-3, 4),
      speeds: try Self.speeds(model, round, &random), meet: Meet.allCases[round % 3], isContinuous: round % 4 < 2,
      liftCorrection: round % 5 < 2 ? LiftCorrection() : nil)
    var scrubber = Scrubber(configuration)
    var time: Int64 = 0
    for _ in 0..<2 {
      let knob = configuration.thumbFrame(at: scrubber.value)
      var (x, above) = (knob.x + random.double(0, knob.width), random.double(-14, 14))
      add(try scrubber.handle(touch(.began, x, above, time)))
      for _ in 0..<random.below(14) {
        time += Int64(random.below(90)) * 1_000
        x += random.double(-60, 60)
        above = random.below(4) == 0 ? [0, 50, 70, 100, 120, 150, -50][random.below(7)] : random.double(-220, 220)
        add(try scrubber.handle(touch(random.below(12) == 0 ? .stationary : .moved, x, above, time)))
      }
      time += 1_000
      add(try scrubber.handle(touch(random.below(5) == 0 ? .cancelled : .ended, x + 2, above, time)))
      if random.below(3) == 0 { add(try scrubber.set(random.double(-4, 5), at: time)) }
    }
  }

  /// Every third slider that has speeds gets others.
  private static func speeds(
    _ model: Model, _ round: Int, _ random: inout SeededNumbers
  ) throws -> SpeedTable? {
    guard round % 3 == 1, model.defaultSpeeds != nil else { return nil }
    return try SpeedTable(
      (0...random.below(4)).map { .init(speed: random.double(0.05, 1), distance: Double($0) * 40) })
  }

  private func touch(_ phase: Phase, _ x: Double, _ above: Double, _ time: Int64) -> Touch {
    Touch(timeInMicroseconds: time, phase: phase, location: Point(x: x, y: middle - above))
  }
}
