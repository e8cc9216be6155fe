import GestureFiles
import Scrubbing
import TestSupport
import Timeline

/// Makes controls and events of every kind that a gesture file can have, from a sequence of numbers.
struct RandomRecording {
  var numbers: SeededNumbers

  init(_ numbers: SeededNumbers) { self.numbers = numbers }

  private mutating func isHeads() -> Bool { numbers.below(2) == 0 }

  /// Whole, with few decimals, or with all bits of a double.
  private mutating func number(_ low: Double, _ high: Double) -> Double {
    let value = numbers.double(low, high)
    switch numbers.below(3) {
    case 0: return max(low, value.rounded(.down))
    case 1: return max(low, (value * 8).rounded(.down) / 8)
    default: return value
    }
  }

  mutating func control(_ model: Model) throws -> GestureControl {
    let frame = ControlGeometry.Frame(
      x: number(-500, 500), y: number(-500, 900), width: number(200, 700), height: number(400, 900))
    let thumb =
      isHeads() ? ControlGeometry.Thumb() : ControlGeometry.Thumb(width: number(1, 90), height: number(1, 90))
    let track = isHeads() ? nil : ControlGeometry.Track(x: number(-500, 500), width: number(100, 600))
    var grab: Grab? = isHeads() ? nil : numbers.below(2) == 0 ? .thumb : .anywhere
    if model == .scrollScrubber, grab == .anywhere { grab = .thumb }
    return GestureControl(
      model: model, geometry: try ControlGeometry(frame: frame, track: track, thumb: thumb), grab: grab,
      value: isHeads() ? nil : time(from: 31, to: 60), rangeFrom: isHeads() ? nil : time(from: 0, to: 30),
      rangeTo: isHeads() ? nil : time(from: 61, to: 90), speeds: model.defaultSpeeds == nil ? nil : try speeds(),
      meet: model.isChangeable || model == .scrollScrubber ? Meet.allCases[numbers.below(3)] : .faithful,
      isContinuous: isHeads(),
      liftCorrection: isHeads()
        ? nil : LiftCorrection(holdMicroseconds: Int64(numbers.below(3_000_000)), distance: number(0, 40)),
      scroll: model == .scrollScrubber ? scroll(frame) : nil)
  }

  private mutating func speeds() throws -> SpeedTable? {
    guard isHeads() else { return nil }
    var distance = 0.0
    var entries: [SpeedTable.Entry] = []
    for _ in 0...numbers.below(5) {
      entries.append(SpeedTable.Entry(speed: number(0.001, 4), distance: distance))
      distance += number(0, 60)
    }
    return try SpeedTable(entries)
  }

  /// A strip of at least twice its view, whose insets leave the nub room.
  private mutating func scroll(_ frame: ControlGeometry.Frame) -> ScriptedScroll {
    let axis: ScrollStrip.Axis = isHeads() ? .vertical : .horizontal
    let extent = axis == .vertical ? frame.height : frame.width
    let factor = isHeads() ? 2 : number(1.5, 4)
    return ScriptedScroll(
      length: isHeads() ? .perFrame(number(1, 99)) : .total(number(5000, 90000)), axis: axis,
      viewportLength: isHeads() ? extent : number(200, 900),
      contentInsets: isHeads() ? .init(0, 0) : .init(number(0, 20), number(0, 20)),
      edgeInsets: isHeads() ? .init(10, 10) : .init(number(0, 20), number(0, 20)),
      nub: isHeads() ? .init() : .init(length: number(1, 50), thickness: number(1, 50)),
      alignment: ScrollStrip.Alignment.allCases[numbers.below(5)], minimumFactor: factor,
      fading: isHeads()
        ? .init()
        : .init(
          delayMicroseconds: Int64(numbers.below(9_000_000)), fadeMicroseconds: Int64(numbers.below(9_000_000))))
  }

  /// A moment between two numbers, on a scale of its own; moments on one scale are in order.
  private mutating func time(from low: Int64, to high: Int64) -> TimeSpecification {
    let above = low * 1000 + Int64(numbers.below(Int((high - low) * 1000)))
    switch numbers.below(5) {
    case 0: return .time(Rational(above, Int64(1000 + numbers.below(2))) ?? .zero)
    case 1: return .percent(Rational(above, 1000) ?? .zero)
    case 2: return .frame(above)
    case 3: return .ticks(above)
    default: return .beforeEnd(Rational(90_000 - above, 997) ?? .zero)
    }
  }

  /// Strokes of touches, and changes without a finger between them.
  mutating func events() throws -> [GestureEvent] {
    var time = Int64(numbers.below(4_000_000)) - 2_000_000
    var events: [GestureEvent] = []
    func later() -> Int64 {
      time += [0, 1, 16_667, 250_000, 3_000_000][numbers.below(5)]
      return time
    }
    func touch(_ phase: Phase, _ location: Point?) {
      events.append(.touch(Touch(timeInMicroseconds: later(), phase: phase, location: location)))
    }
    for _ in 0...numbers.below(3) {
      if isHeads() {
        let adjustment: GestureEvent.Adjustment = isHeads() ? .increment : .decrement
        events.append(.adjust(adjustment, timeInMicroseconds: later()))
      }
      if isHeads() { events.append(.step(frames: Int64(numbers.below(2001)) - 1000, timeInMicroseconds: later())) }
      touch(.began, place())
      for _ in 0..<numbers.below(6) { touch(numbers.below(5) == 0 ? .stationary : .moved, place()) }
      touch(numbers.below(4) == 0 ? .cancelled : .ended, isHeads() ? nil : place())
    }
    return events
  }

  private mutating func place() -> Point { Point(x: number(-900, 900), y: number(-900, 900)) }

  /// A path with characters that JSON escapes, and some that it does not.
  mutating func video() -> String {
    let parts = ["clip", "\"", "\\", "\u{1}", "ä", "😀", "\u{202E}", "/", "..", "\n", " "]
    return (0...numbers.below(8)).map { _ in parts[numbers.below(parts.count)] }.joined()
  }
}
