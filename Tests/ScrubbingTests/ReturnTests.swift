import Scrubbing
import TestSupport
import Testing

/// A finger that comes back to the knob after slow scrubbing.
struct ReturnTests {
  private static let adjusting = [Model.scrubbingSlider, .frameGrabber, .obslider]
  /// A hundred thousand events per model.
  private static let strokes = 2_000

  /// A slider with a gap, its finger 200 away on the given side: at a tenth, the gap is |x - 100|/200 of the range
  /// minus a tenth of that.
  private func withGap(_ model: Model, _ random: inout SeededNumbers, side: Double, meet: Meet) throws -> (
    Rehearsal, x: Double
  ) {
    var rehearsal = Rehearsal(try slider(model, lowest: 0, highest: 1, at: 0.5, meet: meet))
    try rehearsal.began(100, above: 200 * side)
    let x = random.double(20, 180)
    try rehearsal.moved(x, above: 200 * side)
    return (rehearsal, x)
  }

  @Test(arguments: adjusting)
  func `with Meet.exact the remaining gap does not depend on the sampling`(_ model: Model) throws {
    var random = SeededNumbers(seed: 31)
    for stroke in 0..<Self.strokes {
      // Below the knob, only OBSlider slows.
      let side = model == .obslider && stroke % 2 == 1 ? -1.0 : 1
      var (once, x) = try withGap(model, &random, side: side, meet: .exact)
      var often = once
      let gap = once.gap
      let distance = random.double(0.5, 199)
      try once.moved(x, above: distance * side)
      // What is left is d/200 of it.
      guard isClose(once.gap, gap * distance / 200) else {
        Issue.record("\(once.gap) left of \(gap) at \(distance)")
        return
      }
      var above = 200.0
      for _ in 0..<random.below(60) {
        above = max(distance, above - random.double(0, 40))
        try often.moved(x, above: above * side)
      }
      try often.moved(x, above: distance * side)
      guard abs(once.gap - often.gap) < 1e-9 * abs(gap) else {
        Issue.record("\(once.gap) at once, \(often.gap) by steps")
        return
      }
      // At the knob, or past it, nothing is left.
      try once.moved(x, above: 0)
      try often.moved(x, above: -side * random.double(0, 3))
      guard once.gap == 0, often.gap == 0 else {
        Issue.record("\(once.gap) and \(often.gap) left at the knob")
        return
      }
    }
  }

  @Test(arguments: adjusting)
  func `a vertical return never overshoots`(_ model: Model) throws {
    var random = SeededNumbers(seed: 15)
    for stroke in 0..<Self.strokes {
      let side = model == .obslider && stroke % 2 == 1 ? -1.0 : 1
      var (rehearsal, x) = try withGap(model, &random, side: side, meet: Meet.allCases[stroke % 3])
      for _ in 0..<50 {
        let gap = rehearsal.gap
        try rehearsal.moved(x, above: random.double(-220, 220))
        guard abs(rehearsal.gap) <= abs(gap) + 1e-15, rehearsal.gap * gap >= 0 else {
          Issue.record("\(rehearsal.gap) left of \(gap)")
          return
        }
      }
    }
  }

  @Test(arguments: adjusting)
  func `in steps of one point 1/n of the gap is left for every n`(_ model: Model) throws {
    // The product of d/(1 + d) from n - 1 down to 1 telescopes.
    var random = SeededNumbers(seed: 32)
    for steps in stride(from: 2, through: 200, by: 11) {
      var (rehearsal, x) = try withGap(model, &random, side: 1, meet: .faithful)
      // Moved to n points without an approach: first past the line, since crossing it closes nothing.
      try rehearsal.moved(x, above: -1)
      try rehearsal.moved(x, above: Double(steps))
      let gap = rehearsal.gap
      for above in stride(from: steps - 1, through: 1, by: -1) { try rehearsal.moved(x, above: Double(above)) }
      #expect(isClose(rehearsal.gap, gap / Double(steps)))
    }
  }

  @Test(arguments: [Model.obsliderJanuary])
  func `January's knob is under the finger at full speed, independent of the moves before`(_ model: Model) throws {
    // V = V0 + (x - x0)/200 within 50 points of the touch-down, as long as that is in the range.
    var random = SeededNumbers(seed: 33)
    for _ in 0..<Self.strokes {
      let y0 = random.double(-100, 100)
      var rehearsal = Rehearsal(try slider(model, lowest: 0, highest: 1, at: 0.5))
      try rehearsal.began(100, above: y0)
      for _ in 0..<10 { try rehearsal.moved(random.double(-500, 700), above: random.double(-400, 400)) }
      let x = random.double(1, 199)
      try rehearsal.moved(x, above: y0 + random.double(-49.9, 49.9))
      guard isClose(rehearsal.scrubber.value, 0.5 + (x - 100) / 200) else {
        Issue.record("\(rehearsal.scrubber.value) at \(x)")
        return
      }
    }
  }
}
