import Scrubbing
import TestSupport
import Testing

struct ScaleTests {
  /// Strokes of 50 moves: a hundred thousand events per model.
  private static let strokes = 2_000
  private static let moves = 50

  private func gesture(_ random: inout SeededNumbers, from start: Point?) -> [Point] {
    let first = start ?? Point(x: random.double(0, 240), y: middle - random.double(-60, 220))
    return [first]
      + (0..<Self.moves).map { _ in
        let above =
          random.below(4) == 0
          ? [0.0, 50, 70, 100, 120, 150, 170, -50][random.below(8)] : random.double(-220, 220)
        return Point(x: random.double(0, 240), y: middle - above)
      }
  }

  /// A nub is only grabbed on itself.
  private func start(_ model: Model, _ rehearsal: Rehearsal) -> Point? {
    model == .scrollScrubber ? rehearsal.grip : nil
  }

  private func play(_ places: [Point], on rehearsal: inout Rehearsal) throws -> [ScrubEvent] {
    var events: [ScrubEvent] = []
    for (index, place) in places.enumerated() {
      events.append(try rehearsal.touch(index == 0 ? .began : .moved, place))
    }
    events.append(try rehearsal.touch(.ended, nil))
    return events
  }

  // Media3 counts pixels, and the knob of a bar jumps under the finger.
  @Test(arguments: oldModels + [.telegram])
  func `horizontally at full speed a value is linear until an end`(_ model: Model) throws {
    // V = V0 + (x - x0) 100/divisor: 200 of track, minus 30 of knob for the plain slider; the nub has 170 as well. 80
    // points to either side of the middle of the range are at most 47.1 of 50.
    var random = SeededNumbers(seed: 12)
    let divisor = model == .uislider || model == .scrollScrubber ? 170.0 : 200
    for stroke in 0..<Self.strokes {
      let meet = Meet.allCases[stroke % 3]
      var rehearsal = Rehearsal(try slider(model, lowest: 20, highest: 120, at: 70, meet: meet))
      // If distances are measured from the touch-down, every height is at full speed; a nub has no speeds.
      let level = model == .obslider ? random.double(-49.9, 49.9) : random.double(-300, 49.9)
      let x0 = rehearsal.grip.x
      let y = model == .scrollScrubber ? rehearsal.grip.y : middle - level
      try rehearsal.touch(.began, Point(x: x0, y: y))
      for _ in 0..<Self.moves {
        let way = random.double(-80, 80)
        let event = try rehearsal.touch(.moved, Point(x: x0 + way, y: y))
        let expected = 70 + way * 100 / divisor
        guard isClose(event.value, expected), isClose(event.unadjusted ?? expected, expected), event.speed == 1 else {
          Issue.record("\(event.value) instead of \(expected)")
          return
        }
      }
      // And at the end it is clamped.
      try rehearsal.touch(.moved, Point(x: x0 + 101, y: y))
      guard rehearsal.scrubber.value == 120 else {
        Issue.record("\(rehearsal.scrubber.value) at the end")
        return
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `the range only scales the value`(_ model: Model) throws {
    var random = SeededNumbers(seed: 13)
    for stroke in 0..<Self.strokes {
      let (lowest, span) = [(0.0, 128.0), (-7, 3), (1_000, 0.25), (5, 7_200)][stroke % 4]
      let value = random.double(0, 1)
      let meet = Meet.allCases[stroke % 3]
      var unit = Rehearsal(try slider(model, lowest: 0, highest: 1, at: value, meet: meet))
      var scaled = Rehearsal(
        try slider(model, lowest: lowest, highest: lowest + span, at: lowest + value * span, meet: meet))
      let places = gesture(&random, from: start(model, unit))
      for (a, b) in zip(try play(places, on: &unit), try play(places, on: &scaled)) {
        let isSame =
          abs(a.value - (b.value - lowest) / span) < 1e-9 && a.speed == b.speed && a.isTracking == b.isTracking
        guard isSame, model == .scrollScrubber || a.sends == b.sends else {
          Issue.record("\(a.value) and \(b.value) in stroke \(stroke)")
          return
        }
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `splitting a horizontal move changes nothing`(_ model: Model) throws {
    var random = SeededNumbers(seed: 14)
    for stroke in 0..<Self.strokes {
      let (lowest, span) = [(0.0, 1.0), (0, 128), (-7, 3), (5, 7_200)][stroke % 4]
      let value = lowest + span * random.double(0, 1)
      let configuration = try slider(
        model, lowest: lowest, highest: lowest + span, at: value, meet: Meet.allCases[stroke % 3])
      var whole = Rehearsal(configuration)
      var split = Rehearsal(configuration)
      var place = start(model, whole) ?? Point(x: random.double(0, 240), y: middle - random.double(-220, 220))
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
        place = Point(x: next.x, y: middle - random.double(-220, 220))
        try whole.touch(.moved, place)
        try split.touch(.moved, place)
        guard abs(whole.scrubber.value - split.scrubber.value) < 1e-12 * span else {
          Issue.record("\(whole.scrubber.value) and \(split.scrubber.value) of \(span) in stroke \(stroke)")
          return
        }
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `with an empty range nothing moves and nothing pulses`(_ model: Model) throws {
    var random = SeededNumbers(seed: 17)
    for meet in Meet.allCases {
      let correction = LiftCorrection()
      var rehearsal = Rehearsal(
        try slider(model, lowest: 5, highest: 5, at: 5, meet: meet, liftCorrection: correction))
      for _ in 0..<20 {
        for event in try play(gesture(&random, from: start(model, rehearsal)), on: &rehearsal) {
          #expect(event.value == 5 && event.unadjusted ?? 5 == 5 && event.correction == nil)
          #expect(!event.feedback.contains(.min) && !event.feedback.contains(.max))
        }
      }
    }
  }

  @Test func `twelve hundred moves drift by less than a millionth of a frame`() throws {
    // Two hours at 60 frames a second are 432 000 frames; binary32 would be off by up to a third of a frame. There and
    // back by tenths of a point: the value is the same as before.
    for model in sliders {
      var rehearsal = Rehearsal(try slider(model, highest: 7_200, at: 3_600))
      try rehearsal.began(100)
      for step in 1...1_200 { try rehearsal.moved(100 + Double(step % 7) * 0.1) }
      try rehearsal.moved(100)
      #expect(abs(rehearsal.scrubber.value - 3_600) * 60 < 1e-6)
    }
  }
}
