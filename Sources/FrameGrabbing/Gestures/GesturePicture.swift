import Color
import Files
import GestureFiles
import Plotting
import Scrubbing
public import Seeking
import Timeline
import Video

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
  }

  private let gesture: Gesture
  private let source: SliderVideo?
  private var plot: GesturePlot
  /// Moments that get a picture: the start, each pulse, the end.
  private var stops: [(time: Int64, name: String, frame: Int)] = []

  /// The most pictures; with more, each would be too small.
  private static let thumbnailLimit = 8

  /// Plays the gesture and records what is to be drawn.
  ///
  /// A gesture that a grab would refuse is drawn as well, with a mark at the touch.
  ///
  /// - Throws: `GrabError` when a touch is invalid.
  public init(_ gesture: Gesture, in source: SliderVideo?) throws(GrabError) {
    self.gesture = gesture
    self.source = source
    var rehearsal = try GestureRehearsal(gesture, in: source?.timeline)
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
    _ = try rehearsal.playThrough { played throws(GrabError) in
      if let refusal, played.isMarked(by: refusal) {
        refusedTouch = PlottedRefusal(event: events.count, words: refusal.words)
      }
      events.append(PlottedEvent(played, frame: scale.frame(at: played.event.value)?.index))
      if played.name == Phase.began.rawValue, played.event.isTracking { touchDown = played.event.location?.y }
      if !played.event.feedback.isEmpty {
        let name = played.event.feedback.map { Self.word(for: $0, speed: played.event.speed) }.joined(separator: ", ")
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
    let line = control.model.measuresFromTouchDown ? touchDown : nil
    plot = GesturePlot(
      title: printable(gesture.path.lastComponent.bytes),
      subtitle: control.model.rawValue + (source.map { " over \(printable($0.path.lastComponent.bytes))" } ?? ""),
      control: PlottedControl(
        frame: PlottedRectangle(control.geometry.frame),
        track: control.scroll == nil
          ? PlottedTrack(x: control.geometry.track.x, width: control.geometry.track.width) : nil,
        startKnob: PlottedRectangle(configuration.thumbFrame(at: configuration.initialValue)),
        endKnob: PlottedRectangle(configuration.thumbFrame(at: value)),
        zones: control.model.defaultSpeeds == nil
          ? [] : configuration.speeds.entries.map { PlottedZone(speed: $0.speed, fromDistance: $0.distance) },
        zoneLine: line ?? control.geometry.middle, zonesAreTwoSided: control.model.slowsBothWays),
      events: events, frameCount: source?.timeline.count, rangeStart: rehearsal.end(at: 0),
      rangeEnd: rehearsal.end(at: 1))
    plot.refusal = refusedTouch
    plot.endTime = scale.frame(at: value).flatMap { Self.time(ofFrame: $0.index, in: source) }
  }

  /// When a frame starts, in seconds of the video, as it can be typed.
  private static func time(ofFrame frame: Int, in source: SliderVideo?) -> String? {
    source?.timeline.printedTime(ofFrame: frame).map { "\($0) s" }
  }

  private static func word(for reason: FeedbackReason, speed: Double) -> String {
    switch reason {
    case .speed: "speed \(PlottedZone.label(ofSpeed: speed))"
    case .min: "left end"
    case .max: "right end"
    }
  }

  /// Draws it as SVG, with small pictures of the frames on the way.
  ///
  /// - Throws: `GrabError` when a frame cannot be decoded.
  public func svg(_ seeks: Seeks?) throws(GrabError) -> [UInt8] {
    var plot = plot
    plot.thumbnails = try thumbnails()
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

  private func thumbnails() throws(GrabError) -> [PlottedThumbnail] {
    guard let source else { return [] }
    let stops = shownStops
    var pictures: [Int: Thumbnail] = [:]
    // SVG viewers take every picture to be in sRGB.
    var converter = BitmapConverter(depth: .eight, appliesOrientation: true, color: .srgb)
    var resampler = Resampler()
    var fault: GrabError.Fault?
    source.video.pictureBudget.count(Thumbnail.leastMemory)
    let missing = try blaming(source.path, GrabError.Fault.video) { () throws(VideoError) in
      let frames = Set(stops.map(\.frame)).sorted().map(source.frames.reference)
      return try source.video.pictures(of: frames) { frame, picture in
        let time = source.video.timeForPicture
        do throws(ThumbnailFault) {
          pictures[frame.place] = try Thumbnail(picture, &converter, &resampler, within: time)
        } catch {
          fault = error.fault(after: time)
        }
      }
    }
    if let fault { throw GrabError(source.path, fault) }
    if let frame = missing.first {
      throw GrabError(source.path, .video(VideoError("frame \(frame.place)", .missingPicture)))
    }
    return stops.map { stop in
      let picture = pictures[stop.frame]
      return PlottedThumbnail(
        timeInMicroseconds: stop.time,
        caption: [
          "frame \(stop.frame)", Self.time(ofFrame: stop.frame, in: source) ?? "",
          source.timeline.placeInSecond(ofFrame: stop.frame) ?? "", stop.name,
        ],
        png: picture?.png ?? [], width: picture?.width ?? 16, height: picture?.height ?? 9)
    }
  }
}

extension PlottedEvent {
  fileprivate init(_ played: PlayedEvent, frame: Int?) {
    let event = played.event
    self.init(
      timeInMicroseconds: played.timeInMicroseconds, phase: played.name,
      location: event.location.map { PlottedPoint(x: $0.x, y: $0.y) }, isTracking: event.isTracking, value: event.value,
      unadjusted: event.unadjusted, speed: event.speed, frame: frame, pulses: event.feedback.map(\.rawValue))
  }

  fileprivate init(_ correction: Correction, after played: PlayedEvent, frame: Int?) {
    self.init(
      timeInMicroseconds: played.timeInMicroseconds, phase: "corrected", isTracking: false, value: correction.value,
      unadjusted: played.event.unadjusted, speed: played.event.speed, frame: frame)
  }
}

extension PlottedRectangle {
  fileprivate init(_ frame: ControlGeometry.Frame) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }
}

extension GestureRehearsal {
  /// The moment at an end of the slider as text; nil without a video.
  fileprivate func end(at value: Double) -> String? {
    guard let found = frame(at: value), let time = time(ofTick: found.tick) else { return nil }
    return "\(time.decimal(fractionDigits: 3)) s"
  }
}
