public import JSON
import Scrubbing
public import Timeline

/// The trace of a gesture: one line per event, with the slider's response and the reason.
public struct GestureTrace {
  private let rehearsal: GestureRehearsal
  /// Why a grab would refuse the gesture; its touch is marked. All events are in the trace nevertheless.
  public let refusal: GestureRefusal?

  /// Prepares a trace; without a timeline, times and frames are unknown.
  ///
  /// - Throws: `GrabError` when the slider's range or value is not in the video, or a touch is invalid.
  public init(_ gesture: Gesture, in timeline: FrameTable?) throws(GrabError) {
    rehearsal = try GestureRehearsal(gesture, in: timeline)
    refusal = try rehearsal.refusal()
  }

  /// Hands out a table for people, line by line, without line ends.
  ///
  /// - Throws: What `body` throws.
  public func writeTable(_ body: (String) throws(GrabError) -> Void) throws(GrabError) {
    let table = TraceTable(rehearsal)
    if let title = rehearsal.changedTitle { try body(title) }
    try body(table.heading)
    let (end, totals) = try walk { entry, stretches throws(GrabError) in
      switch entry {
      case .event(let played): try body(table.line(played, rehearsal, refusal: refusal, ending: stretches))
      case .correction(let played, let correction):
        try body(table.line(played, correction, rehearsal, ending: stretches))
      }
    }
    try body(StretchText(rehearsal).summary(totals, rehearsal, end: end))
  }

  /// A line of the trace.
  private enum Entry {
    case event(PlayedEvent)
    case correction(PlayedEvent, Correction)
  }

  /// Plays the gesture and hands out each line with the stretches that end there; returns the last value, and the sums.
  private func walk(
    _ body: (Entry, [SliderStretch]) throws(GrabError) -> Void
  ) throws(GrabError) -> (end: Double, totals: [(reason: SliderStretch.Reason, value: Double)]) {
    var player = rehearsal
    var account = StretchAccount(rehearsal)
    // Only the next entry shows whether a stretch ends.
    var last: Entry?
    _ = try player.playThrough { played throws(GrabError) in
      let ended = account.take(played)
      if let last { try body(last, ended) }
      last = .event(played)
      guard let correction = played.event.correction else { return }
      try body(.event(played), account.take(correction))
      last = .correction(played, correction)
    }
    if let last { try body(last, account.finish()) }
    return (player.value, account.totals)
  }

  /// Hands out a JSON object for each event, without its line end.
  ///
  /// - Throws: What `body` throws.
  public func write(_ body: (JSONText) throws(GrabError) -> Void) throws(GrabError) {
    _ = try walk { entry, stretches throws(GrabError) in
      switch entry {
      case .event(let played): try body(line(played, stretches))
      case .correction(let played, let correction): try body(line(played, correction, stretches))
      }
    }
  }

  private func line(_ played: PlayedEvent, _ stretches: [SliderStretch]) -> JSONText {
    let event = played.event
    var object = Self.opening(played, phase: played.name)
    object.add("tracking", .boolean(event.isTracking))
    object.add("speed", .number(event.speed))
    object.add("value", .number(event.value))
    object.add("unadjusted", .number(event.unadjusted))
    addMoment(event.value, to: &object)
    object.add("feedback", .array(event.feedback.map { .string($0.rawValue) }))
    object.add("sends", .integer(Int64(event.sends)))
    if let nub = event.nub {
      object.add("state", .string(nub.state.rawValue))
      Self.addNub(nub, to: &object)
      if played.name == PlayedEvent.timer, let strip = rehearsal.configuration.strip {
        object.add("fade", .seconds(ofMicroseconds: strip.fading.fadeMicroseconds))
      }
    }
    if let refusal, played.isMarked(by: refusal) { object.add("refused", .string(refusal.words)) }
    object.add("stretches", .array(stretches.map(json)))
    return object.finished()
  }

  private func line(_ played: PlayedEvent, _ correction: Correction, _ stretches: [SliderStretch]) -> JSONText {
    var object = Self.opening(played, phase: "corrected")
    object.add("value", .number(correction.value))
    addMoment(correction.value, to: &object)
    object.add("held", .integer(correction.heldMicroseconds))
    object.add("distance", .number(correction.distance))
    object.add("sends", .integer(Int64(correction.sends)))
    if let nub = correction.nub { Self.addNub(nub, to: &object) }
    object.add("stretches", .array(stretches.map(json)))
    return object.finished()
  }

  /// A stretch that ends here: why the value moved, how much of the range, and how many frames that is.
  private func json(_ stretch: SliderStretch) -> JSONText {
    var object = JSONObjectWriter()
    object.add("reason", .string(stretch.reason.key))
    if let speeds = stretch.reason.speeds {
      if case .speed(let speed) = stretch.reason { object.add("speed", .number(speed)) }
      if case .curve = stretch.reason { object.add("speeds", .array(speeds.map { .number($0) })) }
      object.add("points", .number(stretch.points))
      object.add("width", .number(rehearsal.configuration.travel))
    }
    object.add("value", .number(stretch.value))
    object.add("frames", .number(rehearsal.frameCount.map { stretch.value * Double($0) }))
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

  private static func addNub(_ nub: NubReport, to object: inout JSONObjectWriter) {
    object.add("offset", .number(nub.offset))
    object.add("nub", .object(["x": .number(nub.origin.x), "y": .number(nub.origin.y)]))
  }

  private func addMoment(_ value: Double, to object: inout JSONObjectWriter) {
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

  /// A time beside another one in an object, with the same number of digits; 6 if that is a fraction that no decimal gives.
  static func time(_ time: Rational?, asPrinted other: String?) -> JSONText {
    let digits = other?.firstIndex(of: ".").flatMap { other?[$0...].dropFirst().count } ?? 6
    return self.time(time, decimal: time?.decimal(fractionDigits: digits))
  }
}
