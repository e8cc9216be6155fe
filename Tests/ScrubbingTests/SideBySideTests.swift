import Scrubbing
import Testing

/// One column of the published comparison of the models.
///
/// January's column is that of the other OBSlider versions, except for its documented differences.
struct Column: Sendable, CustomTestStringConvertible {
  let model: Model
  /// Whether a drag starts on the knob only.
  let startsOnKnob: Bool
  /// Whether distances are measured from the touch-down.
  let measuresFromTouchDown: Bool
  let slowsBelow: Bool
  let thresholds: [Double]
  /// The value of 17 points for a range of 100, a track of 200 and a knob of 30.
  let seventeenPoints: Double
  /// The value after an existing gap of 5 is reduced: see the test.
  let approaching: Double
  let approachingAtFixedSpeed: Double
  let hasPulses: Bool
  /// Sent on began, moved and ended.
  let sends: [Int]
  let liftCounts: Bool
  let keepsSpeedOnCancel: Bool

  var testDescription: String { model.rawValue }

  static let all = [
    Column(
      model: .uislider, startsOnKnob: true, measuresFromTouchDown: false, slowsBelow: false, thresholds: [],
      seventeenPoints: 10, approaching: 50 + 4_000.0 / 170, approachingAtFixedSpeed: 50 + 4_000.0 / 170,
      hasPulses: false, sends: [0, 1, 1], liftCounts: true, keepsSpeedOnCancel: false),
    Column(
      model: .scrubbingSlider, startsOnKnob: true, measuresFromTouchDown: false, slowsBelow: false,
      thresholds: [50, 100, 150], seventeenPoints: 8.5, approaching: 61, approachingAtFixedSpeed: 61,
      hasPulses: true, sends: [0, 1, 0], liftCounts: false, keepsSpeedOnCancel: false),
    Column(
      model: .frameGrabber, startsOnKnob: false, measuresFromTouchDown: false, slowsBelow: false,
      thresholds: [70, 120, 170], seventeenPoints: 8.5, approaching: 61, approachingAtFixedSpeed: 60,
      hasPulses: true, sends: [1, 1, 0], liftCounts: false, keepsSpeedOnCancel: false),
    Column(
      model: .obsliderOriginal, startsOnKnob: true, measuresFromTouchDown: true, slowsBelow: true,
      thresholds: [50, 100, 150], seventeenPoints: 8.5, approaching: 60, approachingAtFixedSpeed: 60,
      hasPulses: false, sends: [0, 1, 1], liftCounts: false, keepsSpeedOnCancel: true),
    Column(
      model: .obsliderJanuary, startsOnKnob: true, measuresFromTouchDown: true, slowsBelow: true,
      thresholds: [50, 100, 150], seventeenPoints: 8.5, approaching: 60, approachingAtFixedSpeed: 60,
      hasPulses: false, sends: [0, 1, 1], liftCounts: false, keepsSpeedOnCancel: true),
    Column(
      model: .obslider, startsOnKnob: true, measuresFromTouchDown: false, slowsBelow: true,
      thresholds: [50, 100, 150], seventeenPoints: 8.5, approaching: 63, approachingAtFixedSpeed: 63,
      hasPulses: false, sends: [0, 1, 1], liftCounts: false, keepsSpeedOnCancel: true),
  ]
}

struct SideBySideTests {
  private let speeds = [1, 0.5, 0.25, 0.1]

  @Test func `every slider has its column`() {
    #expect(Set(Column.all.map(\.model)) == Set(sliders) && Column.all.count == sliders.count)
  }

  @Test(arguments: Column.all)
  func `where a drag starts`(_ column: Column) throws {
    // At 50 the knob is [105, 135).
    for (x, isOnKnob) in [(120.0, true), (104.9, false), (135, false), (60, false)] {
      var rehearsal = Rehearsal(try slider(column.model, grab: nil))
      #expect(try rehearsal.began(x).isTracking == (isOnKnob || !column.startsOnKnob))
    }
    #expect(column.model.defaultGrab == (column.startsOnKnob ? .thumb : .anywhere))
  }

  @Test(arguments: Column.all)
  func `what distances are measured from`(_ column: Column) throws {
    guard let threshold = column.thresholds.first else { return }
    // Down 10 above the knob's middle, then just less than 10 past the threshold: measured from the touch-down that is
    // still full speed.
    var rehearsal = Rehearsal(try slider(column.model))
    try rehearsal.began(100, above: 10)
    #expect(try rehearsal.moved(100, above: threshold + 9).speed == (column.measuresFromTouchDown ? 1 : 0.5))
    #expect(try rehearsal.moved(100, above: threshold + 10).speed == 0.5)
    #expect(try rehearsal.moved(100, above: threshold - 1).speed == 1)
    #expect(column.model.measuresFromTouchDown == column.measuresFromTouchDown)
  }

  @Test(arguments: Column.all)
  func `each interval includes its lower threshold but not the upper one`(_ column: Column) throws {
    // 20 points are 10 at full speed. Only OBSlider slows below the knob.
    let bounds = [0] + column.thresholds
    for (index, bound) in bounds.enumerated() {
      let last = index + 1 < bounds.count ? bounds[index + 1].nextDown : bound + 9_000
      for (distance, side) in [(bound, 1.0), (last, 1), (bound, -1), (last, -1)] {
        let speed = side > 0 || column.slowsBelow ? speeds[index] : 1
        // The touch-down and the middle are at y = 0, so that no distance is rounded.
        var rehearsal = Rehearsal(try atHeightZero(column.model))
        try rehearsal.touch(.began, Point(x: 100, y: 0))
        let there = try rehearsal.touch(.moved, Point(x: 100, y: -distance * side))
        #expect(there.speed == speed, "\(distance * side)")
        let event = try rehearsal.touch(.moved, Point(x: 120, y: -distance * side))
        if column.model != .uislider { #expect(isClose(event.value, 50 + 10 * speed)) }
      }
    }
    #expect(column.model.slowsBothWays == column.slowsBelow)
    #expect(column.model.defaultSpeeds?.entries.map(\.distance) == (column.thresholds.isEmpty ? nil : bounds))
  }

  /// The usual slider with its middle at y 0.
  private func atHeightZero(_ model: Model) throws -> ScrubberConfiguration {
    try ScrubberConfiguration(
      model: model,
      geometry: ControlGeometry(
        frame: .init(x: 10, y: -15, width: 220, height: 30), track: .init(x: 20, width: 200),
        thumb: .init(width: 30, height: 30)),
      grab: .anywhere, highest: 100, initialValue: 50)
  }

  @Test(arguments: Column.all)
  func `what a step is divided by`(_ column: Column) throws {
    // 17/170 of 100 are 10 and 17/200 are 8.5, whatever the frame's width.
    for frameWidth in [30.0, 220, 900] {
      var rehearsal = Rehearsal(try slider(column.model, frameWidth: frameWidth))
      try rehearsal.began(120)
      #expect(isClose(try rehearsal.moved(137).value, 50 + column.seventeenPoints))
      #expect(isClose(try rehearsal.moved(103).value, 50 - column.seventeenPoints))
    }
  }

  /// Speed .5 at all heights that occur. 30 above, 20 points: A 10, V 55, U 60. Then 20 on and up to 4 above, V is 60
  /// and T = (60 - 55)/5 = 1 with the gap before the event, (70 - 55)/5 = 3 with the one after it.
  private func approach(_ model: Model, _ entries: [SpeedTable.Entry]) throws -> Double {
    let table = model == .uislider ? nil : try SpeedTable(entries)
    var rehearsal = Rehearsal(try slider(model, speeds: table))
    try rehearsal.began(100, above: 30)
    try rehearsal.moved(120, above: 30)
    return try rehearsal.moved(140, above: 4).value
  }

  @Test(arguments: Column.all)
  func `which gap is closed`(_ column: Column) throws {
    let value = try approach(column.model, [.init(speed: 0.5, distance: 0), .init(speed: 0.1, distance: 1_000)])
    #expect(isClose(value, column.approaching))
  }

  @Test(arguments: Column.all)
  func `whether one fixed speed closes it`(_ column: Column) throws {
    let value = try approach(column.model, [.init(speed: 0.5, distance: 0)])
    #expect(isClose(value, column.approachingAtFixedSpeed))
  }

  @Test(arguments: Column.all)
  func `pulses for zones and ends`(_ column: Column) throws {
    var rehearsal = Rehearsal(try slider(column.model))
    try rehearsal.began(100)
    let expected: [[FeedbackReason]] =
      column.hasPulses ? [[.speed], [], [.speed, .max], [.speed, .min], []] : [[], [], [], [], []]
    let places: [(Double, Double)] = [(100, 200), (101, 200), (5_000, 0), (-5_000_000, 200), (-6_000_000, 200)]
    let feedback = try places.map { try rehearsal.moved($0.0, above: $0.1).feedback }
    #expect(feedback == expected)
  }

  @Test(arguments: Column.all)
  func `what is sent`(_ column: Column) throws {
    var rehearsal = Rehearsal(try slider(column.model))
    #expect(
      [try rehearsal.began(100).sends, try rehearsal.moved(120).sends, try rehearsal.ended().sends] == column.sends)
  }

  @Test(arguments: Column.all)
  func `whether the location of the lift is used`(_ column: Column) throws {
    var rehearsal = Rehearsal(try slider(column.model))
    try rehearsal.began(100)
    let before = try rehearsal.moved(117).value
    let event = try rehearsal.touch(.ended, Point(x: 134, y: middle))
    #expect(column.liftCounts ? isClose(event.value, 70) : event.value == before)
    #expect(rehearsal.scrubber.value == event.value)
  }

  @Test(arguments: Column.all)
  func `a cancelled touch keeps the value and may leave the speed`(_ column: Column) throws {
    var rehearsal = Rehearsal(try slider(column.model))
    try rehearsal.began(100)
    let before = try rehearsal.moved(140, above: 400)
    let event = try rehearsal.touch(.cancelled, Point(x: 0, y: 0))
    #expect(event.value == before.value && event.sends == 0 && !event.isTracking)
    #expect(event.speed == (column.keepsSpeedOnCancel ? 0.1 : 1) && rehearsal.scrubber.speed == event.speed)
  }
}
