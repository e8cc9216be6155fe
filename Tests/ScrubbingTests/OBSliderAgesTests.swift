import Scrubbing
import Testing

/// OBSlider as first published and as of January 5: V := clamp(V + s A), and V := clamp(V0 + s R (x - x0)/W).
struct OBSliderAgesTests {
  private static let ages = [Model.obsliderOriginal, .obsliderJanuary]

  @Test(arguments: ages)
  func `distances are measured from the touch-down, up and down`(_ model: Model) throws {
    // Down 20 above the middle. 69.5 above it is 49.5 away, 70 is 50; 29.5 below it is 49.5 away, 30 is 50; and so on.
    let heights: [(Double, Double)] = [
      (20, 1), (69.5, 1), (70, 0.5), (119.5, 0.5), (120, 0.25), (169.5, 0.25), (170, 0.1), (9_000, 0.1),
      (0, 1), (-29.5, 1), (-30, 0.5), (-79.5, 0.5), (-80, 0.25), (-129.5, 0.25), (-130, 0.1), (-9_000, 0.1),
    ]
    for (above, speed) in heights {
      var rehearsal = Rehearsal(try slider(model))
      try rehearsal.began(100, above: 20)
      let event = try rehearsal.moved(120, above: above)
      #expect(event.speed == speed && isClose(event.value, 50 + 10 * speed))
    }
  }

  @Test(arguments: ages)
  func `each touch has its own reference line`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model))
    try rehearsal.began(100, above: 100)
    #expect(try rehearsal.moved(100, above: 149).speed == 1)
    try rehearsal.ended()
    try rehearsal.began(100, above: -10)
    #expect(try rehearsal.moved(100, above: 40).speed == 0.5)
  }

  @Test(arguments: ages)
  func `there is no unadjusted value, and no gap is closed`(_ model: Model) throws {
    // A tenth at 150 away: 100 points from 0 are 5. On the way down the original stays there and January goes to s ·
    // 50.
    for meet in Meet.allCases {
      var rehearsal = Rehearsal(try slider(model, at: 0, meet: meet))
      #expect(try rehearsal.began(100).unadjusted == nil)
      try rehearsal.moved(100, above: 150)
      #expect(isClose(try rehearsal.moved(200, above: 150).value, 5))
      #expect(isClose(try rehearsal.moved(200, above: 149.5).value, model == .obsliderJanuary ? 12.5 : 5))
      for above in [120.0, 30, 9, 1, 0, -1, -20, -3] {
        let event = try rehearsal.moved(200, above: above)
        let speed = above == 120 ? 0.25 : 1
        #expect(isClose(event.value, model == .obsliderJanuary ? 50 * speed : 5), "\(above)")
        #expect(event.unadjusted == nil)
      }
    }
  }

  @Test func `January's knob jumps between zones`() throws {
    // 20 points from 50. V = 50 + s · 10: 60, 55, 52.5, 51 and back, from one vertical point to the next.
    var rehearsal = Rehearsal(try slider(.obsliderJanuary))
    try rehearsal.began(100)
    try rehearsal.moved(120)
    let ways: [(Double, Double)] = [
      (49, 60), (50, 55), (99, 55), (100, 52.5), (149, 52.5), (150, 51), (149, 52.5), (99, 55), (49, 60), (-50, 55),
      (-150, 51), (-49, 60),
    ]
    for (above, value) in ways { #expect(isClose(try rehearsal.moved(120, above: above).value, value), "\(above)") }
  }

  @Test func `January's knob is under the finger again at full speed`() throws {
    // However slow the moves before: (110 - 100)/200 of 100 from 50 are 55.
    var rehearsal = Rehearsal(try slider(.obsliderJanuary))
    try rehearsal.began(100)
    for (x, above) in [(180.0, 60.0), (20, 120), (400, 200), (-300, -160), (90, -70)] {
      try rehearsal.moved(x, above: above)
    }
    #expect(isClose(try rehearsal.moved(110, above: 49).value, 55))
    #expect(isClose(try rehearsal.moved(110, above: -49).value, 55))
  }

  @Test func `the original's knob stays where slow scrubbing left it`() throws {
    // 20 points at full speed: 60. Up to 150 at the same x: no jump. 100 points at a tenth: 65. Back: 65.
    var rehearsal = Rehearsal(try slider(.obsliderOriginal))
    try rehearsal.began(100)
    #expect(isClose(try rehearsal.moved(120).value, 60))
    #expect(isClose(try rehearsal.moved(120, above: 150).value, 60))
    #expect(isClose(try rehearsal.moved(220, above: 150).value, 65))
    #expect(isClose(try rehearsal.moved(220).value, 65))
    // A diagonal moves at the speed of its new location: to 100 away with -40: -20 at a quarter.
    #expect(isClose(try rehearsal.moved(180, above: 100).value, 60))
  }

  @Test func `at an end the original reverses at once, and January's finger has to come back`() throws {
    // 95 and +40 points: 100, before clamping 115. Then -20: the original goes to 90, January computes 105 and stays.
    var original = Rehearsal(try slider(.obsliderOriginal, at: 95))
    var january = Rehearsal(try slider(.obsliderJanuary, at: 95))
    try original.began(100)
    try january.began(100)
    #expect(try original.moved(140).value == 100)
    #expect(try january.moved(140).value == 100)
    #expect(isClose(try original.moved(120).value, 90))
    #expect(try january.moved(120).value == 100)
    #expect(isClose(try january.moved(106).value, 98))
    // At a half January computes only 95 + 10, still past the end; at a tenth 95 + 2.
    #expect(try january.moved(140, above: 50).value == 100)
    #expect(isClose(try january.moved(140, above: 150).value, 97))
  }

  @Test(arguments: ages)
  func `the location of the lift is not used, and the next stroke starts from the value`(_ model: Model) throws {
    // 20 points at a half: 55. Then, from another location, 20 points at full speed: 65.
    var rehearsal = Rehearsal(try slider(model))
    try rehearsal.began(100)
    try rehearsal.moved(120, above: 50)
    let event = try rehearsal.touch(.ended, Point(x: 0, y: middle))
    #expect(isClose(event.value, 55) && event.sends == 1 && event.speed == 1)
    try rehearsal.began(7)
    #expect(isClose(try rehearsal.moved(27).value, 65))
  }

  @Test(arguments: ages)
  func `a range that does not start at 0`(_ model: Model) throws {
    // R = 200, W = 200: 20 points are 20, at a half 10.
    for (above, value) in [(0.0, 80.0), (50, 70), (-50, 70)] {
      var rehearsal = Rehearsal(try slider(model, lowest: 50, highest: 250, at: 60))
      try rehearsal.began(100)
      #expect(isClose(try rehearsal.moved(120, above: above).value, value))
      #expect(try rehearsal.moved(-9_000).value == 50)
      #expect(try rehearsal.moved(90_000).value == 250)
    }
  }

  @Test(arguments: ages)
  func `a slip on lift can be undone`(_ model: Model) throws {
    // Held at 60 for 60 ms, then 4 points: 62, which is 2/100 of a frame of 220: 4.4 points.
    var rehearsal = Rehearsal(try slider(model, liftCorrection: LiftCorrection()))
    try rehearsal.began(100)
    try rehearsal.moved(120)
    try rehearsal.moved(124, after: 60_000)
    let event = try rehearsal.ended()
    #expect(isClose(event.value, 62) && event.sends == 1)
    #expect(isClose(event.correction?.value, 60) && isClose(event.correction?.distance, 4.4))
    // The next drag starts from the restored value.
    try rehearsal.began(100)
    #expect(isClose(try rehearsal.moved(120).value, 70))
  }
}
