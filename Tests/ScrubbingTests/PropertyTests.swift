import Scrubbing
import TestSupport
import Testing

struct PropertyTests {
  private static let strokes = 2_000
  private static let moves = 50

  /// 100 000 moves and more: places of strokes, thresholds and the line hit exactly now and then.
  private func gesture(_ random: inout SeededNumbers) -> [Point] {
    (0...Self.moves).map { _ in
      let above =
        random.below(4) == 0
        ? [0.0, 50, 70, 100, 120, 150, 170, -50][random.below(8)] : random.double(-60, 220)
      return Point(x: random.double(0, 240), y: middle - above)
    }
  }

  private func play(_ places: [Point], on rehearsal: inout Rehearsal) throws -> [ScrubEvent] {
    var events: [ScrubEvent] = []
    for (index, place) in places.enumerated() {
      events.append(try rehearsal.touch(index == 0 ? .began : .moved, place))
    }
    events.append(try rehearsal.touch(.ended, nil))
    return events
  }

  @Test(arguments: Model.allCases)
  func `a value never leaves its range, and events keep their word`(_ model: Model) throws {
    var random = SeededNumbers(seed: 11)
    for (meet, correction) in [(Meet.faithful, nil), (.exact, LiftCorrection(holdMicroseconds: 15_999))] {
      var rehearsal = Rehearsal(
        try slider(model, lowest: -3, highest: 4, at: 1, meet: meet, liftCorrection: correction))
      for _ in 0..<Self.strokes {
        var before = rehearsal.scrubber.value
        for event in try play(gesture(&random), on: &rehearsal) {
          #expect(event.value >= -3 && event.value <= 4 && event.unadjusted?.isFinite == true)
          if event.feedback.contains(.min) { #expect(event.value == -3 && before != -3) }
          if event.feedback.contains(.max) { #expect(event.value == 4 && before != 4) }
          if let correction = event.correction { #expect(correction.value != event.value && correction.distance < 12) }
          before = event.value
        }
        #expect(rehearsal.scrubber.value >= -3 && rehearsal.scrubber.value <= 4 && rehearsal.scrubber.speed == 1)
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `level and at full speed a value is linear`(_ model: Model) throws {
    // From the middle of a range so long that no end is near: V = V0 + (x - x0) * R/divisor.
    var random = SeededNumbers(seed: 12)
    let divisor = model == .uislider ? 1_000_000.0 - 30 : 1_000_000
    for _ in 0..<Self.strokes {
      var rehearsal = Rehearsal(try slider(model, lowest: 20, highest: 1_000_020, at: 500_000, trackWidth: 1_000_000))
      let y = middle - random.double(-300, 49.9)
      let start = random.double(-500, 500)
      try rehearsal.touch(.began, Point(x: start, y: y))
      for _ in 0..<Self.moves {
        let x = random.double(-500, 500)
        let event = try rehearsal.touch(.moved, Point(x: x, y: y))
        let expected = 500_000 + (x - start) * 1_000_000 / divisor
        #expect(isClose(event.value, expected) && isClose(event.unadjusted, expected))
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `the range is only a scale`(_ model: Model) throws {
    var random = SeededNumbers(seed: 13)
    for stroke in 0..<Self.strokes {
      let (lowest, span) = [(0.0, 128.0), (-7, 3), (1_000, 0.25), (5, 7_200)][stroke % 4]
      let start = random.double(0, 1)
      let meet: Meet = stroke % 8 < 4 ? .faithful : .exact
      var unit = Rehearsal(try slider(model, lowest: 0, highest: 1, at: start, meet: meet))
      var scaled = Rehearsal(
        try slider(model, lowest: lowest, highest: lowest + span, at: lowest + start * span, meet: meet))
      let places = gesture(&random)
      for (a, b) in zip(try play(places, on: &unit), try play(places, on: &scaled)) {
        #expect(abs(a.value - (b.value - lowest) / span) < 1e-9)
        #expect(a.speed == b.speed && a.sends == b.sends && a.isTracking == b.isTracking)
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `splitting a level move changes nothing`(_ model: Model) throws {
    var random = SeededNumbers(seed: 14)
    for stroke in 0..<Self.strokes {
      let meet = Meet.allCases[stroke % 3]
      let configuration = try slider(model, lowest: 0, highest: 1, at: random.double(0, 1), meet: meet)
      var whole = Rehearsal(configuration)
      var split = Rehearsal(configuration)
      var place = Point(x: random.double(0, 240), y: middle - random.double(-60, 220))
      try whole.touch(.began, place)
      try split.touch(.began, place)
      for _ in 0..<Self.moves / 2 {
        let next = Point(x: random.double(0, 240), y: place.y)
        try whole.touch(.moved, next)
        let parts = 1 + random.below(4)
        for part in 1...parts {
          let share = Double(part) / Double(parts)
          let x = part == parts ? next.x : place.x + (next.x - place.x) * share
          try split.touch(.moved, Point(x: x, y: place.y))
        }
        #expect(abs(whole.scrubber.value - split.scrubber.value) < 1e-12)
        place = Point(x: next.x, y: middle - random.double(-60, 220))
        try whole.touch(.moved, place)
        try split.touch(.moved, place)
        #expect(abs(whole.scrubber.value - split.scrubber.value) < 1e-12)
      }
    }
  }

  @Test func `an exact return leaves not even a rounding at the knob`() throws {
    var random = SeededNumbers(seed: 16)
    for _ in 0..<Self.strokes {
      let start = random.double(0, 0.4)
      var rehearsal = Rehearsal(try slider(lowest: 0, highest: 1, at: start, meet: .exact))
      try rehearsal.touch(.began, Point(x: 100, y: middle - 200))
      let x = random.double(101, 200)
      try rehearsal.touch(.moved, Point(x: x, y: middle - 200))
      try rehearsal.touch(.moved, Point(x: x, y: middle - random.double(1, 199)))
      try rehearsal.touch(.moved, Point(x: x, y: middle))
      #expect(rehearsal.scrubber.value == rehearsal.scrubber.unadjusted)
    }
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber])
  func `a vertical approach never overshoots`(_ model: Model) throws {
    var random = SeededNumbers(seed: 15)
    for stroke in 0..<Self.strokes {
      var rehearsal = Rehearsal(try slider(model, lowest: 0, highest: 1, at: 0.5, meet: Meet.allCases[stroke % 3]))
      try rehearsal.touch(.began, Point(x: 100, y: middle - 200))
      let x = random.double(60, 140)
      try rehearsal.touch(.moved, Point(x: x, y: middle - 200))
      for _ in 0..<Self.moves {
        let gap = rehearsal.gap
        try rehearsal.touch(.moved, Point(x: x, y: middle - random.double(-60, 220)))
        #expect(abs(rehearsal.gap) <= abs(gap) + 1e-15 && rehearsal.gap * gap >= 0)
      }
    }
  }
}
