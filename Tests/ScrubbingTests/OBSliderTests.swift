import Scrubbing
import Testing

struct OBSliderTests {
  @Test func `the published comparison with ScrubbingSlider gives 65`() throws {
    // R 100, W 200: (100, m), (100, 10 up), (120, 1 up) from 50. A = 10, U = 60, T = (60 - 50)/(1 + 1) = 5: 50 + 10 +
    // 5.
    var rehearsal = Rehearsal(try slider(.obslider))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 10)
    let event = try rehearsal.moved(120, above: 1)
    #expect(isClose(event.value, 65) && isClose(event.unadjusted, 60))
  }

  @Test func `a diagonal approach at full speed goes (2 + d)/(1 + d) of the step`() throws {
    // From 49 above, 20 points (A = 10) to d: 50 + 10 (2 + d)/(1 + d), from above and from below.
    for (distance, value) in [(48.0, 50 + 500.0 / 49), (9, 61), (4, 62), (1, 65), (0.25, 68)] {
      for side in [1.0, -1] {
        var rehearsal = Rehearsal(try slider(.obslider))
        try rehearsal.began(100, above: 49 * side)
        let event = try rehearsal.moved(120, above: distance * side)
        #expect(isClose(event.value, value) && isClose(event.unadjusted, 60))
      }
    }
    // On the line itself nothing overshoots.
    var rehearsal = Rehearsal(try slider(.obslider))
    try rehearsal.began(100, above: 49)
    #expect(isClose(try rehearsal.moved(120).value, 60))
  }

  @Test func `the gap is the one after the event, unless it is closed exactly`() throws {
    // From 150 to 149 up with 20 to the right, at V 5 and U 50: A = 10, S = 2.5 at a quarter.
    // Faithful: U is 60 by then, T = 55/150. Exact: 45/150. None: 0. V = 7.5 + T.
    for (meet, value) in [(Meet.faithful, 7.5 + 55.0 / 150), (.exact, 7.8), (.none, 7.5)] {
      var rehearsal = try withGap(.obslider, meet: meet)
      let event = try rehearsal.moved(220, above: 149)
      #expect(isClose(event.value, value) && isClose(event.unadjusted, 60))
    }
  }

  @Test func `exact closing does not overshoot on a diagonal`() throws {
    // The published comparison again: no gap before the event, so V = U = 60.
    var rehearsal = Rehearsal(try slider(.obslider, meet: .exact))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 10)
    #expect(isClose(try rehearsal.moved(120, above: 1).value, 60))
  }

  @Test func `both sides of the knob slow equally`() throws {
    // 20 points are 10 at full speed.
    let heights: [(Double, Double)] = [
      (0, 1), (49.5, 1), (50, 0.5), (99.5, 0.5), (100, 0.25), (149.5, 0.25), (150, 0.1), (9_000, 0.1),
    ]
    for (distance, speed) in heights {
      for side in [1.0, -1] {
        var rehearsal = Rehearsal(try slider(.obslider))
        try rehearsal.began(100)
        try rehearsal.moved(100, above: distance * side)
        let event = try rehearsal.moved(120, above: distance * side)
        #expect(event.speed == speed && isClose(event.value, 50 + 10 * speed) && isClose(event.unadjusted, 60))
      }
    }
  }

  @Test func `a gap made below closes from below`() throws {
    // From 0, 150 below at a tenth: 100 points give V 5, U 50. Up to 99 below: T = 45/100; to 9 below: T = 44.55/10.
    var rehearsal = Rehearsal(try slider(.obslider, at: 0))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: -150)
    #expect(isClose(try rehearsal.moved(200, above: -150).value, 5))
    #expect(isClose(try rehearsal.moved(200, above: -99).value, 5.45))
    #expect(isClose(try rehearsal.moved(200, above: -9).value, 9.905))
  }

  @Test func `distances are measured from the knob's middle, not from the touch-down`() throws {
    // Down 14 above the middle: 49 above it is full speed, 50 a half.
    var rehearsal = Rehearsal(try slider(.obslider, grab: .thumb))
    #expect(try rehearsal.began(120, above: 14).isTracking)
    #expect(try rehearsal.moved(120, above: 49).speed == 1)
    #expect(try rehearsal.moved(120, above: 50).speed == 0.5)
  }

  @Test(arguments: [Model.obslider, .scrubbingSlider])
  func `reversing at an end moves the value at once`(_ model: Model) throws {
    // V 95, +20 points are +10: 100 (U 105); +20: 100 (U 115); -20: 90 (U 105). The other end is the mirror image.
    for (start, side, unadjusted) in [(95.0, 1.0, [105.0, 115, 105]), (5, -1, [-5, -15, -5])] {
      var rehearsal = Rehearsal(try slider(model, at: start))
      try rehearsal.began(100)
      let events = try [120, 140, 120].map { try rehearsal.moved(100 + ($0 - 100) * side) }
      let end = start > 50 ? 100.0 : 0
      #expect(events[0].value == end && events[1].value == end && isClose(events[2].value, end - 10 * side))
      for (event, expected) in zip(events, unadjusted) { #expect(isClose(event.unadjusted, expected)) }
      // It stays like that until the next touch-down.
      #expect(isClose(try rehearsal.ended().unadjusted, unadjusted[2]))
      #expect(isClose(try rehearsal.began(100).unadjusted, end - 10 * side))
    }
  }

  @Test(arguments: [Model.obslider, .obsliderJanuary, .obsliderOriginal])
  func `after a cancellation the speed is unchanged until the next move`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model, grab: .thumb))
    try rehearsal.began(120)
    try rehearsal.moved(120, above: 150)
    #expect(try rehearsal.touch(.cancelled, nil).speed == 0.1)
    // A touch that misses the knob does not reset it, nor does its lift.
    #expect(try rehearsal.began(0).speed == 0.1)
    #expect(try rehearsal.moved(10).speed == 0.1)
    #expect(try rehearsal.ended().speed == 0.1)
    #expect(try rehearsal.began(120).speed == 0.1)
    // The step itself is computed at the speed of its own location: 20 points are 10.
    let moved = try rehearsal.moved(140)
    #expect(moved.speed == 1 && isClose(moved.value, 60))
    #expect(try rehearsal.ended().speed == 1)
  }

  @Test func `a lift resets the speed without any move`() throws {
    var rehearsal = Rehearsal(try slider(.obslider))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 150)
    try rehearsal.touch(.cancelled, nil)
    try rehearsal.began(100)
    #expect(try rehearsal.ended().speed == 1)
  }

  @Test(arguments: [Model.obslider, .obsliderJanuary, .obsliderOriginal])
  func `below the first distance the first speed applies`(_ model: Model) throws {
    let table = try SpeedTable([.init(speed: 0.2, distance: 60), .init(speed: 0.8, distance: 30)])
    var rehearsal = Rehearsal(try slider(model, speeds: table))
    #expect(try rehearsal.began(100).speed == 0.8)
    #expect(isClose(try rehearsal.moved(120).value, 58))
    #expect(try rehearsal.moved(120, above: -60).speed == 0.2)
  }

  @Test func `a range that does not start at 0`() throws {
    // R = 200, W = 200: 20 points are 20, at a quarter 5.
    var rehearsal = Rehearsal(try slider(.obslider, lowest: 50, highest: 250, at: 60))
    try rehearsal.began(100)
    #expect(isClose(try rehearsal.moved(120).value, 80))
    #expect(isClose(try rehearsal.moved(120, above: -100).value, 80))
    #expect(isClose(try rehearsal.moved(140, above: -100).value, 85))
    // U 100, V 85; from 100 to 24 below: T = 15/25.
    #expect(isClose(try rehearsal.moved(140, above: -24).value, 85.6))
    #expect(try rehearsal.moved(-500, above: -24).value == 50)
    #expect(isClose(rehearsal.scrubber.unadjusted, -540))  // 100 - 640
  }
}
