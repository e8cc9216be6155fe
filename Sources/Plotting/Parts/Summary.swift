/// The outcome of the gesture in words.
struct Summary {
  /// The one thing to take away: the frame on which it ended.
  let outcome: String

  /// What belongs to it: value and time.
  let detail: String

  /// The whole in a few sentences, for those who cannot see the picture.
  let description: String

  init(plot: GesturePlot, digest: GestureFigures) {
    guard let last = plot.events.last(where: { EventKind($0.phase) != .timer }) ?? plot.events.last,
      let first = digest.firstTime, let end = digest.lastTime
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
    outcome = "\(verb) \(last.frame == nil ? "at" : "on") \(place)"
    var parts = last.frame == nil ? [] : [value]
    parts.append("at \(seconds) s")
    detail = parts.joined(separator: " · ")
    var sentences = [
      "\(NumberText.count(digest.strokes.count, "stroke")) and \(NumberText.count(plot.events.count, "event"))"
        + " from \(NumberText.seconds(first, decimals: 3)) s to \(NumberText.seconds(end, decimals: 3)) s.",
      "\(outcome), \(value), at \(seconds) s.",
    ]
    let missed = digest.strokes.count { !$0.isTracked }
    if missed > 0 { sentences.append("\(NumberText.count(missed, "stroke")) not tracked.") }
    sentences.append(digest.pulses.isEmpty ? "No pulses." : "\(NumberText.count(digest.pulses.count, "pulse")).")
    if !plot.seeks.isEmpty {
      let superseded = plot.seeks.count(where: \.isSuperseded)
      sentences.append("\(NumberText.count(plot.seeks.count, "seek")), \(superseded) superseded.")
    }
    if !plot.thumbnails.isEmpty { sentences.append("\(NumberText.count(plot.thumbnails.count, "thumbnail")).") }
    description = sentences.joined(separator: " ")
  }
}
