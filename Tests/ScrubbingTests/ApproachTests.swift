import Scrubbing
import Testing

struct ApproachTests {
  @Test func `a vertical approach closes 1 in 1 + d of the gap`() throws {
    // G = 45 at 150 up. To 99: T = 45/100 = .45. To 9: G = 44.55, T = 4.455.
    var rehearsal = try withGap()
    #expect(isClose(try rehearsal.moved(200, above: 99).value, 5.45))
    let event = try rehearsal.moved(200, above: 9)
    #expect(isClose(event.value, 9.905) && isClose(event.unadjusted, 50))
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `the remaining gap depends on the sampling`(_ model: Model) throws {
    // From 150 to 1: the product of d/(1 + d) over the distances visited, in exact fractions (0.7, 5, 23, 36, 47, 50
    // %): 1-point steps telescope to 1/150; 2: .0512517; 5: .2331472; 10: .3639284; 30: .4668184; at once: 1/2.
    let shares: [(Int, Double)] = [
      (1, 1.0 / 150), (2, 0.051251683094134914), (5, 0.23314719847187546), (10, 0.36392837958979063),
      (30, 0.4668184082635311), (149, 0.5),
    ]
    for (step, share) in shares {
      var rehearsal = try withGap(model)
      for above in stride(from: 150 - step, to: 1, by: -step) { try rehearsal.moved(200, above: Double(above)) }
      try rehearsal.moved(200, above: 1)
      #expect(isClose(rehearsal.gap, 45 * share), "steps of \(step)")
    }
  }

  @Test func `the unit is one point`() throws {
    // All lengths doubled: the thresholds too. From 300 to 2 in one step G becomes 45 * 2/3 instead of 45 * 1/2.
    let speeds = try SpeedTable([.init(speed: 1, distance: 0), .init(speed: 0.1, distance: 300)])
    var rehearsal = Rehearsal(try slider(at: 0, trackWidth: 400, speeds: speeds))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 300)
    #expect(isClose(try rehearsal.moved(300, above: 300).value, 5))
    try rehearsal.moved(300, above: 2)
    #expect(isClose(rehearsal.gap, 30))
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `on the line itself no gap is closed`(_ model: Model) throws {
    var rehearsal = try withGap(model)
    let event = try rehearsal.moved(200, above: 0)
    #expect(isClose(event.value, 5) && isClose(event.unadjusted, 50) && event.speed == 1)
    // Also not when the finger leaves the line again, in either direction.
    #expect(isClose(try rehearsal.moved(200, above: 20).value, 5))
    try rehearsal.moved(200, above: 0)
    #expect(isClose(try rehearsal.moved(200, above: -20).value, 5))
    // The same when it is reached from below.
    #expect(isClose(try rehearsal.moved(200, above: 0).value, 5))
  }

  @Test func `crossing the line in one step closes no gap`() throws {
    var rehearsal = try withGap()
    #expect(isClose(try rehearsal.moved(200, above: -3).value, 5))
    #expect(isClose(try rehearsal.moved(200, above: 2).value, 5))
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `an approach from below closes the gap too`(_ model: Model) throws {
    // Across to 40 below, then up to 8 below: T = 45/9 = 5.
    var rehearsal = try withGap(model)
    try rehearsal.moved(200, above: -40)
    let event = try rehearsal.moved(200, above: -8)
    #expect(isClose(event.value, 10) && isClose(event.unadjusted, 50) && event.speed == 1)
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `moving away or horizontally closes no gap`(_ model: Model) throws {
    var rehearsal = try withGap(model)
    #expect(isClose(try rehearsal.moved(200, above: 151).value, 5))
    #expect(isClose(try rehearsal.moved(200, above: 151).value, 5))
    try rehearsal.moved(200, above: -20)
    #expect(isClose(try rehearsal.moved(200, above: -20).value, 5))
    #expect(isClose(try rehearsal.moved(200, above: -30).value, 5))
  }

  @Test func `the gap is the one from before the event`() throws {
    // From 150 to 149 up with 20 to the right: A = 10, S = .25 * 10 = 2.5, T = 45/150 = .3, with U = 50 and not 60.
    var rehearsal = try withGap()
    let event = try rehearsal.moved(220, above: 149)
    #expect(isClose(event.value, 7.8) && isClose(event.unadjusted, 60))
  }

  @Test func `a gap to the left closes to the left`() throws {
    // From 100: A = -50, S = -5, so V 95, U 50, G -45. To 8 up: T = -5.
    var rehearsal = Rehearsal(try slider(at: 100))
    try rehearsal.began(200)
    try rehearsal.moved(200, above: 150)
    try rehearsal.moved(100, above: 150)
    #expect(isClose(try rehearsal.moved(100, above: 8).value, 90))
  }

  @Test func `horizontal movement at full speed keeps the gap`() throws {
    // To 44 up: T = 45/45 = 1, G = 44. 30 to the right at full speed: V 6 + 15, U 65, G still 44.
    var rehearsal = try withGap()
    try rehearsal.moved(200, above: 44)
    #expect(isClose(rehearsal.gap, 44))
    #expect(isClose(try rehearsal.moved(230, above: 44).value, 21))
    #expect(isClose(rehearsal.gap, 44))
  }

  @Test func `a table of one entry still closes the gap`() throws {
    // Speed .5 everywhere: 20 points give V 55, U 60. From 20 up to 4 up: T = 5/5 = 1.
    let half = try SpeedTable([.init(speed: 0.5, distance: 0)])
    var rehearsal = Rehearsal(try slider(speeds: half))
    try rehearsal.began(100, above: 20)
    try rehearsal.moved(120, above: 20)
    #expect(isClose(try rehearsal.moved(120, above: 4).value, 56))
  }

  @Test func `with Meet.none the gap stays`() throws {
    var rehearsal = try withGap(meet: .none)
    for above in [100.0, 50, 3, 0, -4, -2] {
      let event = try rehearsal.moved(200, above: above)
      #expect(isClose(event.value, 5) && isClose(event.unadjusted, 50))
    }
  }
}
