public import GestureFiles
public import Scrubbing
public import Timeline

/// A slider that is dragged and stepped now, over a video, and the take that records it.
///
/// It uses the slider code of gestures that are played, so a recorded take ends on the frame that was shown.
public struct LiveSlider {
  /// The kind of slider.
  public typealias Kind = SliderKind

  /// The part of the video that the slider spans.
  public struct Span: Hashable, Sendable {
    /// Where it starts; nil for the start of the video.
    public var from: TimeSpecification?
    /// Where it ends; nil for the end of the video.
    public var to: TimeSpecification?

    /// Makes a span; the whole video by default.
    public init(from: TimeSpecification? = nil, to: TimeSpecification? = nil) {
      (self.from, self.to) = (from, to)
    }
  }

  /// What ends a take.
  public enum Change: Sendable {
    /// Another place or size on the screen.
    case place
    /// Another kind of slider.
    case kind
    /// Another range.
    case range
  }

  /// All frames of the video, or provisional ones.
  public let timeline: FrameTable
  /// Whether the frames are provisional (`RoughFrames`), so that their indexes are not those of the video.
  public let isRough: Bool
  /// The kind of slider.
  public private(set) var kind: Kind
  /// The spans, the present one last: zooming in adds one.
  public private(set) var spans: [Span]
  /// What happened since the last change of the control.
  public private(set) var take = LiveTake()
  /// The frame at the slider's value.
  public private(set) var frame: Int
  /// Where the last jump or drag to another frame began; nil before one.
  public private(set) var mark: Int?

  /// The frame at which the present drag began; nil without one.
  private var dragStart: Int?
  private var geometry: ControlGeometry
  /// The slider of the last finished take with events, and what ended that take; at most one.
  private var earlier: [(slider: LiveSlider, end: Change)] = []
  /// The frame at which the first take began, and the present one.
  private let firstFrame: Int
  private var takeStart: Int
  private var control: GestureControl
  private var slider: GestureSlider
  private var scrubber: Scrubber

  /// The fewest frames of a zoomed range.
  private static let fewestFrames = 20

  /// Makes a slider that stands at a frame.
  ///
  /// - Throws: `GestureFault` for a slider that cannot be.
  public init(
    _ kind: Kind, over timeline: FrameTable, isRough: Bool = false, span: Span = Span(), at frame: Int,
    geometry: ControlGeometry
  ) throws(GestureFault) {
    try self.init(
      kind, over: timeline, isRough: isRough, spans: span == Span() ? [span] : [Span(), span], at: frame, geometry)
  }

  private init(
    _ kind: Kind, over timeline: FrameTable, isRough: Bool, spans: [Span], at frame: Int, _ geometry: ControlGeometry
  ) throws(GestureFault) {
    (self.timeline, self.isRough, self.kind, self.geometry) = (timeline, isRough, kind, geometry)
    let frame = max(0, min(frame, timeline.count - 1))
    (self.frame, firstFrame, takeStart) = (frame, frame, frame)
    self.spans = spans
    (control, slider, scrubber) = try Self.make(kind, timeline, &self.spans, frame, geometry)
  }

  /// Makes the slider's parts at a frame; zoomed ranges without the frame are removed.
  private static func make(
    _ kind: Kind, _ timeline: FrameTable, _ spans: inout [Span], _ frame: Int, _ geometry: ControlGeometry
  ) throws(GestureFault) -> (GestureControl, GestureSlider, Scrubber) {
    while true {
      let span = spans.last ?? Span()
      let control = GestureControl(
        model: kind.model, rule: kind.rule, name: kind.name, geometry: geometry, grab: .anywhere,
        value: .frame(Int64(frame)), rangeFrom: span.from,
        rangeTo: span.to, speeds: kind.speeds, meet: kind.meet, liftCorrection: kind.liftCorrection,
        step: kind.step)
      if let placement = try? GestureSlider.Placement(
        from: span.from, to: span.to, value: control.value, in: timeline)
      {
        let slider = GestureSlider(placement, in: timeline)
        let configuration = try control.configuration(
          initialValue: placement.value, frameCount: slider.frames?.count, length: slider.length)
        return (control, slider, Scrubber(configuration))
      }
      guard spans.count > 1 else { throw .notFinite("slider's place") }
      spans.removeLast()
    }
  }

  /// Starts a new take at the present frame, with the slider changed.
  private mutating func restart(
    after end: Change, _ change: (inout LiveSlider) -> Void
  ) throws(GestureFault) {
    var next = self
    change(&next)
    (next.control, next.slider, next.scrubber) = try Self.make(next.kind, timeline, &next.spans, frame, next.geometry)
    (next.take, next.takeStart) = (LiveTake(), frame)
    if !take.events.isEmpty {
      // Only the last finished take is kept.
      earlier = []
      next.earlier = [(self, end)]
    }
    self = next
  }

  /// The slider whose take would be saved, and what ended that take: this one, or as long as it has no events, the one
  /// before its last changes, which stood at the same frame.
  public var kept: (slider: LiveSlider, end: Change?) {
    guard take.events.isEmpty, let earlier = earlier.last else { return (self, nil) }
    return earlier
  }

  /// The same slider and take over the video's own frames, in place of the provisional ones.
  ///
  /// Touches are repeated; a step leads to the frame on screen at the time of the provisional frame.
  ///
  /// - Parameter first: The frame at which the first take begins.
  /// - Throws: `GestureFault` for a slider that cannot be.
  public func refined(over table: FrameTable, from first: Int) throws(GestureFault) -> LiveSlider {
    func exact(_ index: Int) -> Int {
      RoughFrames.middle(ofFrame: index, in: timeline).flatMap { try? table.frameIndex(onScreenAt: $0, bounds: .clamp) }
        ?? 0
    }
    func exact(_ place: TimeSpecification?) -> TimeSpecification? {
      guard case .frame(let index)? = place else { return place }
      return .frame(Int64(exact(Int(clamping: index))))
    }
    var rough = try LiveSlider(kind, over: timeline, isRough: true, spans: spans, at: takeStart, geometry)
    let before = try earlier.map { one throws(GestureFault) in
      (slider: try one.slider.refined(over: table, from: first), end: one.end)
    }
    var slider = try LiveSlider(
      kind, over: table, isRough: false, spans: spans.map { Span(from: exact($0.from), to: exact($0.to)) },
      at: before.last?.slider.frame ?? (takeStart == firstFrame ? first : exact(takeStart)), geometry)
    slider.earlier = before
    for event in take.events {
      let time = take.clockTime(of: event)
      let before = slider
      rough.repeatEvent(event, time: time)
      slider.repeatEvent(event, time: time)
      guard case .step = event, slider.frame != exact(rough.frame) else { continue }
      slider = before
      slider.step(by: exact(rough.frame) - slider.frame, time: time)
    }
    (slider.mark, slider.dragStart) = (mark.map(exact), dragStart.map(exact))
    return slider
  }

  private mutating func repeatEvent(_ event: GestureEvent, time: Int64) {
    switch event {
    case .touch(let touch): self.touch(touch.phase, touch.location, time)
    case .step(let frames, _): step(by: Int(clamping: frames), time: time)
    case .adjust(let adjustment, _): adjust(adjustment, time: time)
    }
  }

  // MARK: What it says

  /// What the slider is called.
  public var title: String { control.title }

  /// The slider's configuration.
  public var configuration: ScrubberConfiguration { scrubber.configuration }
  /// The value, 0 to 1.
  public var value: Double { scrubber.value }
  /// The speed in force.
  public var speed: Double { scrubber.speed }
  /// Whether a drag goes on.
  public var isDragged: Bool { scrubber.isTouched }
  /// The frames that the slider spans.
  public var frames: ClosedRange<Int> { slider.frames ?? 0...max(0, timeline.count - 1) }
  /// Whether it spans a part of the video only.
  public var isZoomed: Bool { spans.count > 1 }

  /// The frame under a place of the track, in points.
  public func frame(under x: Double) -> Int? {
    let travel = geometry.thumbTravel
    guard travel > 0, x.isFinite else { return nil }
    return frame(at: (x - geometry.track.x - geometry.thumb.width / 2) / travel)
  }

  /// The frame of a value, 0 to 1; values outside are those of the ends.
  public func frame(at value: Double) -> Int? { slider.frame(at: max(0, min(1, value)))?.index }

  /// The place of the track, in points, at which a frame of the range is named; nil for a frame outside of it.
  public func trackPosition(of frame: Int) -> Double? {
    guard frames.contains(frame), let here = slider.frame(at: scrubber.value)?.index,
      let value = slider.value(stepping: Int64(frame - here), from: scrubber.value)
    else { return nil }
    return scrubber.configuration.thumbCentre(at: value)
  }

  /// The take as a gesture file; a drag that goes on is lifted in it.
  ///
  /// - Parameter video: The video's path as the file should have it; nil for none.
  /// - Throws: `GestureFileError` for a take without events.
  public func recording(video: String?) throws(GestureFileError) -> GestureRecording {
    try GestureRecording(video: video, control: control, events: take.lifted)
  }

  // MARK: The mouse

  /// Starts a drag at a location in points. If `frame` is given, the slider steps to it first, else its value does not
  /// jump; `time` is in microseconds on any clock.
  public mutating func press(at point: Point, over frame: Int? = nil, time: Int64) {
    release(time: time)
    let start = self.frame
    if let frame { step(by: frame - start, time: time) }
    dragStart = start
    touch(.began, point, time)
  }

  /// Drags to a location; does nothing if the finger is already there.
  public mutating func drag(to point: Point, time: Int64) {
    guard isDragged, take.place != point else { return }
    touch(.moved, point, time)
  }

  /// Ends the drag at its last place.
  public mutating func release(time: Int64) {
    if isDragged { touch(.ended, nil, time) }
    dragStart = nil
  }

  private mutating func touch(_ phase: Phase, _ point: Point?, _ time: Int64) {
    makeRoom()
    let moment = take.moment(at: time)
    let touch = Touch(timeInMicroseconds: moment, phase: phase, location: point)
    guard (try? scrubber.handle(touch)) != nil else { return }
    take.record(.touch(touch), at: time)
    follow()
  }

  // MARK: Without the mouse

  /// Steps by a number of frames, as far as the range goes.
  public mutating func step(by count: Int, time: Int64) {
    release(time: time)
    guard count != 0, let value = slider.value(stepping: Int64(count), from: scrubber.value) else { return }
    makeRoom()
    let moment = take.moment(at: time)
    guard (try? scrubber.set(value, at: moment)) != nil else { return }
    take.record(.step(frames: Int64(count), timeInMicroseconds: moment), at: time)
    follow()
  }

  /// Moves by a twentieth of the range, as an accessibility action does.
  public mutating func adjust(_ adjustment: GestureEvent.Adjustment, time: Int64) {
    release(time: time)
    makeRoom()
    let moment = take.moment(at: time)
    guard (try? scrubber.adjust(by: adjustment.change, at: moment)) != nil else { return }
    take.record(.adjust(adjustment, timeInMicroseconds: moment), at: time)
    follow()
  }

  /// Moves to a frame, and zooms out as far as needed to reach it.
  public mutating func go(to frame: Int, time: Int64) {
    release(time: time)
    let start = self.frame
    defer { if self.frame != start { mark = start } }
    let target = max(0, min(frame, timeline.count - 1))
    var isReached = frames.contains(target)
    while !isReached, spans.count > 1 {
      guard (try? restart(after: .range, { $0.spans.removeLast() })) != nil else { return }
      isReached = frames.contains(target)
    }
    guard let here = slider.frame(at: scrubber.value)?.index else { return }
    step(by: target - here, time: time)
  }

  // MARK: Another control

  /// Moves to a location on the screen; if it is a new one, a new take starts.
  public mutating func move(to geometry: ControlGeometry, time: Int64) throws(GestureFault) {
    release(time: time)
    if geometry != self.geometry { try restart(after: .place) { $0.geometry = geometry } }
  }

  /// Changes the kind of slider, and starts a new take.
  public mutating func become(_ kind: Kind, time: Int64) throws(GestureFault) {
    release(time: time)
    try restart(after: .kind) { $0.kind = kind }
  }

  /// Zooms in to a tenth of the range around the frame, and starts a new take; false if the range cannot be shorter.
  public mutating func zoomIn(time: Int64) throws(GestureFault) -> Bool {
    release(time: time)
    let all = frames
    let count = max(Self.fewestFrames, all.count / 10)
    guard count < all.count else { return false }
    let first = max(all.lowerBound, min(frame - count / 2, all.upperBound - count + 1))
    let span = Span(from: .frame(Int64(first)), to: .frame(Int64(first + count - 1)))
    try restart(after: .range) { $0.spans.append(span) }
    return true
  }

  /// Undoes one zoom; starts a new take. False if the range is the whole video.
  public mutating func zoomOut(time: Int64) throws(GestureFault) -> Bool {
    release(time: time)
    guard spans.count > 1 else { return false }
    try restart(after: .range) { $0.spans.removeLast() }
    return true
  }

  // MARK: Bookkeeping

  private mutating func follow() {
    // In the missing part of a file that is cut off there is no frame: the last one stays.
    if let index = slider.frame(at: scrubber.value)?.index { frame = index }
    if let dragStart, dragStart != frame { mark = dragStart }
  }

  /// Starts a new take when this one has almost as many events as a file may have.
  private mutating func makeRoom() {
    guard take.isFull, !isDragged else { return }
    try? restart(after: .place) { _ in }
  }
}
