import Scrubbing
import Testing

struct FaultTests {
  private let somewhere = Point(x: 120, y: middle)

  @Test func `phases have to come in order`() throws {
    for phase in [Phase.moved, .stationary, .ended, .cancelled] {
      var rehearsal = Rehearsal(try slider())
      #expect(fault { try rehearsal.touch(phase, somewhere) } == .notBegun(phase))
      try rehearsal.touch(.began, somewhere)
      try rehearsal.touch(.ended, nil)
      #expect(fault { try rehearsal.touch(phase, somewhere) } == .notBegun(phase))
    }
    var rehearsal = Rehearsal(try slider())
    try rehearsal.touch(.began, somewhere)
    #expect(fault { try rehearsal.touch(.began, somewhere) } == .begunTwice)
  }

  @Test func `a finger that is not tracked still counts as down`() throws {
    var rehearsal = Rehearsal(try slider(grab: .thumb))
    try rehearsal.began(0)
    #expect(fault { try rehearsal.touch(.began, somewhere) } == .begunTwice)
    try rehearsal.moved(10)
    try rehearsal.ended()
  }

  @Test func `times may repeat but not decrease`() throws {
    var rehearsal = Rehearsal(try slider())
    try rehearsal.touch(.began, somewhere, after: 5)
    try rehearsal.touch(.moved, somewhere, after: 0)
    #expect(fault { try rehearsal.touch(.moved, somewhere, after: -1) } == .timeBackwards(from: 5, to: 4))
    try rehearsal.touch(.ended, nil, after: 1)
    // Also across strokes.
    #expect(fault { try rehearsal.touch(.began, somewhere, after: -1) } == .timeBackwards(from: 5, to: 4))
  }

  @Test func `a rejected touch changes nothing`() throws {
    var rehearsal = Rehearsal(try slider(liftCorrection: LiftCorrection()))
    try rehearsal.began(100)
    try rehearsal.moved(120, above: 60)
    #expect(fault { try rehearsal.touch(.moved, Point(x: .nan, y: 0), after: 90_000) } != nil)
    #expect(fault { try rehearsal.touch(.moved, Point(x: 1e308, y: 0)) } == nil)
    #expect(fault { try rehearsal.touch(.moved, Point(x: -1.7e308, y: 0)) } == .placeOutOfReach)
    #expect(rehearsal.scrubber.value == 100 && rehearsal.scrubber.isTracking)
    #expect(isClose(rehearsal.scrubber.unadjusted, 5e307))
  }

  @Test(arguments: [Model.scrubbingSlider, .frameGrabber, .obslider, .obsliderJanuary, .obsliderOriginal])
  func `a location that is too far away leaves the speed unchanged`(_ model: Model) throws {
    // From -1.7e308 at a tenth, a distance that overflows: an error, and the speed is still a tenth.
    var rehearsal = Rehearsal(try slider(model))
    try rehearsal.began(-1.7e308)
    try rehearsal.moved(-1.7e308, above: 600)
    #expect(fault { try rehearsal.moved(1.7e308) } == .placeOutOfReach)
    #expect(rehearsal.scrubber.speed == 0.1 && rehearsal.scrubber.value == 50)
    #expect(try rehearsal.touch(.stationary, Point(x: 0, y: 0)).speed == 0.1)
    // The finger's location is unchanged.
    #expect(isClose(try rehearsal.moved(-1.7e308, above: 600).value, 50))
  }

  @Test func `locations that are not finite are rejected`() throws {
    for bad in [Point(x: .nan, y: 0), Point(x: 0, y: .nan), Point(x: .infinity, y: 0), Point(x: 0, y: -.infinity)] {
      var rehearsal = Rehearsal(try slider())
      #expect(fault { try rehearsal.touch(.began, bad) } == .notFinite("place of 'began'"))
      try rehearsal.touch(.began, somewhere)
      for phase in [Phase.moved, .stationary, .ended, .cancelled] {
        #expect(fault { try rehearsal.touch(phase, bad) } == .notFinite("place of '\(phase.rawValue)'"))
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `no finite location makes a value that is not finite`(_ model: Model) throws {
    let huge = Double.greatestFiniteMagnitude
    for x in [huge, -huge, 1e300] {
      for y in [huge, -huge, 0] {
        for meet in Meet.allCases {
          var rehearsal = Rehearsal(try slider(model, meet: meet))
          // A nub is only grabbed on itself.
          let start = model == .scrollScrubber ? rehearsal.grip : Point(x: 0, y: -y)
          let places = [(Phase.began, start.x), (.moved, x), (.moved, -x), (.moved, 3), (.ended, x)]
          for (phase, x) in places {
            _ = try? rehearsal.touch(phase, Point(x: x, y: phase == .began ? start.y : y))
            #expect((0...100).contains(rehearsal.scrubber.value))
            #expect(rehearsal.scrubber.unadjusted?.isFinite ?? true)
          }
        }
      }
    }
  }

  @Test func `only ended and cancelled may have no location`() throws {
    var rehearsal = Rehearsal(try slider())
    #expect(fault { try rehearsal.touch(.began, nil) } == .locationMissing(.began))
    try rehearsal.touch(.began, somewhere)
    #expect(fault { try rehearsal.touch(.moved, nil) } == .locationMissing(.moved))
    #expect(fault { try rehearsal.touch(.stationary, nil) } == .locationMissing(.stationary))
    #expect(try rehearsal.touch(.cancelled, nil).location == somewhere)
    try rehearsal.touch(.began, somewhere)
    #expect(try rehearsal.touch(.ended, nil).location == somewhere)
  }

  @Test func `a stroke whose duration overflows is rejected`() throws {
    var scrubber = Scrubber(try slider(liftCorrection: LiftCorrection()))
    let configuration = scrubber.configuration
    #expect(configuration.liftCorrection?.holdMicroseconds == 50_000)
    _ = try scrubber.handle(Touch(timeInMicroseconds: .min, phase: .began, location: somewhere))
    #expect(
      fault { _ = try scrubber.handle(Touch(timeInMicroseconds: 0, phase: .moved, location: somewhere)) }
        == .strokeTooLong)
    _ = try scrubber.handle(Touch(timeInMicroseconds: -1, phase: .ended, location: nil))
    _ = try scrubber.handle(Touch(timeInMicroseconds: .max, phase: .began, location: somewhere))
  }

  @Test func `invalid configurations are rejected`() throws {
    #expect(fault { _ = try slider(lowest: 1, highest: 0, at: nil) } == .rangeReversed)
    #expect(fault { _ = try slider(lowest: .nan) } == .notFinite("slider's range"))
    #expect(fault { _ = try slider(lowest: -1.7e308, highest: 1.7e308) } == .notFinite("slider's range"))
    #expect(fault { _ = try slider(at: .infinity) } == .notFinite("initial value"))
    func refusal(_ correction: LiftCorrection) -> GestureFault? {
      fault { _ = try slider(liftCorrection: correction) }
    }
    #expect(refusal(LiftCorrection(holdMicroseconds: -1)) == .negative("lift correction's hold"))
    #expect(refusal(LiftCorrection(distance: -1)) == .negative("lift correction's distance"))
    #expect(refusal(LiftCorrection(distance: .nan)) == .notFinite("lift correction's distance"))
    #expect(refusal(LiftCorrection(holdMicroseconds: 0, distance: 0)) == nil)
  }

  @Test func `only the scroll scrubber has a strip`() throws {
    let strip = try lyingStrip()
    #expect(
      fault { _ = try ScrubberConfiguration(model: .scrollScrubber, geometry: geometry()) } == .stripMissing)
    #expect(
      fault {
        _ = try ScrubberConfiguration(model: .scrollScrubber, geometry: geometry(), grab: .anywhere, strip: strip)
      }
        == .grabbedOffNub)
    #expect(
      fault { _ = try slider(.scrollScrubber, speeds: .scrubbingSlider) } == .speedsNotTaken(.scrollScrubber))
    for model in sliders { #expect(fault { _ = try slider(model, strip: strip) } == .stripNotTaken(model)) }
    // A nub has no knob that could be as wide as the track.
    #expect(fault { _ = try slider(.scrollScrubber, trackWidth: 1) } == nil)
  }

  @Test func `defaults and clamping of the start`() throws {
    let plain = try ScrubberConfiguration(geometry: geometry())
    #expect(plain.model == .scrubbingSlider && plain.grab == .thumb && plain.speeds == .scrubbingSlider)
    #expect(plain.lowest == 0 && plain.highest == 1 && plain.initialValue == 0 && plain.meet == .faithful)
    #expect(plain.isContinuous && plain.liftCorrection == nil)
    #expect(try slider(lowest: 20, at: nil).initialValue == 20)
    #expect(try slider(at: 101).initialValue == 100)
    #expect(try slider(at: -1).initialValue == 0)
  }

  @Test func `names in files are stable`() {
    #expect(
      Model.allCases.map(\.rawValue) == [
        "uislider", "scrubbing-slider", "frame-grabber", "obslider", "obslider-january", "obslider-original",
        "scroll-scrubber", "media3", "telegram", "html-range", "bar",
      ])
    #expect(ScrollStrip.Axis.allCases.map(\.rawValue) == ["vertical", "horizontal"])
    #expect(ScrollStrip.Alignment.allCases.map(\.rawValue) == ["none", "begin", "middle", "end", "nearest"])
    #expect(NubState.allCases.map(\.rawValue) == ["unselected", "selected", "highlighted"])
    #expect(Phase.allCases.map(\.rawValue) == ["began", "moved", "stationary", "ended", "cancelled"])
    #expect(Meet.allCases.map(\.rawValue) == ["faithful", "exact", "none"])
    #expect(Grab.allCases.map(\.rawValue) == ["thumb", "frame", "anywhere"])
    #expect(FeedbackReason.allCases.map(\.rawValue) == ["speed", "min", "max"])
  }

  @Test func `error messages name the cause`() {
    #expect(GestureFault.notBegun(.moved).description == "'moved' before 'began': no finger is down")
    #expect(GestureFault.noWidth("track").description == "no width: the track needs more than 0 points")
    #expect(
      GestureFault.timeBackwards(from: 5, to: 4).description == "time going backwards from 5 to 4 microseconds")
    #expect(
      GestureFault.speedsNotTaken(.scrollScrubber).description
        == "speeds without effect: the model 'scroll-scrubber' has none")
    #expect(
      GestureFault.nubHidden(content: 900, needed: 1_000).description
        == "the nub would not be visible: the content is 900.0 points long, and the nub appears from 1000.0 points on")
  }
}
