import Scrubbing
import TestSupport
import Testing

struct PropertyTests {
  /// A random finite or infinite location, mostly near the slider, its line and its thresholds.
  private func place(_ random: inout SeededNumbers) -> Point? {
    let kind = random.below(64)
    if kind == 0 { return nil }
    if kind == 1 {
      let odd = [Double.nan, .infinity, -.infinity, 1e308, -1.7e308, 1e300, 0][random.below(7)]
      return random.below(2) == 0 ? Point(x: odd, y: middle) : Point(x: 120, y: odd)
    }
    let above =
      kind < 16 ? [0.0, 50, 70, 100, 120, 150, 170, -50][random.below(8)] : random.double(-220, 220)
    return Point(x: random.double(0, 240), y: middle - above)
  }

  /// One operation on a scrubber.
  private enum Happening {
    case touch(Phase, Point?, after: Int64)
    case set(Double, after: Int64)
    case expiry(after: Int64)
  }

  /// A random operation; three quarters are moves.
  private func happening(_ random: inout SeededNumbers, to scrubber: Scrubber) -> Happening {
    let pause = Int64(random.below(100)) * 1_000 - (random.below(50) == 0 ? 60_000 : 0)
    switch random.below(32) {
    case 0: return .set(random.below(16) == 0 ? .nan : random.double(-4, 5), after: pause)
    case 1: return .expiry(after: pause * 8)
    case 2, 3, 4:
      let frame = scrubber.configuration.thumbFrame(at: scrubber.value)
      let grip = Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
      return .touch(.began, random.below(4) == 0 ? place(&random) : grip, after: pause)
    case 5: return .touch(.ended, place(&random), after: pause)
    case 6: return .touch(.cancelled, place(&random), after: pause)
    case 7: return .touch(.stationary, place(&random), after: pause)
    default: return .touch(.moved, place(&random), after: pause)
    }
  }

  /// The observable state of a scrubber.
  private struct Standing: Hashable {
    let value: Double
    let unadjusted: Double?
    let speed: Double
    let isTracking: Bool
    let isTouched: Bool
    let caughtKnob: Bool

    init(_ scrubber: Scrubber) {
      value = scrubber.value
      unadjusted = scrubber.unadjusted
      speed = scrubber.speed
      isTracking = scrubber.isTracking
      isTouched = scrubber.isTouched
      caughtKnob = scrubber.caughtKnob
    }
  }

  private func configuration(_ model: Model, _ round: Int) throws -> ScrubberConfiguration {
    try slider(
      model, grab: [nil, .anywhere][round % 2], lowest: -3, highest: 4, at: 1, meet: Meet.allCases[round % 3],
      isContinuous: round % 4 < 2, liftCorrection: round % 5 < 2 ? LiftCorrection() : nil)
  }

  /// What is wrong with an event, or nil; `before` is the value before it.
  private func fault(of event: ScrubEvent, before: Double, mostSends: Int = 1) -> String? {
    if !(event.value >= -3 && event.value <= 4) { return "value \(event.value)" }
    if event.unadjusted?.isFinite == false { return "unadjusted" }
    if event.feedback.contains(.min), event.value != -3 || before == -3 { return "pulse at the left end" }
    if event.feedback.contains(.max), event.value != 4 || before == 4 { return "pulse at the right end" }
    if !(event.speed > 0 && event.speed <= 1) { return "speed \(event.speed)" }
    if event.sends < 0 || event.sends > mostSends { return "sent \(event.sends) times" }
    if let correction = event.correction {
      if correction.value == event.value || !(correction.distance < 12) { return "corrected by nothing or too far" }
      if !(correction.value >= -3 && correction.value <= 4) { return "corrected to \(correction.value)" }
      if correction.heldMicroseconds <= 50_000 { return "held for \(correction.heldMicroseconds)" }
    }
    // Offsets are 0 to 800 and origins 10 to 180, except for rounding errors.
    if let nub = event.nub, !(nub.offset >= -1e-9 && nub.offset <= 800 + 1e-9) { return "offset \(nub.offset)" }
    if let nub = event.nub, !(nub.origin.x >= 10 && nub.origin.x <= 180) { return "origin \(nub.origin.x)" }
    return nil
  }

  /// Two hundred thousand events per model. Each keeps the value in the range and the invariants; one that throws
  /// changes nothing, which is checked against a second scrubber that gets only the other events.
  @Test(arguments: Model.allCases)
  func `a value never leaves its range, and a rejected event changes nothing`(_ model: Model) throws {
    var random = SeededNumbers(seed: 11)
    var refusals = 0
    for round in 0..<200 {
      let configuration = try configuration(model, round)
      var scrubber = Scrubber(configuration)
      var twin = scrubber
      var time: Int64 = 0
      for _ in 0..<1_000 {
        let before = scrubber.value
        do {
          let event: ScrubEvent
          let twins: ScrubEvent
          switch happening(&random, to: scrubber) {
          case .touch(let phase, let location, let pause):
            let touch = Touch(timeInMicroseconds: time + pause, phase: phase, location: location)
            event = try scrubber.handle(touch)
            twins = try twin.handle(touch)
            time += pause
          case .set(let value, let pause):
            event = try scrubber.set(value, at: time + pause)
            twins = try twin.set(value, at: time + pause)
            time += pause
          case .expiry(let pause):
            let expiry = scrubber.expireTimer(by: time + pause)
            guard expiry?.time == twin.expireTimer(by: time + pause)?.time else {
              Issue.record("another timer after a refusal")
              return
            }
            continue
          }
          // Telegram sends an update and the seek on lift.
          if let fault = fault(of: event, before: before, mostSends: model == .telegram ? 2 : 1) {
            Issue.record("\(fault) in round \(round)")
            return
          }
          guard event == twins else {
            Issue.record("another event after a refusal in round \(round)")
            return
          }
        } catch {
          refusals += 1
          guard Standing(scrubber) == Standing(twin) else {
            Issue.record("changed by \(error) in round \(round)")
            return
          }
        }
      }
    }
    // Enough of both kinds.
    #expect(refusals > 10_000 && refusals < 180_000)
  }
}
