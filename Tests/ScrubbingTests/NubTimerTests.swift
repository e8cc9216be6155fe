import Scrubbing
import Testing

struct NubTimerTests {
  private func nub(delay: Int64 = 750_000) throws -> Rehearsal {
    Rehearsal(
      try slider(
        .scrollScrubber,
        strip: ScrollStrip(
          axis: .horizontal, contentLength: 1_020, viewportLength: 220, fading: .init(delayMicroseconds: delay))))
  }

  /// A nub whose finger lifted at `rehearsal.time`.
  private func lifted(delay: Int64 = 750_000, by end: Phase = .ended) throws -> Rehearsal {
    var rehearsal = try nub(delay: delay)
    try rehearsal.caught()
    #expect(try rehearsal.touch(end, nil).nub?.state == .selected)
    return rehearsal
  }

  @Test func `at the start it is selected, and no timer runs`() throws {
    var rehearsal = try nub()
    #expect(rehearsal.scrubber.expireTimer(by: .max) == nil)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
    // Reported by a touch that misses it.
    #expect(try rehearsal.began(0).nub?.state == .selected)
    #expect(try rehearsal.ended().nub?.state == .selected)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `a finger on it highlights it for as long as it stays`() throws {
    var rehearsal = try nub()
    #expect(try rehearsal.caught().nub?.state == .highlighted)
    #expect(try rehearsal.moved(130, after: 5_000_000).nub?.state == .highlighted)
    #expect(try rehearsal.touch(.stationary, rehearsal.grip).nub?.state == .highlighted)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }

  @Test(arguments: [Phase.ended, .cancelled])
  func `it moves to the background 0.75 s after the finger left, not earlier`(_ end: Phase) throws {
    var rehearsal = try lifted(by: end)
    let due = rehearsal.time + 750_000
    #expect(rehearsal.scrubber.expireTimer(by: due - 1) == nil)
    let expired = rehearsal.scrubber.expireTimer(by: due)
    let expiry = try #require(expired)
    #expect(expiry.time == due && expiry.event.nub?.state == .unselected)
    #expect(expiry.event.value == 50 && expiry.event.sends == 0 && expiry.event.feedback.isEmpty)
    #expect(expiry.event.location == nil && !expiry.event.isTracking && expiry.event.correction == nil)
    #expect(expiry.event.nub?.offset == 400)
    // Only once.
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `a timer fired late reports when it was due`() throws {
    var rehearsal = try lifted()
    #expect(rehearsal.scrubber.expireTimer(by: rehearsal.time + 9_000_000)?.time == rehearsal.time + 750_000)
    var endless = try lifted()
    #expect(endless.scrubber.expireTimer(by: nil)?.time == endless.time + 750_000)
  }

  @Test func `a new press stops the timer, and its lift restarts it`() throws {
    var rehearsal = try lifted()
    #expect(try rehearsal.caught(after: 749_999).nub?.state == .highlighted)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
    #expect(try rehearsal.ended(after: 100_000).nub?.state == .selected)
    let due = rehearsal.time + 750_000
    #expect(rehearsal.scrubber.expireTimer(by: due - 1) == nil)
    #expect(rehearsal.scrubber.expireTimer(by: due)?.time == due)
  }

  @Test func `a press selects it again`() throws {
    var rehearsal = try lifted()
    _ = rehearsal.scrubber.expireTimer(by: nil)
    #expect(try rehearsal.caught(after: 2_000_000).nub?.state == .highlighted)
    #expect(try rehearsal.ended().nub?.state == .selected)
    #expect(rehearsal.scrubber.expireTimer(by: nil)?.event.nub?.state == .unselected)
  }

  @Test func `a finger elsewhere neither stops the timer nor selects`() throws {
    var rehearsal = try lifted()
    let due = rehearsal.time + 750_000
    #expect(try rehearsal.began(0).nub?.state == .selected)
    let expired = rehearsal.scrubber.expireTimer(by: due)
    let expiry = try #require(expired)
    #expect(expiry.time == due && expiry.event.nub?.state == .unselected)
    #expect(expiry.event.location == Point(x: 0, y: middle) && !expiry.event.isTracking)
    #expect(try rehearsal.moved(5, after: 1_000_000).nub?.state == .unselected)
    #expect(try rehearsal.ended().nub?.state == .unselected)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `a timer due at the time of a touch comes first`() throws {
    var rehearsal = try lifted()
    let due = rehearsal.time + 750_000
    let expired = rehearsal.scrubber.expireTimer(by: due)
    let expiry = try #require(expired)
    #expect(expiry.time == due && expiry.event.nub?.state == .unselected)
    #expect(try rehearsal.caught(after: 750_000).nub?.state == .highlighted)
    // Without expireTimer it is dropped.
    var unasked = try lifted()
    #expect(try unasked.caught(after: 750_000).nub?.state == .highlighted)
    #expect(unasked.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `setting the value restarts the timer and does not select the nub`() throws {
    var rehearsal = try lifted()
    let lift = rehearsal.time
    #expect(try rehearsal.scrubber.set(60, at: lift + 500_000).nub?.state == .selected)
    #expect(rehearsal.scrubber.expireTimer(by: lift + 1_249_999) == nil)
    #expect(rehearsal.scrubber.expireTimer(by: lift + 1_250_000)?.time == lift + 1_250_000)
    // A nub in the background stays there, and the timer has no effect.
    #expect(try rehearsal.scrubber.set(70, at: lift + 2_000_000).nub?.state == .unselected)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `setting the current value does not scroll`() throws {
    var rehearsal = try lifted()
    let lift = rehearsal.time
    _ = try rehearsal.scrubber.set(50, at: lift + 500_000)
    #expect(rehearsal.scrubber.expireTimer(by: lift + 750_000)?.time == lift + 750_000)
  }

  @Test func `at the start, setting the value starts a timer`() throws {
    var rehearsal = try nub()
    #expect(try rehearsal.scrubber.set(60, at: 1_000).nub?.state == .selected)
    #expect(rehearsal.scrubber.expireTimer(by: nil)?.time == 751_000)
  }

  @Test func `the delay can be chosen, including 0 and the maximum`() throws {
    var none = try lifted(delay: 0)
    #expect(none.scrubber.expireTimer(by: none.time)?.time == none.time)
    var endless = try lifted(delay: .max)
    #expect(endless.scrubber.expireTimer(by: nil) == nil)
  }

  @Test func `a rejected touch does not affect the timer`() throws {
    var rehearsal = try lifted()
    let due = rehearsal.time + 750_000
    #expect(fault { try rehearsal.touch(.began, nil, after: 10) } == .locationMissing(.began))
    #expect(fault { try rehearsal.touch(.began, Point(x: .nan, y: 0), after: 10) } != nil)
    #expect(fault { _ = try rehearsal.scrubber.set(.nan, at: due) } != nil)
    #expect(rehearsal.scrubber.expireTimer(by: nil)?.time == due)
  }

  @Test(arguments: sliders)
  func `a slider has neither a nub nor a timer`(_ model: Model) throws {
    var rehearsal = Rehearsal(try slider(model))
    #expect(try rehearsal.caught().nub == nil)
    #expect(try rehearsal.ended().nub == nil)
    #expect(try rehearsal.scrubber.set(10, at: rehearsal.time).nub == nil)
    #expect(rehearsal.scrubber.expireTimer(by: nil) == nil)
  }
}
