public import JSON
import Scrubbing
public import Timeline

/// The trace of a gesture: one line of JSON per event, with the slider's response and the reason.
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
  public mutating func write(_ body: (JSONText) throws(GrabError) -> Void) throws(GrabError) {
    let rehearsal = rehearsal
    _ = try self.rehearsal.play { played throws(GrabError) in
      try body(Self.line(played, rehearsal))
      if let correction = played.event.correction {
        try body(Self.line(played, correction, rehearsal))
      }
    }
  }

  private static func line(_ played: PlayedEvent, _ rehearsal: GestureRehearsal) -> JSONText {
    let event = played.event
    var object = opening(played, phase: played.name)
    object.add("tracking", .boolean(event.isTracking))
    object.add("speed", .number(event.speed))
    object.add("value", .number(event.value))
    object.add("unadjusted", .number(event.unadjusted))
    addMoment(event.value, rehearsal, to: &object)
    object.add("feedback", .array(event.feedback.map { .string($0.rawValue) }))
    object.add("sends", .integer(Int64(event.sends)))
    if let nub = event.nub {
      object.add("state", .string(nub.state.rawValue))
      add(nub, to: &object)
      if played.name == "timer", let strip = rehearsal.configuration.strip {
        object.add("fade", .seconds(ofMicroseconds: strip.fading.fadeMicroseconds))
      }
    }
    return object.finished()
  }

  private static func line(
    _ played: PlayedEvent, _ correction: Correction, _ rehearsal: GestureRehearsal
  ) -> JSONText {
    var object = opening(played, phase: "corrected")
    object.add("value", .number(correction.value))
    addMoment(correction.value, rehearsal, to: &object)
    object.add("held", .integer(correction.heldMicroseconds))
    object.add("distance", .number(correction.distance))
    object.add("sends", .integer(Int64(correction.sends)))
    if let nub = correction.nub { add(nub, to: &object) }
    return object.finished()
  }

  private static func opening(_ played: PlayedEvent, phase: String) -> JSONObjectWriter {
    var object = JSONObjectWriter()
    object.add("event", .integer(Int64(played.number)))
    object.add("t", .seconds(ofMicroseconds: played.timeInMicroseconds))
    object.add("phase", .string(phase))
    object.add("x", .number(played.event.location?.x))
    object.add("y", .number(played.event.location?.y))
    return object
  }

  private static func add(_ nub: NubReport, to object: inout JSONObjectWriter) {
    object.add("offset", .number(nub.offset))
    object.add("nub", .object(["x": .number(nub.origin.x), "y": .number(nub.origin.y)]))
  }

  private static func addMoment(_ value: Double, _ rehearsal: GestureRehearsal, to object: inout JSONObjectWriter) {
    let moment = rehearsal.frame(at: value)
    object.add("time", .time(moment.flatMap { rehearsal.time(ofTick: $0.tick) }))
    object.add("frame", .integer(moment.map { Int64($0.index) }))
  }
}

extension JSONText {
  /// A time in seconds from t = 0: the exact fraction, and a decimal rounded up so that it selects the same moment
  /// again.
  static func time(_ time: Rational?, decimal: String? = nil) -> JSONText {
    guard let time else { return .null }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(80)
    bytes += "{\"exact\":\"".utf8
    bytes += String(time.numerator).utf8
    if time.denominator != 1 { bytes += "/\(time.denominator)".utf8 }
    bytes += "\",\"decimal\":\"".utf8
    bytes += (decimal ?? time.decimal(fractionDigits: 6)).utf8
    bytes += "\"}".utf8
    return JSONText(raw: bytes)
  }
}
