import Files
import Testing
import Timeline
import Video
@testable import FrameGrabbing
@testable import GestureFiles

/// A timeline of frames of equal length, from tick 0 on.
func timeline(
  frames count: Int, ticksPerFrame step: Int64 = 512, ticksPerSecond: Int64 = 12_800, origin: Rational = .zero,
  firstTick: Int64 = 0
) throws -> FrameTable {
  let frames = (0..<count).map { index in
    let tick = firstTick + step * Int64(index)
    return FrameTable.Frame(timestamp: tick, tick: tick, ordinal: 0, duration: step, isKeyframe: index % 10 == 0)
  }
  let base = try #require(TimeBase(1, ticksPerSecond))
  return try #require(
    FrameTable(
      frames: frames, timeBase: base, origin: origin, averageRate: nil, timecodeStart: nil, isComplete: true))
}

func seconds(_ numerator: Int64, _ denominator: Int64 = 1) throws -> Rational {
  try #require(Rational(numerator, denominator))
}

func gesture(_ text: String, allowsUnfinished: Bool = false) throws -> Gesture {
  try Gesture(GestureFile(parsing: Array(text.utf8)), path: "drag.json", allowsUnfinished: allowsUnfinished)
}

/// Touches 16 ms apart on a slider of the given control: down, moves, and a lift without a location.
func drag(_ control: String, _ places: (Double, Double)...) throws -> Gesture {
  try drag(control, Array(places))
}

func drag(_ control: String, _ places: [(Double, Double)]) throws -> Gesture {
  var touches = places.enumerated().map { number, place in
    #"{ "t": \#(Double(16 * number) / 1000), "phase": "\#(number == 0 ? "began" : "moved")", "x": \#(place.0), "y": \#(place.1) }"#
  }
  touches.append(#"{ "t": \#(Double(16 * places.count) / 1000), "phase": "ended" }"#)
  return try gesture(
    #"{ "version": 1, "control": \#(control), "touches": [\#(touches.joined(separator: ", "))] }"#)
}

/// The slider of the gestures computed by hand: a frame 220 wide and 30 high, so that the line is at y 15; a track of
/// 200 from x 10 on, so that 2 points are a hundredth; a knob 30 wide, whose centre is at 25 + 170 V.
func control(_ rest: String = "") -> String {
  """
  { "frame": { "x": 0, "y": 0, "width": 220, "height": 30 }, "track": { "x": 10, "width": 200 },
    "thumb": { "width": 30, "height": 30 }\(rest.isEmpty ? "" : ", " + rest) }
  """
}

func isClose(_ value: Double, _ expected: Double) -> Bool {
  abs(value - expected) <= 1e-9 * max(1, abs(expected))
}

func moment(_ text: String) throws -> Moment {
  Moment(.time(try TimeSpecification(parsing: text)), text: text)
}

func frames(_ text: String) throws -> Moment {
  Moment(.frames(try FrameSelection(parsing: text)), text: text)
}
