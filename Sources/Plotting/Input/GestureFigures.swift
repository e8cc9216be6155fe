/// The strokes, pulses and marks that the panels draw, collected from the events in one pass.
struct GestureFigures {
  private(set) var strokes: [Stroke] = []
  private(set) var pulses: [Pulse] = []
  /// The events that are not touches, such as steps.
  private(set) var marks: [(time: Int64, kind: EventKind)] = []
  private(set) var firstTime: Int64?
  private(set) var lastTime: Int64?
  private(set) var hasFrames = false
  private(set) var hasUnadjusted = false

  init(_ events: [PlottedEvent]) {
    var open: Stroke?
    for (index, event) in events.enumerated() {
      let time = event.timeInMicroseconds
      firstTime = min(firstTime ?? time, time)
      lastTime = max(lastTime ?? time, time)
      if event.frame != nil { hasFrames = true }
      if event.unadjusted != nil { hasUnadjusted = true }
      let kind = EventKind(event.phase)
      switch kind {
      case .began:
        if let open { strokes.append(open) }
        open = GestureFigures.stroke(event, at: index)
      case .moved, .stationary, .ended, .cancelled:
        var stroke = open ?? GestureFigures.stroke(event, at: index)
        stroke.end = max(stroke.end, time)
        stroke.isTracked = stroke.isTracked || event.isTracking
        stroke.lastPlace = event.location ?? stroke.lastPlace
        stroke.events = stroke.events.lowerBound..<(index + 1)
        open = stroke
        if kind == .ended || kind == .cancelled {
          stroke.ending = kind == .ended ? .lifted : .cancelled
          strokes.append(stroke)
          open = nil
        }
      case .corrected, .timer, .increment, .decrement, .step, .other:
        marks.append((time, kind))
      }
      if !event.pulses.isEmpty {
        let place = event.location ?? open?.lastPlace
        pulses.append(Pulse(time: time, place: place, reasons: Pulse.Reasons(event.pulses)))
      }
    }
    if let open { strokes.append(open) }
  }

  private static func stroke(_ event: PlottedEvent, at index: Int) -> Stroke {
    let time = event.timeInMicroseconds
    return Stroke(
      start: time, end: time, isTracked: event.isTracking, firstPlace: event.location, lastPlace: event.location,
      events: index..<(index + 1))
  }
}
