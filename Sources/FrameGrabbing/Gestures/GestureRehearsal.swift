import Files
public import GestureFiles
public import Scrubbing
public import Timeline

/// Something that happened to the slider while a gesture was played.
public struct PlayedEvent: Sendable {
  /// The 0-based number of the gesture's event; for a timer, that of the event before it.
  public let number: Int
  /// When it happened, in microseconds.
  public let timeInMicroseconds: Int64
  /// A touch's phase, `increment`, `decrement`, `step`, or `timer` when a nub moved to the background.
  public let name: String
  /// The slider's response.
  public let event: ScrubEvent
  /// The vertical distance, in points, from which the speed after the event applies.
  let zoneStart: Double

  /// The name of a timer's event.
  static let timer = "timer"

  /// Whether it is the touch that a refusal is about; a timer's event has the number of the one before it.
  func isMarked(by refusal: GestureRefusal) -> Bool { number == refusal.event && name != Self.timer }
}

/// A gesture played on its slider from the first touch to the last, with a video or without one.
public struct GestureRehearsal {
  private let gesture: Gesture
  /// The gesture's own, or another one in its place.
  private let control: GestureControl
  private let slider: GestureSlider
  private var scrubber: Scrubber

  private var timeline: FrameTable? { slider.timeline }

  /// Sets up the slider in its state before the first touch.
  ///
  /// - Parameter other: Another slider in place of the gesture's own.
  /// - Throws: `GrabError` when the slider's range or value is not in the video, or its film strip is too short.
  public init(
    _ gesture: Gesture, on other: GestureControl? = nil, in timeline: FrameTable?
  ) throws(GrabError) {
    let control = other ?? gesture.file.control
    (self.gesture, self.control) = (gesture, control)
    let slider = GestureSlider(try gesture.placement(in: timeline), in: timeline)
    self.slider = slider
    if timeline == nil, case .perFrame? = control.scroll?.length {
      throw gesture.refusal(at: .scroll, "'framePitch' takes a video, whose frames it counts: name one")
    }
    if timeline == nil, control.model.countsMilliseconds {
      let model = control.model.rawValue
      throw gesture.refusal(at: .model, "the model '\(model)' counts the milliseconds of a video: name one")
    }
    if timeline == nil, control.step != nil {
      throw gesture.refusal(at: .step, "'step' is in seconds of a video: name one")
    }
    do throws(GestureFault) {
      scrubber = Scrubber(
        try control.configuration(
          initialValue: slider.placement.value, frameCount: slider.frames?.count, length: slider.length))
    } catch {
      throw gesture.refusal(at: control.scroll == nil ? .events : .scroll, error.description)
    }
  }

  /// The slider's configuration.
  public var configuration: ScrubberConfiguration { scrubber.configuration }

  /// The title of a slider that is not as published; nil for one that is.
  var changedTitle: String? {
    control.title == control.model.rawValue ? nil : printable(control.title)
  }

  /// How many frames the range has; nil without a video.
  var frameCount: Int? { slider.frameCount }

  /// Plays the touches, hands each event out, and returns the slider's final value, 0 to 1.
  ///
  /// - Throws: `GrabError` when a touch is invalid, or when no touch ever caught the knob.
  public mutating func play(_ body: (PlayedEvent) throws(GrabError) -> Void) throws(GrabError) -> Double {
    if let missed = try playThrough(body) { throw missed.error }
    return scrubber.value
  }

  /// Why a grab would refuse the gesture although all of it can be shown; nil if it would not.
  ///
  /// - Throws: `GrabError` when a touch is invalid.
  public func refusal() throws(GrabError) -> GestureRefusal? {
    var rehearsal = self
    let missed = try rehearsal.playThrough { _ in }
    return gesture.endingRefusal ?? missed
  }

  /// The slider's value now, 0 to 1.
  var value: Double { scrubber.value }

  /// Plays the touches and hands each event out; returns the refusal if no touch ever caught the knob.
  ///
  /// - Throws: `GrabError` when a touch is invalid.
  mutating func playThrough(
    _ body: (PlayedEvent) throws(GrabError) -> Void
  ) throws(GrabError) -> GestureRefusal? {
    var firstTouch: Int?
    for (number, event) in gesture.file.events.enumerated() {
      try expireTimer(by: event.timeInMicroseconds, after: number - 1, body)
      if event.touch != nil, firstTouch == nil { firstTouch = number }
      let result: ScrubEvent
      do throws(GestureFault) {
        result = try perform(event)
      } catch {
        throw gesture.refusal(at: .event(number), refusal(of: event) ?? error.description)
      }
      try body(
        PlayedEvent(
          number: number, timeInMicroseconds: event.timeInMicroseconds, name: event.name, event: result,
          zoneStart: scrubber.zoneStart))
    }
    try expireTimer(by: nil, after: gesture.file.events.count - 1, body)
    guard let firstTouch, !scrubber.caughtKnob else { return nil }
    return GestureRefusal(
      error: gesture.refusal(at: .events, "no touch ever catches the knob, so nothing is dragged\(hint)"),
      event: firstTouch, words: "misses the knob")
  }

  private mutating func expireTimer(
    by time: Int64?, after number: Int, _ body: (PlayedEvent) throws(GrabError) -> Void
  ) throws(GrabError) {
    guard let timer = scrubber.expireTimer(by: time) else { return }
    try body(
      PlayedEvent(
        number: number, timeInMicroseconds: timer.time, name: PlayedEvent.timer, event: timer.event,
        zoneStart: scrubber.zoneStart))
  }

  mutating func perform(_ event: GestureEvent) throws(GestureFault) -> ScrubEvent {
    switch event {
    case .touch(let touch): try scrubber.handle(touch)
    case .adjust(let adjustment, let time): try scrubber.adjust(by: adjustment.change, at: time)
    case .step(let frames, let time):
      try scrubber.set(slider.value(stepping: frames, from: scrubber.value) ?? .nan, at: time)
    }
  }

  /// Why a step is invalid, in place of the slider's own message.
  private func refusal(of event: GestureEvent) -> String? {
    guard case .step = event, timeline == nil else { return nil }
    return "a step counts frames, which takes a video: name one"
  }

  private var hint: String {
    let knob = scrubber.configuration.thumbFrame(at: slider.placement.value)
    let centre = "; its centre is at (\(knob.x + knob.width / 2), \(knob.y + knob.height / 2))"
    return control.scroll == nil ? centre + "; \"grab\": \"anywhere\" starts a drag anywhere" : centre
  }

  // MARK: Frames

  /// The tick and the frame at a value; nil without a video, and in the missing part of a file that is cut off.
  func frame(at value: Double) -> (tick: Int64, index: Int)? { slider.frame(at: value) }

  /// The frame at a value; nil without a video, and in the missing part of a file that is cut off.
  public func frameIndex(at value: Double) -> Int? { slider.frame(at: value)?.index }

  /// The moment of a tick in seconds from t = 0.
  func time(ofTick tick: Int64) -> Rational? {
    guard let timeline, let time = timeline.timeBase.seconds(ofTicks: tick) else { return nil }
    return time.subtracting(timeline.origin)
  }
}
