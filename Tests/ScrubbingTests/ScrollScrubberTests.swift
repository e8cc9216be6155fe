import Scrubbing
import TestSupport
import Testing

/// Most drags are along `lyingStrip()`: the nub's origin is 10 + 1.7 V, its rectangle 10 further right, the offset 8 V.
struct ScrollScrubberTests {
  private func lying(at value: Double = 50, lowest: Double = 0, highest: Double = 100) throws -> Rehearsal {
    Rehearsal(try slider(.scrollScrubber, lowest: lowest, highest: highest, at: value))
  }

  @Test func `the nub moves with the finger and the strip with the nub`() throws {
    // At 50: origin 95, offset 400. 17 points are a tenth.
    var rehearsal = try lying()
    let began = try rehearsal.began(110)
    #expect(began.isTracking && began.value == 50 && began.nub?.offset == 400)
    #expect(began.nub?.origin == Point(x: 95, y: -10))
    let event = try rehearsal.moved(127)
    #expect(isClose(event.value, 60) && isClose(event.nub?.offset, 480) && isClose(event.nub?.origin.x, 112))
    #expect(event.speed == 1 && event.unadjusted == nil && event.feedback.isEmpty && event.nub?.origin.y == -10)
  }

  @Test func `with the published insets the middle is 742.5, and the mapping back is its inverse`() throws {
    // a 64, b 49, C 2000, B 500: lo 74, hi 500 - 49 - 10 - 30 = 411, oMin -64, oMax 1549. The middle is 242.5 and .5
    // (1549 + 64) - 64 = 742.5. The published inverse would put the nub at 742.5/1500 * 337 + 74 = 240.8.
    let strip = try ScrollStrip(contentLength: 2_000, viewportLength: 500, contentInsets: .init(64, 49))
    let geometry = try ControlGeometry(frame: .init(x: 0, y: 0, width: 343, height: 500))
    var rehearsal = Rehearsal(
      try ScrubberConfiguration(model: .scrollScrubber, geometry: geometry, strip: strip))
    let began = try rehearsal.touch(.began, Point(x: 310, y: 80))
    #expect(began.nub?.offset == -64 && began.nub?.origin == Point(x: 303, y: 74))
    let event = try rehearsal.touch(.moved, Point(x: 310, y: 248.5))
    #expect(event.nub?.offset == 742.5 && event.nub?.origin.y == 242.5 && event.value == 0.5)
    #expect(try rehearsal.ended().nub?.origin.y == 242.5)
    // Set without a finger, the nub moves to the same position.
    _ = try rehearsal.scrubber.set(0, at: rehearsal.time)
    let set = try rehearsal.scrubber.set(0.5, at: rehearsal.time)
    #expect(set.nub?.offset == 742.5 && set.nub?.origin.y == 242.5)
    #expect(try rehearsal.touch(.began, Point(x: 310, y: 242.5)).isTracking)
  }

  /// A frame at (5, 100), 60 by 480: the nub's origin is 10 + 430 V, at x 60 - 10 - 30 = 20; the offset is 4320 V.
  private func standing(at value: Double = 0, liftCorrection: LiftCorrection? = nil) throws -> Rehearsal {
    Rehearsal(
      try ScrubberConfiguration(
        model: .scrollScrubber, geometry: ControlGeometry(frame: .init(x: 5, y: 100, width: 60, height: 480)),
        initialValue: value, liftCorrection: liftCorrection,
        strip: ScrollStrip(contentLength: 4_800, viewportLength: 480)))
  }

  @Test func `a vertical strip follows only the finger's y`() throws {
    var rehearsal = try standing()
    try rehearsal.touch(.began, Point(x: 30, y: 115))
    let event = try rehearsal.touch(.moved, Point(x: 9_000, y: 158))
    #expect(isClose(event.value, 0.1) && isClose(event.nub?.offset, 432) && isClose(event.nub?.origin.y, 53))
    #expect(event.nub?.origin.x == 20)
    #expect(isClose(try rehearsal.touch(.moved, Point(x: 0, y: 330)).value, 0.5))
  }

  @Test func `a horizontal strip follows only the finger's x`() throws {
    var rehearsal = try lying()
    try rehearsal.began(110)
    for above in [0.0, 60, 400, -400, 1] {
      let event = try rehearsal.moved(127, above: above)
      #expect(isClose(event.value, 60) && event.speed == 1)
    }
  }

  @Test func `a drag starts in the nub only, whose left and upper edges belong to it`() throws {
    // At value 0: x from 5 + 20 to 55, y from 100 + 10 to 140.
    let places: [(Double, Double, Bool)] = [
      (25, 110, true), (24.9, 110, false), (25, 109.9, false), (54.9, 139.9, true), (55, 139, false), (54, 140, false),
    ]
    for (x, y, isCaught) in places {
      var rehearsal = try standing()
      #expect(try rehearsal.touch(.began, Point(x: x, y: y)).isTracking == isCaught)
      #expect(rehearsal.scrubber.caughtKnob == isCaught)
    }
    // And it moves with the value: at .5 it starts at 100 + 10 + 215.
    var rehearsal = try standing(at: 0.5)
    #expect(rehearsal.scrubber.configuration.thumbFrame(at: 0.5) == .init(x: 25, y: 325, width: 30, height: 30))
    #expect(try !rehearsal.touch(.began, Point(x: 30, y: 115)).isTracking)
    #expect(try rehearsal.touch(.moved, Point(x: 30, y: 315)).value == 0.5)
    try rehearsal.ended()
    #expect(try rehearsal.touch(.began, Point(x: 30, y: 325)).isTracking)
  }

  @Test func `wherever the nub is grabbed, it does not jump`() throws {
    for x in [105.0, 110, 134.5] {
      var rehearsal = try lying()
      #expect(try rehearsal.began(x).value == 50)
      #expect(isClose(try rehearsal.moved(x - 34).value, 30))
    }
  }

  @Test func `a thousand moves give exactly the same as one`() throws {
    var random = SeededNumbers(seed: 21)
    var wandering = try lying()
    var direct = try lying()
    try wandering.began(110)
    try direct.began(110)
    for _ in 0..<1_000 { try wandering.moved(random.double(-300, 500)) }
    let there = try wandering.moved(131.7)
    let atOnce = try direct.moved(131.7)
    #expect(there.value == atOnce.value && there.nub == atOnce.nub)
    // 62.8 % of 170 is 106.76: 50 + 21.7/1.7.
    #expect(isClose(there.value, 50 + 21.7 / 1.7))
  }

  @Test func `past an end the nub does not move until the finger is back`() throws {
    // It is 85 points to either end.
    for (side, end) in [(1.0, 100.0), (-1, 0)] {
      var rehearsal = try lying()
      try rehearsal.began(110)
      #expect(isClose(try rehearsal.moved(110 + 68 * side).value, 50 + 40 * side))
      for way in [85.0, 185, 900, 100, 85] {
        let event = try rehearsal.moved(110 + way * side)
        #expect(event.value == end && event.nub?.offset == end * 8 && event.nub?.origin.x == 10 + 1.7 * end)
      }
      #expect(isClose(try rehearsal.moved(110 + 68 * side).value, 50 + 40 * side))
    }
  }

  @Test func `the value is sent when the strip has scrolled`() throws {
    var rehearsal = try lying()
    var sends = [try rehearsal.began(110).sends]
    // Moved; stationary; only across; to the end; past it; still past it; back on the strip; cancelled.
    let places: [(Double, Double)] = [(127, 0), (127, 0), (127, 50), (195, 0), (230, 0), (400, 0), (127, 0)]
    for (x, above) in places { sends.append(try rehearsal.moved(x, above: above).sends) }
    sends.append(try rehearsal.touch(.cancelled, nil).sends)
    #expect(sends == [0, 1, 0, 0, 1, 0, 0, 1, 0])
  }

  @Test func `a move to the same location does not scroll, wherever the nub is`() throws {
    var random = SeededNumbers(seed: 22)
    var changed = 0
    for _ in 0..<2_000 {
      let value = random.double(0, 100)
      var rehearsal = try lying(at: value)
      let began = try rehearsal.caught()
      let event = try rehearsal.touch(.moved, began.location)
      if event.sends != 0 || event.value != value || event.nub != began.nub { changed += 1 }
    }
    #expect(changed == 0, "of 2000 values")
  }

  @Test func `the location of the lift is not used, and a cancelled touch keeps the value`() throws {
    for phase in [Phase.ended, .cancelled] {
      var rehearsal = try lying()
      try rehearsal.began(110)
      try rehearsal.moved(127)
      let event = try rehearsal.touch(phase, Point(x: 30, y: middle))
      #expect(isClose(event.value, 60) && event.sends == 0 && !event.isTracking && event.speed == 1)
      #expect(isClose(event.nub?.offset, 480))
      // The next drag starts from there: the nub is [122, 152).
      #expect(try rehearsal.began(123).isTracking)
      #expect(isClose(try rehearsal.moved(140).value, 70))
    }
  }

  @Test func `a range that does not start at 0`() throws {
    // At 150 of 50 to 250 the nub is half way; a tenth is 20.
    var rehearsal = try lying(at: 150, lowest: 50, highest: 250)
    #expect(try rehearsal.began(110).nub?.offset == 400)
    #expect(isClose(try rehearsal.moved(127).value, 170))
    #expect(try rehearsal.moved(-900).value == 50)
    #expect(try rehearsal.moved(900).value == 250)
  }

  @Test func `with an empty range the strip scrolls and the value stays`() throws {
    // The nub starts at 20, moves 17 points to 37, and is grabbed there the next time.
    var rehearsal = try lying(at: 7, lowest: 7, highest: 7)
    #expect(try rehearsal.began(25).isTracking)
    let event = try rehearsal.moved(42)
    #expect(event.value == 7 && isClose(event.nub?.offset, 80) && event.feedback.isEmpty)
    try rehearsal.ended()
    #expect(try rehearsal.began(60).isTracking)
  }
}
