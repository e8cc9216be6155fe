public import Files
import GestureFiles
import Plotting
import Scrubbing
public import Timeline

/// A gesture on several sliders as a drawing: the finger once, and each slider's value, speed and frame.
public struct ComparisonPicture {
  private let plot: ComparisonPlot

  /// Draws the sliders that caught the gesture.
  ///
  /// - Parameter video: The name of the video; nil for none.
  public init(_ gesture: Gesture, _ sliders: [SliderComparison], in timeline: FrameTable?, of video: Path?) {
    let caught = sliders.filter(\.isCaught)
    let geometry = gesture.file.control.geometry
    // The zones of one slider: the first that has any.
    let zoned = caught.first { $0.configuration?.hasSpeeds == true }
    let down = zoned?.course.first { $0.name == Phase.began.rawValue && $0.isTracking }?.event.location?.y
    let configuration = zoned?.configuration
    let line = configuration?.measuresFromTouchDown == true ? down : nil
    plot = ComparisonPlot(
      title: printable(gesture.path.lastComponent.bytes),
      subtitle: "the same touches on \(caught.count) slider\(caught.count == 1 ? "" : "s")"
        + (video.map { " over \(printable($0.lastComponent.bytes))" } ?? "")
        + (zoned.map { "; the zones are those of \(printable($0.title))" } ?? ""),
      control: PlottedControl(
        frame: geometry.frame, track: geometry.track, zones: configuration?.speeds.entries ?? [],
        zoneLine: line ?? configuration?.line ?? geometry.middle, zonesAreAbove: configuration?.side != .below,
        zonesAreBelow: configuration.map { $0.side != .above } ?? false, isCurve: configuration?.isCurve ?? false),
      sliders: caught.map { slider in
        PlottedSlider(
          name: printable(slider.title), events: slider.course.map(PlottedEvent.init),
          isCurve: slider.configuration?.isCurve ?? false)
      }, frameCount: timeline?.count)
  }

  /// The drawing as SVG.
  public var svg: [UInt8] { plot.bytes() }
}

extension PlottedEvent {
  fileprivate init(_ moment: SliderComparison.Moment) {
    self.init(
      timeInMicroseconds: moment.time, phase: moment.name,
      location: moment.event.location, isTracking: moment.isTracking,
      value: moment.value, speed: moment.speed, frame: moment.frame)
  }
}
