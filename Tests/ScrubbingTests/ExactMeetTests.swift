import Scrubbing
import Testing

struct ExactMeetTests {
  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `the remaining gap does not depend on the sampling`(_ model: Model) throws {
    // From 150 to 10 with any sampling: 45 * 10/150 = 3.
    let samplings: [[Double]] = [
      [10], [100, 10], [149.5, 149, 77, 10.25, 10], stride(from: 149, through: 10, by: -1).map { $0 },
    ]
    for sampling in samplings {
      var rehearsal = try withGap(model, meet: .exact)
      for above in sampling { try rehearsal.moved(200, above: above) }
      #expect(isClose(rehearsal.gap, 3), "\(sampling.count) steps")
    }
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `no gap is left at the knob`(_ model: Model) throws {
    for sampling in [[0.0], [100, 0], [149, 33.3, 0.1, 0], [70, -5], [-0.001]] {
      var rehearsal = try withGap(model, meet: .exact)
      for above in sampling { try rehearsal.moved(200, above: above) }
      #expect(rehearsal.scrubber.value == rehearsal.scrubber.unadjusted)
    }
  }

  @Test func `a return from below closes the gap like one from above`() throws {
    // Crossing the line closes every gap, so this one is made below: speed .1 from 50 points below the line upwards.
    // At 40 below, 100 points are A = 50, S = 5.
    let slow = try SpeedTable([.init(speed: 1, distance: -100), .init(speed: 0.1, distance: -50)])
    var rehearsal = Rehearsal(try slider(at: 0, speeds: slow, meet: .exact))
    try rehearsal.began(100, above: -40)
    try rehearsal.moved(200, above: -40)
    #expect(isClose(rehearsal.gap, 45))
    // From 40 to 8 below: a fifth is left.
    try rehearsal.moved(200, above: -8)
    #expect(isClose(rehearsal.gap, 9))
    try rehearsal.moved(200, above: 0)
    #expect(rehearsal.gap == 0)
  }

  @Test func `a move from the line, away from it or horizontally closes no gap`() throws {
    // Speed .5 everywhere makes a gap on the line itself: 20 points, V 55, U 60.
    let half = try SpeedTable([.init(speed: 0.5, distance: 0)])
    var rehearsal = Rehearsal(try slider(speeds: half, meet: .exact))
    try rehearsal.began(100)
    try rehearsal.moved(120)
    #expect(isClose(rehearsal.gap, 5))
    for above in [0.0, 30, 30, 31, 31] {
      try rehearsal.moved(120, above: above)
      #expect(isClose(rehearsal.gap, 5))
    }
    try rehearsal.moved(120, above: -80)
    #expect(rehearsal.gap == 0)
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider])
  func `a diagonal closes the gap from before the event and steps at the new speed`(_ model: Model) throws {
    // 150 to 50 up with 20 to the right: A = 10, S = 5, share 2/3 of 45 = 30: V = 5 + 5 + 30 = 40, U = 60.
    var rehearsal = try withGap(model, meet: .exact)
    let event = try rehearsal.moved(220, above: 50)
    #expect(isClose(event.value, 40) && isClose(event.unadjusted, 60))
    // On to the line with -20: A = S = -10, all of the gap of 20: V = U = 50.
    let arrived = try rehearsal.moved(200, above: 0)
    #expect(isClose(arrived.value, 50) && isClose(arrived.unadjusted, 50))
  }

  @Test func `a gap that extends past the end closes up to the end`() throws {
    // V 95, U 125 after 60 points at full speed clamp at 100; back 20: V 90, U 115. Up and down to the line: V 100.
    var rehearsal = Rehearsal(try slider(at: 95, meet: .exact))
    try rehearsal.began(100)
    try rehearsal.moved(160)
    try rehearsal.moved(140)
    #expect(isClose(rehearsal.scrubber.value, 90) && isClose(rehearsal.scrubber.unadjusted, 115))
    try rehearsal.moved(140, above: 40)
    let event = try rehearsal.moved(140)
    #expect(event.value == 100 && isClose(event.unadjusted, 115) && event.feedback == [.max])
  }

  @Test func `frame-grabber with one fixed speed never closes a gap`() throws {
    let half = try SpeedTable([.init(speed: 0.5, distance: 0)])
    for meet in Meet.allCases {
      var rehearsal = Rehearsal(try slider(.frameGrabber, speeds: half, meet: meet))
      try rehearsal.began(100, above: 30)
      try rehearsal.moved(120, above: 30)
      for above in [20.0, 1, 0, 5, -5] { #expect(isClose(try rehearsal.moved(120, above: above).value, 55)) }
    }
  }
}
