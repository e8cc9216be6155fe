import Scrubbing
import Testing

struct PulseTests {
  @Test(arguments: [Model.scrubbingSlider, .frameGrabber])
  func `each change of zone pulses once`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model, speeds: .scrubbingSlider))
    #expect(try rehearsal.began(100).feedback.isEmpty)
    let heights: [(Double, [FeedbackReason])] = [
      (49, []), (50, [.speed]), (99, []), (100, [.speed]), (150, [.speed]), (400, []), (10, [.speed]), (10, []),
      (-500, []), (120, [.speed]),
    ]
    for (above, feedback) in heights { #expect(try rehearsal.moved(100, above: above).feedback == feedback) }
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber])
  func `reaching an end pulses once, and again after leaving it`(_ model: Model) throws {
    // 20 points are 10.
    var rehearsal = Rehearsal(try slider(model, at: 95))
    try rehearsal.began(100)
    #expect(try rehearsal.moved(120).feedback == [.max])
    #expect(try rehearsal.moved(140).feedback.isEmpty)
    #expect(try rehearsal.moved(140).feedback.isEmpty)
    #expect(try rehearsal.moved(130).feedback.isEmpty)
    #expect(try rehearsal.moved(140).feedback == [.max])
    #expect(try rehearsal.moved(-60).feedback == [.min])
    #expect(try rehearsal.moved(-80).feedback.isEmpty)
    #expect(try rehearsal.moved(-79).feedback.isEmpty)
    #expect(try rehearsal.moved(-81).feedback == [.min])
  }

  @Test func `reaching an end exactly counts`() throws {
    var rehearsal = Rehearsal(try slider(at: 50))
    try rehearsal.began(100)
    #expect(try rehearsal.moved(200).feedback == [.max])
    #expect(try rehearsal.moved(0).feedback == [.min])
  }

  @Test func `starting at an end and staying there does not pulse`() throws {
    var rehearsal = Rehearsal(try slider(at: 0))
    #expect(try rehearsal.began(100).feedback.isEmpty)
    #expect(try rehearsal.moved(80).feedback.isEmpty)
  }

  @Test func `both reasons make one pulse`() throws {
    // 95 + .5 * 10 = 100, at 50 up.
    var rehearsal = Rehearsal(try slider(at: 95))
    try rehearsal.began(100)
    let event = try rehearsal.moved(120, above: 50)
    #expect(event.value == 100 && event.feedback == [.speed, .max] && event.sends == 1)
  }

  @Test func `two zones with the same speed still pulse`() throws {
    let table = try SpeedTable([.init(speed: 1, distance: 0), .init(speed: 1, distance: 20)])
    var rehearsal = Rehearsal(try slider(speeds: table))
    try rehearsal.began(100)
    #expect(try rehearsal.moved(100, above: 20).feedback == [.speed])
  }

  @Test func `an entry with an empty interval is left at the first move`() throws {
    // Both start at 0: the first is current before the drag, the second from the first move on.
    let table = try SpeedTable([.init(speed: 1, distance: 0), .init(speed: 0.5, distance: 0)])
    var rehearsal = Rehearsal(try slider(speeds: table))
    #expect(try rehearsal.began(100).speed == 1)
    let event = try rehearsal.moved(120)
    #expect(event.feedback == [.speed] && isClose(event.value, 55))
    #expect(try rehearsal.moved(120).feedback.isEmpty)
  }

  @Test func `closing a gap that moves the value to an end pulses`() throws {
    // At 99: +20 points -> 100, U 109; -4 points -> 98, U 107. Up 5 and down to 1: T = 9/2, past 100.
    var rehearsal = Rehearsal(try slider(at: 99))
    try rehearsal.began(100)
    try rehearsal.moved(120)
    try rehearsal.moved(116)
    try rehearsal.moved(116, above: 5)
    let event = try rehearsal.moved(116, above: 1)
    #expect(event.value == 100 && event.feedback == [.max])
  }

  @Test func `touch-down, lift and cancellation never pulse`() throws {
    for phase in [Phase.ended, .cancelled] {
      var rehearsal = Rehearsal(try slider(at: 0))
      #expect(try rehearsal.began(100, above: 150).feedback.isEmpty)
      // The zone is determined at the first move, not at the touch-down.
      #expect(try rehearsal.moved(100, above: 150).feedback == [.speed])
      #expect(try rehearsal.touch(phase, nil).feedback.isEmpty)
    }
  }

  @Test func `with an empty range no end is ever reached`() throws {
    var rehearsal = Rehearsal(try slider(lowest: 5, highest: 5, at: 5))
    try rehearsal.began(100)
    let event = try rehearsal.moved(150)
    #expect(event.value == 5 && event.feedback.isEmpty)
  }

  @Test(arguments: [Model.uislider, .obslider, .obsliderJanuary, .obsliderOriginal, .scrollScrubber])
  func `the other models have no pulses`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model))
    #expect(try rehearsal.caught().feedback.isEmpty)
    #expect(try rehearsal.moved(9_000, above: 300).feedback.isEmpty)
    #expect(rehearsal.scrubber.value == 100)
    #expect(try rehearsal.moved(-9_000).feedback.isEmpty)
    #expect(rehearsal.scrubber.value == 0)
    #expect(try rehearsal.touch(.ended, Point(x: -900, y: 0)).feedback.isEmpty)
  }
}
