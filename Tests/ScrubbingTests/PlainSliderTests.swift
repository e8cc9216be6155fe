import Scrubbing
import Testing

struct PlainSliderTests {
  @Test func `the knob follows the finger over the knob's travel`() throws {
    // centre(50) = 35 + 85 = 120. 17 points of 170 are a tenth of 100.
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb))
    let began = try rehearsal.began(120)
    #expect(began.isTracking && began.value == 50 && began.unadjusted == 50 && began.sends == 0)
    #expect(isClose(try rehearsal.moved(137).value, 60))
    #expect(isClose(try rehearsal.moved(103).value, 40))
  }

  @Test func `the grab offset is kept`() throws {
    // Grabbed 14 right of the centre: nothing jumps, and 17 points further the value is 10 more.
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb))
    #expect(try rehearsal.began(134).value == 50)
    #expect(isClose(try rehearsal.moved(151).value, 60))
  }

  @Test func `vertical moves have no effect`() throws {
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb))
    try rehearsal.began(120)
    let event = try rehearsal.moved(137, above: 400)
    #expect(isClose(event.value, 60) && event.speed == 1 && event.feedback.isEmpty)
  }

  @Test func `past an end the finger has to come back first`() throws {
    // At 95 the centre is 196.5. +17 gives 105, clamped to 100. Back 8.5: still 100. Back 17 in total: 95.
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb, at: 95))
    try rehearsal.began(196.5)
    let beyond = try rehearsal.moved(213.5)
    #expect(beyond.value == 100 && isClose(beyond.unadjusted, 105) && beyond.feedback.isEmpty)
    #expect(isClose(try rehearsal.moved(205).value, 100))
    #expect(isClose(try rehearsal.moved(196.5).value, 95))
  }

  @Test func `the location of the lift is used, without one the last location`() throws {
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb))
    try rehearsal.began(120)
    try rehearsal.moved(137)
    let lifted = try rehearsal.touch(.ended, Point(x: 154, y: 0))
    #expect(isClose(lifted.value, 70) && isClose(lifted.unadjusted, 70) && lifted.sends == 1 && !lifted.isTracking)

    try rehearsal.began(154)
    try rehearsal.moved(171)
    let placeless = try rehearsal.ended()
    #expect(isClose(placeless.value, 80) && placeless.location == Point(x: 171, y: middle))
  }

  @Test func `a cancelled touch keeps the value`() throws {
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb))
    try rehearsal.began(120)
    try rehearsal.moved(137)
    let cancelled = try rehearsal.touch(.cancelled, Point(x: 20, y: 20))
    #expect(isClose(cancelled.value, 60) && cancelled.sends == 0 && !cancelled.isTracking)
  }

  @Test func `a range that does not start at 0`() throws {
    // lo 50, hi 250, V 150: half way, centre 120. 17 points of 170 are 20 of 200.
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb, lowest: 50, highest: 250, at: 150))
    try rehearsal.began(120)
    #expect(isClose(try rehearsal.moved(137).value, 170))
    #expect(try rehearsal.moved(-900).value == 50)
  }

  @Test func `with an empty range the knob stays at the left`() throws {
    // R = 0: centre = 20 + 15.
    var rehearsal = Rehearsal(try slider(.uislider, grab: .thumb, lowest: 7, highest: 7, at: 7))
    #expect(rehearsal.scrubber.configuration.thumbCentre(at: 7) == 35)
    #expect(try rehearsal.began(35).isTracking)
    #expect(try rehearsal.moved(90).value == 7)
  }

  @Test func `a knob as wide as the track is rejected`() throws {
    #expect(fault { _ = try slider(.uislider, trackWidth: 30) } == .thumbFillsTrack)
    #expect(fault { _ = try slider(.uislider, trackWidth: 20) } == .thumbFillsTrack)
    #expect(fault { _ = try slider(.scrubbingSlider, trackWidth: 30) } == nil)
  }

  @Test func `speeds are rejected and meet has no effect`() throws {
    #expect(fault { _ = try slider(.uislider, speeds: .scrubbingSlider) } == .speedsNotTaken(.uislider))
    #expect(Model.uislider.defaultSpeeds == nil)
    for meet in Meet.allCases {
      var rehearsal = Rehearsal(try slider(.uislider, meet: meet))
      try rehearsal.began(120)
      try rehearsal.moved(137, above: 200)
      #expect(isClose(try rehearsal.moved(154, above: 10).value, 70))
    }
  }
}
