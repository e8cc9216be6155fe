import Scrubbing
import Testing

struct ScrubbingSliderTests {
  @Test func `a step at full speed is divided by the whole track`() throws {
    // 17/200 * 100 = 8.5; the knob's centre goes 1.7 * 8.5 = 14.45, which is 17 * (200 - 30)/200.
    var rehearsal = Rehearsal(try slider(grab: .thumb))
    try rehearsal.began(120)
    let event = try rehearsal.moved(137)
    #expect(isClose(event.value, 58.5) && isClose(event.unadjusted, 58.5) && event.speed == 1)
    let configuration = rehearsal.scrubber.configuration
    #expect(isClose(configuration.thumbCentre(at: event.value) - configuration.thumbCentre(at: 50), 14.45))
  }

  @Test func `every threshold applies from exactly its distance on`() throws {
    // 20 points are 10 at full speed. Each drag moves horizontally at its height, which was reached vertically before.
    for (above, speed) in [
      (0.0, 1.0), (49.5, 1), (50, 0.5), (99.5, 0.5), (100, 0.25), (149.5, 0.25), (150, 0.1), (151, 0.1), (5_000, 0.1),
    ] {
      var rehearsal = Rehearsal(try slider())
      try rehearsal.began(100)
      #expect(try rehearsal.moved(100, above: above).speed == speed)
      let event = try rehearsal.moved(120, above: above)
      #expect(event.speed == speed && isClose(event.value, 50 + 10 * speed) && isClose(event.unadjusted, 60))
    }
  }

  @Test func `the distance is measured from the middle, not from the touch-down`() throws {
    // Down 10 above the middle; 45 above that touch is 55 above the middle: a half.
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100, above: 10)
    #expect(isClose(try rehearsal.moved(120, above: 55).value, 55))
  }

  @Test func `below the slider nothing slows`() throws {
    for below in [1.0, 50, 100, 150, 900] {
      var rehearsal = Rehearsal(try slider())
      try rehearsal.began(100)
      let event = try rehearsal.moved(120, above: -below)
      #expect(event.speed == 1 && isClose(event.value, 60) && event.feedback.isEmpty)
    }
  }

  @Test func `a diagonal move is scaled entirely by the speed at its new location`() throws {
    // From 49 to 50 up with 20 to the right: all of it at .5. Back to 49: all of it at 1, and the finger approaches:
    // G = 60 - 55 = 5, T = 5/(1 + 49) = .1, V = 55 + 10 + .1.
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 49)
    #expect(isClose(try rehearsal.moved(120, above: 50).value, 55))
    let back = try rehearsal.moved(140, above: 49)
    #expect(isClose(back.value, 65.1) && isClose(back.unadjusted, 70) && back.speed == 1)
  }

  @Test func `the published comparison of OBSlider gives 60`() throws {
    // R 100, W 200: (100, m), (100, 10 up), (120, 1 up) from 50. No gap before the last event: V = 50 + 10.
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 10)
    let event = try rehearsal.moved(120, above: 1)
    #expect(isClose(event.value, 60) && isClose(event.unadjusted, 60))
  }

  @Test func `reversing at an end moves the value at once`() throws {
    // V 95, +20 points are +10: 100 (U 105); +20: 100 (U 115); -20: 90 (U 105).
    var rehearsal = Rehearsal(try slider(at: 95))
    try rehearsal.began(100)
    let first = try rehearsal.moved(120)
    #expect(first.value == 100 && isClose(first.unadjusted, 105) && first.feedback == [.max])
    let second = try rehearsal.moved(140)
    #expect(second.value == 100 && isClose(second.unadjusted, 115) && second.feedback.isEmpty)
    let third = try rehearsal.moved(120)
    #expect(isClose(third.value, 90) && isClose(third.unadjusted, 105) && third.feedback.isEmpty)
  }

  @Test func `an approach may pull towards a value past the end`() throws {
    // V 95: +20 gives 100 and U 105, -20 gives 90 and U 95; then up 30 and, on the way back to 9 up, T = 5/(1 + 9).
    var rehearsal = Rehearsal(try slider(at: 95))
    try rehearsal.began(100)
    try rehearsal.moved(120)
    try rehearsal.moved(100)
    try rehearsal.moved(100, above: 30)
    #expect(isClose(try rehearsal.moved(100, above: 9).value, 90.5))
    // Two more pushes to the right and one approach: V is clamped once, after the whole sum.
    // +20 level: V 100 (100.5), U 105. Approach from 9 to 4: T = 5/5 = 1, V = 101 -> 100, no second pulse.
    try rehearsal.moved(120, above: 9)
    let event = try rehearsal.moved(120, above: 4)
    #expect(event.value == 100 && isClose(event.unadjusted, 105) && event.feedback.isEmpty)
  }

  @Test func `a range that does not start at 0`() throws {
    // R = 200, W = 200: 20 points are 20, at .25 they are 5.
    var rehearsal = Rehearsal(try slider(lowest: 50, highest: 250, at: 60))
    try rehearsal.began(100)
    #expect(isClose(try rehearsal.moved(120).value, 80))
    #expect(isClose(try rehearsal.moved(140, above: 100).value, 85))
    #expect(try rehearsal.moved(-500, above: 100).value == 50)
    #expect(rehearsal.scrubber.unadjusted == -540)  // 60 + 20 + 20 - 640
  }

  @Test func `the frame's width does not affect a step`() throws {
    for frameWidth in [1.0, 200, 4_000] {
      var rehearsal = Rehearsal(try slider(frameWidth: frameWidth))
      try rehearsal.began(100)
      #expect(isClose(try rehearsal.moved(120).value, 60))
    }
  }

  @Test func `the end of a touch resets the speed and keeps the value`() throws {
    for phase in [Phase.ended, .cancelled] {
      var rehearsal = Rehearsal(try slider())
      try rehearsal.began(100)
      #expect(try rehearsal.moved(120, above: 150).speed == 0.1)
      let event = try rehearsal.touch(phase, Point(x: 300, y: 100))
      #expect(event.speed == 1 && isClose(event.value, 51) && isClose(event.unadjusted, 60))
      #expect(event.feedback.isEmpty && event.sends == 0 && !event.isTracking)
      #expect(event.location == Point(x: 300, y: 100))
    }
  }

  @Test func `the next touch starts at the kept value, without the old gap`() throws {
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100)
    try rehearsal.moved(120, above: 150)
    try rehearsal.ended()
    #expect(rehearsal.scrubber.unadjusted == 60)
    let began = try rehearsal.began(10, above: 150)
    #expect(isClose(began.value, 51) && isClose(began.unadjusted, 51) && began.speed == 1 && began.sends == 0)
    // The previous location is the new touch-down: no step from the old touch.
    #expect(isClose(try rehearsal.moved(30, above: 150).value, 52))
  }

  @Test func `a stationary finger delivers nothing`() throws {
    // The location of a stationary event does not become the previous one: the step is 20 from 100, not 5 from 115.
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100)
    let rest = try rehearsal.touch(.stationary, Point(x: 115, y: middle - 200))
    #expect(rest.value == 50 && rest.sends == 0 && rest.speed == 1 && rest.isTracking && rest.feedback.isEmpty)
    #expect(isClose(try rehearsal.moved(120).value, 60))
  }

  @Test func `custom speeds`() throws {
    let speeds = try SpeedTable([.init(speed: 0.8, distance: 30), .init(speed: 0.01, distance: 60)])
    var rehearsal = Rehearsal(try slider(speeds: speeds))
    #expect(try rehearsal.began(100).speed == 0.8)
    #expect(isClose(try rehearsal.moved(120).value, 58))
    #expect(isClose(try rehearsal.moved(140, above: 60).value, 58.1))
  }
}
