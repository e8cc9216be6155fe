import JSON
import Scrubbing
public import Timeline

/// The trace of a gesture: one line of JSON an event, saying what the slider made of it and why.
public struct GestureTrace {
  private var rehearsal: GestureRehearsal

  /// Prepares a trace; without a timeline, times and frames are null.
  ///
  /// - Throws: `GrabError` when the slider's range or value is not in the video.
  public init(_ gesture: Gesture, in timeline: FrameTable?) throws(GrabError) {
    rehearsal = try GestureRehearsal(gesture, in: timeline)
  }

  /// Plays the gesture and hands out each line, without its line end.
  ///
  /// - Throws: `GrabError` as `GestureRehearsal.play` does, and what `body` throws.
  public mutating func write(_ body: (String) throws(GrabError) -> Void) throws(GrabError) {
    let rehearsal = rehearsal
    _ = try self.rehearsal.play { number, touch, event throws(GrabError) in
      try body(Self.line(number, touch, event, rehearsal).description)
      if let correction = event.correction {
        try body(Self.line(number, touch, event, correction, rehearsal).description)
      }
    }
  }

  private static func line(
    _ number: Int, _ touch: Touch, _ event: ScrubEvent, _ rehearsal: GestureRehearsal
  ) -> JSONText {
    var object = opening(number, touch, event, phase: touch.phase.rawValue)
    object.add("tracking", .boolean(event.isTracking))
    object.add("speed", .number(event.speed))
    object.add("value", .number(event.value))
    object.add("unadjusted", .number(event.unadjusted))
    addMoment(event.value, rehearsal, to: &object)
    object.add("feedback", .array(event.feedback.map { .string($0.rawValue) }))
    object.add("sends", .integer(Int64(event.sends)))
    return object.text
  }

  private static func line(
    _ number: Int, _ touch: Touch, _ event: ScrubEvent, _ correction: Correction, _ rehearsal: GestureRehearsal
  ) -> JSONText {
    var object = opening(number, touch, event, phase: "corrected")
    object.add("value", .number(correction.value))
    addMoment(correction.value, rehearsal, to: &object)
    object.add("held", .integer(correction.heldMicroseconds))
    object.add("distance", .number(correction.distance))
    object.add("sends", .integer(Int64(correction.sends)))
    return object.text
  }

  private static func opening(_ number: Int, _ touch: Touch, _ event: ScrubEvent, phase: String) -> JSONObjectWriter {
    var object = JSONObjectWriter()
    object.add("event", .integer(Int64(number)))
    object.add("t", JSONText(raw: seconds(touch.timeInMicroseconds)))
    object.add("phase", .string(phase))
    object.add("x", .number(event.location.x))
    object.add("y", .number(event.location.y))
    return object
  }

  private static func addMoment(_ value: Double, _ rehearsal: GestureRehearsal, to object: inout JSONObjectWriter) {
    let moment = rehearsal.frame(at: value)
    object.add("time", .time(moment.flatMap { rehearsal.time(ofTick: $0.tick) }))
    object.add("frame", .integer(moment.map { Int64($0.index) }))
  }

  /// Microseconds as decimal seconds, without loss.
  private static func seconds(_ microseconds: Int64) -> String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(1_000_000 + rest).dropFirst()
    return "\(microseconds < 0 ? "-" : "")\(whole).\(digits)"
  }
}

extension JSONText {
  /// A time in seconds from t = 0: the exact fraction, and a decimal rounded up so that it selects the same moment again.
  static func time(_ time: Rational?, decimal: String? = nil) -> JSONText {
    guard let time else { return .null }
    return .object(["exact": .string(time.description), "decimal": .string(decimal ?? time.decimal(fractionDigits: 6))])
  }
}
