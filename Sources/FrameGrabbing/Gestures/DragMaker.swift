import Files
import GestureFiles
import Scrubbing
import Timeline

/// Makes the drags of one slider.
struct DragMaker {
  let wish: DragWish
  private let screen: DragScreen
  /// The slider before the drag.
  let slider: GestureRehearsal
  private let drag: HandDrag
  private let control: GestureControl
  private let name: String?
  private let path: Path
  private let timeline: FrameTable?

  init(_ wish: DragWish, in video: DragVideo?, named name: String?, path: Path, on screen: DragScreen) throws(GrabError)
  {
    (self.wish, self.name, self.path, timeline) = (wish, name, path, video?.timeline)
    self.screen = wish.control.map { screen.holding($0.geometry.frame) } ?? screen
    control = try Self.control(wish, screen, frameCount: timeline?.count, path)
    if wish.away > 0, control.ownSpeeds == nil { throw GrabError(path, .drag(.noDistance(control.model))) }
    // A start outside the video is checked here: later the error would name a place in the file.
    do throws(DragAimError) {
      if let timeline, let from = wish.from {
        do throws(MomentError) {
          _ = try timeline.time(of: from.time, bounds: .refuse)
        } catch {
          throw DragAimError.moment(error, asked: from.text)
        }
      } else if timeline == nil {
        if let from = wish.from { _ = try DragAim.share(from) }
        // Without a video the range's share of it is unknown, so a percentage has no meaning.
        if control.rangeFrom != nil || control.rangeTo != nil, let reach = wish.reach {
          throw DragAimError.drag(.needsVideo(reach.text))
        }
      }
    } catch {
      throw error.error(file: path, video: video?.path)
    }
    // A gesture must have touches; these only give the slider's state before the first one.
    let place = Point(x: 0, y: 0)
    let touches = [Phase.began, .ended].map {
      GestureEvent.touch(Touch(timeInMicroseconds: 0, phase: $0, location: place))
    }
    let empty = try Self.recording(of: touches, control, name, path)
    slider = try GestureRehearsal(try Self.gesture(empty, path), in: timeline)
    let configuration = slider.configuration
    drag = try blaming(path, GrabError.Fault.drag) { () throws(DragFault) in try HandDrag(wish, on: configuration) }
  }

  // MARK: The file

  func recording(of events: [GestureEvent]) throws(GrabError) -> GestureRecording {
    try Self.recording(of: events, control, name, path)
  }

  /// The slider's last value when a recording's text is played, 0 to 1.
  func finalValue(of recording: GestureRecording) throws(GrabError) -> Double {
    var rehearsal = try GestureRehearsal(try Self.gesture(recording, path), in: timeline)
    return try rehearsal.play { _ in }
  }

  private static func gesture(_ recording: GestureRecording, _ path: Path) throws(GrabError) -> Gesture {
    let file = try blaming(path, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureFile(parsing: recording.bytes)
    }
    return try Gesture(file, path: path, allowsUnfinished: false)
  }

  private static func recording(
    of events: [GestureEvent], _ control: GestureControl, _ name: String?, _ path: Path
  ) throws(GrabError) -> GestureRecording {
    try blaming(path, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureRecording(video: name, control: control, events: events)
    }
  }

  private static func control(
    _ wish: DragWish, _ screen: DragScreen, frameCount: Int?, _ path: Path
  ) throws(GrabError) -> GestureControl {
    if var control = wish.control {
      control.value = wish.from?.time ?? control.value
      return control
    }
    let isStrip = wish.model == .scrollScrubber
    let frame = isStrip ? screen.strip : screen.slider
    let geometry: ControlGeometry
    do throws(GestureFault) {
      geometry = try ControlGeometry(
        frame: frame, track: wish.model.track(in: frame, density: 1), thumb: screen.thumb)
    } catch {
      throw GrabError(path, .drag(.notReached(error.description)))
    }
    return GestureControl(
      model: wish.model, geometry: geometry, value: wish.from?.time ?? .start,
      scroll: isStrip ? ScriptedScroll(length: length(frameCount, frame), viewportLength: frame.height) : nil)
  }

  /// 60 points a frame; more for few frames, so that the strip is twice as long as its view and the nub shows.
  private static func length(_ frameCount: Int?, _ frame: ControlGeometry.Frame) -> ScriptedScroll.Length {
    guard let frameCount, frameCount > 0 else { return .total(9000) }
    return .perFrame(max(60, (2 * frame.height / Double(frameCount)).rounded(.up)))
  }

  // MARK: The events

  /// Touches for people to edit: 40 points along the slider, 80 away from it if that changes the speed, then 40 more.
  var example: [GestureEvent] {
    let step = 40.0
    let up = control.ownSpeeds == nil ? 0.0 : 80.0
    let (x, y) = (drag.start.x, drag.start.y)
    let places =
      drag.isVertical
      ? [(x, y), (x, y + step), (x, y + 2 * step)]
      : [(x, y), (x + step, y), (x + step, y - up), (x + 2 * step, y - up)]
    var touches = places.enumerated().map { number, place in
      Touch(
        timeInMicroseconds: Int64(number) * 100_000, phase: number == 0 ? .began : .moved,
        location: Point(x: place.0, y: place.1))
    }
    touches.append(Touch(timeInMicroseconds: Int64(places.count) * 100_000, phase: .ended, location: nil))
    return touches.map(GestureEvent.touch)
  }

  /// The events of a drag that ends on the aim.
  ///
  /// - Throws: `GrabError` when no place on the screen reaches it.
  func events(reaching aim: DragAim) throws(GrabError) -> [GestureEvent] {
    if let value = value(after: drag.press), aim.side(of: value, on: slider) == 0 { return drag.press }
    let search = EndSearch(origin: start, bounds: bounds) { end in
      value(after: drag.events(to: end)).map { aim.side(of: $0, on: slider) }
    }
    guard let end = search.nearestPlace() else { throw GrabError(path, .drag(outOfReach(aim))) }
    return drag.events(to: end)
  }

  private var start: Double { drag.isVertical ? drag.start.y : drag.start.x }

  /// The places on the screen to which the finger can go.
  private var bounds: ClosedRange<Double> {
    let edge = drag.isVertical ? screen.height : screen.width
    return min(0, start)...max(edge, start)
  }

  /// The slider's value after the events, without writing a file; nil if they cannot be played.
  private func value(after events: [GestureEvent]) -> Double? {
    var slider = slider
    for event in events {
      guard (try? slider.perform(event)) != nil else { return nil }
    }
    return slider.value
  }

  /// Why no place reaches the aim, with the figures of the farthest place in its direction.
  private func outOfReach(_ aim: DragAim) -> DragFault {
    let first = slider.value
    let isBehind = aim.side(of: first, on: slider) < 0
    let edge = isBehind ? bounds.upperBound : bounds.lowerBound
    guard let last = value(after: drag.events(to: edge)) else {
      return .outOfReach(moment: aim.words, reason: "the screen is too small")
    }
    let points = TableLayout.number(abs(edge - start), upTo: 1)
    let travel = TableLayout.number(abs(last - first) * slider.configuration.geometry.track.width, upTo: 0)
    let speed = control.ownSpeeds?.entry(at: wish.away).speed ?? 1
    let away = TableLayout.number(wish.away, upTo: 2)
    if control.model.countsMilliseconds, aim.side(of: last, on: slider) != aim.side(of: first, on: slider) {
      return .outOfReach(
        moment: aim.words,
        reason: "'\(control.model.rawValue)' moves by whole pixels, and no pixel is there; a longer slider has more")
    }
    // Error messages are limited to about 200 characters.
    var reason =
      "the speed is \(TableLayout.number(speed, upTo: 4)) at \(away) points, so that \(points) points of drag "
    if wish.returns { reason += "and the way back " }
    reason += "reach \(travel) points of travel, "
    if let from = slider.frame(at: first)?.index, let to = slider.frame(at: last)?.index {
      reason += "\(abs(to - from)) frames, as far as frame \(to)"
    } else {
      reason += "as far as \(DragAim.percent(last))"
    }
    if wish.away > 0 { reason += "; a smaller --away reaches further" }
    return .outOfReach(moment: aim.words, reason: reason)
  }
}

extension GestureControl {
  /// The speeds that depend on the finger's distance; nil for none.
  fileprivate var ownSpeeds: SpeedTable? { speeds ?? model.defaultSpeeds }
}
