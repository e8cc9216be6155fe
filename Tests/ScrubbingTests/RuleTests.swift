import Foundation
import Scrubbing
import TestSupport
import Testing

/// Rules of one's own. The slider is 200 points wide with a knob of 30, the range 0 to 100: a point is 0.5 over the track.
@Suite struct SliderRuleTests {
  /// The hashes of the first seven were made by the code as it was before rules; a newer model's are shown if it has none.
  @Test func `the published sliders are what they were, bit for bit`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/sliders/hashes.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for model in oldModels where !lines.contains(where: { $0.hasPrefix(model.rawValue + "\t") }) {
      let hashes = try (0..<10).map { String(try GoldenGestures.hash(model, batch: $0), radix: 16) }
      Issue.record("the line is missing: \(([model.rawValue] + hashes).joined(separator: "\t"))")
    }
    #expect(lines.count == oldModels.count)
    for line in lines {
      let fields = line.split(separator: "\t")
      let model = try #require(Model(rawValue: String(fields[0])))
      #expect(fields.count == 11)
      for (batch, hash) in fields.dropFirst().enumerated() {
        #expect(try UInt64(hash, radix: 16) == GoldenGestures.hash(model, batch: batch), "\(model) \(batch)")
      }
    }
  }

  private func rule(_ change: (inout SliderRule) -> Void) -> SliderRule {
    var rule = SliderRule()
    change(&rule)
    return rule
  }

  private func own(_ rule: SliderRule, speeds: SpeedTable? = nil, at value: Double = 50) throws -> Rehearsal {
    Rehearsal(
      try ScrubberConfiguration(
        geometry: geometry(), grab: .anywhere, lowest: 0, highest: 100, initialValue: value, speeds: speeds, rule: rule)
    )
  }

  /// Values and speeds are the model's to the last digit, for the models that a rule can write.
  @Test func `a rule written for a model gives its values`() throws {
    let rules: [(Model, SliderRule, SpeedTable?, Meet)] = [
      (.scrubbingSlider, SliderRule(), nil, .faithful), (.frameGrabber, SliderRule(), .frameGrabber, .faithful),
      (.uislider, rule { ($0.follows, $0.over, $0.pulses) = (.place, .travel, false) }, nil, .faithful),
      (
        .obsliderJanuary, rule { ($0.follows, $0.from, $0.side, $0.pulses) = (.whole, .touch, .both, false) }, nil,
        .faithful
      ),
      (.obsliderOriginal, rule { ($0.from, $0.side, $0.pulses) = (.touch, .both, false) }, nil, .none),
    ]
    var random = SeededNumbers(seed: 32)
    for (model, rule, speeds, meet) in rules {
      for _ in 0..<200 {
        let start = random.double(0, 100)
        var published = Rehearsal(try slider(model, at: start))
        var own = Rehearsal(
          try ScrubberConfiguration(
            geometry: geometry(), grab: .anywhere, lowest: 0, highest: 100, initialValue: start, speeds: speeds,
            meet: meet, rule: rule))
        let (x, above) = (random.double(20, 220), random.double(-15, 15))
        _ = (try published.began(x, above: above), try own.began(x, above: above))
        for _ in 0..<20 {
          let (x, above) = (random.double(0, 240), random.double(-200, 200))
          let (a, b) = (try published.moved(x, above: above), try own.moved(x, above: above))
          #expect(a.value == b.value && a.speed == b.speed && a.feedback == b.feedback, "\(model)")
        }
      }
    }
  }

  @Test func `the anchor is where finger and value were before the speed changed`() throws {
    var slider = try own(rule { ($0.follows, $0.change) = (.anchor, .anchor) })
    try slider.began(100)
    #expect(isClose(try slider.moved(120).value, 60))  // 20 points at 1
    #expect(isClose(try slider.moved(130, above: 60).value, 62.5))  // the step of 10 at a half
    #expect(isClose(try slider.moved(150, above: 60).value, 67.5))  // 30 points since the anchor at a half
    #expect(isClose(try slider.moved(150).value, 67.5))  // speed 1 again: its step is 0
    #expect(isClose(try slider.moved(140).value, 62.5))
  }

  @Test func `an event that changes the speed can move nothing`() throws {
    for follows in [SliderRule.Following.anchor, .step] {
      var slider = try own(rule { ($0.follows, $0.change) = (follows, .skip) })
      try slider.began(100)
      #expect(isClose(try slider.moved(120).value, 60))
      #expect(try slider.moved(130, above: 60).value == slider.scrubber.value)
      #expect(isClose(slider.scrubber.value, 60))
      #expect(isClose(try slider.moved(150, above: 60).value, 65))  // 20 points at a half
    }
  }

  /// Between (1, 0) and (½, 50) at 20: 1 − ½ · 20/50 = 0.8; behind the last entry, at 150, a tenth.
  @Test func `speeds lie on straight lines between entries, and pulses come at entries only`() throws {
    var slider = try own(rule { $0.curve = .linear })
    try slider.began(100)
    let near = try slider.moved(110, above: 20)
    #expect(isClose(near.speed, 0.8) && isClose(near.value, 54) && near.feedback.isEmpty)
    #expect(try slider.moved(110, above: 50).feedback == [.speed])
    #expect(isClose(try slider.moved(110, above: 75).speed, 0.375))  // half-way from ½ to ¼
    #expect(try slider.moved(110, above: 400).speed == 0.1)
    #expect(try slider.ended().speed == 1)
  }

  @Test func `each side slows, or does not`() throws {
    for (side, up, down) in [(SliderRule.Side.above, 0.5, 1.0), (.below, 1, 0.5), (.both, 0.5, 0.5)] {
      var slider = try own(rule { $0.side = side })
      try slider.began(100)
      #expect(try slider.moved(100, above: 60).speed == up)
      #expect(try slider.moved(100, above: -60).speed == down)
    }
  }

  /// The track runs from 20 to 220. Over the track x 70 is at 50/200; over the travel at (70 − 20 − 15)/170.
  @Test func `touch-down moves the knob under the finger, and sends its value`() throws {
    for (over, value) in [(SliderRule.Over.track, 25.0), (.travel, 3500.0 / 170)] {
      var slider = try own(rule { ($0.follows, $0.over, $0.touch) = (.place, over, .jump) })
      let event = try slider.began(70)
      #expect(isClose(event.value, value) && event.sends == 1 && event.feedback.isEmpty)
      #expect(isClose(try slider.moved(70.0001).value, value + 0.0001 / (over == .track ? 2 : 1.7)))
      try slider.ended()
      #expect(try slider.began(1e6).value == 100)
    }
  }

  @Test func `a place over the track keeps the distance at which the knob was grabbed`() throws {
    var slider = try own(rule { $0.follows = .place })
    try slider.began(100)
    #expect(slider.scrubber.value == 50)
    #expect(isClose(try slider.moved(120).value, 60))
  }

  /// Whatever a rule says, nothing traps, and values and speeds stay where they belong.
  @Test func `random rules keep the value within the range`() throws {
    var random = SeededNumbers(seed: 7)
    func pick<T: CaseIterable>(_ type: T.Type) -> T? {
      Bool.random(using: &random) ? T.allCases.randomElement(using: &random) : nil
    }
    var played = 0
    for _ in 0..<4_000 {
      var rule = SliderRule()
      rule.follows = pick(SliderRule.Following.self)
      rule.over = pick(SliderRule.Over.self)
      rule.from = pick(SliderRule.Origin.self)
      rule.side = pick(SliderRule.Side.self)
      rule.change = pick(SliderRule.Change.self)
      rule.curve = pick(SliderRule.Curve.self)
      rule.touch = pick(SliderRule.Touching.self)
      let model = sliders[random.below(sliders.count)]
      guard rule.contradiction(on: model) == nil else { continue }
      let configuration = try ScrubberConfiguration(
        model: model, geometry: geometry(), grab: .anywhere, lowest: -3, highest: 4,
        meet: Meet.allCases[random.below(3)],
        rule: rule)
      var scrubber = Rehearsal(configuration)
      guard (try? scrubber.began(random.double(-50, 300), above: random.double(-20, 20))) != nil else { continue }
      for _ in 0..<12 {
        let x = random.below(20) == 0 ? 1.7e308 : random.double(-100, 400)
        guard let event = try? scrubber.moved(x, above: random.double(-220, 220)) else { continue }
        #expect(event.value >= -3 && event.value <= 4 && event.speed >= 0.1 && event.speed <= 1, "\(rule)")
        played += 1
      }
    }
    #expect(played > 10_000)
  }
}
