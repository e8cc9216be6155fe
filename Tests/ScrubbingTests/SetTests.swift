import Scrubbing
import Testing

/// The value set without a finger, as by an accessibility action or a step.
struct SetTests {
  @Test(arguments: Model.allCases)
  func `the value is set, clamped to the range, and sent once`(_ model: Model) throws {
    for (value, expected) in [(60.0, 60.0), (0, 0), (100, 100), (100.5, 100), (-1, 0), (1e308, 100), (-1e308, 0)] {
      for isContinuous in [true, false] {
        var rehearsal = Rehearsal(try slider(model, isContinuous: isContinuous))
        let event = try rehearsal.scrubber.set(value, at: 5)
        #expect(event.value == expected && rehearsal.scrubber.value == expected)
        #expect(event.sends == 1 && event.sentValues == [expected])
        #expect(event.location == nil && !event.isTracking && event.speed == 1)
        #expect(event.feedback.isEmpty && event.correction == nil)
      }
    }
  }

  @Test(arguments: Model.allCases)
  func `an equal value is sent too`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model))
    #expect(try rehearsal.scrubber.set(50, at: 5).sends == 1)
    // Also at an end, every time.
    for _ in 0..<2 { #expect(try rehearsal.scrubber.set(300, at: 5).sentValues == [100]) }
  }

  @Test(arguments: Model.allCases)
  func `it is an error while a finger is down, tracked or not`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model, grab: .thumb))
    try rehearsal.caught()
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: rehearsal.time) } == .setWhileTouched)
    #expect(rehearsal.scrubber.value == 50 && rehearsal.scrubber.isTracking)
    try rehearsal.ended()
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: rehearsal.time) } == nil)
    try rehearsal.began(-500)
    #expect(!rehearsal.scrubber.isTracking)
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: rehearsal.time) } == .setWhileTouched)
    try rehearsal.touch(.cancelled, nil)
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: rehearsal.time) } == nil)
  }

  @Test func `times may repeat but not decrease`() throws {
    var rehearsal = Rehearsal(try slider())
    try rehearsal.began(100)
    try rehearsal.ended()
    let lift = rehearsal.time
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: lift - 1) } == .timeBackwards(from: lift, to: lift - 1))
    #expect(rehearsal.scrubber.value == 50)
    #expect(fault { _ = try rehearsal.scrubber.set(60, at: lift) } == nil)
    #expect(fault { _ = try rehearsal.scrubber.set(61, at: lift + 100_000) } == nil)
    // The times of later touches are checked as well, and a rejected one does not count.
    #expect(
      fault { try rehearsal.touch(.began, Point(x: 0, y: 0), after: 99_999) }
        == .timeBackwards(from: lift + 100_000, to: lift + 99_999))
    #expect(fault { _ = try rehearsal.scrubber.set(.nan, at: lift + 900_000) } == .notFinite("value to set"))
    #expect(fault { try rehearsal.touch(.began, Point(x: 0, y: 0), after: 1) } == nil)
  }

  @Test(arguments: Model.allCases)
  func `values that are not finite are rejected`(_ model: Model) throws {
    for bad in [Double.nan, .infinity, -.infinity] {
      var rehearsal = Rehearsal(try slider(model))
      #expect(fault { _ = try rehearsal.scrubber.set(bad, at: 0) } == .notFinite("value to set"))
      #expect(rehearsal.scrubber.value == 50)
    }
  }

  @Test(arguments: oldModels + [.telegram])
  func `the next drag starts there, without the old gap`(_ model: Model) throws {
    // 20 or 17 points at a distance of 150 make a gap in models that have one. Then 60 is set, and grabbed.
    var rehearsal = Rehearsal(try slider(model))
    try rehearsal.caught()
    try rehearsal.moved(rehearsal.grip.x + 20, above: 150)
    try rehearsal.ended()
    let before = rehearsal.scrubber.unadjusted
    let event = try rehearsal.scrubber.set(60, at: rehearsal.time)
    #expect(event.unadjusted == before)
    let began = try rehearsal.caught()
    #expect(began.isTracking && began.value == 60 && began.unadjusted ?? 60 == 60)
    // 17 points at full speed: a tenth of the nub's and the plain knob's travel of 170, 8.5 of the track.
    let grip = rehearsal.grip
    let step = model == .uislider || model == .scrollScrubber ? 10 : 8.5
    #expect(isClose(try rehearsal.moved(grip.x + 17, above: middle - grip.y).value, 60 + step))
  }

  @Test func `a speed kept after a cancellation is not reset`() throws {
    var rehearsal = Rehearsal(try slider(.obslider))
    try rehearsal.began(100)
    try rehearsal.moved(100, above: 150)
    try rehearsal.touch(.cancelled, nil)
    #expect(try rehearsal.scrubber.set(60, at: rehearsal.time).speed == 0.1)
  }

  @Test func `the nub moves with the value`() throws {
    // Offset 8 V, origin 10 + 1.7 V, in the frame from x 10.
    var rehearsal = Rehearsal(try slider(.scrollScrubber))
    let event = try rehearsal.scrubber.set(60, at: 0)
    #expect(isClose(event.nub?.offset, 480) && isClose(event.nub?.origin.x, 112) && event.nub?.origin.y == -10)
    #expect(try rehearsal.began(123).isTracking)
    try rehearsal.ended()
    #expect(try rehearsal.scrubber.set(300, at: rehearsal.time).nub?.offset == 800)
    #expect(try rehearsal.scrubber.set(-300, at: rehearsal.time).nub?.offset == 0)
  }

  @Test(arguments: Model.allCases)
  func `with an empty range the value stays`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model, lowest: 7, highest: 7, at: 7))
    let event = try rehearsal.scrubber.set(60, at: 0)
    #expect(event.value == 7 && event.sends == 1)
  }

  @Test func `setting the value is not recorded for the lift correction`() throws {
    // Held at 50 before; set to 60; then for a quick slip of 2 points there is no held value.
    var rehearsal = Rehearsal(try slider(liftCorrection: LiftCorrection()))
    try rehearsal.began(100)
    try rehearsal.ended(after: 60_000)
    _ = try rehearsal.scrubber.set(51, at: rehearsal.time)
    try rehearsal.began(100, above: 0)
    try rehearsal.moved(102)
    #expect(try rehearsal.ended().correction == nil)
    #expect(isClose(rehearsal.scrubber.value, 52))
  }
}
