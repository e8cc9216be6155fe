import Files
import FrameGrabbing
import GestureFiles
import Scrubbing
import Sourcing
import Timeline

/// The inputs of a scrubbing session: the video, the gesture that defines the slider, and how frames are saved.
struct ScrubInputs {
  let video: NamedVideo
  /// Defines the slider and its first frame, with or without events; nil for a published model.
  let gesture: Gesture?
  let options: GrabOptions

  /// The name of the video.
  var path: Path { video.path }

  /// Reads the gesture or the slider, if there is one.
  ///
  /// - Parameter source: The helper that reads the video; nil if that is a file.
  /// - Throws: `GrabError` for a gesture that cannot be read or has no slider to show, and for an impossible output.
  init(_ settings: ScrubSettings, _ source: SourceLink?) throws(GrabError) {
    let inputs = Inputs(request: settings.request, source: source)
    gesture = if let gesture = try inputs.readGesture(isOnlyShown: true) { gesture } else { try inputs.readSlider() }
    video = try inputs.video(gesture)
    options = try NamedGrab.options(for: settings.request)
    if let gesture, gesture.file.control.scroll != nil {
      throw gesture.refusal(at: .scroll, "a scroll-scrubber has no slider to show; --trace and --plot show the gesture")
    }
  }

  /// The kinds of slider to choose from: all published models, and the gesture's own if it differs.
  var kinds: [LiveSlider.Kind] {
    let published = Model.allCases.filter { $0 != .scrollScrubber }.map { LiveSlider.Kind(model: $0) }
    guard let own = gesture.map({ LiveSlider.Kind(of: $0.file.control) }), !published.contains(own) else {
      return published
    }
    return published + [own]
  }

  /// The kind of slider to begin with: the gesture's, unless another model was asked for.
  func kind(_ model: Model?) -> LiveSlider.Kind {
    guard let gesture, model == nil || model == gesture.file.control.model else {
      return LiveSlider.Kind(model: model ?? .scrubbingSlider)
    }
    return LiveSlider.Kind(of: gesture.file.control)
  }

  /// The part of the video that the slider spans.
  var span: LiveSlider.Span {
    guard let control = gesture?.file.control else { return LiveSlider.Span() }
    return LiveSlider.Span(from: control.rangeFrom, to: control.rangeTo)
  }

  /// The first frame of the slider.
  ///
  /// - Throws: `GrabError` for a moment that the video does not have.
  func start(_ moment: Moment?, in timeline: FrameTable) throws(GrabError) -> Int {
    if let moment { return try frame(of: moment, in: timeline) }
    guard let gesture else { return 0 }
    var rehearsal = try GestureRehearsal(gesture, in: timeline)
    let value = gesture.file.events.isEmpty ? rehearsal.configuration.initialValue : try rehearsal.play { _ in }
    return rehearsal.frameIndex(at: value) ?? 0
  }

  private func frame(of moment: Moment, in timeline: FrameTable) throws(GrabError) -> Int {
    do throws(MomentError) {
      switch moment.kind {
      case .time(let time):
        return try timeline.resolve(time, nearest: options.choice.isNearest, bounds: options.choice.bounds).index
      case .frames(let selection):
        return try timeline.indices(of: selection, bounds: options.choice.bounds).first { _ in true } ?? 0
      default: return 0
      }
    } catch {
      throw GrabError(video.path, .moment(error, asked: moment.text))
    }
  }
}
