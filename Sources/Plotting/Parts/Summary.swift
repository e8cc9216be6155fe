/// The outcome of the gesture in words.
struct Summary {
  /// The main result: the frame on which it ended.
  let outcome: String

  /// Its value and time.
  let detail: String

  /// Whether the outcome is a refusal.
  let isRefused: Bool

  /// A summary in a few sentences, for people who cannot see the picture.
  let description: String

  init(
    events: [PlottedEvent], strokes: [Stroke], pulseCount: Int, seeks: [PlottedSeek], thumbnailCount: Int,
    endTime: String? = nil, refusal: PlottedRefusal? = nil
  ) {
    isRefused = refusal != nil
    let times = events.lazy.map(\.timeInMicroseconds)
    guard let last = events.last(where: { EventKind($0.phase) != .timer }) ?? events.last,
      let first = times.min(), let end = times.max()
    else {
      outcome = "No events"
      detail = ""
      description = "A gesture without events."
      return
    }
    let value = "value \(NumberText.label(last.value, decimals: 4))"
    let verb =
      switch EventKind(last.phase) {
      case .began, .moved, .stationary: "Unfinished"
      case .cancelled: "Cancelled"
      default: "Ended"
      }
    let seconds = NumberText.seconds(last.timeInMicroseconds, decimals: 3)
    let place = last.frame.map { "frame " + NumberText.whole(Int64($0)) } ?? value
    let ending = "\(verb) \(last.frame == nil ? "at" : "on") \(place)"
    outcome = refusal.map { "Refused: \($0.words)" } ?? ending
    var parts = refusal == nil ? [] : [ending]
    if let endTime { parts.append("\(endTime) of the video") }
    if last.frame != nil { parts.append(value) }
    parts.append(endTime == nil ? "at \(seconds) s" : "at \(seconds) s of the gesture")
    detail = parts.joined(separator: " · ")
    var sentences = [
      "\(NumberText.count(strokes.count, "stroke")) and \(NumberText.count(events.count, "event"))"
        + " from \(NumberText.seconds(first, decimals: 3)) s to \(NumberText.seconds(end, decimals: 3)) s.",
      "\(refusal == nil ? "" : "\(outcome). ")\(ending), \(value), at \(seconds) s"
        + (endTime.map { " of the gesture, \($0) of the video." } ?? "."),
    ]
    let missed = strokes.count { !$0.isTracked }
    if missed > 0 { sentences.append("\(NumberText.count(missed, "stroke")) not tracked.") }
    sentences.append(pulseCount == 0 ? "No pulses." : "\(NumberText.count(pulseCount, "pulse")).")
    if !seeks.isEmpty {
      let superseded = seeks.count(where: \.isSuperseded)
      sentences.append("\(NumberText.count(seeks.count, "seek")), \(superseded) superseded.")
    }
    if thumbnailCount > 0 { sentences.append("\(NumberText.count(thumbnailCount, "thumbnail")).") }
    description = sentences.joined(separator: " ")
  }
}
