import Scrubbing
import Testing

struct FrameGrabberTests {
  @Test func `its thresholds are 70, 120 and 170`() throws {
    for (above, speed) in [
      (0.0, 1.0), (69.5, 1), (70, 0.5), (119.5, 0.5), (120, 0.25), (169.5, 0.25), (170, 0.1), (-300, 1),
    ] {
      var rehearsal = Rehearsal(try slider(.frameGrabber, grab: nil))
      try rehearsal.began(100)
      try rehearsal.moved(100, above: above)
      let event = try rehearsal.moved(120, above: above)
      #expect(event.speed == speed && isClose(event.value, 50 + 10 * speed))
    }
  }

  @Test func `several speeds close the gap as in ScrubbingSlider`() throws {
    // G = 45; to 8 up: T = 45/9.
    var rehearsal = try withGap(.frameGrabber)
    #expect(isClose(try rehearsal.moved(200, above: 8).value, 10))
  }

  @Test func `one fixed speed never closes the gap`() throws {
    // The app's slowest: .01 of 10.
    let snail = try SpeedTable([.init(speed: 0.01, distance: 0)])
    var rehearsal = Rehearsal(try slider(.frameGrabber, speeds: snail))
    #expect(try rehearsal.began(100, above: 80).speed == 0.01)
    #expect(isClose(try rehearsal.moved(120, above: 80).value, 50.1))
    let event = try rehearsal.moved(120, above: 1)
    #expect(isClose(event.value, 50.1) && isClose(event.unadjusted, 60) && event.feedback.isEmpty)
  }

  @Test func `a drag starts anywhere and sends its value`() throws {
    var rehearsal = Rehearsal(try slider(.frameGrabber, grab: nil))
    let event = try rehearsal.touch(.began, Point(x: -40, y: 2_000))
    #expect(event.isTracking && event.sends == 1 && event.value == 50 && event.sentValues == [50])
  }

  @Test func `with an empty range nothing moves`() throws {
    var rehearsal = Rehearsal(try slider(.frameGrabber, lowest: 0, highest: 0, at: 0))
    try rehearsal.began(100)
    #expect(try rehearsal.moved(180, above: 75).value == 0)
  }

  @Test func `lift location and speed are treated as in ScrubbingSlider`() throws {
    var rehearsal = Rehearsal(try slider(.frameGrabber))
    try rehearsal.began(100)
    try rehearsal.moved(120, above: 120)
    let event = try rehearsal.touch(.ended, Point(x: 190, y: middle))
    #expect(isClose(event.value, 52.5) && event.speed == 1 && event.sends == 0)
  }
}
