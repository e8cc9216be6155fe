import Scrubbing
import Testing

struct GrabTests {
  /// centre(50) = 35 + 1.7 * 50 = 120, so the knob is [105, 135) by [600, 630).
  @Test(arguments: sliders.filter { $0 != .frameGrabber })
  func `low edges belong to the knob and high edges do not`(_ model: Model) throws {
    let places: [(Double, Double, Bool)] = [
      (120, 615, true), (105, 615, true), (104.999, 615, false), (134.999, 615, true), (135, 615, false),
      (120, 600, true), (120, 599.999, false), (120, 629.999, true), (120, 630, false),
      (105, 600, true), (135, 630, false),
    ]
    for (x, y, isGrabbed) in places {
      var rehearsal = Rehearsal(try slider(model, grab: nil))
      let event = try rehearsal.touch(.began, Point(x: x, y: y))
      #expect(event.isTracking == isGrabbed, "\(x) \(y)")
      #expect(rehearsal.scrubber.caughtKnob == isGrabbed)
      #expect(rehearsal.scrubber.isTouched)
    }
  }

  @Test func `the knob is hit at its current position`() throws {
    // +34 points: V = 50 + 17 = 67, centre 35 + 113.9 = 148.9, knob [133.9, 163.9).
    var rehearsal = Rehearsal(try slider(grab: nil))
    try rehearsal.began(120)
    #expect(isClose(try rehearsal.moved(154).value, 67))
    try rehearsal.ended()
    #expect(try !rehearsal.began(133.8).isTracking)
    try rehearsal.ended()
    #expect(try rehearsal.began(133.95).isTracking)
    try rehearsal.ended()
    #expect(try !rehearsal.began(163.95).isTracking)
    #expect(rehearsal.scrubber.caughtKnob)
  }

  @Test(arguments: Model.allCases)
  func `a drag that misses the knob does nothing`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model, grab: .thumb))
    var events = [try rehearsal.began(30)]
    events.append(try rehearsal.moved(130))
    events.append(try rehearsal.moved(130, above: 200))
    events.append(try rehearsal.moved(180, above: 10))
    events.append(try rehearsal.touch(.ended, Point(x: 190, y: 615)))
    for event in events {
      #expect(!event.isTracking && event.value == 50 && event.sends == 0 && event.feedback.isEmpty)
      #expect(event.speed == 1 && event.unadjusted ?? 50 == 50 && event.correction == nil)
    }
    #expect(!rehearsal.scrubber.caughtKnob)
    #expect(!rehearsal.scrubber.isTouched)
  }

  @Test func `a later stroke may catch the knob`() throws {
    var rehearsal = Rehearsal(try slider(grab: nil))
    try rehearsal.began(30)
    try rehearsal.ended()
    #expect(!rehearsal.scrubber.caughtKnob)
    try rehearsal.began(120)
    #expect(rehearsal.scrubber.caughtKnob)
  }

  @Test func `anywhere includes points outside the control`() throws {
    for model in sliders {
      var rehearsal = Rehearsal(try slider(model, grab: .anywhere))
      #expect(try rehearsal.touch(.began, Point(x: -3_000, y: 9_000)).isTracking)
    }
    #expect(Model.frameGrabber.defaultGrab == .anywhere)
    #expect(Model.scrubbingSlider.defaultGrab == .thumb && Model.uislider.defaultGrab == .thumb)
  }

  @Test func `frame-grabber with grab thumb hits the same knob`() throws {
    var rehearsal = Rehearsal(try slider(.frameGrabber, grab: .thumb))
    #expect(try !rehearsal.began(104).isTracking)
    try rehearsal.ended()
    #expect(try rehearsal.began(105).isTracking)
  }

  @Test func `a geometry takes its track from its frame`() throws {
    let plain = try ControlGeometry()
    #expect(plain.frame == .init(x: 0, y: 0, width: 343, height: 31))
    #expect(plain.track == .init(x: 0, width: 343) && plain.thumb == .init(width: 31, height: 31))
    #expect(plain.middle == 15.5 && plain.thumbTravel == 312)
    // Half way: 15.5 + 156.
    #expect(plain.thumbCentre(at: 0.5) == 171.5)
  }

  /// The right edge is 20 + 320 at the end for each width, which x + w/2 + (320 − w) + w/2 is not in doubles.
  @Test func `the edges of a knob at an end are those of its track`() throws {
    for tenths in 1...3_000 {
      let knob = ControlGeometry.Thumb(width: Double(tenths) / 10, height: 31)
      let slider = try ControlGeometry(frame: .init(x: 20, width: 320), thumb: knob)
      #expect(!slider.isOnThumb(Point(x: 340, y: 15), at: 1) && slider.isOnThumb(Point(x: 340 - 1e-9, y: 15), at: 1))
      #expect(slider.isOnThumb(Point(x: 20, y: 15), at: 0) && !slider.isOnThumb(Point(x: 20 - 1e-9, y: 15), at: 0))
    }
  }

  @Test func `a knob without size cannot be hit`() throws {
    let empty = try ControlGeometry(thumb: .init(width: 0, height: 31))
    #expect(!empty.isOnThumb(Point(x: 0, y: 15), at: 0))
  }

  @Test func `invalid geometries are rejected`() {
    func refusal(_ frame: ControlGeometry.Frame, _ track: ControlGeometry.Track? = nil) -> GestureFault? {
      fault { _ = try ControlGeometry(frame: frame, track: track) }
    }
    #expect(refusal(.init(width: 0)) == .noWidth("frame"))
    #expect(refusal(.init(width: -1)) == .noWidth("frame"))
    #expect(refusal(.init(), .init(x: 0, width: 0)) == .noWidth("track"))
    #expect(refusal(.init(), .init(x: 0, width: -3)) == .noWidth("track"))
    #expect(refusal(.init(x: .nan)) == .notFinite("frame's x"))
    #expect(refusal(.init(y: .infinity)) == .notFinite("frame's y"))
    #expect(refusal(.init(), .init(x: -.infinity, width: 1)) == .notFinite("track's x"))
    #expect(refusal(.init(height: -1)) == .negative("frame's height"))
    #expect(refusal(.init(x: 1e308, width: 1e308)) == .notFinite("frame's far edge"))
    #expect(
      fault { _ = try ControlGeometry(thumb: .init(width: -1, height: 1)) } == .negative("thumb's width"))
    #expect(
      fault { _ = try ControlGeometry(thumb: .init(width: 1, height: .nan)) } == .notFinite("thumb's height"))
  }
}
