import Scrubbing
import Testing

/// Range 0 to 128, track 128, frame 256: a point of the finger is exactly a value of 1 and 2 points of frame.
struct LiftCorrectionTests {
  private func rehearsal(
    _ model: Model = .scrubbingSlider, isContinuous: Bool = true, _ correction: LiftCorrection? = LiftCorrection()
  ) throws -> Rehearsal {
    Rehearsal(
      try slider(
        model, highest: 128, at: 64, frameWidth: 256, trackWidth: model == .uislider ? 158 : 128,
        isContinuous: isContinuous, liftCorrection: correction))
  }

  @Test(arguments: sliders)
  func `more than 50 000 microseconds are a hold, exactly 50 000 are not`(_ model: Model) throws {
    for (microseconds, isHeld) in [(Int64(49_999), false), (50_000, false), (50_001, true)] {
      var rehearsal = try rehearsal(model)
      try rehearsal.began(100)
      try rehearsal.moved(110)
      try rehearsal.moved(112, after: microseconds)
      let event = try rehearsal.ended()
      #expect(event.value == 76)
      #expect((event.correction != nil) == isHeld)
      #expect(rehearsal.scrubber.value == (isHeld ? 74 : 76))
      if isHeld {
        #expect(event.correction?.heldMicroseconds == 50_001 && event.correction?.distance == 4)
      }
    }
  }

  @Test func `durations that differ in doubles are equal here`() throws {
    // 1.05 - 1.00 s and 0.35 - 0.30 s are both 50 000 microseconds.
    for start in [Int64(1_000_000), 300_000] {
      var rehearsal = try rehearsal()
      rehearsal.time = start - 16_000
      try rehearsal.began(100)
      try rehearsal.moved(102, after: 50_000)
      #expect(try rehearsal.ended().correction == nil)
    }
  }

  @Test(arguments: sliders)
  func `less than 12 points are near, exactly 12 are not`(_ model: Model) throws {
    for (step, isNear) in [(6.0, false), (5.75, true), (-6, false), (-5.75, true), (6.25, false)] {
      var rehearsal = try rehearsal(model)
      try rehearsal.began(100)
      try rehearsal.moved(100 + step, after: 60_000)
      let event = try rehearsal.ended()
      #expect(event.value == 64 + step)
      #expect((event.correction != nil) == isNear)
      #expect(rehearsal.scrubber.value == (isNear ? 64 : 64 + step))
      #expect(event.correction?.distance == (isNear ? 11.5 : nil))
    }
  }

  @Test func `the distance is measured on the frame, not on the track`() throws {
    // |65 - 64|/128 * 1600 = 12.5 points of frame, though the finger and the knob moved one or less.
    let correction = LiftCorrection()
    var rehearsal = Rehearsal(
      try slider(highest: 128, at: 64, frameWidth: 1_600, trackWidth: 128, liftCorrection: correction))
    try rehearsal.began(100)
    try rehearsal.moved(101, after: 60_000)
    #expect(try rehearsal.ended().correction == nil)
  }

  @Test func `a hold right before the lift needs no correction`() throws {
    // The newest held entry is the current value: nothing changes, nothing is sent.
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.moved(102, after: 60_000)
    let event = try rehearsal.ended(after: 60_000)
    #expect(event.correction == nil && event.value == 66 && rehearsal.scrubber.value == 66)
  }

  @Test func `an equal value held earlier needs no correction either`() throws {
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.moved(103, after: 60_000)
    try rehearsal.moved(100)
    #expect(try rehearsal.ended().correction == nil)
  }

  @Test func `a small, quick, deliberate move is undone as well`() throws {
    // Frame and track of 128 for a range of 128: rested at 64, 11 points are a distance of 11.
    var quick = Rehearsal(
      try slider(highest: 128, at: 64, frameWidth: 128, trackWidth: 128, liftCorrection: LiftCorrection()))
    try quick.began(100)
    try quick.moved(111, after: 60_000)
    #expect(try quick.ended().correction?.distance == 11)
    // And at a tenth of the speed 100 points of the finger are 10 of the knob, for OBSlider on both sides of the knob.
    for (model, above) in [(Model.scrubbingSlider, 150.0), (.obslider, -150), (.obsliderOriginal, 150)] {
      var slow = Rehearsal(
        try slider(model, highest: 128, at: 64, frameWidth: 128, trackWidth: 128, liftCorrection: LiftCorrection()))
      try slow.began(100)
      try slow.moved(100, above: above)
      try slow.moved(200, above: above, after: 60_000)
      let event = try slow.ended()
      #expect(isClose(event.value, 74) && isClose(event.correction?.distance, 10) && slow.scrubber.value == 64)
    }
  }

  @Test func `every value can be restored, even the least normal float`() throws {
    // 128 points of track for a range of 128: one point more is 2 points of frame.
    let least = Double(Float.leastNormalMagnitude)
    var rehearsal = Rehearsal(
      try slider(highest: 128, at: least, frameWidth: 256, trackWidth: 128, liftCorrection: LiftCorrection()))
    try rehearsal.began(100)
    try rehearsal.moved(101, after: 60_000)
    #expect(try rehearsal.ended().correction?.value == least)
    #expect(rehearsal.scrubber.value == least)
  }

  @Test func `only the newest held entry is tried`() throws {
    // Held at 64, then held at 84, then quickly back to 66: 84 is 36 points away; 64 is not tried.
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.moved(120, after: 60_000)
    try rehearsal.moved(102, after: 60_000)
    #expect(try rehearsal.ended().correction == nil)
  }

  @Test func `an event with the same value restarts the hold`() throws {
    // 40 ms and 40 ms at 64 are two entries, neither of them held.
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.moved(100, after: 40_000)
    try rehearsal.moved(102, after: 40_000)
    #expect(try rehearsal.ended().correction == nil)
  }

  @Test func `a stationary event does not restart the hold`() throws {
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.touch(.stationary, Point(x: 100, y: middle), after: 40_000)
    try rehearsal.moved(102, after: 40_000)
    #expect(try rehearsal.ended().correction?.heldMicroseconds == 80_000)
  }

  @Test func `the event has the state before the correction, the scrubber the state after it`() throws {
    var rehearsal = try rehearsal()
    try rehearsal.began(100)
    try rehearsal.moved(102, after: 60_000)
    let event = try rehearsal.ended()
    #expect(event.value == 66 && event.unadjusted == 66 && event.sends == 0 && event.feedback.isEmpty)
    let correction = try #require(event.correction)
    #expect(correction.value == 64 && correction.heldMicroseconds == 60_000 && correction.distance == 4)
    #expect(rehearsal.scrubber.value == 64)
    // The next stroke starts from the corrected value, with a new log.
    let next = try rehearsal.began(100)
    #expect(next.value == 64 && next.unadjusted == 64)
    try rehearsal.moved(101)
    #expect(try rehearsal.ended().correction == nil)
  }

  @Test func `the plain slider moves to the lift before the correction`() throws {
    // The lift goes to 68 and is compared from there: 4 of 128 over 256 points.
    var rehearsal = try rehearsal(.uislider)
    try rehearsal.began(100)
    try rehearsal.moved(101, after: 60_000)
    let event = try rehearsal.touch(.ended, Point(x: 104, y: middle))
    #expect(event.value == 68 && event.sends == 1 && event.correction?.value == 64 && event.correction?.distance == 8)
  }

  @Test func `a hold that ends with the lift has the value of the last move`() throws {
    // Rests at 70 for 60 ms; the lift moves to 72.
    var rehearsal = try rehearsal(.uislider)
    try rehearsal.began(100)
    try rehearsal.moved(106)
    let event = try rehearsal.touch(.ended, Point(x: 108, y: middle), after: 60_000)
    #expect(event.value == 72 && event.correction?.value == 70)
  }

  @Test func `a cancelled touch and an untracked one are not corrected`() throws {
    var cancelled = try rehearsal()
    try cancelled.began(100)
    try cancelled.moved(102, after: 60_000)
    let event = try cancelled.touch(.cancelled, nil)
    #expect(event.correction == nil && cancelled.scrubber.value == 66)

    var missed = Rehearsal(try slider(grab: .thumb, liftCorrection: LiftCorrection()))
    try missed.began(0)
    try missed.moved(2, after: 60_000)
    #expect(try missed.ended().correction == nil)
  }

  @Test func `a slider that is not continuous is corrected as well`() throws {
    var rehearsal = try rehearsal(isContinuous: false)
    try rehearsal.began(100)
    try rehearsal.moved(102, after: 60_000)
    let event = try rehearsal.ended()
    #expect(event.sends == 1 && event.correction?.sends == 1 && event.sentValues == [66, 64])
  }

  @Test func `hold and distance can be chosen, and 0 is allowed`() throws {
    // Held 11 microseconds at 0, then a value of 10, which is 20 points.
    let correction = LiftCorrection(holdMicroseconds: 10, distance: 21)
    var rehearsal = Rehearsal(
      try slider(highest: 128, at: 0, frameWidth: 256, trackWidth: 128, liftCorrection: correction))
    try rehearsal.began(100)
    try rehearsal.moved(110, after: 11)
    let event = try rehearsal.ended(after: 0)
    #expect(event.value == 10 && event.correction?.value == 0 && event.correction?.distance == 20)
  }

  @Test func `with an empty range or without a rule nothing is corrected`() throws {
    var flat = Rehearsal(try slider(lowest: 3, highest: 3, at: 3, liftCorrection: LiftCorrection()))
    try flat.began(100)
    try flat.moved(102, after: 60_000)
    #expect(try flat.ended().correction == nil)
    var off = try rehearsal(.scrubbingSlider, nil)
    try off.began(100)
    try off.moved(102, after: 60_000)
    #expect(try off.ended().correction == nil)
  }
}
