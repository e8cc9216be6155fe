import Scrubbing
import Testing

/// The slider of most tests: frame 220 wide, track 200, knob 30, middle at y 615, range 0 to 100.
///
/// One point at full speed is 100/200 = 0.5. The knob's centre is at 20 + 15 + V/100 * (200 - 30) = 35 + 1.7 V.
let middle = 615.0

func geometry(frameWidth: Double = 220, trackWidth: Double = 200) throws -> ControlGeometry {
  try ControlGeometry(
    frame: .init(x: 10, y: 600, width: frameWidth, height: 30), track: .init(x: 20, width: trackWidth),
    thumb: .init(width: 30, height: 30))
}

func slider(
  _ model: Model = .scrubbingSlider, grab: Grab? = .anywhere, lowest: Double = 0, highest: Double = 100,
  at value: Double? = 50, frameWidth: Double = 220, trackWidth: Double = 200, speeds: SpeedTable? = nil,
  meet: Meet = .faithful, isContinuous: Bool = true, liftCorrection: LiftCorrection? = nil, strip: ScrollStrip? = nil
) throws -> ScrubberConfiguration {
  // A nub cannot be grabbed elsewhere, so `grab` is ignored here for a scroll scrubber.
  let isScrolling = model == .scrollScrubber
  return try ScrubberConfiguration(
    model: model, geometry: geometry(frameWidth: frameWidth, trackWidth: trackWidth), grab: isScrolling ? nil : grab,
    lowest: lowest, highest: highest, initialValue: value, speeds: speeds, meet: meet, isContinuous: isContinuous,
    liftCorrection: liftCorrection, strip: isScrolling ? strip ?? lyingStrip() : strip,
    length: RangeLength(seconds: 100, milliseconds: 100_000))
}

/// The strip of most tests: it is horizontal along the frame's 220 points, and its nub of 30 by 30 goes from 10 to 220
/// - 10 - 30 = 180.
///
/// 17 points of the nub's 170 are a tenth, and so are 80 of the offset's 1020 - 220 = 800. The frame is 30 high, too
/// little for the nub across the axis: its upper edge is at 30 - 10 - 30 = -10.
func lyingStrip() throws -> ScrollStrip {
  try ScrollStrip(axis: .horizontal, contentLength: 1_020, viewportLength: 220)
}

/// The models that are sliders with traits, not a nub beside a strip; the bars that have rules of their own have tests of
/// their own.
let sliders = Model.allCases.filter(\.isChangeable)

/// All models but the bars.
let oldModels = sliders + [.scrollScrubber]

/// A scrubber and a clock that by default advances 16 milliseconds per event.
struct Rehearsal {
  var scrubber: Scrubber
  var time: Int64 = 0

  init(_ configuration: ScrubberConfiguration) { scrubber = Scrubber(configuration) }

  @discardableResult
  mutating func touch(_ phase: Phase, _ location: Point?, after microseconds: Int64 = 16_000) throws -> ScrubEvent {
    time += microseconds
    return try scrubber.handle(Touch(timeInMicroseconds: time, phase: phase, location: location))
  }

  /// The finger touches down at `x`, `above` points above the middle.
  @discardableResult
  mutating func began(_ x: Double, above: Double = 0) throws -> ScrubEvent {
    try touch(.began, Point(x: x, y: middle - above))
  }

  /// The finger moves to `x`, `above` points above the middle.
  @discardableResult
  mutating func moved(_ x: Double, above: Double = 0, after microseconds: Int64 = 16_000) throws -> ScrubEvent {
    try touch(.moved, Point(x: x, y: middle - above), after: microseconds)
  }

  @discardableResult
  mutating func ended(after microseconds: Int64 = 16_000) throws -> ScrubEvent {
    try touch(.ended, nil, after: microseconds)
  }
}

/// A slider at ScrubbingSlider's speeds whose finger is 150 points up with value 5 and unadjusted value 50: a gap of
/// 45.
///
/// From value 0 the finger goes up 150 (speed .1), then 100 to the right: A = 100/200 * 100 = 50, S = 5.
func withGap(_ model: Model = .scrubbingSlider, meet: Meet = .faithful) throws -> Rehearsal {
  var speeds: SpeedTable? = nil
  if model == .frameGrabber { speeds = .scrubbingSlider }
  var rehearsal = Rehearsal(try slider(model, at: 0, speeds: speeds, meet: meet))
  try rehearsal.began(100)
  try rehearsal.moved(100, above: 150)
  let event = try rehearsal.moved(200, above: 150)
  #expect(isClose(event.value, 5) && isClose(event.unadjusted, 50))
  return rehearsal
}

extension Rehearsal {
  /// The middle of the knob, or of the nub, at the current value.
  var grip: Point {
    let frame = scrubber.configuration.thumbFrame(at: scrubber.value)
    return Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
  }

  /// The finger touches down where a drag may start in every model.
  @discardableResult
  mutating func caught(after microseconds: Int64 = 16_000) throws -> ScrubEvent {
    try touch(.began, grip, after: microseconds)
  }

  /// Unadjusted minus actual value.
  var gap: Double { (scrubber.unadjusted ?? .nan) - scrubber.value }
}

/// Whether two numbers agree to 1e-9, relative.
func isClose(_ actual: Double?, _ expected: Double) -> Bool {
  guard let actual else { return false }
  return abs(actual - expected) <= 1e-9 * max(abs(expected), 1e-3)
}

/// Runs `body` and returns the fault it threw, or nil.
func fault(_ body: () throws -> Void) -> GestureFault? {
  do {
    try body()
    return nil
  } catch {
    return error as? GestureFault
  }
}
