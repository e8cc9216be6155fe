import Scrubbing
import Testing

/// The lift correction of a nub: range 128, nub travel 128, frame 256, so that a point is 1 of value and 2 of frame.
struct NubLiftTests {
  /// lo 10, hi 256 - 10 - 108 = 138; offsets from 0 to 1280 - 256 = 1024, 8 a point.
  private func rehearsal(_ axis: ScrollStrip.Axis, isCorrected: Bool = true) throws -> Rehearsal {
    let isLying = axis == .horizontal
    return Rehearsal(
      try ScrubberConfiguration(
        model: .scrollScrubber,
        // Only the extent along the axis counts, so the other one is very different.
        geometry: ControlGeometry(
          frame: .init(x: 0, y: 0, width: isLying ? 256 : 4_000, height: isLying ? 4_000 : 256),
          track: .init(x: 0, width: 77)),
        highest: 128, initialValue: 64, liftCorrection: isCorrected ? LiftCorrection() : nil,
        strip: ScrollStrip(
          axis: axis, contentLength: 1_280, viewportLength: 256, nub: .init(length: 108, thickness: 30))))
  }

  /// A drag from the nub's middle by `step`, held for 60 ms before.
  private func drag(
    _ step: Double, _ axis: ScrollStrip.Axis, held microseconds: Int64 = 60_000, end: Phase = .ended,
    isCorrected: Bool = true
  ) throws -> (event: ScrubEvent, rehearsal: Rehearsal) {
    var rehearsal = try rehearsal(axis, isCorrected: isCorrected)
    let start = rehearsal.grip
    try rehearsal.caught()
    let (x, y) = axis == .horizontal ? (start.x + step, start.y) : (start.x, start.y + step)
    try rehearsal.touch(.moved, Point(x: x, y: y), after: microseconds)
    return (try rehearsal.touch(end, nil), rehearsal)
  }

  @Test(arguments: ScrollStrip.Axis.allCases)
  func `less than 12 points of the frame along the axis are near`(_ axis: ScrollStrip.Axis) throws {
    for (step, isNear) in [(6.0, false), (5.75, true), (-6, false), (-5.75, true), (6.25, false)] {
      let (event, rehearsal) = try drag(step, axis)
      #expect(event.value == 64 + step && event.sends == 0 && event.nub?.offset == 8 * (64 + step))
      #expect(event.correction?.distance == (isNear ? 11.5 : nil))
      #expect(rehearsal.scrubber.value == (isNear ? 64 : 64 + step))
    }
  }

  @Test(arguments: ScrollStrip.Axis.allCases)
  func `the nub moves back with the value`(_ axis: ScrollStrip.Axis) throws {
    var (event, rehearsal) = try drag(2, axis)
    let correction = try #require(event.correction)
    #expect(correction.value == 64 && correction.heldMicroseconds == 60_000 && correction.sends == 1)
    #expect(correction.nub?.offset == 512 && correction.nub?.state == .selected)
    #expect(event.nub?.offset == 528 && event.nub?.state == .selected && event.sentValues == [64])
    // The upper left corner, along the axis: 10 + 64.
    let origin = try #require(correction.nub?.origin)
    #expect((axis == .horizontal ? origin.x : origin.y) == 74)
    // The next drag starts from the restored value.
    let next = try rehearsal.caught()
    #expect(next.isTracking && next.value == 64 && next.nub?.offset == 512)
  }

  @Test func `exactly 50 000 microseconds are not a hold`() throws {
    #expect(try drag(2, .vertical, held: 50_000).event.correction == nil)
    #expect(try drag(2, .vertical, held: 50_001).event.correction?.heldMicroseconds == 50_001)
  }

  @Test func `neither a cancelled touch nor a strip without a rule is corrected`() throws {
    #expect(try drag(2, .horizontal, end: .cancelled).event.correction == nil)
    #expect(try drag(2, .horizontal, isCorrected: false).event.correction == nil)
  }

  @Test func `the timer counts from the lift`() throws {
    var (event, rehearsal) = try drag(2, .horizontal)
    #expect(event.correction != nil)
    let expired = rehearsal.scrubber.expireTimer(by: nil)
    let expiry = try #require(expired)
    #expect(expiry.time == rehearsal.time + 750_000 && expiry.event.nub?.state == .unselected)
    #expect(expiry.event.value == 64 && expiry.event.nub?.offset == 512)
  }
}
