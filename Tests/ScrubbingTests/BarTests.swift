import Scrubbing
import TestSupport
import Testing

/// How many steps of so many microseconds a range has.
func steps(_ step: Int64?, of seconds: Double) -> RangeLength.Steps? {
  step.map { step in
    let count = seconds * 1_000_000 / Double(step)
    return RangeLength.Steps(count: count, whole: count.rounded(.down))
  }
}

/// The four bars and sliders that are no variants of the others.
@Suite struct BarTests {
  private func configuration(
    _ model: Model, seconds: Double = 100, step: Int64? = nil, density: Double = 1, isContinuous: Bool = true,
    at value: Double = 50, geometry own: ControlGeometry? = nil, liftCorrection: LiftCorrection? = nil
  ) throws -> ScrubberConfiguration {
    try ScrubberConfiguration(
      model: model, geometry: own ?? geometry(), lowest: 0, highest: 100, initialValue: value,
      isContinuous: isContinuous, liftCorrection: liftCorrection,
      length: RangeLength(seconds: seconds, milliseconds: Int64(seconds * 1_000), steps: steps(step, of: seconds)),
      density: density)
  }

  private func play(_ row: BarRow, _ rehearsal: inout Rehearsal) throws -> ScrubEvent {
    let place = Point(x: row.x, y: row.y)
    switch row.act {
    case .began: return try rehearsal.touch(.began, place)
    case .moved: return try rehearsal.touch(.moved, place)
    case .ended: return try rehearsal.touch(.ended, place)
    case .cancelled: return try rehearsal.touch(.cancelled, place)
    case .less, .more:
      rehearsal.time += 16_000
      return try rehearsal.scrubber.adjust(by: row.act == .less ? -0.05 : 0.05, at: rehearsal.time)
    }
  }

  private func check(_ rows: [BarRow], _ configuration: ScrubberConfiguration) throws {
    var rehearsal = Rehearsal(configuration)
    for (number, row) in rows.enumerated() {
      let event = try play(row, &rehearsal)
      #expect(isClose(event.value, row.value), "row \(number): \(event.value), not \(row.value)")
      #expect(event.sends == row.sends, "row \(number): \(event.sends) sends, not \(row.sends)")
    }
  }

  @Test func `tables by hand`() throws {
    for table in [BarTables.media3, BarTables.telegram, BarTables.htmlRange, BarTables.bar] {
      #expect(table.count >= 40)
    }
    try check(BarTables.media3, configuration(.media3))
    try check(BarTables.telegram, configuration(.telegram))
    try check(BarTables.htmlRange, configuration(.htmlRange))
    try check(BarTables.steppedRange, configuration(.htmlRange, step: 7_000_000))
    try check(BarTables.bar, configuration(.bar))
  }

  // MARK: Media3

  /// 2 pixels a point: the fine mode begins at T = trunc(−100 + ½) = −99, so at row −100, which is 50 points above the frame.
  @Test func `Media3 counts whole pixels of the screen's density`() throws {
    var bar = Rehearsal(try configuration(.media3, density: 2))
    try bar.touch(.began, Point(x: 120, y: 615))
    // X = trunc(2 · 110.4) = 220, of 20 to 420: 200/400 of 100 s; at 110.5 it is 221.
    #expect(isClose(try bar.touch(.moved, Point(x: 120.4, y: 615)).value, 50))
    #expect(isClose(try bar.touch(.moved, Point(x: 120.5, y: 615)).value, 50.25))
    #expect(try bar.touch(.moved, Point(x: 120.5, y: 550.1)).speed == 1)
    #expect(try bar.touch(.moved, Point(x: 120.5, y: 550)).speed == 1.0 / 3)
    // 3 pixels further are 1.5 points: one pixel of 400.
    #expect(isClose(try bar.touch(.moved, Point(x: 122, y: 550)).value, 50.5))
  }

  /// 100 px/2.625 is 38.095238…, and that times 2.625 is a hair off 100 in doubles; in Android's floats it is 100.
  @Test func `a pixel of a recording is the same pixel again`() throws {
    let frame = ControlGeometry.Frame(x: 0, y: 0, width: 400, height: 30)
    let slider = try configuration(
      .media3, density: 2.625, at: 0, geometry: ControlGeometry(frame: frame, track: .init(x: 0, width: 400)))
    for pixel in 0...1_049 {
      var bar = Rehearsal(slider)
      try bar.touch(.began, Point(x: Double(pixel) / 2.625, y: 15))
      // 400 · 2.625 = 1 050 pixels of 100 000 ms.
      #expect(isClose(bar.scrubber.value, Double(pixel * 100_000 / 1_050) / 1_000), "\(pixel)")
    }
  }

  /// 1.5006 s are 1 500 ms; 1 of 200 pixels is 7.5, so 7 ms. All pixels together are 1 500 of 1 500.6 ms.
  @Test func `Media3's time is in whole milliseconds`() throws {
    var bar = Rehearsal(try configuration(.media3, seconds: 1.5006, at: 0))
    #expect(isClose(try bar.touch(.began, Point(x: 21, y: 615)).value, 7 / 15.006))
    #expect(isClose(try bar.touch(.moved, Point(x: 400, y: 615)).value, 1_500 / 15.006))
  }

  @Test func `Media3's last place at full speed outlives its drag`() throws {
    var bar = Rehearsal(try configuration(.media3))
    try bar.touch(.began, Point(x: 120, y: 615))
    // c is 0 at first: 0 + trunc(110/3) = 36, of 10 to 210: 26/2.
    #expect(isClose(try bar.touch(.moved, Point(x: 120, y: 500)).value, 13))
    try bar.touch(.moved, Point(x: 40, y: 615))
    try bar.touch(.ended, nil)
    try bar.touch(.began, Point(x: 190, y: 615))
    // c = 30 of the drag before: 30 + (180 − 30)/3 = 80: 70/2.
    #expect(isClose(try bar.touch(.moved, Point(x: 190, y: 500)).value, 35))
  }

  @Test func `Media3's knob jumps under the finger that comes back`() throws {
    var bar = Rehearsal(try configuration(.media3))
    try bar.touch(.began, Point(x: 40, y: 615))
    try bar.touch(.moved, Point(x: 40, y: 615))
    #expect(isClose(try bar.touch(.moved, Point(x: 100, y: 500)).value, 20))  // 30 + 60/3 = 50: 40/2
    #expect(isClose(try bar.touch(.moved, Point(x: 100, y: 615)).value, 40))  // 90: 80/2
  }

  @Test func `Media3 needs a length, and over nothing it takes no touch`() throws {
    #expect(fault { _ = try ScrubberConfiguration(model: .media3, geometry: geometry()) } == .lengthMissing(.media3))
    var bar = Rehearsal(try configuration(.media3, seconds: 0))
    #expect(try bar.touch(.began, Point(x: 120, y: 615)).isTracking == false)
  }

  /// trunc(16 + ½) = 16, and (16 + 1) div 2 = 8; at 2.625 trunc(42.5) = 42, 43 div 2 = 21 pixels, which are 8 points.
  @Test func `a frame without a track has room for half of Media3's knob`() {
    let frame = ControlGeometry.Frame(x: 10, width: 220)
    #expect(Model.media3.track(in: frame, density: 1) == .init(x: 18, width: 204))
    #expect(Model.media3.track(in: frame, density: 2.625) == .init(x: 18, width: 204))
    #expect(Model.telegram.track(in: frame, density: 1) == .init(x: 10, width: 220))
  }

  // MARK: Telegram

  @Test func `Telegram jumps when the finger comes back up, and again when it lifts`() throws {
    var bar = Rehearsal(try configuration(.telegram))
    try bar.touch(.began, Point(x: 100, y: 615))
    #expect(try bar.touch(.moved, Point(x: 100, y: 670)).feedback == [.speed])
    #expect(isClose(try bar.touch(.moved, Point(x: 140, y: 670)).value, 60))  // ½ · 40/2
    let back = try bar.touch(.moved, Point(x: 140, y: 615))
    #expect(isClose(back.value, 70) && back.speed == 1 && back.feedback.isEmpty)  // 40/2 in full
    #expect(isClose(try bar.touch(.ended, nil).value, 60))  // with the ½ that stayed
  }

  @Test func `Telegram has no pulse at an end`() throws {
    var bar = Rehearsal(try configuration(.telegram))
    try bar.touch(.began, Point(x: 100, y: 615))
    #expect(try bar.touch(.moved, Point(x: 400, y: 615)).feedback.isEmpty)
  }

  // MARK: All

  @Test func `they take no rule, no speeds and only one a step`() throws {
    var rule = SliderRule()
    rule.side = .both
    for model in [Model.media3, .telegram, .htmlRange, .bar] {
      let length = RangeLength(seconds: 10, milliseconds: 10_000)
      #expect(
        fault { _ = try ScrubberConfiguration(model: model, geometry: geometry(), rule: rule, length: length) }
          == .ruleNotTaken(model))
      #expect(
        fault { _ = try ScrubberConfiguration(model: model, geometry: geometry(), speeds: .fullSpeed, length: length) }
          == .speedsNotTaken(model))
      let isRefused = fault { _ = try configuration(model, step: 1) } == .stepNotTaken(model)
      #expect(isRefused == (model != .htmlRange))
    }
  }

  /// A slip of 3 points in 16 ms after a rest of 60.
  @Test func `a slip on lift is taken back in each of them`() throws {
    for model in [Model.media3, .htmlRange, .bar, .telegram] {
      var slider = Rehearsal(try configuration(model, liftCorrection: LiftCorrection()))
      try slider.touch(.began, Point(x: 100, y: 615))
      let held = try slider.touch(.moved, Point(x: 120, y: 615)).value
      let slipped = try slider.touch(.moved, Point(x: 123, y: 615), after: 60_000).value
      #expect(slipped != held)
      #expect(try slider.touch(.ended, nil).correction?.value == held)
      #expect(slider.scrubber.value == held)
    }
  }

  @Test func `values that are not sent on the way are sent at the end`() throws {
    for (model, sends) in [(Model.htmlRange, [0, 0, 1]), (.bar, [0, 0, 1])] {
      var slider = Rehearsal(try configuration(model, isContinuous: false))
      #expect(try slider.touch(.began, Point(x: 100, y: 615)).sends == sends[0])
      #expect(try slider.touch(.moved, Point(x: 120, y: 615)).sends == sends[1])
      #expect(try slider.touch(.ended, nil).sends == sends[2])
    }
  }
}
