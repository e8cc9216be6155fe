public import Files
import GestureFiles
import Plotting
import Scrubbing
public import Seeking
public import Timeline

/// A gesture as a drawing: the finger's path, the slider's values, and the frames on the way.
public struct GesturePicture {
  /// The seeks that are drawn, and where they come from.
  public struct Seeks {
    let records: [SeekRecord]
    let caption: String

    /// Seeks by a seeker, with a fixed latency in microseconds or, if nil, by the decoder.
    public init(_ records: [SeekRecord], seeker: SeekerKind, latency: Int64?) {
      self.records = records
      let pace = latency.map {
        "\(Rational($0, 1000).map { $0.decimal(fractionDigits: 0) } ?? "") ms a seek, simulated"
      }
      caption = "\(seeker.rawValue), \(pace ?? "by the decoder")"
    }

    /// Simulated seeks of a gesture.
    ///
    /// - Throws: `GrabError` when a touch is invalid.
    public init(
      of gesture: Gesture, in timeline: FrameTable, seeker: SeekerKind, latency: Int64
    ) throws(GrabError) {
      var records: [SeekRecord] = []
      _ = try GestureReplay(showing: gesture, in: timeline)
        .run(seeker, .simulated(latency: latency)) { records.append($0) }
      self.init(records, seeker: seeker, latency: latency)
    }
  }

  private let timeline: FrameTable?
  private var plot: GesturePlot
  /// Moments that get a picture: the start, each pulse, the end.
  private var stops: [(time: Int64, name: String, frame: Int)] = []

  /// Where the knob is at both ends of the slider.
  private let knobs: (low: ControlGeometry.Frame, high: ControlGeometry.Frame)

  /// The most pictures; with more, each would be too small.
  private static let thumbnailLimit = 8

  /// The most stretches of the value that are listed; there is no room for more.
  private static let stretchLimit = 200

  /// Plays the gesture and records what is to be drawn.
  ///
  /// A gesture that a grab would refuse is drawn as well, with a mark at the touch.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - timeline: All frames of the video; nil for none.
  ///   - video: The name of the video.
  /// - Throws: `GrabError` when a touch is invalid.
  public init(_ gesture: Gesture, in timeline: FrameTable?, of video: Path?) throws(GrabError) {
    self.timeline = timeline
    var rehearsal = try GestureRehearsal(gesture, in: timeline)
    let (configuration, scale) = (rehearsal.configuration, rehearsal)
    let refusal = try rehearsal.refusal()
    var refusedTouch: PlottedRefusal?
    let control = gesture.file.control
    var events: [PlottedEvent] = []
    var stops: [(time: Int64, name: String, frame: Int)] = []
    var touchDown: Double?
    func stop(_ time: Int64, _ name: String, _ value: Double) {
      if let frame = scale.frame(at: value)?.index { stops.append((time, name, frame)) }
    }
    stop(gesture.file.events.first?.timeInMicroseconds ?? 0, "start", configuration.initialValue)
    let words = configuration.speedWords
    _ = try rehearsal.playThrough { played throws(GrabError) in
      if let refusal, played.isMarked(by: refusal) {
        refusedTouch = PlottedRefusal(event: events.count, words: refusal.words)
      }
      events.append(PlottedEvent(played, frame: scale.frame(at: played.event.value)?.index))
      if played.name == Phase.began.rawValue, played.event.isTracking { touchDown = played.event.location?.y }
      if !played.event.feedback.isEmpty {
        let name = played.event.feedback.map { Self.word(for: $0, speed: words.text(played.event.speed)) }.joined(
          separator: ", ")
        stop(played.timeInMicroseconds, name, played.event.value)
      }
      if let correction = played.event.correction {
        events.append(
          PlottedEvent(correction, after: played, frame: scale.frame(at: correction.value)?.index))
      }
    }
    let value = rehearsal.value
    stop(gesture.file.events.last?.timeInMicroseconds ?? 0, "end", value)
    self.stops = stops
    knobs = (configuration.thumbFrame(at: 0), configuration.thumbFrame(at: 1))
    let line = configuration.measuresFromTouchDown ? touchDown : nil
    plot = GesturePlot(
      title: printable(gesture.path.lastComponent.bytes),
      subtitle: printable(control.title) + (video.map { " over \(printable($0.lastComponent.bytes))" } ?? ""),
      control: PlottedControl(
        frame: control.geometry.frame, track: control.scroll == nil ? control.geometry.track : nil,
        startKnob: configuration.thumbFrame(at: configuration.initialValue),
        endKnob: configuration.thumbFrame(at: value),
        zones: configuration.hasSpeeds ? configuration.speeds.entries : [],
        zoneLine: line ?? configuration.line, zonesAreAbove: configuration.side != .below,
        zonesAreBelow: configuration.side != .above, isCurve: configuration.isCurve),
      events: events, frameCount: timeline?.count, rangeStart: rehearsal.end(at: 0),
      rangeEnd: rehearsal.end(at: 1))
    plot.refusal = refusedTouch
    (plot.stretches, plot.stretchWords) = try Self.stretches(of: scale)
    plot.endTime = scale.frame(at: value).flatMap { Self.time(ofFrame: $0.index, in: timeline) }
  }

  /// When a frame starts, in seconds of the video, as it can be typed.
  private static func time(ofFrame frame: Int, in timeline: FrameTable?) -> String? {
    timeline?.printedTime(ofFrame: frame).map { "\($0) s" }
  }

  /// The longest stretches of the value's movement, each with its reason and sum, and the totals.
  ///
  /// - Throws: `GrabError` when a touch is invalid.
  private static func stretches(of scale: GestureRehearsal) throws(GrabError) -> ([PlottedStretch], String) {
    var (rehearsal, account) = (scale, StretchAccount(scale))
    var stretches: [SliderStretch] = []
    _ = try rehearsal.playThrough { played throws(GrabError) in
      stretches += account.take(played)
      if let correction = played.event.correction { stretches += account.take(correction) }
    }
    stretches += account.finish()
    func length(_ stretch: SliderStretch) -> Int64 { stretch.span.upperBound &- stretch.span.lowerBound }
    let shown = stretches.filter(\.isShown).sorted { length($0) > length($1) }.prefix(stretchLimit)
    let text = StretchText(scale)
    let plotted = shown.map { stretch in
      PlottedStretch(
        from: stretch.span.lowerBound, through: stretch.span.upperBound, isByFinger: stretch.reason.speeds != nil,
        labels: text.labels(stretch).map { $0.map(trueMinus) })
    }
    return (plotted, trueMinus(text.summary(account.totals, scale, end: rehearsal.value)))
  }

  /// Replaces hyphens by minus signs.
  private static func trueMinus(_ text: String) -> String { String(text.map { $0 == "-" ? "−" : $0 }) }

  private static func word(for reason: FeedbackReason, speed: String) -> String {
    switch reason {
    case .speed: "speed \(speed)×"
    case .min: "left end"
    case .max: "right end"
    }
  }

  /// The frames that get a small picture.
  public var frames: Set<Int> { timeline == nil ? [] : Set(shownStops.map(\.frame)) }

  private func stage(_ seeks: Seeks?) -> GestureStage {
    GestureStage(
      seeks?.records ?? [], start: stops.first.map { ($0.time, $0.frame) }, end: stops.last.map { ($0.time, $0.frame) })
  }

  /// The frames on its stage, if the drawing is animated.
  public func stageFrames(_ seeks: Seeks) -> Set<Int> { timeline == nil ? [] : Set(stage(seeks).showings.map(\.frame)) }

  /// Draws it as SVG, with those small pictures that are given; an animated drawing begins with the gesture as it
  /// happens.
  public func svg(_ seeks: Seeks?, _ pictures: [Int: Thumbnail] = [:], isAnimated: Bool = false) -> [UInt8] {
    var plot = plot
    if isAnimated { plot.stage = plottedStage(seeks, pictures) }
    plot.thumbnails = thumbnails(pictures)
    if let seeks {
      plot.seekCaption = seeks.caption
      plot.seeks = seeks.records.map {
        PlottedSeek(
          issuedAt: $0.issuedAt, endedAt: $0.endedAt, target: $0.target, shown: $0.shownFrame,
          isSuperseded: $0.isSuperseded)
      }
    }
    return plot.bytes()
  }

  /// The start, the end, and as many evenly chosen pulses in between as fit.
  private var shownStops: [(time: Int64, name: String, frame: Int)] {
    guard stops.count > Self.thumbnailLimit else { return stops }
    let last = Self.thumbnailLimit - 1
    return (0...last).map { stops[$0 * (stops.count - 1) / last] }
  }

  private func thumbnails(_ pictures: [Int: Thumbnail]) -> [PlottedThumbnail] {
    guard let timeline else { return [] }
    return shownStops.map { thumbnail(of: $0.frame, at: $0.time, timeline, pictures, [$0.name]) }
  }

  private func thumbnail(
    of frame: Int, at time: Int64, _ timeline: FrameTable, _ pictures: [Int: Thumbnail], _ words: [String] = []
  ) -> PlottedThumbnail {
    let picture = pictures[frame]
    return PlottedThumbnail(
      timeInMicroseconds: time,
      caption: [
        "frame \(frame)", Self.time(ofFrame: frame, in: timeline) ?? "", timeline.placeInSecond(ofFrame: frame) ?? "",
      ] + words,
      png: picture?.png ?? [], width: picture?.width ?? 16, height: picture?.height ?? 9)
  }

  private func plottedStage(_ seeks: Seeks?, _ pictures: [Int: Thumbnail]) -> PlottedStage? {
    guard let timeline else { return nil }
    let stage = stage(seeks)
    var tiles: [Int: Int] = [:]
    for showing in stage.showings where tiles[showing.frame] == nil { tiles[showing.frame] = tiles.count }
    let frames = tiles.sorted { $0.value < $1.value }.map(\.key)
    var plotted = PlottedStage(
      tiles: frames.map { thumbnail(of: $0, at: 0, timeline, pictures) },
      showings: stage.showings.map { .init(timeInMicroseconds: $0.time, tile: tiles[$0.frame] ?? 0) },
      note: stage.isThinned ? "More frames were shown; here are \(frames.count), nearest to equal steps of time." : "")
    plotted.knobs = knobs
    return plotted
  }
}

extension PlottedEvent {
  fileprivate init(_ played: PlayedEvent, frame: Int?) {
    let event = played.event
    self.init(
      timeInMicroseconds: played.timeInMicroseconds, phase: played.name,
      location: event.location, isTracking: event.isTracking, value: event.value,
      unadjusted: event.unadjusted, speed: event.speed, frame: frame, pulses: event.feedback.map(\.rawValue))
  }

  fileprivate init(_ correction: Correction, after played: PlayedEvent, frame: Int?) {
    self.init(
      timeInMicroseconds: played.timeInMicroseconds, phase: "corrected", isTracking: false, value: correction.value,
      unadjusted: played.event.unadjusted, speed: played.event.speed, frame: frame)
  }
}

extension GestureRehearsal {
  /// The moment at an end of the slider as text; nil without a video.
  fileprivate func end(at value: Double) -> String? {
    guard let found = frame(at: value), let time = time(ofTick: found.tick) else { return nil }
    return "\(time.decimal(fractionDigits: 3)) s"
  }
}
